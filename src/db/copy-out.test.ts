import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { startCopyIn } from './copy-in.ts'
import { copyOut } from './copy-out.ts'
import { sql } from './sql.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database[Symbol.asyncDispose]())

/** Of lengths from nothing to more than a piece, so that the driver's buffer ends in the middle of some and is used again. */
const rows = sql`
  select n as place, case when n % 50 = 0 then null else repeat(chr(65 + n % 26), case n when 7 then 200000 else n % 997 end) end
    as text
  from generate_series(1, 20000) n`

describe('rows copied out', () => {
  it('go into another session as they were, in a few pieces', async () => {
    const [from, to] = await Promise.all([database.db.connect(), database.db.connect()])
    const pieces = await copyOut(from, sql`copy (${rows}) to stdout (format binary)`)
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
    assert.ok(
      bytes > 5_000_000 && pieces.length < bytes / 50_000,
      `${pieces.length} pieces of ${bytes} bytes`,
    )
    await to.query('create temp table copied (place integer, text text)')
    const copying = await startCopyIn(to, sql`copy copied from stdin (format binary)`)
    for (const piece of pieces) await copying.write(piece)
    await copying.end()
    const digest =
      'md5(string_agg(place || coalesce(text, $1), $2 order by place)) as digest, count(*) as rows'
    const [sent, arrived] = await Promise.all([
      from.query(`select ${digest} from (${rows.strings.join('')}) r`, ['null', ',']),
      to.query(`select ${digest} from copied`, ['null', ',']),
    ])
    assert.deepEqual(arrived.rows, sent.rows)
    await Promise.all([from.end(), to.end()])
  })

  it('may be none', async () => {
    const client = await database.db.connect()
    assert.deepEqual(await copyOut(client, sql`copy (select 1 where false) to stdout`), [])
    await client.end()
  })

  it('that can not be made fail with the reason, and the connection serves on', async () => {
    const client = await database.db.connect()
    await assert.rejects(
      copyOut(client, sql`copy (select 1 / (3 - n) from generate_series(1, 5) n) to stdout`),
      /zero/,
    )
    await assert.rejects(copyOut(client, sql`copy absent to stdout`), /"absent" does not exist/)
    const pieces = await copyOut(client, sql`copy (select 'a''b') to stdout`)
    assert.equal(Buffer.concat(pieces).toString(), "a'b\n")
    await client.end()
  })

  it('fail when the connection is cut', async () => {
    const client = await database.db.connect()
    const copied = copyOut(client, sql`copy (select pg_sleep(60)) to stdout`)
    client.connection.stream.destroy()
    await assert.rejects(copied, /Connection terminated/)
  })
})
