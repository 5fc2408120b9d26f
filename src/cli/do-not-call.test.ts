// Runs `do-not-call` as an operator does, beside a service on the same database.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { clockAhead, runCommand, runCommandHere } from '../../test/support/command.ts'
import type { Outcome } from '../../test/support/command.ts'
import { scriptCampaign } from '../../test/support/declarations.ts'
import { eventually, startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { sql } from '../db/sql.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-do-not-call-'))
const file = path.join(folder, 'list.csv')
let service: Service
before(async () => {
  service = await startService({
    carrier: { api_url: 'http://127.0.0.1:9' },
    campaigns: [scriptCampaign({ name: 'Script', status: 'paused' })],
  })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const environment = () => ({
  DATABASE_URL: service.databaseUrl,
  DATA_DIR: folder,
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
})
const of = (args: readonly string[]) => ['do-not-call', ...args, '--organization', 'Acme']
const run = (...args: string[]) => runCommandHere(of(args), environment())
/** Runs it in a process of its own. */
const start = (...args: string[]) => startWith({}, ...args)
const startWith = (more: Record<string, string>, ...args: string[]) =>
  runCommand(of(args), { ...environment(), ...more })
const openCount = async () => {
  const [row] = await service.context.db.query<{ count: number }>(sql`
    select count(*) as count from do_not_call where ended_at is null`)
  return row!.count
}

describe('switchboard do-not-call', () => {
  it('adds a number, cancels what waits, and removes it again', async () => {
    const base = `/organizations/${service.organizationId}/projects/${service.projectId}`
    const calls = `${base}/campaigns/${service.campaignIds['Script']}/calls`
    assert.equal(
      (await service.request('POST', calls, { body: { phone_number: '+14155550140' } })).status,
      200,
    )
    const added = await start('add', '--number', '415 555 0140', '--country', 'US', '--why', 'by letter')
    assert.deepEqual([added.status, added.stderr], [0, ''])
    assert.match(added.stdout, /^\+14155550140 is on the list\.\nWaiting calls that were canceled: 1\.$/m)
    const again = await run('add', '--number', '+14155550140', '--json')
    assert.deepEqual(JSON.parse(again.stdout), { number: '+14155550140', added: false, calls_canceled: 0 })
    const refused = await service.request('POST', calls, { body: { phone_number: '+14155550140' } })
    assert.equal(refused.status, 400)
    const list = await start('list', '--search', '0140')
    assert.match(list.stdout, /^\+14155550140 {2}since .* \(cli, by .*\): by letter$/m)
    const removed = await start('remove', '--number', '+14155550140', '--why', 'by letter')
    assert.match(removed.stdout, /may be called again/)
    assert.match((await run('remove', '--number', '+14155550140')).stdout, /was not on the list/)
    assert.match((await run('list', '--all')).stdout, /ended .* by /)
  })

  it('waits for an attempt under way by the database’s clock, on a machine that is an hour ahead', async () => {
    const { db } = service.context
    const calls = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Script']}/calls`
    const placed = await service.request('POST', calls, { body: { phone_number: '+14155550143' } })
    assert.equal(placed.status, 200)
    const call = sql`select * from calls where phone_number = '+14155550143'`
    // As a claim leaves it; it may begin until 15 s before its first poll.
    await db.write(sql`
      with call as (${call}), taken as (
        insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
        select organization_id, project_id, phone_number, _id from call)
      update calls set state = 'dialling', waits_for = null where _id in (select _id from call)`)
    await db.write(sql`
      insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id, attempt_number,
        phone_number, caller_id_number, ring_timeout_seconds, state, state_since, script, voice, poll_at, created_at)
      select c.organization_id, c.project_id, gen_random_uuid(), c._id, c.campaign_id, v._id, 1, c.phone_number,
        '+14155550100', 30, 'dialling', now(), 'Hello', 'alice', now() + interval '20 seconds', now()
      from (${call}) c join voice_carriers v on v.organization_id = c.organization_id limit 1`)
    const added = await startWith(clockAhead(folder, 3_600_000), 'add', '--number', '+14155550143')
    assert.deepEqual([added.status, added.stderr], [0, ''])
    const [row] = await db.query<{ may_begin: boolean }>(sql`
      select poll_at - interval '15 seconds' > clock_timestamp() as may_begin from call_attempts`)
    assert.equal(row?.may_begin, false)
  })

  it('imports a file whole or not at all, and exports what it reads', async () => {
    const before = await openCount()
    writeFileSync(file, 'number,why\n+14155550141,asked\nnobody,\n+14155550142,\n12,\n')
    const faulty = await start('import', file)
    assert.equal(faulty.status, 1)
    assert.match(faulty.stderr, /2 of 4 rows can not be used, so nothing was added/)
    assert.match(faulty.stderr, /line 3: the number must be a telephone number/)
    assert.match(faulty.stderr, /line 5: /)
    assert.equal(await openCount(), before)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const rows = ['number,why,until', `+14155550141,asked,`, `+14155550142,,${until}`, '+14155550141,again,']
    writeFileSync(file, rows.join('\r\n'))
    const dry = await run('import', file, '--dry-run')
    assert.match(dry.stdout, /4|3 rows could be added/)
    assert.equal(await openCount(), before)
    const done = await start('import', file, '--why', 'a register', '--json')
    assert.deepEqual(JSON.parse(done.stdout), { rows: 3, added: 2, calls_canceled: 0 })
    const exported = await start('export')
    assert.match(exported.stdout, /^number,since,source,why,added_by,until\r\n/)
    assert.match(exported.stdout, /^\+14155550141,[^,]*,import,asked,[^,]*,\r$/m)
    assert.ok(exported.stdout.includes(`,import,a register,`))
    assert.ok(exported.stdout.includes(until))
    writeFileSync(file, exported.stdout)
    assert.equal((JSON.parse((await run('import', file, '--json')).stdout) as { added: number }).added, 0)
  })

  it('refuses a pipe, which can be read only once', async () => {
    const before = await openCount()
    const script = `printf '+14155550171\\n+14155550172\\n' | "$0" "$@"`
    const command = [process.execPath, 'src/cli/main.ts', ...of(['import', '/dev/stdin'])]
    const env = { ...process.env, ...environment() }
    const { status, stderr } = await new Promise<Outcome>((resolve) => {
      execFile('sh', ['-c', script, ...command], { env }, (error, stdout, stderr) =>
        resolve({ status: error?.code ?? 0, stdout, stderr }),
      )
    })
    assert.equal(status, 1)
    assert.equal(stderr, 'switchboard: /dev/stdin must be a file on disk, since it is read twice\n')
    assert.equal(await openCount(), before)
  })

  it('fails if the file becomes shorter between the two readings', async () => {
    writeFileSync(file, '+14155550173\n+14155550174\n')
    const { db } = service.context
    const holder = await db.connect()
    await holder.query('set idle_in_transaction_session_timeout = 0; begin; lock table organizations')
    const importing = run('import', file)
    await eventually('the file is checked', async () => {
      const waiting = await db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%from organizations where name%'`)
      return waiting.length > 0 ? true : null
    })
    writeFileSync(file, '+14155550173\n')
    await holder.end()
    const { status, stderr } = await importing
    assert.equal(status, 1)
    assert.match(stderr, /list\.csv has changed while it was read; numbers that were added: 1\n$/)
  })

  it('is in the changes with a row for each number, and with a count for a file beyond 10,000', async () => {
    const numbers = Array.from({ length: 10_001 }, (_, index) => `+1415${7_000_000 + index}`)
    const changes = () =>
      service.context.db.query<{ record_id: string }>(sql`
        select record_id from changes where kind = 'do_not_call' and record_id ~ '^[+]14157|numbers$' order by record_id`)
    writeFileSync(file, numbers.slice(0, 1_001).join('\n'))
    assert.equal((await run('import', file)).status, 0)
    assert.deepEqual(
      await changes(),
      numbers.slice(0, 1_001).map((record_id) => ({ record_id })),
    )
    writeFileSync(file, numbers.join('\n'))
    assert.equal((await run('import', file)).status, 0)
    assert.equal((await changes()).at(-1)?.record_id, '8999 numbers')
  })

  it('imports one number a line without names, of a country', async () => {
    writeFileSync(file, '415 555 0151\n(415) 555-0152\n')
    const done = await run('import', file, '--country', 'US', '--json')
    assert.deepEqual(JSON.parse(done.stdout), { rows: 2, added: 2, calls_canceled: 0 })
  })

  it('refuses what is no number, no country, no instant, no file and no organization', async () => {
    for (const [args, expected] of [
      [['add', '--number', 'Ada'], /must be a telephone number/],
      [['add', '--number', '+14155550140', '--country', 'XX'], /must be a country/],
      [['add', '--number', '+14155550140', '--until', 'tomorrow'], /must be an instant/],
      [['add', '--number', '+14155550140', '--until', '2020-01-01'], /must be later than now/],
      [['import', path.join(folder, 'missing.csv')], /can not be read/],
    ] as const) {
      const { status, stderr } = await run(...args)
      assert.notEqual(status, 0)
      assert.match(stderr, expected)
    }
    writeFileSync(file, '"open quote\n')
    assert.match((await run('import', file)).stderr, /can not be (read as CSV|used)/)
    const nobody = await runCommandHere(['do-not-call', 'list', '--organization', 'Nobody'], environment())
    assert.match(nobody.stderr, /there is no organization Nobody/)
  })
})
