import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allPagesQuery } from '../api/all-pages.ts'
import type { ConfiguredCallerId, ConfiguredVoiceCarrier } from '../api/generated.ts'
import { listQuery, query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { CarrierSince, CarrierState, CheckNow } from '../components/carrier-state.tsx'
import { changedCells } from '../components/changed-by.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { When } from '../components/when.tsx'
import { formatPhone } from '../format/phone.ts'
import { CallerIdForm } from '../forms/caller-id.tsx'
import { CarrierForm } from '../forms/carrier.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { Table } from '../ui/table.tsx'
import styles from './page.module.css'

type Asked =
  | { kind: 'carrier'; carrier: ConfiguredVoiceCarrier | null }
  | { kind: 'caller_id'; callerId: ConfiguredCallerId | null }

/** `…/carriers`: the accounts that place calls, and the numbers that calls come from. */
export function CarriersPage() {
  const { carriers: texts } = useMessages('carriers')
  const { ids, role } = usePlace()
  const carriers = useQuery(query('listVoiceCarriers', { ...ids, limit: 100 }, { live: true }))
  const list = useList()
  const callerIds = useQuery(listQuery('listCallerIds', { ...ids, ...list.paging }))
  const [asked, ask] = useState<Asked | null>(null)
  const reason = useRoleReason(role, 'admin')
  const names = (carriers.data?.items ?? []).map(({ name }) => name)
  const newCarrier = (
    <Button small reason={reason} onPress={() => ask({ kind: 'carrier', carrier: null })}>
      {texts.new}
    </Button>
  )
  const newCallerId = (
    <Button
      small
      reason={reason ?? (names.length === 0 ? texts.needsCarrier : null)}
      onPress={() => ask({ kind: 'caller_id', callerId: null })}
    >
      {texts.newCallerId}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={<AsCurl operation="listVoiceCarriers" params={{ ...ids, limit: 100 }} />}
      />
      <div className={styles.column}>
        <Section title={texts.accounts} aside={newCarrier}>
          <Loaded query={carriers}>
            {({ items }) =>
              items.length === 0 ? (
                <Empty next={texts.noneNext}>{texts.none}</Empty>
              ) : (
                <CarrierTable
                  carriers={items}
                  reason={reason}
                  onEdit={(carrier) => ask({ kind: 'carrier', carrier })}
                />
              )
            }
          </Loaded>
        </Section>
        <Section title={texts.callerIds} aside={newCallerId}>
          <Loaded query={callerIds} list={list}>
            {({ items, pagination }) =>
              items.length === 0 ? (
                <Empty next={names.length === 0 ? texts.noCallerIdsCarrier : texts.noCallerIdsNext}>
                  {texts.noCallerIds}
                </Empty>
              ) : (
                <>
                  <CallerIdTable
                    callerIds={items}
                    reason={reason}
                    onEdit={(callerId) => ask({ kind: 'caller_id', callerId })}
                  />
                  <ListPages list={list} total={pagination.total} count={items.length} />
                </>
              )
            }
          </Loaded>
        </Section>
      </div>
      {asked?.kind === 'carrier' && <CarrierForm carrier={asked.carrier} onClose={() => ask(null)} />}
      {asked?.kind === 'caller_id' && (
        <CallerIdForm callerId={asked.callerId} carriers={names} onClose={() => ask(null)} />
      )}
    </>
  )
}

interface CarrierTableProps {
  carriers: readonly ConfiguredVoiceCarrier[]
  reason: string | null
  onEdit: (carrier: ConfiguredVoiceCarrier) => void
}

function CarrierTable({ carriers, reason, onEdit }: CarrierTableProps) {
  const { carriers: texts } = useMessages('carriers')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  return (
    <Table
      label={texts.accounts}
      rows={carriers}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.name,
          cell: ({ name }) => <bdi>{name}</bdi>,
          second: ({ account_sid }) => (
            <code dir="ltr" className={styles.sid}>
              {account_sid}
            </code>
          ),
        },
        {
          id: 'state',
          head: texts.state,
          cell: (carrier) => <CarrierState carrier={carrier} hasNoNumber={carrier.caller_ids === 0} />,
          second: (carrier) => <CarrierSince carrier={carrier} />,
        },
        {
          id: 'rate',
          head: texts.callsPerSecond,
          align: 'end',
          narrow: true,
          cell: ({ calls_per_second }) => formats.number(calls_per_second),
        },
        {
          id: 'numbers',
          head: texts.numbers,
          align: 'end',
          narrow: true,
          cell: ({ caller_ids }) => texts.numbersOf(formats.number(caller_ids)),
        },
        {
          id: 'token',
          head: texts.tokenSet,
          cell: ({ auth_token_set_at: at }) =>
            at === null ? texts.tokenUnknown : <When at={at} zone={zone} />,
        },
        { id: 'changed', head: texts.changedBy, narrow: true, ...changedCells(zone) },
      ]}
      action={(carrier) => (
        <div className={styles.words}>
          <CheckNow carrier={carrier} reason={reason} />
          <Button
            small
            reason={reason}
            aria-label={texts.editLabel(carrier.name)}
            onPress={() => onEdit(carrier)}
          >
            {texts.edit}
          </Button>
        </div>
      )}
    />
  )
}

interface CallerIdTableProps {
  callerIds: readonly ConfiguredCallerId[]
  reason: string | null
  onEdit: (callerId: ConfiguredCallerId) => void
}

function CallerIdTable({ callerIds, reason, onEdit }: CallerIdTableProps) {
  const { carriers: texts } = useMessages('carriers')
  const { ids, place, zone } = usePlace()
  const campaigns = useQuery(allPagesQuery('listCampaigns', ids))
  return (
    <Table
      label={texts.callerIds}
      rows={callerIds}
      keyOf={({ _id }) => _id}
      columns={[
        { id: 'number', head: texts.number, cell: ({ number }) => <bdi>{formatPhone(number)}</bdi> },
        { id: 'carrier', head: texts.carrier, cell: ({ carrier }) => <bdi>{carrier}</bdi> },
        {
          id: 'used',
          head: texts.usedBy,
          cell: ({ number }) => {
            const using = campaigns.data?.items.filter(({ caller_id }) => caller_id === number) ?? []
            if (using.length === 0) return campaigns.data?.isComplete === true ? texts.unused : null
            return (
              <ul className={styles.links}>
                {using.map(({ _id, name }) => (
                  <li key={_id}>
                    <Link href={paths.campaign(place, _id)}>
                      <bdi>{name}</bdi>
                    </Link>
                  </li>
                ))}
              </ul>
            )
          },
        },
        {
          id: 'answered',
          head: texts.answeredBy,
          cell: ({ inbound_campaign: name, inbound_campaign_id: campaign }) =>
            name === null || campaign === null ? (
              texts.answeredByNobody
            ) : (
              <Link href={paths.campaign(place, campaign)}>
                <bdi>{name}</bdi>
              </Link>
            ),
        },
        { id: 'changed', head: texts.changedBy, narrow: true, ...changedCells(zone) },
      ]}
      action={(callerId) => (
        <Button
          small
          reason={reason}
          aria-label={texts.editLabel(formatPhone(callerId.number))}
          onPress={() => onEdit(callerId)}
        >
          {texts.edit}
        </Button>
      )}
    />
  )
}
