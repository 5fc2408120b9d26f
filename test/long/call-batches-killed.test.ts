// Kills the real programs at random moments while a file becomes calls, and while what is left of it is canceled. Every
// row must be one call, whatever died (Promise 52).
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../../src/db/sql.ts'
import { carrierAccount, startCarrier } from '../support/carrier.ts'
import type { Carrier } from '../support/carrier.ts'
import { scriptCampaign } from '../support/declarations.ts'
import { eventually, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { makeToken, signInFirstOwner } from '../support/users.ts'

const rowsCount = 4_000
/** Queueing them takes at least 12 s, so that no machine has queued all of them before they are canceled. */
const canceledRowsCount = 12_000
const slowRow = `
  create function pause_at_row() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.1); return new; end $$;
  create trigger pause_at_row before insert on calls for each row
    when (new.batch_line % 100 = 0) execute function pause_at_row()`
/** After so many, workers live on, so that a slow machine comes to an end too. */
const killsMax = 8
const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000)
let carrier: Carrier
let service: Service
let token: string
const children = new Set<ChildProcess>()
before(async () => {
  carrier = await startCarrier()
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    campaigns: [
      scriptCampaign({ name: 'Held', status: 'paused' }),
      scriptCampaign({ name: 'Running', slots: 3 }),
    ],
  })
  token = (await makeToken(await signInFirstOwner(service), 'editor')).token
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

/** The same schedule for the same seed (mulberry32). */
let state = seed
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

async function start(role: 'api' | 'worker'): Promise<{ child: ChildProcess; url: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: service.databaseUrl,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORT: '0',
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, ['src/cli/main.ts', role], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.add(child)
  for await (const line of createInterface({ input: child.stdout })) {
    child.stdout.resume()
    return { child, url: /http:\S+:\d+/.exec(line)?.[0] ?? '' }
  }
  throw new Error(`${role} ended at once`)
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
  children.delete(child)
}

const pathOf = (campaign: string, tail = '') =>
  `/api/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/call-batches${tail}`

const authorization = () => ({ authorization: `Bearer ${token}` })

function fileOf(count: number, area: string): string {
  const rows = Array.from({ length: count }, (_, index) => `+1${area}${String(2_000_000 + index)},P ${index}`)
  return `phone_number,name\n${rows.join('\n')}\n`
}

interface Batch {
  _id: string
  state: string
  queued_count: number
  by_state: Record<string, number>
}

async function give(url: string, campaign: string, file: string, key: string): Promise<Batch> {
  const answer = await fetch(`${url}${pathOf(campaign)}`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'text/csv', 'idempotency-key': key },
    body: file,
  })
  return ((await answer.json()) as { data: Batch }).data
}

async function readBatch(campaign: string, id: string): Promise<Batch> {
  const answer = await service.request('GET', pathOf(campaign, `/${id}`), {
    key: null,
    headers: authorization(),
  })
  return answer.body.data
}

/** Keeps two workers running that are killed at random moments, until the condition holds. */
async function withDyingWorkers(isDone: () => Promise<boolean>): Promise<number> {
  let kills = 0
  const lead = async (): Promise<void> => {
    while (!(await isDone())) {
      const { child } = await start('worker')
      const until = kills < killsMax ? performance.now() + 50 + random() * 1_500 : Infinity
      while (performance.now() < until && !(await isDone())) await delay(20)
      await kill(child)
      kills++
    }
  }
  await Promise.all([lead(), lead()])
  return kills
}

describe(`a file of calls whose processes die (seed ${seed})`, () => {
  it('becomes one call a row, in the order of the file (Promises 14 and 50)', async () => {
    const file = fileOf(rowsCount, '415')
    let id: string | null = null
    for (let tries = 0; id === null; tries++) {
      const { child, url } = await start('api')
      const giving = give(url, 'Held', file, 'one').catch(() => null)
      // Later tries get more time.
      const answer = await Promise.race([giving, delay(random() * 400 * (tries + 1), null)])
      await kill(child)
      id = answer?._id ?? null
      const batches = await service.context.db.query(sql`select _id from call_batches`)
      assert.ok(batches.length <= 1)
    }
    const batchId = id
    const kills = await withDyingWorkers(async () => (await readBatch('Held', batchId)).state === 'queued')
    assert.ok(kills >= 2)
    const [found] = await service.context.db.query<Record<string, unknown>>(sql`
      select count(*) as calls, count(distinct phone_number) as numbers, count(distinct batch_line) as lines,
        count(*) filter (where state = 'waiting') as waiting,
        (select count(*) from call_moves) as moves, (select count(*) from call_batch_rows) as rows_left,
        (select count(*) from profiles) as profiles, (select count(*) from channel_identities) as identities,
        (select bool_and(is_ordered) from (
          select batch_line > lag(batch_line, 1, 0) over (order by queue_number) as is_ordered from calls) o) as is_ordered
      from calls`)
    assert.deepEqual(found, {
      calls: rowsCount,
      numbers: rowsCount,
      lines: rowsCount,
      waiting: rowsCount,
      moves: rowsCount,
      rows_left: 0,
      profiles: rowsCount,
      identities: rowsCount,
      is_ordered: true,
    })
    const again = await give(service.url, 'Held', file, 'one')
    assert.equal(again._id, batchId)
  })

  it('is canceled in the middle: no row is a call twice, and nothing waits afterwards', async () => {
    const client = await service.context.db.connect()
    await client.query(slowRow)
    await client.end()
    const given = await give(service.url, 'Running', fileOf(canceledRowsCount, '212'), 'two')
    const id = given._id
    let isCanceled = false
    await withDyingWorkers(async () => {
      const batch = await readBatch('Running', id)
      if (batch.queued_count > 0 && !isCanceled) {
        isCanceled = true
        const path = pathOf('Running', `/${id}/cancel`)
        const answer = await service.request('POST', path, { key: null, headers: authorization() })
        assert.equal(answer.status, 200)
      }
      return isCanceled && (batch.by_state.waiting ?? 0) === 0 && batch.state !== 'queueing'
    })
    const batch = await readBatch('Running', id)
    assert.match(batch.state, /^cancel/)
    const [found] = await service.context.db.query<Record<string, unknown>>(sql`
      select count(*) as calls, count(distinct batch_line) as lines, count(distinct phone_number) as numbers,
        (select count(*) from call_batch_rows) as rows_left
      from calls where batch_id = ${id}`)
    assert.deepEqual(found, {
      calls: batch.queued_count,
      lines: batch.queued_count,
      numbers: batch.queued_count,
      rows_left: 0,
    })
    assert.ok(batch.queued_count < canceledRowsCount, 'it was canceled before all rows were calls')
    const dialed = new Map<string, number>()
    for (const { form } of carrier.legs) {
      const to = form.get('To') ?? ''
      dialed.set(to, (dialed.get(to) ?? 0) + 1)
    }
    assert.ok(
      [...dialed.values()].every((times) => times === 1),
      'nobody is dialed twice',
    )
    const { creates } = carrier
    const { child } = await start('worker')
    await delay(1_000)
    assert.equal(carrier.creates, creates, 'nobody is dialed after the cancellation')
    await eventually('calls under way end', async () => {
      for (const leg of carrier.legs) leg.status = 'completed'
      // A killed worker may have left a call that the carrier never had: its grace period is over at once.
      await service.context.db.write(sql`
        update call_attempts set poll_at = now(), absent_since = absent_since - interval '1 hour'
        where poll_at is not null`)
      await service.context.db.write(sql`update call_batches set next_at = now() where next_at is not null`)
      return (await readBatch('Running', id)).state === 'canceled' ? true : null
    })
    assert.equal(carrier.creates, creates, 'nor once the calls under way have ended')
    await kill(child)
  })
})
