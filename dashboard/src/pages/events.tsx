import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoggedEvent } from '../api/generated.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { deliveryMarks } from '../components/delivery-marks.ts'
import { SubjectLink } from '../components/event-subject.tsx'
import { useEventTypes } from '../components/event-types.ts'
import { FilterBar } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { When } from '../components/when.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import styles from './page.module.css'
import own from './webhook.module.css'

const pageSize = 50

/** `…/events`: what happened, the newest first, and which endpoints got it. */
export function EventsPage() {
  const { events: texts } = useMessages('events')
  const { ids, place } = usePlace()
  const list = useList({ filters: ['type', 'subject_id', 'before'] })
  const { type, subject_id, before } = list.filters
  const params = {
    ...ids,
    limit: pageSize,
    ...(type !== undefined && { types: type }),
    ...(subject_id !== undefined && { subject_id }),
    ...(before !== undefined && { before }),
  }
  // Older events do not change.
  const found = useQuery(listQuery('listEventLog', params, { live: before === undefined }))
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <>
            <AsCurl operation="listEventLog" params={params} />
            <Link kind="button" href={paths.webhooks(place)}>
              {texts.toWebhooks}
            </Link>
          </>
        }
      />
      {(list.isFiltered || (found.data?.items.length ?? 0) > 0) && <Filters list={list} />}
      <Loaded query={found}>
        {({ items, next_before: next, are_kept }) => (
          <>
            {items.length > 0 ? (
              <Events events={items} />
            ) : list.isFiltered ? (
              <Empty>{next === null ? texts.noMatch : texts.noMatchOlder}</Empty>
            ) : are_kept ? (
              <Empty next={texts.noneNext}>{texts.none}</Empty>
            ) : (
              <Empty next={texts.notKeptNext}>{texts.notKept}</Empty>
            )}
            <nav aria-label={texts.title} className={own.choices}>
              {before !== undefined && (
                <Link kind="button" href={list.hrefWith({ before: undefined })}>
                  {texts.newest}
                </Link>
              )}
              {next !== null && (
                <Link kind="button" href={list.hrefWith({ before: next })}>
                  {texts.older}
                </Link>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </>
  )
}

function Filters({ list }: { list: List }) {
  const { events: texts } = useMessages('events')
  const { kinds, nameOfKind, typesOfKind } = useEventTypes()
  const chosen = list.filters['subject_id']
  const set = {
    ...list,
    setFilter: (name: string, value: string | undefined) =>
      list.setFilters({ before: undefined, [name]: value }),
  }
  return (
    <FilterBar
      list={set}
      filters={[
        {
          name: 'type',
          label: texts.type,
          choices: kinds.flatMap((kind) => [
            { value: `${kind}.*`, label: nameOfKind(kind) },
            ...typesOfKind(kind).map((type) => ({ value: type, label: type })),
          ]),
        },
      ]}
    >
      {chosen !== undefined && <p className={styles.note}>{texts.onlyOf(chosen)}</p>}
    </FilterBar>
  )
}

function Events({ events }: { events: readonly LoggedEvent[] }) {
  const { events: texts, webhooks } = useMessages('events', 'webhooks')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  const { meaningOf } = useEventTypes()
  const [shown, show] = useState<LoggedEvent | null>(null)
  return (
    <>
      <Table
        label={texts.title}
        rows={events}
        keyOf={({ event }) => event._id}
        columns={[
          {
            id: 'event',
            head: texts.event,
            cell: ({ event }) => <bdi dir="ltr">{event.type}</bdi>,
            second: ({ event }) => meaningOf(event.type),
          },
          {
            id: 'subject',
            head: texts.subject,
            cell: ({ subject_kind, subject_id }) => <SubjectLink kind={subject_kind} id={subject_id} />,
          },
          {
            id: 'sent-to',
            head: texts.sentTo,
            cell: ({ event, recipients }) =>
              recipients.length === 0 ? (
                texts.sentToNobody
              ) : (
                <ul className={styles.links}>
                  {recipients.map(({ endpoint_id, endpoint_name, state }) => (
                    <li key={endpoint_id}>
                      <StatusWord status={deliveryMarks[state]}>
                        <Link href={paths.delivery(place, endpoint_id, event._id)}>
                          <bdi>{endpoint_name}</bdi>
                        </Link>{' '}
                        {webhooks.deliveryStates[state]}
                      </StatusWord>
                    </li>
                  ))}
                </ul>
              ),
          },
          {
            id: 'time',
            head: texts.time,
            narrow: true,
            cell: ({ event }) => <When at={event.timestamp} zone={zone} seconds />,
          },
        ]}
        action={(logged) => (
          <Button
            small
            aria-label={texts.showLabel(
              logged.event.type,
              formats.instant(logged.event.timestamp, { seconds: true }),
            )}
            onPress={() => show(logged)}
          >
            {texts.show}
          </Button>
        )}
      />
      <Payload logged={shown} onClose={() => show(null)} />
    </>
  )
}

/** An event as programs get it. */
function Payload({ logged, onClose }: { logged: LoggedEvent | null; onClose: () => void }) {
  const { events: texts, common } = useMessages('events')
  return (
    <Dialog
      title={logged?.event.type ?? texts.title}
      isOpen={logged !== null}
      onClose={onClose}
      wide
      actions={<Button onPress={onClose}>{common.close}</Button>}
    >
      <p>{texts.dataHint}</p>
      {logged !== null && <Code text={JSON.stringify(logged.event, null, 2)} label={texts.data} />}
    </Dialog>
  )
}
