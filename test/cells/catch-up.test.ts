// The rounds in which a move brings over what was written since its copy began (Promise 176).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { catchUp, compareAll } from '../../src/cells/move/catch-up.ts'
import { bringChanges, compareKeys, leaveOutTriggers } from '../../src/cells/move/copy-tables.ts'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import type { MoveRequest } from '../../src/cells/move/move-request.ts'
import { selectTables } from '../../src/cells/move/move-sql.ts'
import type { TenantTable } from '../../src/cells/move/move-sql.ts'
import { openSession } from '../../src/cells/move/sessions.ts'
import type { MoveSession } from '../../src/cells/move/sessions.ts'
import { Throttle, fullSpeed } from '../../src/cells/move/throttle.ts'
import { sql, toText } from '../../src/db/sql.ts'
import { moveRequestOf, startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
import { assertTook, probeOf, watchStalls } from '../support/slowness.ts'

const written = 3_000

let cells: TwoCells
let tables: TenantTable[]
let source: MoveSession
let target: MoveSession

class Killed extends Error {}

const requestOf = (onStep?: MoveRequest['onStep']) => moveRequestOf(cells, 'one', 'two', onStep)

before(async () => {
  cells = await startTwoCells()
  const { context, organizationId, projectId } = cells.one
  await context.db.write(sql`
    insert into tickets (organization_id, project_id, _id, channel_type, created_at)
    select ${organizationId}, ${projectId}, md5(n::text)::uuid, 'web', now()
    from generate_series(1, ${written}::integer) n`)
  await context.db.write(sql`analyze tickets`)
  const killed = requestOf((step) => {
    if (step === 'catch up') throw new Killed(step)
  })
  await assert.rejects(moveOrganization(killed), Killed)
  tables = (await context.db.query<TenantTable>(selectTables)).filter(({ name }) => name !== 'memberships')
  source = await openSession(context.db)
  target = await openSession(cells.two.context.db)
  await leaveOutTriggers(target)
})
after(async () => {
  await source[Symbol.asyncDispose]()
  await target[Symbol.asyncDispose]()
  await cells[Symbol.asyncDispose]()
})

/** Writes all tickets, so that a move has to bring them over. */
function writeTickets(): Promise<unknown> {
  return cells.one.context.db.write(sql`
    update tickets set created_at = now() where organization_id = ${cells.one.organizationId}`)
}

describe('a round that takes long', () => {
  // No event is read of a transaction that began behind one which still runs.
  it('lets others in the target read their events, because each piece is a transaction of its own', async () => {
    const { db } = cells.two.context
    await writeTickets()
    const [backend] = await target.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const over = new AbortController()
    let rests = 0
    const throttle = new Throttle(0.1, (ms) => {
      rests++
      return delay(ms)
    })
    const round = bringChanges(source, target, tables, cells.one.organizationId, throttle).finally(() =>
      over.abort(),
    )
    await using stalls = watchStalls(probeOf(db))
    const ages: number[] = []
    while (!over.signal.aborted) {
      const [running] = await db.query<{ age: number }>(sql`
        select extract(epoch from clock_timestamp() - xact_start)::double precision as age from pg_stat_activity
        where pid = ${backend!.pid} and backend_xid is not null`)
      ages.push((running?.age ?? 0) * 1_000)
      await delay(20)
    }
    assert.equal((await round).get('tickets')?.size, written)
    assert.ok(rests > 2 && ages.length > 2, `${rests} rests, looked ${ages.length} times`)
    await assertTook(Math.max(...ages), 500, stalls.stalledMs())
    const [row] = await db.query<{ count: number }>(sql`
      select count(*)::integer as count from tickets where organization_id = ${cells.one.organizationId}`)
    assert.equal(row?.count, written)
    assert.deepEqual(await cells.one.context.db.query(sql`select from move_changes`), [])
  })
})

/** Returns a session that calls a function before each statement. */
function watched(session: MoveSession, onQuery: (text: string) => Promise<void>): MoveSession {
  return {
    ...session,
    query: async (statement) => {
      await onQuery(toText(statement).text.trim())
      return session.query(statement)
    },
  }
}

describe('what is written meanwhile', () => {
  const organizationId = () => cells.one.organizationId

  it('is compared in parts, or all at once while the organization is closed', async () => {
    await writeTickets()
    const changed = await bringChanges(source, target, tables, organizationId(), null)
    assert.equal(changed.get('tickets')?.size, written)
    let statements = 0
    const counted = watched(source, async () => void statements++)
    const compare = (throttle: Throttle | null) =>
      compareKeys(counted, target, tables, organizationId(), changed, throttle)
    assert.deepEqual(await compare(fullSpeed()), [])
    assert.ok(statements > 3, `${statements} statements`)
    statements = 0
    assert.deepEqual(await compare(null), [])
    assert.equal(statements, 1)
    await target.query(sql`
      update tickets set created_at = created_at + interval '1 hour' where organization_id = ${organizationId()}
        and _id = md5('7')::uuid`)
    for (const throttle of [fullSpeed(), null])
      assert.deepEqual(
        (await compare(throttle)).map(({ table }) => table),
        ['tickets'],
      )
  })

  it('is brought over with rests as long as rounds become much shorter', async () => {
    await writeTickets()
    const rests: number[] = [0]
    const throttle = new Throttle(0.2, async () => void rests.push((rests.pop() ?? 0) + 1))
    const { from, organization } = requestOf()
    let round = 0
    await catchUp({ from, organization }, { source, target, tables, throttle }, async () => {
      rests.push(0)
      round++
      if (round > 1) return
      await writeTickets()
      // As if there had been more to bring over.
      await delay(1_500)
    })
    assert.ok(rests[0]! > 0 && rests[1]! > 0, `rests by round: ${rests.join()}`)
  })

  it('holds no snapshot up, because each table is compared in its own', async () => {
    const begun = new Set<string>()
    let isWritten = false
    const snapshots = watched(source, async (text) => {
      if (!text.startsWith('select count(')) return
      const [row] = await source.query<{ begun: string }>(sql`select now()::text as begun`)
      begun.add(row!.begun)
      if (isWritten || !text.includes('"tickets"')) return
      isWritten = true
      await writeTickets()
    })
    const work = { source: snapshots, target, tables, throttle: fullSpeed() }
    const { rows } = await compareAll(work, organizationId())
    assert.ok(rows > written)
    assert.equal(begun.size, tables.length)
    const noted = await cells.one.context.db.query(sql`select from move_changes`)
    assert.equal(noted.length, written, 'it is left to the next round')
  })
})
