import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import type { TimelineEntry } from '../api/generated.ts'
import { listQuery } from '../api/queries.ts'
import { comma } from '../format/comma.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { withQuery } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { EventLog } from '../ui/event-log.tsx'
import type { LogDay } from '../ui/event-log.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Loaded } from './loaded.tsx'
import { useShowEntry } from './timeline-entry.tsx'

const kinds = ['calls', 'messages', 'tickets', 'opt_outs', 'merges'] as const

/** What happened with a person over all channels, the latest first. Kind and page are part of the address. */
export function PersonTimeline({ personId }: { personId: string }) {
  const { peopleCalled: texts, locale } = useMessages('peopleCalled')
  const { ids, zone } = usePlace()
  const formats = useFormats(zone)
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const show = useShowEntry()
  const kind = kinds.find((one) => one === search.get('kind'))
  const before = search.get('before') ?? undefined
  const timeline = useQuery(
    listQuery(
      'getProfileTimeline',
      {
        ...ids,
        customer_profile_id: personId,
        ...(kind !== undefined && { kinds: kind }),
        ...(before !== undefined && { before }),
      },
      { live: before === undefined },
    ),
  )
  const address = (more: { kind?: string | undefined; before?: string | undefined }) =>
    withQuery(pathname, more)
  return (
    <>
      <Tabs
        label={texts.shows}
        chosen={kind ?? 'all'}
        tabs={['all', ...kinds].map((id) => ({
          id,
          label: texts.kinds[id],
          href: address({ kind: id === 'all' ? undefined : id }),
        }))}
      />
      <Loaded query={timeline}>
        {({ items, next }) => (
          <>
            {items.length === 0 ? (
              <Empty>{texts.nothing}</Empty>
            ) : (
              <EventLog
                label={texts.timeline}
                days={daysOf(items, (at) => formats.day(at)).map(({ head, entries }) => ({
                  id: entries[0]!._id,
                  head: (
                    <bdi>
                      {head}
                      {comma(locale)}
                      {formats.zoneName}
                    </bdi>
                  ),
                  events: entries.map((entry) => show(entry)),
                }))}
              />
            )}
            {(next !== null || before !== undefined) && (
              <Pagination
                label={texts.pages}
                previous={before === undefined ? null : { href: address({ kind }), label: texts.newest }}
                next={next === null ? null : { href: address({ kind, before: next }), label: texts.older }}
              >
                {null}
              </Pagination>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

/** Puts entries that follow each other on one day together. */
function daysOf(
  entries: readonly TimelineEntry[],
  dayOf: (at: string) => string,
): { head: LogDay['head'] & string; entries: TimelineEntry[] }[] {
  const days: { head: string; entries: TimelineEntry[] }[] = []
  for (const entry of entries) {
    const head = dayOf(entry.at)
    const last = days.at(-1)
    if (last?.head === head) last.entries.push(entry)
    else days.push({ head, entries: [entry] })
  }
  return days
}
