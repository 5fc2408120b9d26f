// The pause of a move does not grow with the organization (Promise 176).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import type { MoveRequest } from '../../src/cells/move/move-request.ts'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'

const tickets = 20_000
/** Written while everything is compared, and once more right before the pause. */
const written = 500

let cells: TwoCells
before(async () => {
  cells = await startTwoCells()
  const { context, organizationId, projectId } = cells.one
  await context.db.write(sql`
    insert into tickets (organization_id, project_id, _id, channel_type, created_at)
    select ${organizationId}, ${projectId}, md5(n::text)::uuid, 'web', now() from generate_series(1, ${tickets}::integer) n`)
  await context.db.write(sql`analyze tickets`)
})
after(() => cells[Symbol.asyncDispose]())

/**
 * Returns a database that calls `onCompare` before it compares rows of a table, and notes the connections of a move.
 */
function watched(db: Db, clients: Client[], onCompare: (table: string) => Promise<void>): Db {
  return {
    ...db,
    connect: async () => {
      const client = await db.connect()
      clients.push(client)
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      const compare = async (table: string, args: unknown[]) => {
        await onCompare(table)
        return query(...args)
      }
      const watch = (...args: unknown[]): unknown => {
        const { text = '' } = args[0] as { text?: string }
        const [, table] = /^select count[^]* from "(\w+)" t\s/.exec(text.trim()) ?? []
        return table === undefined ? query(...args) : compare(table, args)
      }
      return Object.assign(client, { query: watch })
    },
  }
}

function requestOf(more: Partial<MoveRequest>, databases: { one: Db; two: Db }): MoveRequest {
  const side = (name: 'one' | 'two') => ({ name, url: cells[name].url, db: databases[name] })
  return {
    directory: cells.directory,
    organization: { _id: cells.one.organizationId, name: 'Acme' },
    from: side('one'),
    to: side('two'),
    ...more,
  }
}

const databases = () => ({ one: cells.one.context.db, two: cells.two.context.db })

/** Writes tickets. What this has read of them is counted at once. */
function writeSome(): Promise<unknown> {
  return cells.one.context.db.transaction(async (transaction) => {
    await transaction.query(sql`
      update tickets set created_at = now() where organization_id = ${cells.one.organizationId}
        and _id = any(array(select md5(n::text)::uuid from generate_series(1, ${written}::integer) n))`)
    await transaction.query(sql`select pg_stat_force_next_flush()`)
  })
}

/** Returns how many tickets statements have read in a database so far. */
async function ticketsRead(db: Db, clients: readonly Client[]): Promise<number> {
  for (const client of clients) await client.query('select pg_stat_force_next_flush()')
  const [row] = await db.query<{ read: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_user_tables where relname = 'tickets'`)
  return row!.read
}

describe('the pause of a move', () => {
  it('brings over and compares what was just written, and reads no table whole', async () => {
    const { one, two } = databases()
    const clients = { one: [] as Client[], two: [] as Client[] }
    let noted = -1
    let isSlow = false
    const read: Record<'one' | 'two', number[]> = { one: [], two: [] }
    const note = async () => {
      for (const name of ['one', 'two'] as const)
        read[name].push(await ticketsRead(databases()[name], clients[name]))
    }
    const request = requestOf(
      {
        onStep: async (step) => {
          if (step === 'hand over') {
            const [row] = await one.query<{ count: number }>(
              sql`select count(*)::integer as count from move_changes where table_name = 'tickets'`,
            )
            noted = row!.count
            await writeSome()
          }
          if (['compare', 'hand over', 'open'].includes(step)) await note()
        },
      },
      {
        // As with many rows: comparing takes long, and the organization works meanwhile.
        one: watched(one, clients.one, async (table) => {
          if (table !== 'tickets' || isSlow) return
          isSlow = true
          await writeSome()
          await delay(500)
        }),
        two: watched(two, clients.two, async () => {}),
      },
    )
    await moveOrganization(request)
    assert.equal(noted, 0, 'what was written while everything was compared is brought over before the pause')
    assert.ok(isSlow, 'it was written while everything was compared')
    for (const [name, [compared = 0, from = 0, to = 0]] of Object.entries(read)) {
      assert.ok(
        from - compared < 3 * tickets,
        `cell ${name} read ${from - compared} tickets to compare ${tickets}`,
      )
      assert.ok(
        to - from > 0 && to - from < 8 * written,
        `cell ${name} read ${to - from} tickets in the pause for ${written} that were written`,
      )
    }
  })
})
