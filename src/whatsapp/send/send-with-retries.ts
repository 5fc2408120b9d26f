import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../base/refusals.ts'
import { sendMessage as askProvider } from '../../providers/whatsapp-cloud/client.ts'
import type { SendOutcome } from '../../providers/whatsapp-cloud/outcome.ts'
import type { GraphMessage } from '../message/graph-message.ts'

/** How long what was found out about the recipient holds. */
const freshMs = 100
/** How long the provider's answer is waited for, and until when a send counts as under way. */
export const providerMs = 10_000
/** How long a message waits for its turn at the sender's pace, or is tried again where the provider is busy. */
export const retryBudgetMs = 2_000
/** A process that was stopped for longer than this since it decided does not ask: the world has gone on without it. */
const askWithinMs = 2 * retryBudgetMs + 1_000

/** Nobody was asked, since the recipient has barred it meanwhile. */
export interface Withdrawn {
  kind: 'withdrawn'
  refusal: Refusal
}

/** What a try needs to know. */
export interface ProviderRequest {
  /** What WhatsApp gives back with every status. */
  messageId: string
  /** Until its turn at the sender's pace. */
  waitMs: number
  /** When its lease began; by `performance.now`, as the next. */
  decidesAt: number
  /** When the recipient was looked at last. */
  checkedAt: number
  /** @throws {Refusal} where the recipient bars the message by now. */
  checkAgain: () => Promise<void>
}

/**
 * Waits for the message's turn and asks the provider, again only where it surely did not send, and for two seconds at most
 * (Rule 24). The recipient may write STOP, or their window close, while it waits: they are looked at again before a
 * try that comes later than at once.
 */
export async function ask(
  account: Parameters<typeof askProvider>[0],
  message: GraphMessage,
  { messageId, waitMs: turnMs, decidesAt, checkAgain, ...asking }: ProviderRequest,
): Promise<SendOutcome | Withdrawn> {
  const until = performance.now() + retryBudgetMs
  let { checkedAt } = asking
  if (turnMs > 0) await sleep(turnMs)
  for (let pauseMs = 250; ; pauseMs *= 2) {
    if (performance.now() - checkedAt > freshMs) {
      checkedAt = performance.now()
      const refusal = await refusalOf(checkAgain)
      if (refusal !== null) return { kind: 'withdrawn', refusal }
    }
    if (performance.now() - decidesAt > askWithinMs) return tooLate
    const outcome = await askProvider(
      account,
      { ...message },
      { callbackData: messageId, answerMs: providerMs },
    )
    if (outcome.kind !== 'not_done') return outcome
    const waitMs = Math.max(pauseMs, outcome.retryAfterMs ?? 0)
    if (performance.now() + waitMs > until) return outcome
    await sleep(waitMs)
  }
}

async function refusalOf(check: () => Promise<void>): Promise<Refusal | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Nobody was asked, and nobody will be: the lease may be over, and an operator may have settled the message. */
const tooLate: SendOutcome = {
  kind: 'not_done',
  cause: 'unreachable',
  code: null,
  reason: 'the service was held up before it could ask WhatsApp',
  retryAfterMs: null,
}
