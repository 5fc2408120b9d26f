import type { ModelChannel, ModelOutcome } from './model-client.ts'

export type AccountRole = 'primary' | 'fallback'

/** One request that was made for an answer. */
export interface MadeAttempt {
  account: AccountRole
  outcome: ModelOutcome
}

/** What follows after the attempts so far. */
export type NextAttempt =
  | { kind: 'ask'; account: AccountRole; afterMs: number }
  /** The last outcome stands. */
  | { kind: 'stop' }
  /** Nothing was asked, since every account is left alone at the moment. */
  | { kind: 'resting' }

/** A pause before the same account is asked once more, while somebody waits. */
const sameAccountAfterMs = 300
/** Pauses before a chat's turn is taken up again, after each failed try. */
const chatRetriesAfterMs = [1_000, 5_000, 25_000]

/**
 * Returns which account is asked next. The first is the primary account, unless it is left alone at the moment. After a
 * fault that another request may mend, the fallback is asked at once; where there is none, the same account once more
 * after 300 ms. In a WhatsApp chat nobody waits at the line, so the same account is asked again by the chat's job alone
 * (`chatRetryAfterMs`). Nothing is asked again after a refusal, or once a part of it may have reached the customer.
 */
export function nextAttempt(situation: {
  channel: ModelChannel
  made: readonly MadeAttempt[]
  hasFallback: boolean
  isResting: (account: AccountRole) => boolean
}): NextAttempt {
  const { channel, made, hasFallback, isResting } = situation
  const available = (['primary', ...(hasFallback ? ['fallback' as const] : [])] as const).filter(
    (account) => !isResting(account),
  )
  const last = made.at(-1)
  if (last === undefined) {
    const [first] = available
    return first === undefined ? { kind: 'resting' } : { kind: 'ask', account: first, afterMs: 0 }
  }
  if (made.length > 1 || !mayAskAgain(last.outcome, channel)) return { kind: 'stop' }
  if (last.account === 'primary' && available.includes('fallback'))
    return { kind: 'ask', account: 'fallback', afterMs: 0 }
  if (channel === 'whatsapp' || isResting(last.account)) return { kind: 'stop' }
  return { kind: 'ask', account: last.account, afterMs: sameAccountAfterMs }
}

/**
 * Returns when the job of a chat tries a turn again after this many failed tries; null after the third pause. Ask it
 * for outcomes that `mayAskAgain` allows.
 */
export function chatRetryAfterMs(triesMade: number): number | null {
  return chatRetriesAfterMs[triesMade - 1] ?? null
}

/**
 * Returns whether another request may give the answer: after a fault of the provider or of the way to it, as long as
 * nobody has got a part of the answer. In a WhatsApp chat nothing is sent before the answer is whole.
 */
export function mayAskAgain(outcome: ModelOutcome, channel: ModelChannel): boolean {
  switch (outcome.kind) {
    case 'busy':
      return true
    case 'broken':
    case 'silent':
      return outcome.characters === 0 || channel === 'whatsapp'
    case 'finished':
    case 'refused':
    case 'aborted':
      return false
  }
}
