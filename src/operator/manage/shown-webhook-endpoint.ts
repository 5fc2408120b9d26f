import { z } from 'zod'
import { timestamp } from '../../http/timestamp.ts'
import { disabledWhys } from '../../webhooks/delivery/line-standing.ts'
import { waitingCountMax } from '../../webhooks/endpoints/declared-queries.ts'
import { contents, deliveryOrders } from '../../webhooks/endpoints/endpoint-fields.ts'

/** The fields of an endpoint of webhooks that requests set. */
export const webhookEndpointFields = {
  name: z.string(),
  url: z.string().describe('An https address. `http` is only for hosts that the operator has named.'),
  types: z
    .array(z.string())
    .describe('Types of events such as `call.ended`, kinds such as `call.*`, or `*`.'),
  content: z.enum(contents).describe('`full`: with texts, such as the bodies of messages.'),
  order: z.enum(deliveryOrders).describe('`by_subject`: the events of one call, message or person in order.'),
  rate_per_second: z.int().nullable().describe('The most deliveries in a second; null: no limit.'),
}

/** What is shown beside them. */
export const webhookEndpointShown = {
  secret: z.string().optional().describe('Signs the deliveries. Only in the answer to its making.'),
  event_types: z.array(z.string()).describe('The types of events that `types` means.'),
  version: z.string().describe('The day on which it was made, whose shape its events have.'),
  old_secret_until: timestamp()
    .nullable()
    .describe('Until when the former secret signs too; null: it does not.'),
  disabled_at: timestamp().nullable(),
  disabled_why: z
    .enum(disabledWhys)
    .nullable()
    .describe(
      '`gone`: it answered 410. `failing`: nothing was accepted for five days. `turned_off`: somebody did it.',
    ),
  failures: z.int().min(0).describe('Requests in a row that failed.'),
  failing_since: timestamp().nullable().describe('It is disabled five days after that; null: not failing.'),
  last_success_at: timestamp().nullable(),
  held_until: timestamp().nullable().describe('Until when it asked to be left alone, by `Retry-After`.'),
  last_failure: z
    .object({
      at: timestamp(),
      status: z.int().nullable().describe('The HTTP status of the answer; null where no answer came.'),
      reason: z.string(),
    })
    .nullable()
    .describe('The last request of its newest deliveries that failed; null: none did.'),
  waiting_count: z
    .int()
    .min(0)
    .max(waitingCountMax)
    .describe('Deliveries that wait or are under way; 1,000 stands for all above it too.'),
  next_at: timestamp()
    .nullable()
    .describe(
      'When the next one is sent; null: none waits, or all wait for one of their subject that is under way.',
    ),
}
