import { z } from 'zod'
import { timestamp } from '../../http/timestamp.ts'
import { deliveryStates } from '../resend/delivery-fields.ts'

const fields = {
  _id: z.string().describe('The `webhook-id` of its requests, and the id of its event.'),
  type: z.string(),
  subject_kind: z.string().describe('What the event is about, such as `call`.'),
  subject_id: z.string(),
  state: z
    .enum(deliveryStates)
    .describe('`exhausted`: ten tries have failed. `held`: the endpoint was disabled.'),
  created_at: timestamp(),
  next_at: timestamp()
    .nullable()
    .describe('When it is sent next; null: it is under way, waits behind another, or is not sent any more.'),
  behind: z
    .string()
    .nullable()
    .describe(
      'The delivery of the same subject that has to end first, with `order: by_subject`; null: none.',
    ),
  tries: z.int(),
  resent: z.boolean().describe('Whether somebody had it sent again after it was delivered or exhausted.'),
  last_status: z
    .int()
    .nullable()
    .describe('The HTTP status of the last try. Null: the endpoint did not answer it, or there was no try.'),
  last_reason: z
    .string()
    .nullable()
    .describe('Why the last try failed. Null: it did not fail, or there was no try.'),
}

export const DeliveryItem = z
  .object(fields)
  .meta({ id: 'WebhookDelivery', description: 'An event on its way to an endpoint.' })

export const DeliveryDetail = z
  .object({
    ...fields,
    body: z.string().describe('What is sent.'),
    attempts: z
      .array(
        z.object({
          n: z.int(),
          at: timestamp(),
          milliseconds: z.int(),
          status: z
            .int()
            .nullable()
            .describe('The HTTP status of the answer. Null: the endpoint did not answer.'),
          answer: z
            .string()
            .nullable()
            .describe('The first 1,024 bytes of the answer. Null: the endpoint did not answer.'),
          reason: z.string().nullable().describe('Why it failed; null: it was accepted.'),
        }),
      )
      .describe('The last 100, the newest first.'),
  })
  .meta({ id: 'WebhookDeliveryDetail' })
