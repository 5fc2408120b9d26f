import type { ReactNode } from 'react'
import type { Data } from '../api/operations.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { Messages } from '../messages/use-messages.ts'
import { StatusWord } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { When } from './when.tsx'

export type Source = Data<'listSources'>['items'][number]

const marks: Record<Source['sync_status'], Status> = {
  pending: 'waits',
  syncing: 'live',
  success: 'done',
  partial: 'unknown',
  failed: 'failed',
}

/** Returns the mark of a source. */
export function statusOf({ sync_status }: Source): Status {
  return marks[sync_status]
}

/** Returns whether a crawl of the source waits or runs. */
export function isOpen({ crawl }: Source): boolean {
  return crawl !== null && crawl.finished_at === null
}

/** The state of a source in one word. */
export function SourceState({ source }: { source: Source }) {
  const { knowledge } = useMessages('knowledge')
  return <StatusWord status={statusOf(source)}>{knowledge.states[source.sync_status]}</StatusWord>
}

/** How far the crawl is, what it waits for since when, or what went wrong and what to do. Null for what is well. */
function useSourceSentence(source: Source): ReactNode {
  const { knowledge } = useMessages('knowledge')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  const { crawl, sync_error: error } = source
  if (crawl === null) return error === null ? null : knowledge.failedWith(<bdi>{error}</bdi>)
  const figure = (value: number) => <bdi>{number(value)}</bdi>
  const taken = crawl.indexed + crawl.unchanged
  if (isOpen(source)) {
    const done = taken + crawl.skipped + crawl.failed + crawl.gone
    const progress =
      crawl.found === 0 ? null : knowledge.progress(figure(done), figure(crawl.found), figure(crawl.skipped))
    if (crawl.waits_for === null)
      return progress ?? (crawl.state === 'waiting' ? knowledge.waitsFor.pause : null)
    const since = <When at={crawl.waits_since ?? source.updated_at} zone={zone} seconds />
    return (
      <>
        {knowledge.waitsFor[crawl.waits_for](since)} {progress}
      </>
    )
  }
  return (
    <>
      {knowledge.took(
        figure(taken),
        figure(crawl.found),
        figure(crawl.skipped),
        crawl.failed === 0 ? null : figure(crawl.failed),
      )}
      {error === null ? null : (
        <>
          {'. '}
          {knowledge.failedWith(<bdi>{error}</bdi>)} {adviceOf(knowledge.advice, source)}
        </>
      )}
    </>
  )
}

function adviceOf(advice: Messages['knowledge']['advice'], { crawl, sync_error: error }: Source): string {
  if (crawl?.state === 'cancelled') return advice.canceled
  switch (crawl?.stopped_by) {
    case 'quota':
      return advice.quota
    case 'requests':
    case 'bytes':
    case 'time':
      return advice.bound
    case 'silence':
      return advice.silence
    default:
      if (/robots\.txt/.test(error ?? '')) return advice.robots
      return /are kept, unless/.test(error ?? '') ? advice.shrunk : advice.failed
  }
}

/** The same below the word, in a table. */
export function SourceSentence({ source }: { source: Source }) {
  return useSourceSentence(source)
}
