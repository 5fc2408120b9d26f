import { setTimeout as delay } from 'node:timers/promises'

/** What a channel returns of a conversation that is over. */
export interface PlayedChannel {
  conversationId: string
  greeting: { text: string; ms: number | null }
  /** What the caller said, in order. */
  inputs: readonly string[]
}

/** How long a scene waits for something that must happen. */
const waitMsMax = 120_000

/** Asks every 20 ms, for at most two minutes, until the answer is not null. @throws Error after that, or on a stop. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | null>,
  signal: AbortSignal,
): Promise<T> {
  for (const deadline = performance.now() + waitMsMax; performance.now() < deadline;) {
    const found = await ask()
    if (found !== null) return found
    await delay(20, undefined, { signal })
  }
  throw new Error(`the rehearsal waited ${waitMsMax / 1_000} s for ${what}`)
}
