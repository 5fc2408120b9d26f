import { z } from 'zod'
import { readWebhookSecret } from '../../base/sign-webhook.ts'
import { typesOf } from './event-types.ts'

/** The most endpoints of a project. */
export const endpointsMax = 20
const ratePerSecondMax = 1_000

export const contents = ['ids', 'full'] as const
export const deliveryOrders = ['none', 'by_subject'] as const

/** An address that deliveries go to. Whether its host may be reached is checked at each delivery. */
const Url = z
  .string()
  .max(2_000)
  .refine(
    isWebhookUrl,
    'must be an https address without user name, password and fragment, such as https://crm.example.com/hooks',
  )

const TypeChoice = z
  .string()
  .refine(
    (choice) => typesOf(choice).length > 0,
    'must be a type of event such as call.ended, a kind such as call.*, or *',
  )

/** A secret that the operator has made. The endpoint's secret signs each delivery. */
export const SigningSecret = z
  .string()
  .refine(
    (secret) => readWebhookSecret(secret) !== null,
    'must be whsec_ and 24 to 64 bytes in base64, as other senders of Standard Webhooks make them',
  )

/** The fields of an endpoint as the declaration and the API take them, without its name and secret. */
export const endpointFields = {
  url: Url,
  types: z
    .array(TypeChoice)
    .min(1)
    .max(100)
    .refine((types) => new Set(types).size === types.length, 'must not name a type twice'),
  content: z.enum(contents).default('ids'),
  order: z.enum(deliveryOrders).default('none'),
  rate_per_second: z.int().min(1).max(ratePerSecondMax).nullable().default(null),
}

function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:\/\/[^\s]+$/i.test(text)) return false
  return url.hash === '' && url.username === '' && url.password === '' && !/[#@\\]/.test(url.host)
}
