import type { Data } from '../api/operations.ts'
import { msOf } from '../format/instant.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Banner } from '../ui/banner.tsx'

/** Says that nothing is dialled, because no worker has been seen for a while; nothing where one is there. */
export function NoWorker({ queue: { worker, campaigns } }: { queue: Data<'getQueue'> }) {
  const { live } = useMessages()
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const now = useNow()
  if (worker?.is_alive === true) return null
  const waiting = campaigns.reduce((sum, one) => sum + one.waiting.count, 0)
  return (
    <Banner
      kind="fail"
      title={
        worker === null
          ? live.noWorkerNever
          : live.noWorkerTitle(
              <bdi>{formats.instant(worker.seen_at, { seconds: true })}</bdi>,
              <bdi>{formats.duration(now - msOf(worker.seen_at))}</bdi>,
            )
      }
    >
      {live.noWorkerBody(formats.number(waiting), waiting)}
      {worker !== null && live.lastSeen(<bdi>{worker.host}</bdi>, <bdi>{worker.version}</bdi>)}
      {live.startOne}
    </Banner>
  )
}
