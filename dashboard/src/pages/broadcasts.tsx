import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ConfiguredBroadcast } from '../api/generated.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { BroadcastTabs } from '../components/broadcast-tabs.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { OpenRequest } from '../components/open-request.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { formatPhone } from '../format/phone.ts'
import { BroadcastForm } from '../forms/edit-broadcast.tsx'
import { SendMessage } from '../forms/send-message.tsx'
import { SendToPerson } from '../forms/send-to-person.tsx'
import { useSend } from '../forms/use-send.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'
import styles from './page.module.css'

/** `…/broadcasts`: what messages are sent with, and how the messages of each stand. */
export function BroadcastsPage() {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { ids, place, role } = usePlace()
  const navigate = useNavigate()
  const list = useList()
  const params = { ...ids, limit: list.paging.limit, skip: list.paging.skip }
  const broadcasts = useQuery(listQuery('listBroadcasts', params, { live: true }))
  const [isNew, setNew] = useState(false)
  const [chosen, choose] = useState<ConfiguredBroadcast | null>(null)
  const sending = useSend()
  const [search, setSearch] = useSearchParams()
  const to = search.get('to') ?? ''
  const forgetPerson = () =>
    setSearch(
      (before) => {
        before.delete('to')
        return before
      },
      { replace: true },
    )
  const reason = useRoleReason(role, 'editor')
  const newButton = (
    <Button kind="main" reason={reason} onPress={() => setNew(true)}>
      {texts.new}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <>
            <AsCurl operation="listBroadcasts" params={params} />
            {newButton}
          </>
        }
      />
      <BroadcastTabs chosen="list" />
      <Loaded query={broadcasts} list={list}>
        {(data) =>
          data.items.length === 0 ? (
            <Empty next={texts.emptyNext}>{texts.empty}</Empty>
          ) : (
            <>
              <Rows broadcasts={data.items} reason={reason} onSend={choose} />
              <ListPages list={list} total={data.pagination.total} count={data.items.length} />
            </>
          )
        }
      </Loaded>
      {isNew && (
        <BroadcastForm
          broadcast={null}
          onClose={() => setNew(false)}
          onMade={({ _id }) => void navigate(paths.broadcast(place, _id))}
        />
      )}
      {to !== '' && <SendToPerson key={to} sending={sending} to={to} onClose={forgetPerson} />}
      {chosen !== null && <SendMessage sending={sending} broadcast={chosen} onClose={() => choose(null)} />}
      <OpenRequest of="message" isOpen={sending.open !== null} />
    </>
  )
}

interface RowsProps {
  broadcasts: readonly ConfiguredBroadcast[]
  reason: string | null
  onSend: (broadcast: ConfiguredBroadcast) => void
}

function Rows({ broadcasts, reason, onSend }: RowsProps) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { place } = usePlace()
  return (
    <Table
      label={texts.table}
      rows={broadcasts}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.heads.name,
          cell: ({ _id, name }) => (
            <Link href={paths.broadcast(place, _id)}>
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        {
          id: 'template',
          head: texts.heads.template,
          narrow: true,
          cell: ({ template }) => (template === null ? texts.freeForm : <bdi>{template}</bdi>),
          second: ({ template_state: state }) =>
            state === null ? null : state.status === 'approved' ? (
              <bdi>{state.language}</bdi>
            ) : (
              <StatusBadge state={state.status}>{texts.templateStates[state.status]}</StatusBadge>
            ),
        },
        {
          id: 'sender',
          head: texts.heads.sender,
          narrow: true,
          cell: ({ sender }) => <bdi>{sender}</bdi>,
          second: ({ sender_state: state }) =>
            state.status === 'connected' ? (
              <bdi dir="ltr">{formatPhone(state.display_phone_number)}</bdi>
            ) : (
              <StatusBadge state={state.status}>{texts.senderStates[state.status]}</StatusBadge>
            ),
        },
        {
          id: 'messages',
          head: texts.heads.messages,
          cell: (broadcast) => <Figures broadcast={broadcast} />,
        },
      ]}
      action={(broadcast) => (
        <Button
          small
          reason={reason}
          aria-label={texts.sendLabel(broadcast.name)}
          onPress={() => onSend(broadcast)}
        >
          {texts.send}
        </Button>
      )}
    />
  )
}

const shownStates = ['processing', 'sent', 'delivered', 'read', 'failed', 'unresolved'] as const

function Figures({ broadcast: { _id, counts } }: { broadcast: ConfiguredBroadcast }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  if (counts.total === 0) return texts.noMessages
  return (
    <div className={styles.figures}>
      {shownStates
        .filter((status) => counts[status] > 0)
        .map((status) => (
          <Link key={status} kind="plain" href={withQuery(paths.broadcast(place, _id), { status })}>
            {texts.figure(<bdi>{formats.number(counts[status])}</bdi>, texts.states[status] ?? status)}
          </Link>
        ))}
    </div>
  )
}
