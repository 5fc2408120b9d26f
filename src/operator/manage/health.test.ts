import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { signInAs, signInFirstOwner } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql, toText } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { deleteProcess, upsertProcess } from '../../jobs/process-queries.ts'
import { repeat } from '../../jobs/repeat.ts'
import { reportProcess } from '../../jobs/report-process.ts'
import { organizationBounds } from '../../sources/crawl/crawl-bounds.ts'
import { checkEvents } from '../doctor/check-database.ts'
import { selectWaitingWork } from './health-queries.ts'
import { measureWork } from './measure-work.ts'

let service: Service
let operator: Browser
before(async () => {
  service = await startService()
  operator = await signInFirstOwner(service)
})
after(() => service[Symbol.asyncDispose]())

interface Health {
  processes: { kind: string; is_alive: boolean }[]
  waiting: { job: string; since: string | null }[]
  checks: { check: string; status: string }[]
}

describe('GET /api/health', () => {
  it('shows processes that say that they are there, until they end (200)', async () => {
    const { db } = service.context
    const read = async () => {
      const { status, body } = await operator.request('GET', '/api/health')
      assert.equal(status, 200)
      return body.data as Health
    }
    const stop = new AbortController()
    const running = repeat(reportProcess(service.context, 'worker', '1.2.3'), service.context, stop.signal)
    await using _ended = { [Symbol.asyncDispose]: async () => (stop.abort(), running) }
    await eventually('the process is there', async () =>
      (await read()).processes.length === 1 ? true : null,
    )
    await db.write(sql`
      insert into processes (_id, kind, host, version, started_at, seen_at)
      values (gen_random_uuid(), 'api', 'old', '1.0.0', now() - interval '2 hours', now() - interval '1 hour')`)
    const { processes, waiting, checks } = await read()
    assert.deepEqual(
      processes.map(({ kind, is_alive }) => [kind, is_alive]),
      [
        ['worker', true],
        ['api', false],
      ],
    )
    // The queue of the declared campaign waits for a worker.
    assert.deepEqual(
      waiting.map(({ job, since }) => [job, since === null]),
      [
        ['serve queues', false],
        ['poll stale attempts', true],
        ['process webhook events', true],
        ['mark stale sends unresolved', true],
        ['sync templates', true],
        ['run crawls', true],
        ['recrawl domains', true],
      ],
    )
    assert.deepEqual(
      checks.map(({ check, status }) => `${check} ${status}`),
      ['database ok', 'clock ok', 'migrations ok', 'hold ok', 'worker warn', 'events ok'],
    )
    stop.abort()
    await running
    assert.deepEqual(
      (await read()).processes.map(({ kind }) => kind),
      ['api'],
    )
  })

  it('is for operators alone (401, 403)', async () => {
    assert.equal((await service.request('GET', '/api/health')).status, 401)
    const owner = await signInAs(service, 'owner')
    const refused = await owner.request('GET', '/api/health')
    assert.equal(refused.status, 403)
    assert.equal(refused.body['code'], 'role_missing')
  })
})

describe('the waiting work', () => {
  it('has no crawl that a further worker could not begin, and no recrawl where many are open', async () => {
    const { context, organizationId, projectId } = service
    const { db } = context
    /** Adds open crawls, each of its own domain at the host. */
    const add = (host: string, isHeld: boolean, count = 1) =>
      db.write(sql`
        with source as (
          insert into sources (organization_id, project_id, _id, name, source_type, domain, created_by, created_at,
            updated_at)
          select ${organizationId}::uuid, ${projectId}::uuid, i, 'Site', 'domains', ${host}::text || '/' || i, '{}', now(), now()
          from (select gen_random_uuid() as i from generate_series(1, ${count}::integer)) ids returning _id, domain)
        insert into crawls (organization_id, project_id, _id, source_id, host, start_url, domain, crawling_strategy,
          max_pages, max_depth, include_patterns, exclude_patterns, crawler, created_at, state, lease_token, lease_until)
        select ${organizationId}::uuid, ${projectId}::uuid, _id, _id, ${host}::text, 'https://' || domain, domain, 'deep_crawl', 5, 2,
          '{}', '{}', 'crawler_a', now(), 'running', case when ${isHeld}::boolean then _id end,
          case when ${isHeld}::boolean then now() + interval '1 hour' end from source`)
    const waits = async (job: string) => {
      const work = await selectWaitingWork(db, new Date(Date.now() + 60_000))
      return work.find((one) => one.job === job)!.since !== null
    }
    await add('one.example', true)
    await add('one.example', false)
    assert.equal(await waits('run crawls'), false, 'its host is in use')
    const leaseFor = (hours: number) =>
      db.write(sql`
        update crawls set lease_until = now() + ${hours}::integer * interval '1 hour' where lease_token is not null`)
    await leaseFor(-1)
    assert.equal(await waits('run crawls'), true, 'the worker that had the host is gone')
    await leaseFor(1)
    await add('two.example', false)
    assert.equal(await waits('run crawls'), true)
    const busy = uuidv7()
    await upsertProcess(db, { _id: busy, kind: 'worker', host: 'box', version: '1.2.3' })
    assert.equal(await waits('run crawls'), true, 'the worker has a second place')
    await add('three.example', true)
    assert.equal(await waits('run crawls'), false, 'the only worker has no place left')
    await deleteProcess(db, busy)
    assert.equal(await waits('run crawls'), true, 'no worker runs')

    await db.write(
      sql`update sources set next_crawl_at = now() where _id = (select min(_id::text)::uuid from sources)`,
    )
    assert.equal(await waits('recrawl domains'), true)
    await add('many.example', false, organizationBounds.openCrawls / 2)
    assert.equal(await waits('recrawl domains'), false)
    await db.write(sql`delete from sources`)
  })
})

describe('measureWork', () => {
  it('shows in the metrics of every process whether a worker runs and how long work waits', async () => {
    const { context } = service
    const { db, registry } = context
    const job = measureWork(context)
    const measure = async (name: string, jobName?: string) => {
      await job.run(new AbortController().signal)
      const metrics = await registry.getMetricsAsJSON()
      const values = metrics.find((one) => one.name === name)!.values
      return values.find(({ labels }) => labels['job_name'] === jobName)!.value
    }
    const seenAt = 'switchboard_worker_seen_timestamp_seconds'
    assert.equal(await measure(seenAt), 0)
    await db.write(
      sql`insert into workers (_id, seen_at) values (gen_random_uuid(), now() - interval '10 minutes')`,
    )
    const age = Date.now() / 1_000 - (await measure(seenAt))
    assert.ok(age > 590 && age < 610, `${age}`)
    const oldest = 'switchboard_oldest_due_seconds'
    await db.write(sql`update campaign_queues set next_at = now() - interval '5 minutes'`)
    const waits = await measure(oldest, 'serve queues')
    assert.ok(waits > 290 && waits < 310, `${waits}`)
    assert.equal(await measure(oldest, 'run crawls'), 0)
    await db.write(sql`delete from workers`)
  })
})

describe('the check of events', () => {
  it('names the program that new events wait for, also to a role that may not see since when', async () => {
    const { context, organizationId, projectId } = service
    const { db } = context
    const role = `reader_${uuidv7()}`
    await using holder = { client: await db.connect(), [Symbol.asyncDispose]: () => holder.client.end() }
    await using reader = { client: await db.connect(), [Symbol.asyncDispose]: () => reader.client.end() }
    await reader.client.query(`create role "${role}"; grant "${role}" to current_user`)
    await reader.client.query(`grant select on events, event_order to "${role}"`)
    await using _dropped = {
      async [Symbol.asyncDispose]() {
        await reader.client.query(`reset role; drop owned by "${role}"; drop role "${role}"`)
      },
    }
    await reader.client.query(`set role "${role}"`)
    const asReader = {
      query: async <Row>(statement: Sql) => (await reader.client.query<Row & object>(toText(statement))).rows,
    }
    await holder.client.query(`set application_name = 'slow export'`)
    await holder.client.query('begin')
    await holder.client.query('create temp table lines (line text)')
    const { rows } = await holder.client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await db.write(sql`
      insert into events (organization_id, project_id, _id, type, subject_kind, subject_id, at, data)
      values (${organizationId}, ${projectId}, uuidv7(), 'call.ended', 'call', uuidv7(), now(), '{}')`)
    for (const asker of [db, asReader]) {
      // Other databases of the server may have older transactions for a moment.
      const { status, message, mend } = await eventually('it is the oldest', async () => {
        const found = await checkEvents(asker, 0)
        return found.message.includes('slow export') ? found : null
      })
      assert.equal(status, 'warn')
      assert.match(message, /^new events can not be read; .* of slow export, process \d+ of PostgreSQL$/)
      assert.match(mend!, new RegExp(`pg_terminate_backend\\(${rows[0]!.pid}\\)`))
      assert.equal((await checkEvents(asker)).status, 'ok', 'a short one is no fault')
    }
    // The id of an event is as old as its insertion. A transaction that began later keeps it only since then.
    await db.write(sql`
      update events set _id = uuidv7(interval '-1 hour') where organization_id = ${organizationId}`)
    assert.equal((await checkEvents(db)).status, 'ok', 'the transaction is not that old')
    assert.match(
      (await checkEvents(asReader)).message,
      /the oldest has waited 3\d\d\d s for a transaction of /,
    )
    await holder.client.query('rollback')
    await eventually('none waits', async () => ((await checkEvents(asReader)).status === 'ok' ? true : null))
  })
})

describe('POST /api/health/checks', () => {
  it('runs the checks of doctor (200), for operators alone (401, 403)', async () => {
    const { status, body } = await operator.request('POST', '/api/health/checks')
    assert.equal(status, 200)
    const { checks } = body.data as Health
    assert.ok(checks.some(({ check }) => check.startsWith('carrier account')))
    assert.ok(checks.some(({ check, status }) => check === 'public address' && status === 'ok'))
    assert.equal((await service.request('POST', '/api/health/checks')).status, 401)
    const owner = await signInAs(service, 'owner')
    assert.equal((await owner.request('POST', '/api/health/checks')).status, 403)
  })
})
