import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Registry } from 'prom-client'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { eventually } from '../../test/support/service.ts'
import { systemClock } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { createJobMetrics } from './job-metrics.ts'
import { notifyWrites } from './notify-writes.ts'
import type { Writes } from './notify-writes.ts'
import { repeat } from './repeat.ts'
import type { DueJob } from './repeat.ts'
import { createWakeSignal } from './wake-signal.ts'
import { createWorkLook } from './work-look.ts'

/** Longer than any test. */
const long = 600_000

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  await database.db.write(sql`create table work (due_at timestamptz)`)
})
after(() => database[Symbol.asyncDispose]())
beforeEach(() => database.db.write(sql`delete from work`))

interface Running extends AsyncDisposable {
  /** The database as the process has it that runs the jobs. */
  db: Db
  /** When the job found work. */
  found: number[]
  runs: number
  looks: number
}

/** Runs a job that takes one row that is due. */
function start({
  idleMs,
  pauseMs = 20,
  isBusy,
}: {
  idleMs: number
  pauseMs?: number
  isBusy?: () => boolean
}): Running {
  const writes: Writes = { lastAt: -Infinity, wakeSignal: createWakeSignal() }
  const db = notifyWrites(database.db, writes)
  const stop = new AbortController()
  const running: Running = {
    db,
    found: [],
    runs: 0,
    looks: 0,
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await ended
    },
  }
  const job: DueJob = {
    name: 'take a row',
    pauseMs,
    due: () => sql`(select min(due_at) from work)`,
    ...(isBusy && { isBusy }),
    run: async () => {
      running.runs++
      const taken = await database.db.write(sql`
        delete from work where ctid = (select ctid from work where due_at <= ${new Date()} limit 1) returning due_at`)
      if (taken.length > 0) running.found.push(Date.now())
      return taken.length > 0
    },
  }
  const reader = {
    query: <Row>(query: Parameters<Db['query']>[0]) => {
      running.looks++
      return database.db.query<Row>(query)
    },
  }
  const log = createLog('silent')
  const jobMetrics = createJobMetrics(new Registry())
  const look = createWorkLook(
    { db: reader, clock: systemClock, log },
    { jobs: [job], writes, idleMs: () => idleMs },
  )
  const ended = Promise.all([look.run(stop.signal), repeat(job, { log, jobMetrics }, stop.signal, look)])
  return running
}

const add = (db: Db, dueAt: Date) => db.write(sql`insert into work values (${dueAt})`)
const oneRun = (running: Running) => eventually('the first run', () => (running.runs > 0 ? true : null))
const oneFound = (running: Running) => eventually('a row was taken', () => running.found[0] ?? null)

describe('the look for work', () => {
  it('lets a job run when its instant comes, without asking meanwhile', async () => {
    await using running = start({ idleMs: long })
    await oneRun(running)
    const dueAt = new Date(Date.now() + 700)
    await add(running.db, dueAt)
    assert.ok((await oneFound(running)) >= dueAt.getTime())
    assert.ok(running.looks <= 4, `${running.looks} looks`)
    assert.ok(running.runs <= 4, `${running.runs} runs`)
  })

  it('comes after each write of this process, also one that was made during the pause of a job', async () => {
    await using running = start({ idleMs: long, pauseMs: 400 })
    await oneRun(running)
    await add(running.db, new Date(0))
    await oneFound(running)
    await add(running.db, new Date(0))
    await eventually('the other row was taken', () => running.found[1] ?? null)
  })

  it('notices what other processes wrote, and sooner work', async () => {
    await using running = start({ idleMs: 50 })
    await oneRun(running)
    await add(database.db, new Date(Date.now() + long))
    await eventually('a look', () => (running.looks > 2 ? true : null))
    await add(database.db, new Date(0))
    await oneFound(running)
  })

  it('lets a job that has something under way run after each pause', async () => {
    await using running = start({ idleMs: long, isBusy: () => true })
    await eventually('some runs', () => (running.runs > 4 ? true : null))
    assert.equal(running.looks, 0)
  })

  it('goes on after an error', async () => {
    await using running = start({ idleMs: 50 })
    await eventually('a look', () => (running.looks > 0 ? true : null))
    await database.db.write(sql`alter table work rename to away`)
    const looks = running.looks
    await eventually('a look that fails', () => (running.looks > looks ? true : null))
    await database.db.write(sql`alter table away rename to work`)
    await add(database.db, new Date(0))
    await oneFound(running)
  })
})
