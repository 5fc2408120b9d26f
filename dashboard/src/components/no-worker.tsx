import type { Data } from '../api/operations.ts'
import { msOf } from '../format/instant.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useNow } from '../hooks/use-now.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Banner } from '../ui/banner.tsx'
import { Link } from '../ui/link.tsx'

interface NoWorkerProps {
  underWay: Data<'getCallsUnderWay'>
  zone: string
  /** Whether the reader may open the page about health. */
  isOperator: boolean
}

/** Says that nothing is dialed, because no worker has been seen for a while; nothing where one is there. */
export function NoWorker({ underWay: { worker, waiting }, zone, isOperator }: NoWorkerProps) {
  const { shell } = useMessages('shell')
  const formats = useFormats(zone)
  const now = useNow()
  if (worker?.is_alive === true) return null
  const waits = waiting ?? 0
  return (
    <Banner
      kind="fail"
      title={
        worker === null
          ? shell.noWorkerNever
          : shell.noWorkerTitle(
              <bdi>{formats.instant(worker.seen_at, { seconds: true })}</bdi>,
              <bdi>{formats.duration(now - msOf(worker.seen_at))}</bdi>,
            )
      }
      action={isOperator ? <ToHealth /> : undefined}
    >
      {waits > waitingMax
        ? shell.noWorkerBodyMore(formats.number(waitingMax))
        : shell.noWorkerBody(formats.number(waits), waits)}
      {worker !== null && shell.lastSeen(<bdi>{worker.host}</bdi>, <bdi>{worker.version}</bdi>)}
      {shell.startOne}
    </Banner>
  )
}

/** Says that nothing is dialed or sent, because the whole database is held. */
export function HeldDatabase({ isOperator }: Pick<NoWorkerProps, 'isOperator'>) {
  const { shell } = useMessages('shell')
  return (
    <Banner kind="fail" title={shell.heldTitle} action={isOperator ? <ToHealth /> : undefined}>
      {shell.heldBody}
    </Banner>
  )
}

function ToHealth() {
  const { shell } = useMessages('shell')
  return (
    <Link kind="button" href={paths.health()}>
      {shell.openHealth}
    </Link>
  )
}

/** More are not counted. */
const waitingMax = 1_000
