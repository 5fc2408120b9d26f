import { signWebhook } from '../base/sign-webhook.ts'

/** A receiver that takes longer is given up; a delivery gets as long. */
const answerMs = 15_000

/**
 * Posts an event as a delivery is posted, signed by Standard Webhooks. Returns a line with the outcome, and
 * whether the answer was 2xx; never throws.
 */
export async function forwardEvent(
  { address, secret }: { address: URL; secret: Buffer },
  { id, type, body }: { id: string; type: string; body: string },
): Promise<{ line: string; isTaken: boolean }> {
  const startedAt = performance.now()
  const at = new Date()
  const signed = signWebhook([secret], { id, timestamp: Math.floor(at.getTime() / 1_000), body })
  const { result, isTaken } = await post(address, signed, body)
  const ms = Math.round(performance.now() - startedAt)
  return { line: `${at.toISOString()}  ${type}  ${id}  ${result}  ${ms} ms`, isTaken }
}

async function post(
  address: URL,
  signed: Readonly<Record<string, string>>,
  body: string,
): Promise<{ result: string; isTaken: boolean }> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Switchboard-Webhooks/1', ...signed },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    })
    await response.body?.cancel()
    return { result: `${response.status}`, isTaken: response.ok }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = cause instanceof Error ? cause.message || cause.name : 'no answer'
    return { result: `failed: ${why}`, isTaken: false }
  }
}
