import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../../../test/support/database.ts'
import type { TestDatabase } from '../../../../test/support/database.ts'
import { systemClock } from '../../../base/clock.ts'
import { uuidv7 } from '../../../base/ids.ts'
import { createSecretBox } from '../../../base/secret-box.ts'
import { selectBatch } from '../../../calls/batches/batch-queries.ts'
import { checkCallFile } from '../../../calls/batches/check-call-file.ts'
import { selectBatchOutcomes } from '../../../calls/batches/view-queries.ts'
import { selectCampaignForCalls } from '../../../campaigns/queries.ts'
import { sql } from '../../../db/sql.ts'
import { messageStatuses } from '../../../whatsapp/send/message-status.ts'
import { recount } from '../../recount/recount.ts'
import { loadDemo } from '../load-demo.ts'
import type { LoadedDemo } from '../load-demo.ts'
import { upsertDemo } from '../queries.ts'
import type { HistoryCampaign } from './compose-calls.ts'
import { composeHistory } from './compose-history.ts'
import { loadHistory } from './load-history.ts'
import { hiddenPerson } from './people.ts'

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
  const addresses = {
    phoneNetworkUrl: 'http://127.0.0.1:9901',
    whatsappNetworkUrl: 'http://127.0.0.1:9902',
    modelNetworkUrl: 'http://127.0.0.1:9903/v1',
  }
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

/**
 * The processor time of this process for the history, with a wide margin: it takes about 1.5 s, and the database about
 * as much. Elapsed time says nothing beside other tests.
 */
const processorMsMax = 6_000

describe('loadHistory', () => {
  it('stops at a signal, and goes on where it stopped', async () => {
    const stop = new AbortController()
    const progress = (phase: string) => phase === 'messages' && stop.abort(new Error('stopped'))
    await assert.rejects(loadHistory(context(), demo, { progress, signal: stop.signal }), /stopped/)
    const stored = await countRows()
    assert.ok(stored['conversations']! > 3_000)
    assert.equal(stored['messages'], 0)
    const before = process.cpuUsage()
    const [summary, second] = await Promise.all([
      loadHistory(context(), demo),
      loadHistory(context(), demo),
    ]).then((both) => both.toSorted((a, b) => Number(a === null) - Number(b === null)))
    const { user, system } = process.cpuUsage(before)
    assert.ok((user + system) / 1_000 < processorMsMax, `${user + system} µs`)
    assert.equal(second, null, 'of two at once one loads')
    assert.equal(summary?.conversations, stored['conversations'])
    assert.equal((await countRows())['conversations'], stored['conversations'])
  })

  it('adds nothing the second time', async () => {
    const stored = await countRows()
    assert.equal(await loadHistory(context(), demo), null)
    assert.deepEqual(await countRows(), stored)
  })

  it('has messages in each status, whose reasons and ledger fit', async () => {
    const rows = await database.db.query<{ status: string; quota: string; sends: number }>(sql`
      select m.status, m.quota, count(*) as sends from whatsapp_messages m
      where (m.conversation_id is not null) = (m.provider_message_id is not null)
        and (m.error_reason is not null) = (m.status = 'failed')
      group by m.status, m.quota`)
    assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(messageStatuses))
    const total = rows.reduce((sum, { sends }) => sum + sends, 0)
    assert.equal(total, (await countRows())['sends'])
  })

  it('gives each attempt its conversation, with the same number, times and outcome', async () => {
    const rows = await database.db.query(sql`
      select a._id from call_attempts a join conversations c
        on c.organization_id = a.organization_id and c._id = a.conversation_id
      where (c.phone_number, c.status, c.campaign_id, c.start_time, c.end_time, c.duration_seconds)
        is distinct from (a.phone_number, a.state, a.campaign_id, a.created_at, a.ended_at, a.duration_seconds)
        or c.answered_at is distinct from a.answered_at or c.profile_id is null`)
    assert.deepEqual(rows, [])
    const { conversations, attempts } = await countRows()
    assert.ok(attempts! > 2_000 && attempts! < conversations!)
  })

  it('begins the project and its campaigns before their first conversations', async () => {
    const rows = await database.db.query(sql`
      select c.name from campaigns c join projects p on p.organization_id = c.organization_id and p._id = c.project_id
      where c.created_at > (select min(created_at) from calls l where l.campaign_id = c._id) or p.created_at > c.created_at`)
    assert.deepEqual(rows, [])
  })

  it('has somebody who hides the number, known by name, id and username', async () => {
    const rows = await database.db.query<Record<string, unknown>>(sql`
      select p.name, i.username, (select count(*) from conversations c where c.profile_id = p._id) as conversations,
        (select count(*) from profile_contacts k where k.profile_id = p._id) as contacts,
        (select count(*) from whatsapp_messages m where m.recipient = i.identity_key) as sends
      from channel_identities i join profiles p on p._id = i.profile_id where i.identity_key not like '+%'`)
    const { name, username } = hiddenPerson
    assert.deepEqual(rows, [{ name, username, conversations: 1, contacts: 0, sends: 3 }])
  })

  it('has files of calls, with the rows that a check of the same bytes accepts and the faults that it finds', async () => {
    const { db } = database
    const campaigns: HistoryCampaign[] = []
    for (const [name, id] of Object.entries(demo.campaigns)) {
      const found = await selectCampaignForCalls(db, demo.organization_id, demo.project_id, id)
      if (found?.campaign) campaigns.push({ name, ...found.campaign })
    }
    const until = new Date(await upsertDemo(db, demo, systemClock.now()))
    const { batches } = composeHistory({ ...demo, campaigns, until })
    assert.equal(batches.length, 3)
    for (const { _id: batch_id, campaign_id, file, rows, faults, calls } of batches) {
      const key = { organization_id: demo.organization_id, project_id: demo.project_id, campaign_id }
      const given = { ...key, bytes: file, name: null, include: ['waiting' as const] }
      const check = await checkCallFile(context(), given)
      assert.deepEqual(
        [check.rows, check.accepted, check.faults, check.earlier_batch_id],
        [rows, calls.length, faults, batch_id],
      )
      const stored = await selectBatch(db, { ...key, batch_id })
      assert.deepEqual(
        [stored?.rows_count, stored?.accepted_count, stored?.queued_count, stored?.left_out],
        [check.rows, check.accepted, check.accepted, check.left_out],
      )
      const outcomes = await selectBatchOutcomes(db, { ...key, batch_id })
      assert.equal(
        outcomes.reduce((sum, each) => sum + each.calls, 0),
        calls.length,
      )
      assert.ok(outcomes.length > 2, 'they have ended in different ways')
    }
  })

  it('agrees with every counter', async () => {
    const differences = await recount(database.db, { repair: false })
    assert.deepEqual(
      Object.entries(differences).filter(([, differ]) => differ !== 0),
      [],
    )
  })
})
