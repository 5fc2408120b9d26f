import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { formText } from '../network/form.ts'
import { graphId } from './accounts.ts'
import type { WhatsappExchange } from './exchange.ts'

/** An order to verify a number's webhook address. `verify_token` replaces the account's. */
export const HandshakeOrder = z.strictObject({
  phone_number_id: graphId,
  verify_token: z.string().max(1000).optional(),
})
export type HandshakeOrder = z.infer<typeof HandshakeOrder>

/** `passed`: the address answered 200 with the challenge and nothing else. */
export type HandshakeResult = { passed: boolean; status: number | null; failure: string | null }

/**
 * Verifies a webhook address as Meta does when it is configured. Provider: webhooks, verification requests.
 *
 * @throws RangeError if no webhook address is registered for the number
 */
export async function shakeHands(
  exchange: WhatsappExchange,
  order: HandshakeOrder,
): Promise<HandshakeResult> {
  const { phone_number_id } = order
  const account = exchange.accounts.find(phone_number_id)
  const address = account?.webhook_url ?? null
  if (account === null || address === null)
    throw new RangeError('no webhook address is registered for that number')
  const challenge = String(randomInt(1_000_000_000))
  const query = formText([
    ['hub.mode', 'subscribe'],
    ['hub.challenge', challenge],
    ['hub.verify_token', order.verify_token ?? account.verify_token],
  ])
  const url = `${address}${address.includes('?') ? '&' : '?'}${query}`
  const headers = { 'user-agent': 'facebookplatform/1.0', accept: '*/*' }
  const answer = await exchange.caller.call({ method: 'GET', url, headers, body: null })
  const status = answer.kind === 'answered' ? answer.status : null
  const failure = answer.kind === 'failed' ? `${answer.stage}: ${answer.code}` : null
  const passed = answer.kind === 'answered' && status === 200 && answer.body.toString('utf8') === challenge
  exchange.log.append({ kind: 'handshake', phone_number_id, passed, status, failure })
  return { passed, status, failure }
}
