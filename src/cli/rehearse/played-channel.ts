import { setTimeout as delay } from 'node:timers/promises'

/** Why a run of a scene could not be played to its end. It fails the run, and the rehearsal goes on. */
export class SceneFault extends Error {
  override name = 'SceneFault'
}

/** What a channel returns of a conversation that is over. */
export interface PlayedChannel {
  conversationId: string
  greeting: { text: string; ms: number | null }
  /** What the caller said, in order. */
  inputs: readonly string[]
}

/** How long a scene waits for something that must happen. */
const waitMsMax = 120_000

/** Asks every 20 ms, for at most two minutes, until the answer is not null. @throws {SceneFault} after that. */
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
  throw new SceneFault(`waited ${waitMsMax / 1_000} s for ${what}`)
}
