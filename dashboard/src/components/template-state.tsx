import type { WhatsappTemplate } from '../api/generated.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { Status } from '../ui/status-mark.tsx'
import { When } from './when.tsx'

/** The mark of each state of a template. */
export const templateMarks: Record<WhatsappTemplate['status'], Status> = {
  approved: 'done',
  pending: 'waits',
  rejected: 'failed',
  paused: 'held',
  disabled: 'closed',
}

/** Since when a template has its state, and until when as far as that is known. */
export function TemplateTimes({
  template: { status_since: since, status_until: until },
}: {
  template: Pick<WhatsappTemplate, 'status_since' | 'status_until'>
}) {
  const { templates: texts } = useMessages('templates')
  const { zone } = usePlace()
  if (since === null) return null
  const from = <When at={since} zone={zone} />
  return until === null ? texts.since(from) : texts.until(from, <When at={until} zone={zone} />)
}
