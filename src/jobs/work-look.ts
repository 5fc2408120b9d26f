import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Reader } from '../db/queryable.ts'
import { join, sql } from '../db/sql.ts'
import type { Writes } from './notify-writes.ts'
import type { DueJob, Job, WorkLook } from './repeat.ts'
import type { WakeSignal } from './wake-signal.ts'

/** The shortest time between two looks. */
const gapMs = 50
/** A look includes every job that has rested for this part of its pause, so that one statement serves many jobs. */
const restedPart = 0.5
/** After an error, such as a database that is away. */
const pauseAfterFaultMs = 1_000

export interface WorkLookOptions {
  /** The jobs that declare when they are due. */
  jobs: readonly DueJob[]
  /** What this process has written: jobs may have work then. */
  writes: Writes
  /** Returns how long a look may be away while nobody writes: how late the writes of other processes are noticed. */
  idleMs: () => number
}

/** A job that waits for work. Instants are those of `performance.now()`. */
interface Waiting {
  job: DueJob
  wakeSignal: WakeSignal
  /** When the job last ran, or was last looked at. */
  lookedAt: number
  /** Whether it has been looked at since it ran. */
  isKnown: boolean
  /** When it has work, as far as the last look knows; null for no known instant. */
  dueAt: number | null
}

/** A job runs this often whatever the look says. */
const runAnywayMs = 300_000

/**
 * Looks for the work of all jobs by one statement, until the signal of `run` aborts. If each job asked for itself, an
 * idle process would send 35 statements a second. A look comes when the next known work is due, after this process has
 * written, and otherwise every `idleMs`. No job is looked at twice within half of its pause.
 */
export function createWorkLook(
  { db, clock, log }: { db: Reader; clock: Clock; log: Log },
  { jobs, writes, idleMs }: WorkLookOptions,
): WorkLook & { run: (signal: AbortSignal) => Promise<void> } {
  const waiting = new Map<DueJob, Waiting>()
  let lastLookAt = performance.now()

  function nextLookAt(): number {
    const instants = [...waiting.values()].map(({ job, isKnown, lookedAt, dueAt }) => {
      const restEnds = lookedAt + job.pauseMs
      if (!isKnown || job.isBusy?.() === true || writes.lastAt > lookedAt) return restEnds
      return Math.max(dueAt ?? Infinity, restEnds)
    })
    return Math.max(Math.min(...instants, lastLookAt + idleMs()), lastLookAt + gapMs)
  }

  async function look(): Promise<void> {
    lastLookAt = performance.now()
    const rested = [...waiting.values()].filter(
      ({ job, lookedAt }) => lookedAt + restedPart * job.pauseMs <= lastLookAt,
    )
    const asked = rested.filter(({ job, wakeSignal }) => {
      if (job.isBusy?.() === true) wakeSignal.notify()
      return job.isBusy?.() !== true
    })
    if (asked.length === 0) return
    const now = clock.now()
    const isAsked = new Set<Job>(asked.map(({ job }) => job))
    // The text is always the same, so that PostgreSQL keeps its plan. What is not asked is not computed.
    const instants = jobs.map(
      (job) =>
        sql`case when ${isAsked.has(job)}::boolean then (extract(epoch from ${job.due(now)}) * 1000)::float8 end`,
    )
    const [row] = await db.query<{ due: (number | null)[] }>(
      sql`select array[${join(instants, sql`, `)}] as due`,
    )
    for (const one of asked) {
      const due = row?.due[jobs.indexOf(one.job)] ?? null
      // The instant before the statement: it has not seen what was written since.
      one.lookedAt = lastLookAt
      one.isKnown = true
      one.dueAt = due === null ? null : lastLookAt + (due - now.getTime())
      if (due !== null && due <= now.getTime()) one.wakeSignal.notify()
    }
  }

  return {
    wait: async (job, wakeSignal, signal) => {
      waiting.set(job, { job, wakeSignal, lookedAt: performance.now(), isKnown: false, dueAt: null })
      writes.wakeSignal.notify()
      await wakeSignal.wait(runAnywayMs, signal).finally(() => waiting.delete(job))
    },
    run: async (signal) => {
      while (!signal.aborted) {
        const restMs = nextLookAt() - performance.now()
        if (restMs > 0) {
          // Ends early after a write, and when a job begins to wait; either may bring the next look forward.
          await writes.wakeSignal.wait(restMs, signal)
          continue
        }
        try {
          await look()
        } catch (error) {
          log.error({ err: error }, 'looking for work failed')
          await delay(pauseAfterFaultMs, undefined, { signal }).catch(() => {})
        }
      }
    },
  }
}
