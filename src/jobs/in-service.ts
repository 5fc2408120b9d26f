import { setTimeout as delay } from 'node:timers/promises'
import type { Reader } from '../db/queryable.ts'
import { selectProcesses } from './process-queries.ts'
import { aliveMs, reportMs } from './report-process.ts'

/** How often it is looked whether a process has reported. */
const lookMs = 250
/** A process that is there has reported within this time. */
const answerMs = reportMs + 2_000

/**
 * Returns whether processes run on this database now: one reports within 12 s, also one that only starts. In a copy of
 * the database, old reports stand still.
 */
export async function isInService(db: Reader): Promise<boolean> {
  const [before] = await selectProcesses(db, aliveMs)
  for (const deadline = performance.now() + answerMs; performance.now() < deadline; await delay(lookMs)) {
    const [newest] = await selectProcesses(db, aliveMs)
    if (newest !== undefined && (before === undefined || newest.seen_at > before.seen_at)) return true
  }
  return false
}
