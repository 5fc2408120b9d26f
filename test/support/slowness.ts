import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'

/**
 * How long the whole program takes to load, from the compile cache, on two cores that do nothing else. A larger figure
 * would take a busy machine for an idle one that is slower.
 */
const usualMs = 600
const loadAll = `
import { commands } from './src/cli/commands.ts'
await import('./src/cli/run-service.ts')
await import('./src/app/server.ts')
for (const load of Object.values(commands)) await load()
process.exit(0)`

/** A pause and a trivial statement or request take no longer on a machine that does nothing else. */
const usualRoundMs = 30
const pauseMs = 10

/** Measures how long this process, and what the probe asks, have stood still since it was started. */
export interface StallWatch extends AsyncDisposable {
  stalledMs: () => number
}

/** Asks a database for nothing. */
export const probeOf = (db: Pick<Db, 'query'>) => () => db.query(sql`select 'a probe'`)

export function watchStalls(probe: () => Promise<unknown> = async () => {}): StallWatch {
  const stop = new AbortController()
  let [stalledMs, begun] = [0, performance.now()]
  const ofRound = (): number => Math.max(0, performance.now() - begun - usualRoundMs)
  const watch = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      begun = performance.now()
      await delay(pauseMs)
      await probe()
      stalledMs += ofRound()
    }
  }
  const watching = watch()
  return {
    stalledMs: () => stalledMs + ofRound(),
    [Symbol.asyncDispose]: () => {
      stop.abort()
      return watching
    },
  }
}

/**
 * Asserts that a process of the program took less than the promised time, without the time for which it stood still. If
 * it did not, measures how much slower than usual this machine now is, and allows as many times the limit.
 */
export async function assertTook(tookMs: number, limitMs: number, stalledMs = 0): Promise<void> {
  if (tookMs - stalledMs < limitMs) return
  const begun = performance.now()
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', loadAll])
  const slowness = Math.max(1, (performance.now() - begun) / usualMs)
  const times = `on a machine that is ${slowness.toFixed(1)} times slower than usual, and stood still for ${stalledMs} ms`
  assert.ok(tookMs - stalledMs < limitMs * slowness, `${tookMs} ms instead of ${limitMs} ms, ${times}`)
}
