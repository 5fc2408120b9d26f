import { createHmac } from 'node:crypto'
import { businessAccountId, phoneNumberId } from './whatsapp.ts'

/** Returns the signature of a body, in hexadecimal. */
export function signatureOf(text: string, secret = 'an-app-secret'): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** Posts a webhook as Meta does; a null signature is left out. */
export function postWebhook(
  url: string,
  body: unknown,
  secret: string | null = 'an-app-secret',
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const text = JSON.stringify(body)
  const signature = secret === null ? null : signatureOf(text, secret)
  return fetch(`${url}/webhooks/whatsapp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature !== null && { 'x-hub-signature-256': `sha256=${signature}` }),
      ...more,
    },
    body: text,
  })
}

/** Returns a text message from a person. */
export function textMessage(message: { wamid: string; from: string; text: string; at: Date }): object {
  const timestamp = String(Math.floor(message.at.getTime() / 1_000))
  const from = message.from.replace('+', '')
  return { id: message.wamid, from, timestamp, type: 'text', text: { body: message.text } }
}

/** Returns a status of a sent message; failures may lack `callbackData`. */
export function statusOf(status: {
  wamid: string
  status: string
  code?: number
  callbackData?: string
}): object {
  const { wamid, code, callbackData } = status
  return {
    id: wamid,
    status: status.status,
    timestamp: String(Math.floor(Date.now() / 1_000)),
    ...(code !== undefined && { errors: [{ code, title: 'Failed' }] }),
    ...(callbackData !== undefined && { biz_opaque_callback_data: callbackData }),
  }
}

/** Returns one body with the changes of several numbers. */
export function webhookOf(
  ...changes: { phoneNumberId?: string; messages?: object[]; statuses?: object[] }[]
): object {
  return {
    object: 'whatsapp_business_account',
    entry: changes.map(({ phoneNumberId: phone_number_id = phoneNumberId, ...value }) => ({
      id: businessAccountId,
      changes: [
        {
          field: 'messages',
          value: { messaging_product: 'whatsapp', metadata: { phone_number_id }, ...value },
        },
      ],
    })),
  }
}
