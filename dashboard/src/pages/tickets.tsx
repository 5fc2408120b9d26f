import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Ticket } from '../api/generated.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { FilterBar, ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Handle, PersonLink } from '../components/person-name.tsx'
import { SearchField } from '../components/search-field.tsx'
import { When } from '../components/when.tsx'
import { CloseTicket } from '../forms/ticket.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import styles from './page.module.css'

/** `…/tickets`: what somebody has to look after, oldest first; what was closed as a filter. */
export function TicketsPage() {
  const { tickets: texts } = useMessages('tickets')
  const { ids, zone } = usePlace()
  const { number } = useFormats(zone)
  const list = useList({ filters: ['show', 'search'] })
  const show = list.filters['show'] === 'closed' ? 'closed' : 'open'
  const { search } = list.filters
  const { limit, skip } = list.paging
  const params = { ...ids, limit, skip, show, ...(search && { search }) } as const
  const found = useQuery(listQuery('listTickets', params, { live: true }))
  const [closing, close] = useState<Ticket | null>(null)
  const total = found.data?.pagination.total
  const lead = show === 'open' ? texts.leadOpen : texts.leadClosed
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={total === undefined || search !== undefined ? undefined : lead(<b>{number(total)}</b>, total)}
        actions={<AsCurl operation="listTickets" params={params} />}
      />
      <Tabs
        label={texts.show}
        chosen={show}
        tabs={['open', 'closed'].map((id) => ({
          id,
          label: texts.shows[id],
          href: list.hrefWith({ show: id === 'open' ? undefined : id }),
        }))}
      />
      <div className={styles.note}>
        <FilterBar list={list} filters={[]}>
          <SearchField list={list} hint={texts.searchHint} />
        </FilterBar>
      </div>
      <Loaded query={found} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Nothing list={list} />
          ) : (
            <>
              <Rows tickets={items} onClose={close} isOpen={show === 'open'} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
      {closing !== null && <CloseTicket ticket={closing} onClose={() => close(null)} />}
    </>
  )
}

function Nothing({ list }: { list: List }) {
  const { tickets: texts, common } = useMessages('tickets')
  const { place } = usePlace()
  if (list.filters['search'] !== undefined) return <Empty>{common.noMatch}</Empty>
  if (list.filters['show'] === 'closed') return <Empty>{texts.noneClosed}</Empty>
  return (
    <Empty
      next={texts.noneNext}
      action={
        <Link kind="button" href={paths.peopleCalled(place)}>
          {texts.toPeople}
        </Link>
      }
    >
      {texts.none}
    </Empty>
  )
}

interface RowsProps {
  tickets: readonly Ticket[]
  isOpen: boolean
  onClose: (ticket: Ticket) => void
}

function Rows({ tickets, isOpen, onClose }: RowsProps) {
  const { tickets: texts } = useMessages('tickets')
  const { place, zone, role } = usePlace()
  const reason = useRoleReason(role, 'editor')
  return (
    <Table
      label={texts.title}
      rows={tickets}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'subject',
          head: texts.heads.subject,
          cell: ({ subject }) => <bdi>{subject ?? texts.noSubject}</bdi>,
          second: ({ closing_note, conversation_id, subject }) => (
            <>
              {closing_note !== null && <div data-stored="">{closing_note}</div>}
              {conversation_id !== null && (
                <Link
                  small
                  href={paths.conversation(place, conversation_id)}
                  aria-label={texts.conversationLabel(subject ?? texts.noSubject)}
                >
                  {texts.toConversation}
                </Link>
              )}
            </>
          ),
        },
        {
          id: 'person',
          head: texts.heads.person,
          cell: ({ customer }) =>
            customer === null ? texts.noPerson : <PersonLink person={customer} place={place} />,
          second: ({ customer }) => customer !== null && <Handle person={customer} />,
        },
        {
          id: 'opened',
          head: texts.heads.opened,
          cell: ({ created_at }) => <When at={created_at} zone={zone} />,
          second: ({ opened_by, opened_by_name }) =>
            opened_by_name === null
              ? (texts.openers[opened_by ?? ''] ?? texts.imported)
              : texts.openedBy(<bdi>{opened_by_name}</bdi>),
        },
        ...(isOpen
          ? []
          : [
              {
                id: 'closed',
                head: texts.heads.closed,
                cell: ({ closed_at, status }: Ticket) =>
                  closed_at === null ? <bdi>{status}</bdi> : <When at={closed_at} zone={zone} />,
                second: ({ closed_by_name }: Ticket) =>
                  closed_by_name !== null && texts.closedBy(<bdi>{closed_by_name}</bdi>),
              },
            ]),
      ]}
      {...(isOpen && {
        action: (ticket: Ticket) => (
          <Button
            small
            reason={reason}
            aria-label={texts.closeLabel(ticket.subject ?? texts.noSubject)}
            onPress={() => onClose(ticket)}
          >
            {texts.close}
          </Button>
        ),
      })}
    />
  )
}
