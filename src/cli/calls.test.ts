// Runs `calls` as an operator does, beside a service on the same database.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand, runCommandHere } from '../../test/support/command.ts'
import type { Outcome } from '../../test/support/command.ts'
import { scriptCampaign } from '../../test/support/declarations.ts'
import { eventually, startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { insertHold } from '../db/database-identity.ts'
import { sql } from '../db/sql.ts'
import { followBatch } from './follow-batch.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-calls-'))
const file = path.join(folder, 'people.csv')
let service: Service
before(async () => {
  service = await startService({
    carrier: { api_url: 'http://127.0.0.1:9' },
    campaigns: [scriptCampaign({ name: 'Script', status: 'paused' })],
  })
  service.startWorker()
  writeFileSync(file, 'phone_number,name\n+14155550123,Ada\n+14155550124,Bob\n+14155550123,Ada\n12,Cy\n')
})
after(async () => {
  await service[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const place = ['--organization', 'Acme', '--project', 'Renewals', '--campaign', 'Script']
const environment = () => ({ DATABASE_URL: service.databaseUrl, DATA_DIR: folder })
const run = (...args: string[]): Promise<Outcome> =>
  runCommandHere(['calls', ...args, ...place], environment())
/** Runs it in a process of its own. */
const start = (...args: string[]): Promise<Outcome> => runCommand(['calls', ...args, ...place], environment())

const countOf = async (table: 'calls' | 'call_batches') => {
  const from = table === 'calls' ? sql`calls` : sql`call_batches`
  const [row] = await service.context.db.query<{ count: number }>(sql`select count(*) as count from ${from}`)
  return row!.count
}

describe('switchboard calls', () => {
  it('says what would happen, with faults by line, and keeps nothing', async () => {
    const { status, stdout, stderr } = await run('queue', file, '--dry-run')
    assert.deepEqual([status, stderr], [0, ''])
    const { stdout: ofImport } = await start('import', file, '--dry-run')
    assert.match(ofImport, /^2 of 4 rows would become calls\.$/m)
    assert.match(stdout, /^2 of 4 rows would become calls\.$/m)
    assert.match(stdout, /line 4: phone_number is the number of line 2 too/)
    assert.match(stdout, /line 5: phone_number must be a telephone number/)
    assert.match(stdout, /60 s a call \(assumed\)/)
    assert.equal(await countOf('call_batches'), 0)
  })

  it('queues a file once, follows it, prints its outcomes and cancels it', async () => {
    const first = await start('queue', file, '--follow', '--json')
    assert.deepEqual([first.status, first.stderr], [0, ''])
    const batch = JSON.parse(first.stdout) as { _id: string; state: string; queued_count: number }
    assert.deepEqual([batch.state, batch.queued_count, await countOf('calls')], ['queued', 2, 2])
    const second = await run('queue', file)
    assert.match(second.stdout, /The same file was given before/)
    assert.equal(await countOf('call_batches'), 1)
    const outcomes = await start('outcomes', batch._id)
    assert.match(outcomes.stdout, /\r\n3,\+14155550124,Bob,waiting,/)
    const canceled = await start('cancel', batch._id)
    assert.deepEqual([canceled.status, canceled.stderr], [0, ''])
    const [by] = await service.context.db.query<{ actor_kind: string; via: string }>(sql`
      select actor_kind, via from changes where kind = 'call_batch' and action = 'updated'`)
    assert.deepEqual(by, { actor_kind: 'cli', via: 'command' })
  })

  it('exits with 1 where the file that it follows has stopped or was canceled', async () => {
    const other = path.join(folder, 'others.csv')
    writeFileSync(other, 'phone_number,name\n+14155550125,Cleo\n')
    assert.equal((await run('queue', other, '--follow')).status, 0)
    // As a worker leaves it whose campaign has ended meanwhile.
    await service.context.db.write(sql`
      update call_batches set state = 'stopped', stop_code = 'campaign_ended', stop_reason = 'the campaign has ended'
      where name = 'others.csv'`)
    const { status, stdout } = await start('queue', other, '--follow')
    assert.equal(status, 1)
    assert.match(stdout, /^It stopped: the campaign has ended\.$/m)
    // As a worker leaves it that a person has canceled meanwhile.
    await service.context.db.write(sql`
      update call_batches set state = 'canceled', stop_code = null, stop_reason = null where name = 'others.csv'`)
    assert.equal((await run('queue', other, '--follow')).status, 1)
  })

  it('says why no row becomes a call while it follows, once for each reason', async () => {
    const alone = path.join(folder, 'alone.csv')
    writeFileSync(alone, 'phone_number,name\n+14155550126,Dan\n')
    await using idle = await startService({ campaigns: [scriptCampaign({ name: 'Script' })] })
    const { db } = idle.context
    const args = ['calls', 'queue', alone, '--json', ...place]
    const queued = await runCommandHere(args, { DATABASE_URL: idle.databaseUrl, DATA_DIR: folder })
    const batch = JSON.parse(queued.stdout) as { _id: string; state: string }
    assert.equal(batch.state, 'queueing')
    const key = {
      organization_id: idle.organizationId,
      project_id: idle.projectId,
      campaign_id: idle.campaignIds['Script']!,
      batch_id: batch._id,
    }
    const reasons: string[] = []
    let shown = 0
    const following = followBatch(
      db,
      key,
      () => shown++,
      (reason) => reasons.push(reason),
      0,
    )
    await eventually('it was asked three times', () => (shown >= 3 ? true : null))
    await insertHold(db, 'operator', null)
    await eventually('the hold is named too', () => (reasons.length === 2 ? true : null))
    await db.write(sql`update call_batches set state = 'canceled'`)
    await following
    assert.match(reasons.join('\n'), /^no worker runs, .*\nthe service is held, .*release$/)
  })

  it('refuses a file that it can not use, and places that are not there', async () => {
    const bad = path.join(folder, 'bad.csv')
    writeFileSync(bad, 'phone,name\n1,2\n')
    const refused = await run('queue', bad)
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /phone_number/)
    const missing = await run('queue', path.join(folder, 'none.csv'))
    assert.match(missing.stderr, /can not be read/)
    const elsewhere = ['calls', 'queue', file, ...place.slice(0, 5), 'Other']
    const other = await runCommandHere(elsewhere, environment())
    assert.match(other.stderr, /no campaign Other/)
    assert.equal((await run('cancel', 'nonsense')).status, 1)
  })
})
