import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { askAsPage, signInAs } from '../../../test/support/users.ts'
import { sql } from '../../db/sql.ts'
import { lockDeclarations } from './queries.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service[Symbol.asyncDispose]())

it('leaves connections to calls and sends, and a turn to other organizations, however many changes one makes', async () => {
  const { context, organizationId, projectId } = service
  const { db } = context
  const admin = await signInAs(service, 'admin')
  const locked = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = db.transaction(async (transaction) => {
    await lockDeclarations(transaction)
    locked.resolve()
    await released
  })
  await locked.promise
  const path = `/api/organizations/${organizationId}/projects/${projectId}/campaigns?dry_run=true`
  const changes = Array.from({ length: 30 }, () =>
    askAsPage(service, 'POST', path, { cookie: admin.cookie, body: {} }),
  )
  const waiting = async (): Promise<number> => {
    const [row] = await db.query<{ waiting: number }>(sql`
      select count(*) as waiting from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`)
    return row!.waiting
  }
  await eventually('a change waits in the database', async () => ((await waiting()) > 0 ? true : null))
  const begunAt = performance.now()
  await db.transaction((transaction) => transaction.query(sql`select`))
  assert.ok(performance.now() - begunAt < 4_000, 'a transaction gets a connection')
  assert.equal(await waiting(), 1)
  const hold = `/api/organizations/${organizationId}/projects/${projectId}/hold`
  const held = askAsPage(service, 'POST', hold, { cookie: admin.cookie, body: {} })
  await eventually('a hold is the next one', async () => ((await waiting()) === 2 ? true : null))
  release()
  assert.equal((await held).status, 200)
  await holding
  const statuses = (await Promise.all(changes)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([400]), 'an empty campaign is refused, after its turn')
})
