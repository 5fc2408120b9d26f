// An organization that moves between cells while it is in use (Promise 176).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { selectMove } from '../../src/cells/directory/copy-queries.ts'
import { selectPlacedByName } from '../../src/cells/directory/directory-queries.ts'
import { cancelMove } from '../../src/cells/move/end-move.ts'
import { removeLeftRows } from '../../src/cells/move/left-rows.ts'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import { moveSteps } from '../../src/cells/move/move-request.ts'
import type { MoveRequest, MoveStep } from '../../src/cells/move/move-request.ts'
import { usualShare } from '../../src/cells/move/throttle.ts'
import { insertHold, releaseDatabase } from '../../src/db/database-identity.ts'
import { createDatabase } from '../../src/db/database.ts'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { moveRequestOf, startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
import { eventually } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { assertTook, probeOf, watchStalls } from '../support/slowness.ts'

let cells: TwoCells
before(async () => {
  cells = await startTwoCells()
})
after(() => cells[Symbol.asyncDispose]())

const callsOf = ({ organizationId, projectId, campaignIds }: Service) =>
  `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds['Script']}/calls`

const requestOf = (from: 'one' | 'two', to: 'one' | 'two', onStep?: MoveRequest['onStep']) =>
  moveRequestOf(cells, from, to, onStep)

const count = async (db: Db, table: 'calls' | 'campaigns' | 'organizations' | 'events') => {
  const { organizationId } = cells.one
  const [row] = await db.query<{ count: number }>(
    table === 'organizations'
      ? sql`select count(*)::integer as count from organizations where _id = ${organizationId}`
      : {
          strings: [`select count(*)::integer as count from ${table} where organization_id = `, ''],
          values: [organizationId],
        },
  )
  return row!.count
}

/** Inserts rows of several pieces of work, whose keys no two databases with different languages sort equally. */
async function seedPieces({ context, organizationId }: Service): Promise<void> {
  await context.db.write(sql`
    insert into dial_counts (organization_id, counted, since, dials, until)
    select ${organizationId}, (array['ä-', 'B', 'a', '_', 'Z '])[1 + n % 5] || n, now() + n * interval '1 us', 1, now()
    from generate_series(1, 1500) n`)
}

/** Inserts rows of which triggers count something even where other triggers are left out. */
async function seedCounted({ context, organizationId, projectId }: Service): Promise<void> {
  const profile = context.newId()
  await context.db.write(sql`
    insert into profiles (organization_id, project_id, _id, display_id, created_at, updated_at)
    values (${organizationId}, ${projectId}, ${profile}, 'seeded', now(), now())`)
  await context.db.write(sql`
    insert into channel_identities (organization_id, project_id, channel_type, identity_key, profile_id, first_seen_at,
      last_seen_at) values (${organizationId}, ${projectId}, 'whatsapp', '+14155550199', ${profile}, now(), now())`)
  await context.db.write(sql`
    insert into tickets (organization_id, project_id, _id, channel_type, created_at)
    values (${organizationId}, ${projectId}, ${context.newId()}, 'web', now())`)
}

class Killed extends Error {}

describe('a move of an organization', () => {
  it('brings everything over, opens the target, and the old cell passes requests on', async () => {
    const { one, two, directory } = cells
    await seedCounted(one)
    await seedPieces(one)
    const body = { phone_number: '+14155550111', name: 'Ada' }
    assert.equal((await one.request('POST', callsOf(one), { body })).status, 200)
    const written: string[] = []
    const request = requestOf('one', 'two', async (step) => {
      if (step !== 'catch up' && step !== 'compare') return
      // Written after the copy has begun.
      const made = await one.request('POST', callsOf(one), {
        body: { phone_number: '+14155550112', name: step },
      })
      written.push(`${step} ${made.status}`)
    })
    const report = await moveOrganization({ ...request, share: usualShare })
    assert.ok(report.rows > 1_500, `${report.rows} rows`)
    assert.deepEqual(written, ['catch up 200', 'compare 200'])
    assert.equal(await count(two.context.db, 'calls'), 3)
    assert.equal((await selectPlacedByName(directory, 'Acme'))?.cell, 'two')
    const listed = await eventually('the old cell passes requests on', async () => {
      const answer = await one.request('GET', callsOf(one))
      return answer.status === 200 ? answer : null
    })
    assert.equal((listed.body as unknown as { data: { items: unknown[] } }).data.items.length, 3)
    const more = await one.request('POST', callsOf(one), { body: { ...body, phone_number: '+14155550113' } })
    assert.equal(more.status, 200)
    assert.equal(await count(two.context.db, 'calls'), 4)
    assert.equal(await count(one.context.db, 'calls'), 3)
  })

  it('lets migrations change the old rows, and nothing else', async () => {
    const { db } = cells.one.context
    const client = await db.connect()
    const change = `update calls set state_since = state_since where organization_id = '${cells.one.organizationId}'`
    try {
      await assert.rejects(client.query(change), { code: 'SBM01' })
      await client.query('begin')
      await client.query(`set local switchboard.migrating = 'on'`)
      assert.equal((await client.query(change)).rowCount, 3)
      await client.query('commit')
      await assert.rejects(client.query(change), { code: 'SBM01' })
    } finally {
      await client.end()
    }
  })

  it('removes the old rows, and can move back', async () => {
    const { one, two } = cells
    const removing = removeLeftRows(one.context.db, one.organizationId)
    await eventually('the removal has the lock of its database, by which no move begins', async () => {
      const locks = await one.context.db.query(sql`
        select from pg_locks where locktype = 'advisory' and granted
          and classid::bigint << 32 | objid::bigint = hashtextextended(${one.organizationId}::text, 8020326118)`)
      return locks.length > 0 ? true : null
    })
    assert.ok((await removing) > 1_500)
    assert.equal(await count(one.context.db, 'organizations'), 0)
    await moveOrganization(requestOf('two', 'one'))
    assert.equal(await count(one.context.db, 'calls'), 4)
    const { db } = one.context
    const left = await db.query(sql`select tgname from pg_trigger where tgname like 'move\_%'`)
    assert.deepEqual(left, [], 'the cell that has it has no triggers of the move')
    assert.ok((await removeLeftRows(two.context.db, one.organizationId)) > 30)
  })

  const before = moveSteps.slice(0, moveSteps.indexOf('open'))
  it('goes on after it was killed before any step or within a table, until the switch', async () => {
    const { one, two } = cells
    for (const step of before)
      await assert.rejects(
        moveOrganization(
          requestOf('one', 'two', (at: MoveStep) => {
            if (at === step) throw new Killed(step)
          }),
        ),
        Killed,
      )
    // As one that dies within a table: rows of it are there, but not known to be all.
    await two.context.db.write(sql`delete from moved_tables where table_name = 'dial_counts'`)
    // As a process that dies: nobody opens the source again but the next run.
    await one.context.db.write(sql`update organization_moves set state = 'closed'`)
    await using stalls = watchStalls(probeOf(one.context.db))
    const report = await moveOrganization(requestOf('one', 'two'))
    await assertTook(report.pause_ms, 5_000, stalls.stalledMs())
    await removeLeftRows(one.context.db, one.organizationId)
  })

  it('can be taken back before the switch: the source works on, and the target has nothing left', async () => {
    const { one, two } = cells
    await assert.rejects(
      moveOrganization(
        requestOf('two', 'one', (step) => {
          if (step === 'switch') throw new Killed(step)
        }),
      ),
      Killed,
    )
    assert.equal(await count(one.context.db, 'calls'), 4)
    await cancelMove(requestOf('two', 'one'))
    assert.equal(await count(one.context.db, 'calls'), 0)
    assert.equal((await selectPlacedByName(cells.directory, 'Acme'))?.state, 'active')
    await eventually('the cell that kept it answers', async () =>
      (await two.request('GET', callsOf(one), { key: one.key })).status === 200 ? true : null,
    )
  })

  it('is taken back only from the cell to which it goes', async () => {
    const { one, two } = cells
    await assert.rejects(
      moveOrganization(
        requestOf('two', 'one', (step) => {
          if (step === 'compare') throw new Killed(step)
        }),
      ),
      Killed,
    )
    const wrong = { name: 'three', url: 'http://three', db: one.context.db }
    await assert.rejects(
      cancelMove({ ...requestOf('two', 'one'), to: wrong }),
      /moves to cell one, not to three: take it back with --to one --cancel/,
    )
    assert.equal((await selectPlacedByName(cells.directory, 'Acme'))?.state, 'moving')
    await cancelMove(requestOf('two', 'one'))
    assert.equal(await count(one.context.db, 'calls'), 0)
    assert.equal(await count(two.context.db, 'calls'), 4)
  })

  it('does not begin while the database of a side is held', async () => {
    for (const cell of ['two', 'one'] as const) {
      const { db } = cells[cell].context
      await insertHold(db, 'operator', null)
      await assert.rejects(
        moveOrganization(requestOf('two', 'one')),
        new RegExp(`the database of cell ${cell} is held`),
      )
      assert.equal((await selectPlacedByName(cells.directory, 'Acme'))?.state, 'active')
      await releaseDatabase(db, 'ada@one')
    }
  })

  it('switches nothing if a side was migrated meanwhile, and its cell works on', async () => {
    const { db } = cells.two.context
    await assert.rejects(
      moveOrganization(
        requestOf('two', 'one', async (step) => {
          if (step === 'compare') await db.write(sql`update migrations set number = 100000 where number = 1`)
        }),
      ),
      /cell two was migrated from schema \d+ to 100000 during the move; nothing was switched/,
    )
    await db.write(sql`update migrations set number = 1 where number = 100000`)
    assert.equal((await selectMove(db, cells.one.organizationId))?.state, 'copying')
    assert.equal((await selectPlacedByName(cells.directory, 'Acme'))?.cell, 'two')
    await cancelMove(requestOf('two', 'one'))
  })

  it('lets nothing be written while it is closed, with 503 and Retry-After', async () => {
    const { one, two } = cells
    await moveOrganization(
      requestOf('two', 'one', async (step) => {
        if (step !== 'compare changes') return
        const refused = await two.request('POST', callsOf(one), {
          key: one.key,
          body: { phone_number: '+14155550114', name: 'Late' },
        })
        assert.equal(refused.status, 503)
        assert.equal(refused.headers.get('error-code'), 'organization_moving;retryable')
        assert.equal(refused.headers.get('retry-after'), '2')
        // Whatever does not know of the move, such as a job: the database refuses it.
        const { db } = two.context
        await assert.rejects(
          db.write(sql`update campaigns set name = name where organization_id = ${one.organizationId}`),
          { code: 'SBM01' },
        )
        await assert.rejects(
          one.context.db.write(
            sql`update campaigns set name = name where organization_id = ${one.organizationId}`,
          ),
          { code: 'SBM01' },
        )
        assert.equal((await two.request('GET', callsOf(two))).status, 200)
      }),
    )
    assert.equal(await count(one.context.db, 'calls'), 4)
  })

  it('switches nothing if the copy differs', async () => {
    const { one, two } = cells
    await removeLeftRows(two.context.db, one.organizationId)
    const spoil = createDatabase({ connection: { connectionString: two.databaseUrl } })
    const client = await spoil.connect()
    await assert.rejects(
      moveOrganization(
        requestOf('one', 'two', async (step) => {
          if (step !== 'compare') return
          await client.query(`set session_replication_role = replica`)
          await client.query(
            `update campaigns set name = 'spoilt' where organization_id = '${one.organizationId}'`,
          )
        }),
      ),
      /the copy differs in campaigns/,
    )
    await client.end()
    await spoil.end()
    assert.equal((await selectPlacedByName(cells.directory, 'Acme'))?.cell, 'one')
    await cancelMove(requestOf('one', 'two'))
  })
})
