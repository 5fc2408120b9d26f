import { after, before, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { runWorker } from '../src/app/worker.ts'
import { sql } from '../src/db/sql.ts'
import { eventually, startService } from './support/service.ts'
import type { Service } from './support/service.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service[Symbol.asyncDispose]())

const seconds = 6

/** Returns how many transactions the database has had; a statement outside of a transaction counts as one. */
async function transactions(): Promise<number> {
  const [row] = await service.context.db.query<{ count: number }>(sql`
    select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`)
  return row!.count
}

it('an idle worker in one process with the API asks the database about once a second', async (test) => {
  const stop = new AbortController()
  const running = runWorker(service.context, stop.signal, () => 2_000)
  // The first run of each job, and what it writes, come first. A session may report its counts up to ten seconds late.
  let before = await transactions()
  let count = Infinity
  await eventually(
    'the jobs rest',
    async () => {
      await delay(seconds * 1_000)
      const now = await transactions()
      count = now - before
      before = now
      return count <= 2 * seconds ? true : null
    },
    300_000,
  )
  stop.abort()
  await running
  test.diagnostic(`${(count / seconds).toFixed(1)} transactions a second`)
})
