import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountRests } from './account-rests.ts'
import { TextPieces } from './answer/text-pieces.ts'
import { channelWaits } from './model-client.ts'
import type { ModelAccount, ModelChannel, ModelClient, ModelOutcome, ModelRequest } from './model-client.ts'
import { nextAttempt } from './next-attempt.ts'
import type { AccountRole, MadeAttempt } from './next-attempt.ts'

/** A request to whichever account can answer it. */
export interface ModelQuestion extends Omit<ModelRequest, 'account' | 'waits'> {
  channel: ModelChannel
  primary: ModelAccount
  /** Null: the primary account is asked once more. */
  fallback: ModelAccount | null
  /** Whether a request to the account is within the budget, after those before it used so many tokens. */
  fits: (account: ModelAccount, tokens: number) => boolean
}

/** One request that was made, for the counts of tokens and for metrics. */
export interface ModelAttempt extends MadeAttempt {
  accountId: string
  /** Milliseconds from the request to the first text; null if none came. */
  firstTextMs: number | null
}

export interface AskedAnswer {
  /**
   * As in `ModelAnswer`. On a call and on the web the text of each attempt as it comes; no attempt follows one that had
   * text. In a WhatsApp chat the text of a finished attempt alone, once it is over.
   */
  text: AsyncIterable<string>
  /** Resolves once, when no further attempt follows. Never rejects. */
  result: Promise<AskedResult>
}

export interface AskedResult {
  /**
   * The last attempt's outcome; `busy` with the time left where none was asked, since every account is left alone, or
   * the fallback does not fit.
   */
  outcome: ModelOutcome
  /** All requests that were made, in their order: one or two, or none. Each may have cost tokens. */
  attempts: readonly ModelAttempt[]
}

/**
 * Asks the primary account, and where that fails the fallback or the primary account again (`nextAttempt`). `rests` are
 * those of the process.
 */
export function askModel(
  question: ModelQuestion,
  { client, rests }: { client: ModelClient; rests: AccountRests },
): AskedAnswer {
  const leaving = new AbortController()
  const pieces = new TextPieces(() => leaving.abort())
  const signal = AbortSignal.any([question.signal, leaving.signal])
  const accounts = { primary: question.primary, fallback: question.fallback ?? question.primary }
  const restMs = (role: AccountRole): number => rests.restMsOf(accounts[role].id)
  const attempts: ModelAttempt[] = []

  const ask = async (role: AccountRole): Promise<void> => {
    const { channel, primary: _primary, fallback: _fallback, fits: _fits, ...request } = question
    const account = accounts[role]
    const startedAt = performance.now()
    const answer = client.ask({ ...request, account, waits: channelWaits[channel], signal })
    const held: string[] = []
    let firstTextMs: number | null = null
    for await (const piece of answer.text) {
      firstTextMs ??= performance.now() - startedAt
      if (channel === 'whatsapp') held.push(piece)
      else pieces.push(piece)
    }
    const outcome = await answer.outcome
    rests.note(account.id, outcome)
    attempts.push({ account: role, accountId: account.id, outcome, firstTextMs })
    if (outcome.kind === 'finished') for (const piece of held) pieces.push(piece)
  }

  const run = async (): Promise<AskedResult> => {
    for (;;) {
      const next = nextAttempt({
        channel: question.channel,
        made: attempts,
        hasFallback: question.fallback !== null,
        isResting: (role) => restMs(role) > 0,
      })
      if (next.kind === 'ask' && question.fits(accounts[next.account], tokensOf(attempts))) {
        // An abort ends the pause; the request then ends as `aborted` by itself.
        if (next.afterMs > 0) await sleep(next.afterMs, undefined, { signal }).catch(() => undefined)
        await ask(next.account)
        continue
      }
      pieces.end()
      const last = attempts.at(-1)
      if (last !== undefined) return { outcome: last.outcome, attempts }
      const leftMs =
        next.kind === 'resting' ? Math.min(restMs('primary'), restMs('fallback')) : restMs('primary')
      const retryAfterMs = Math.ceil(leftMs)
      return { outcome: { kind: 'busy', retryAfterMs }, attempts }
    }
  }
  return { text: pieces, result: run() }
}

function tokensOf(attempts: readonly ModelAttempt[]): number {
  return attempts.reduce((sum, { outcome }) => {
    const usage = 'usage' in outcome ? outcome.usage : null
    return sum + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)
  }, 0)
}
