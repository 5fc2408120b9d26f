import type { WebhookDelivery } from '../api/generated.ts'
import type { Status } from '../ui/status-mark.tsx'

/** The mark of each state of a delivery. */
export const deliveryMarks: Record<WebhookDelivery['state'], Status> = {
  waiting: 'waits',
  sending: 'rings',
  delivered: 'done',
  exhausted: 'failed',
  held: 'held',
}
