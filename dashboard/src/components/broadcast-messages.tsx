import { useQuery } from '@tanstack/react-query'
import type { ConfiguredBroadcast } from '../api/generated.ts'
import { listQuery } from '../api/queries.ts'
import { zoneName } from '../format/instant.ts'
import { useFormats } from '../hooks/use-formats.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'
import { FilterBar, ListPages } from './filter-bar.tsx'
import { Loaded } from './loaded.tsx'
import { MessageMore, MessageState } from './message-lines.tsx'
import type { ProjectMessage } from './message-lines.tsx'
import { nameOfRecipient, RecipientDetail, RecipientLink } from './recipient.tsx'
import { SearchField } from './search-field.tsx'

/** What a row's buttons ask for. */
export type Asked = { kind: 'again' | 'settle'; message: ProjectMessage } | null

/** The tabs of a broadcast, in the order of a message's life. */
export const statusTabs = ['processing', 'sent', 'delivered', 'read', 'failed', 'unresolved'] as const
export type StatusTab = (typeof statusTabs)[number]

interface MessagesProps {
  broadcast: ConfiguredBroadcast
  list: List
  status: StatusTab | undefined
  onAsk: (asked: Asked) => void
}

/** The messages of a broadcast that the filters of the address name, newest first. */
export function BroadcastMessages({ broadcast, list, status, onAsk }: MessagesProps) {
  const { broadcasts: texts, common } = useMessages('broadcasts')
  const { ids, place } = usePlace()
  const { code, to } = list.filters
  const params = {
    ...ids,
    broadcast_id: broadcast._id,
    limit: list.paging.limit,
    skip: list.paging.skip,
    ...(status !== undefined && { status }),
    ...(code !== undefined && { error_code: code }),
    ...(to !== undefined && { to }),
  }
  const messages = useQuery(listQuery('listProjectMessages', params, { live: true }))
  return (
    <>
      <FilterBar list={list} filters={[]}>
        <SearchField list={list} filter="to" label={texts.toFilter} type="text" />
      </FilterBar>
      <Loaded query={messages} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            list.isFiltered ? (
              <Empty
                action={
                  <Link kind="button" href={paths.broadcast(place, broadcast._id)}>
                    {common.clearFilters}
                  </Link>
                }
              >
                {to === undefined ? texts.noMessagesHere : common.noMatch}
              </Empty>
            ) : (
              <Empty next={texts.noMessagesNext}>{texts.noMessagesYet}</Empty>
            )
          ) : (
            <>
              <Rows items={items} isFailed={status === 'failed'} onAsk={onAsk} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

interface RowsProps {
  items: readonly ProjectMessage[]
  /** Whether all of them have failed. */
  isFailed: boolean
  onAsk: (asked: Asked) => void
}

function Rows({ items, isFailed, onAsk }: RowsProps) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { place, zone, role } = usePlace()
  const formats = useFormats(zone)
  const reason = useRoleReason(role, 'editor')
  return (
    <Table
      label={texts.recipients}
      rows={items}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'who',
          head: texts.columns.who,
          narrow: true,
          cell: (row) => <RecipientLink message={row} href={paths.message(place, row._id)} />,
          second: (row) => <RecipientDetail message={row} />,
        },
        {
          id: 'what',
          head: texts.columns.what,
          cell: (row) => <MessageState message={row} isPlain={isFailed} />,
          second: (row) => <MessageMore message={row} />,
        },
        {
          id: 'when',
          head: texts.columns.when(zoneName(zone)),
          narrow: true,
          cell: ({ status_since: at }) => <bdi>{formats.dayTime(at)}</bdi>,
          second: ({ error, send }) =>
            error?.code == null
              ? texts.costs[send]
              : texts.codeAndCost(<bdi>{error.code}</bdi>, texts.costs[send] ?? ''),
        },
      ]}
      action={(row) => {
        const who = nameOfRecipient(row)
        if (row.status === 'failed' && row.resent_as === null)
          return (
            <Button
              small
              reason={reason}
              aria-label={texts.againLabel(who)}
              onPress={() => onAsk({ kind: 'again', message: row })}
            >
              {texts.again}
            </Button>
          )
        if (row.status !== 'unresolved') return null
        return (
          <Button
            small
            reason={reason}
            aria-label={texts.settleLabel(who)}
            onPress={() => onAsk({ kind: 'settle', message: row })}
          >
            {texts.settle}
          </Button>
        )
      }}
    />
  )
}
