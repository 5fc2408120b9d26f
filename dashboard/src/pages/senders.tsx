import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConfiguredWhatsappSender } from '../api/generated.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { CheckSender } from '../components/sender-check.tsx'
import { senderMarks } from '../components/sender-standing.tsx'
import { When } from '../components/when.tsx'
import { formatPhone } from '../format/phone.ts'
import { isSandboxAddress } from '../format/sandbox-address.ts'
import { SenderForm } from '../forms/edit-sender.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'

/** `…/senders`: the WhatsApp numbers of the project, and how each stands. */
export function SendersPage() {
  const { senders: texts } = useMessages('senders')
  const { ids, role } = usePlace()
  const list = useList({ pageSize: 50 })
  const { limit, skip } = list.paging
  const senders = useQuery(listQuery('listWhatsappSenders', { ...ids, limit, skip }, { live: true }))
  const [isMaking, make] = useState(false)
  const create = (
    <Button kind="main" reason={useRoleReason(role, 'admin')} onPress={() => make(true)}>
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
            <AsCurl operation="listWhatsappSenders" params={{ ...ids, limit, skip }} />
            {create}
          </>
        }
      />
      <Loaded query={senders} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty next={texts.noneNext}>{texts.none}</Empty>
          ) : (
            <>
              <SenderTable senders={items} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
      {isMaking && <SenderForm sender={null} onClose={() => make(false)} />}
    </>
  )
}

function SenderTable({ senders }: { senders: readonly ConfiguredWhatsappSender[] }) {
  const { senders: texts } = useMessages('senders')
  const { place, zone } = usePlace()
  const { number } = useFormats(zone)
  return (
    <Table
      label={texts.title}
      rows={senders}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.name,
          cell: ({ _id, name }) => (
            <Link href={paths.sender(place, _id)}>
              <bdi>{name}</bdi>
            </Link>
          ),
          second: ({ display_phone_number }) => <bdi dir="ltr">{formatPhone(display_phone_number)}</bdi>,
        },
        {
          id: 'state',
          head: texts.state,
          cell: ({ standing: { code } }) => (
            <StatusWord status={senderMarks[code]}>{texts.standings[code]}</StatusWord>
          ),
          second: ({ standing: { reason }, api_url }) =>
            reason === null ? (
              isSandboxAddress(api_url) ? (
                texts.sandbox
              ) : null
            ) : (
              <span data-stored="">{reason}</span>
            ),
        },
        {
          id: 'quality',
          head: texts.quality,
          cell: ({ check_result: check }) =>
            check?.kind === 'found'
              ? (texts.qualities[check.quality ?? ''] ?? texts.unsaid)
              : texts.notChecked,
          second: ({ check_result: check }) =>
            check?.kind === 'found' && check.messaging_limit !== null
              ? (texts.limits[check.messaging_limit] ?? <bdi>{check.messaging_limit}</bdi>)
              : null,
        },
        {
          id: 'rate',
          head: texts.messagesPerSecond,
          align: 'end',
          narrow: true,
          cell: ({ messages_per_second }) => number(messages_per_second),
        },
        {
          id: 'webhook',
          head: texts.lastWebhook,
          cell: ({ last_webhook_at: at }) => (at === null ? texts.never : <When at={at} zone={zone} />),
        },
      ]}
      action={(sender) => <CheckSender sender={sender} small />}
    />
  )
}
