import { useQuery } from '@tanstack/react-query'
import type { Data } from '../api/operations.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Handle, nameOf } from '../components/person-name.tsx'
import { When } from '../components/when.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'

type Led = Data<'listInbox'>['items'][number]

/** `…/inbox`: conversations that wait for a person or that a person leads, those without a person's word first. */
export function InboxPage() {
  const { inbox: texts } = useMessages('inbox')
  const { ids, place, zone } = usePlace()
  const { number } = useFormats(zone)
  const list = useList()
  const params = { ...ids, limit: list.paging.limit, skip: list.paging.skip }
  const found = useQuery(listQuery('listInbox', params, { live: true }))
  const total = found.data?.pagination.total
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={total === undefined ? undefined : texts.lead(<b>{number(total)}</b>, total)}
        actions={<AsCurl operation="listInbox" params={params} />}
      />
      <Loaded query={found} list={list}>
        {({ items, pagination }) =>
          pagination.total === 0 ? (
            <Empty
              next={texts.emptyNext}
              action={
                <Link kind="button" href={paths.conversations(place)}>
                  {texts.toConversations}
                </Link>
              }
            >
              {texts.empty}
            </Empty>
          ) : (
            <>
              <Rows items={items} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function Rows({ items }: { items: readonly Led[] }) {
  const { inbox: texts, conversations } = useMessages('inbox', 'conversations')
  const { place, zone } = usePlace()
  return (
    <Table
      label={texts.title}
      rows={items}
      keyOf={({ conversation_id }) => conversation_id}
      columns={[
        {
          id: 'who',
          head: texts.heads.who,
          cell: (row) => (
            <Link href={paths.conversation(place, row.conversation_id)}>
              {nameOf(personOf(row)) === '' ? conversations.noNumber : <bdi>{nameOf(personOf(row))}</bdi>}
            </Link>
          ),
          second: (row) => (
            <>
              <Handle person={personOf(row)} />
              <div>{conversations.channels[row.channel_type]}</div>
            </>
          ),
        },
        {
          id: 'summary',
          head: texts.heads.summary,
          cell: ({ summary }) => (summary === null ? texts.noSummary : <bdi>{summary}</bdi>),
          second: ({ agent_name }) => texts.byAgent(<bdi>{agent_name}</bdi>),
        },
        {
          id: 'leader',
          head: texts.heads.leader,
          cell: ({ mode_by }) => (mode_by === null ? texts.nobody : <bdi>{mode_by}</bdi>),
          second: ({ person_wrote_at }) =>
            person_wrote_at === null
              ? texts.noWord
              : texts.wroteAt(<When at={person_wrote_at} zone={zone} />),
        },
        {
          id: 'since',
          head: texts.heads.since,
          cell: ({ mode_since }) => <When at={mode_since} zone={zone} />,
        },
        {
          id: 'last',
          head: texts.heads.last,
          cell: ({ last_message_at }) =>
            last_message_at === null ? texts.noMessage : <When at={last_message_at} zone={zone} />,
          second: ({ is_window_open }) =>
            is_window_open !== null && (is_window_open ? texts.open : texts.closed),
        },
      ]}
    />
  )
}

function personOf({ customer, phone_number, whatsapp_user_id }: Led) {
  return customer ?? { name: null, phone_number, username: null, whatsapp_id: whatsapp_user_id }
}
