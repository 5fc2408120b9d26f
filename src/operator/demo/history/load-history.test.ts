import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../../../test/support/database.ts'
import type { TestDatabase } from '../../../../test/support/database.ts'
import { systemClock } from '../../../base/clock.ts'
import { uuidv7 } from '../../../base/ids.ts'
import { createSecretBox } from '../../../base/secret-box.ts'
import { sql } from '../../../db/sql.ts'
import { recount } from '../../recount/recount.ts'
import { loadDemo } from '../load-demo.ts'
import type { LoadedDemo } from '../load-demo.ts'
import { loadHistory } from './load-history.ts'

let database: TestDatabase
let demo: LoadedDemo
const context = () => ({
  db: database.db,
  clock: systemClock,
  newId: uuidv7,
  secretBox: createSecretBox(Buffer.alloc(32, 1)),
})

before(async () => {
  database = await createTestDatabase()
  const addresses = { phoneNetworkUrl: 'http://127.0.0.1:9901', whatsappNetworkUrl: 'http://127.0.0.1:9902' }
  demo = await loadDemo(context(), addresses, null, { hasHistory: true })
})
after(() => database[Symbol.asyncDispose]())

async function countRows(): Promise<Record<string, number>> {
  const [row] = await database.db.query<Record<string, number>>(sql`
    select (select count(*) from profiles) as profiles, (select count(*) from conversations) as conversations,
      (select count(*) from conversation_lines) as lines, (select count(*) from messages) as messages,
      (select count(*) from tickets) as tickets, (select count(*) from calls) as calls,
      (select count(*) from call_attempts) as attempts, (select count(*) from call_moves) as moves,
      (select count(*) from carrier_events) as events, (select count(*) from whatsapp_messages) as sends,
      (select count(*) from whatsapp_opt_outs) as opt_outs, (select count(*) from whatsapp_windows) as windows`)
  return row!
}

describe('loadHistory', () => {
  it('stops at a signal, and goes on where it stopped', async () => {
    const stop = new AbortController()
    const progress = (phase: string) => phase === 'messages' && stop.abort(new Error('stopped'))
    await assert.rejects(loadHistory(context(), demo, { progress, signal: stop.signal }), /stopped/)
    const stored = await countRows()
    assert.ok(stored['conversations']! > 3_000)
    assert.equal(stored['messages'], 0)
    const summary = await loadHistory(context(), demo)
    assert.equal(summary?.conversations, stored['conversations'])
    assert.equal((await countRows())['conversations'], stored['conversations'])
  })

  it('adds nothing the second time', async () => {
    const stored = await countRows()
    assert.equal(await loadHistory(context(), demo), null)
    assert.deepEqual(await countRows(), stored)
  })

  it('agrees with every counter', async () => {
    const differences = await recount(database.db, { repair: false })
    assert.deepEqual(
      Object.entries(differences).filter(([, differ]) => differ !== 0),
      [],
    )
  })
})
