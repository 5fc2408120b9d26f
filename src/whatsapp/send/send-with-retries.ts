import { setTimeout as sleep } from 'node:timers/promises'
import { isUnreliable, msSince, readClocks } from '../../base/clock.ts'
import type { Clock, ClockReading } from '../../base/clock.ts'
import { sendMessage as askProvider } from '../../providers/whatsapp-cloud/client.ts'
import type { SendOutcome } from '../../providers/whatsapp-cloud/outcome.ts'
import type { GraphMessage } from '../message/graph-message.ts'

/** The recipient's standing is checked again if the last check is older than this. */
const checkMaxAgeMs = 100
/** The time limit of a request to the provider. */
export const providerTimeoutMs = 10_000
/** How long a message waits for a slot of the rate limit, and how long it is retried while the provider is busy. */
export const retryBudgetMs = 2_000
/**
 * No request begins later than this after the send was committed. A process that was paused must not send a stale
 * message.
 */
const requestWithinMs = 2 * retryBudgetMs + 1_000

/**
 * Nothing was sent: while the message waited, the recipient opted out, their window closed, or it could not be checked.
 */
export interface BlockedSend {
  kind: 'blocked'
  /** A refusal, or what kept their standing from being checked. */
  error: Error
}

/** The parameters of a send to the provider. */
export interface ProviderRequest {
  clock: Clock
  /** Sent as callback data, which every status of the message repeats. */
  messageId: string
  /** Milliseconds until the message's slot of the rate limit. */
  waitMs: number
  /** When the lease of the message began. */
  leasedAt: ClockReading
  /** When the recipient's standing was last checked. */
  checkedAt: ClockReading
  /** @throws {Refusal} if the recipient's standing no longer allows the message. */
  checkAgain: () => Promise<void>
}

/**
 * Waits for the message's slot of the rate limit and sends the message to the provider. Retries for two seconds at
 * most, and only if the provider certainly did not send it (Rule 24). The recipient may write STOP while the message
 * waits or connects, or their window may close: a request that is delayed checks their standing again, the last time
 * when the connection stands (Promise 28). Nothing is sent while the clock is unreliable, as after the machine slept,
 * also if the connection stands by then.
 */
export async function sendWithRetries(
  account: Parameters<typeof askProvider>[0],
  message: GraphMessage,
  { clock, messageId, waitMs: slotWaitMs, leasedAt, checkAgain, ...rest }: ProviderRequest,
): Promise<SendOutcome | BlockedSend> {
  const until = performance.now() + retryBudgetMs
  const isLate = () => isUnreliable(clock) || msSince(clock, leasedAt) > requestWithinMs
  let { checkedAt } = rest
  const recheck = async (): Promise<Error | null> => {
    if (msSince(clock, checkedAt) <= checkMaxAgeMs) return null
    checkedAt = readClocks(clock)
    return errorOf(checkAgain)
  }
  if (slotWaitMs > 0) await sleep(slotWaitMs)
  for (let pauseMs = 250; ; pauseMs *= 2) {
    const error = await recheck()
    if (error !== null) return { kind: 'blocked', error }
    if (isLate()) return tooLate
    const connected: { error: Error | null } = { error: null }
    const outcome = await askProvider(
      account,
      { ...message },
      {
        callbackData: messageId,
        answerMs: providerTimeoutMs,
        beforeBegin: async () => {
          connected.error = await recheck()
          return connected.error === null
        },
        mayBegin: () => !isLate(),
      },
    )
    if (connected.error !== null) return { kind: 'blocked', error: connected.error }
    if (outcome.kind !== 'not_done') return outcome
    const waitMs = Math.max(pauseMs, outcome.retryAfterMs ?? 0)
    if (performance.now() + waitMs > until) return outcome
    await sleep(waitMs)
  }
}

async function errorOf(check: () => Promise<void>): Promise<Error | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

/** Nothing was sent and nothing will be: the lease may be over, and an operator may have settled the message. */
const tooLate: SendOutcome = {
  kind: 'not_done',
  cause: 'unreachable',
  code: null,
  reason: 'the service was held up before it could ask WhatsApp',
  retryAfterMs: null,
}
