import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Queryable } from '../src/db/queryable.ts'
import { sql } from '../src/db/sql.ts'
import { recordStatements } from './dump-queries.ts'

describe('queries.sql', () => {
  it('has every exported function of a query file that takes a database or transaction', () => {
    const root = new URL('../', import.meta.url)
    const listed = readFileSync(new URL('queries.sql', root), 'utf8')
    const declaration = /^export async function (\w+)(?:<[^(]*>)?\(([^)]*)\)/gm
    const missing = globSync('src/**/*queries.ts', { cwd: root }).flatMap((file) =>
      [...readFileSync(new URL(file, root), 'utf8').matchAll(declaration)]
        .map(([, name]) => `-- ${file}: ${name}\n`)
        .filter((head) => !listed.includes(head)),
    )
    assert.deepEqual(missing, [])
  })

  it('has each statement once, level, with its parameters', async () => {
    const select = async (db: Queryable, { names }: { names: string[] }): Promise<void> => {
      for (const name of names)
        for (let times = 0; times < 2; times++)
          await db.query(sql`
            select _id from people where (
              name = ${name})`)
    }
    assert.deepEqual(await recordStatements(select as never), [
      'select _id from people where (\n    name = $1);',
    ])
  })

  it('refuses a function that sends nothing, and one that never ends', async () => {
    await assert.rejects(
      recordStatements(async () => {}),
      /sends no statement/,
    )
    const endless = async (db: Queryable): Promise<void> => {
      for (;;) await db.query(sql`select`)
    }
    await assert.rejects(recordStatements(endless as never), /more than 100/)
  })
})
