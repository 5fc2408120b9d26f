import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { fc } from '../../test/support/properties.ts'
import { formatCopyRow, startCopyIn } from './copy-in.ts'
import { sql } from './sql.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database[Symbol.asyncDispose]())

const copy = sql`copy copied from stdin`

async function connect() {
  const client = await database.db.connect()
  await client.query('create temp table copied (place integer, text text)')
  return client
}

describe('startCopyIn', () => {
  it('stores any text unchanged', async () => {
    const client = await connect()
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.option(fc.string({ unit: fc.constantFrom('\\', 'N', '.', '\n', '\r', '\t', ' ', 'é', '👋') })),
        ),
        async (texts) => {
          await client.query('truncate copied')
          const copying = await startCopyIn(client, copy)
          for (const [place, text] of texts.entries()) await copying.write(formatCopyRow([place, text]))
          await copying.end()
          const { rows } = await client.query<{ text: string | null }>(
            'select text from copied order by place',
          )
          assert.deepEqual(
            rows.map(({ text }) => text),
            texts,
          )
        },
      ),
    )
    await client.end()
  })

  it('rejects with the database’s error, and the connection stays usable', async () => {
    const client = await connect()
    const copying = await startCopyIn(client, copy)
    await copying.write('no number\ttext\n')
    await assert.rejects(copying.end(), /invalid input syntax for type integer/)
    await assert.rejects(startCopyIn(client, sql`copy absent from stdin`), /"absent" does not exist/)
    assert.equal((await client.query('select from copied')).rowCount, 0)
    await client.end()
  })

  it('rejects writes and the end when the connection is cut, and still aborts', async () => {
    for (const finish of ['end', 'abort'] as const) {
      const client = await connect()
      const copying = await startCopyIn(client, copy)
      await copying.write(formatCopyRow([1, 'a']))
      client.connection.stream.destroy()
      const writing = async () => {
        for (;;) await copying.write(formatCopyRow([2, 'b'.repeat(100_000)]))
      }
      await assert.rejects(writing, /terminated/)
      await assert.rejects(copying.write(formatCopyRow([3, 'c'])), /terminated/)
      if (finish === 'end') await assert.rejects(copying.end(), /terminated/)
      else await copying.abort()
    }
  })

  it('stores nothing after an abort', async () => {
    const client = await connect()
    const copying = await startCopyIn(client, copy)
    await copying.write(formatCopyRow([1, 'a']))
    await copying.abort()
    assert.equal((await client.query('select from copied')).rowCount, 0)
    await client.end()
  })
})
