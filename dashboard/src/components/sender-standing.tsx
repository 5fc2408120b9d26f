import type { ConfiguredWhatsappSender } from '../api/generated.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { Status } from '../ui/status-mark.tsx'
import { When } from './when.tsx'

type Standing = ConfiguredWhatsappSender['standing']

/** The mark of each standing of a sender. */
export const senderMarks: Record<Standing['code'], Status> = {
  ready: 'done',
  unchecked: 'unknown',
  no_webhook: 'unknown',
  low_quality: 'waits',
  limited: 'waits',
  rate_limited: 'waits',
  fault: 'failed',
  unreachable: 'unknown',
  restricted: 'failed',
  refused: 'failed',
  disconnected: 'held',
}

/** How a sender stands, as sentences: what, why, since when, until when. */
export function SenderStanding({ standing: { code, since, until, reason } }: { standing: Standing }) {
  const { senders: texts } = useMessages('senders')
  const { zone } = usePlace()
  return (
    <>
      {texts.standingLead[code]}
      {reason !== null && texts.reason(<span data-stored="">{reason}</span>)}
      {since !== null && code !== 'ready' && texts.since(<When at={since} zone={zone} />)}
      {until !== null && texts.until(<When at={until} zone={zone} seconds />)}
    </>
  )
}
