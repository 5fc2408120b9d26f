import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { fc } from '../../../test/support/properties.ts'
import { uuidv7 } from '../../base/ids.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql, toText } from '../../db/sql.ts'
import { claimCrawl, claimStatement, selectIsPlaceWanted } from './claim-crawl.ts'
import { releaseLease, renewLease, selectIsHostWanted, yieldLease } from './crawl-queries.ts'
import type { HeldCrawl } from './crawl-queries.ts'

const now = new Date('2026-05-01T08:00:00Z')
let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database[Symbol.asyncDispose]())
beforeEach(() => empty())

const empty = () => database.db.query(sql`delete from sources`)

/** The ids by name. Each organization has one project with the same id. */
const organizations = new Map<string, string>()

/** Adds crawls named `ORGANIZATION HOST`, due in this order. */
async function add(...names: string[]): Promise<void> {
  for (const name of names) {
    const [owner = '', host = ''] = name.split(' ')
    await addOrganization(owner)
    const [organizationId, _id] = [organizations.get(owner), uuidv7()]
    const domain = `${host}/${_id}`
    await database.db.query(sql`
      with source as (
        insert into sources (organization_id, project_id, _id, name, source_type, domain, created_by, created_at, updated_at)
        values (${organizationId}, ${organizationId}, ${_id}, ${name}, 'domains', ${domain}, '{}', ${now}, ${now}))
      insert into crawls (organization_id, project_id, _id, source_id, host, start_url, domain, crawling_strategy,
        max_pages, max_depth, include_patterns, exclude_patterns, crawler, created_at)
      values (${organizationId}, ${organizationId}, ${_id}, ${_id}, ${host}, ${`https://${domain}`}, ${name},
        'deep_crawl', 5, 2, '{}', '{}', 'crawler_a', ${now})`)
  }
}

async function addOrganization(name: string): Promise<void> {
  if (organizations.has(name)) return
  const _id = uuidv7()
  organizations.set(name, _id)
  await database.db.query(sql`
    with organization as (
      insert into organizations (_id, name, plan_status, created_at, updated_at)
      values (${_id}, ${name}, 'active', ${now}, ${now}))
    insert into projects (organization_id, _id, name, created_at, updated_at) values (${_id}, ${_id}, 'P', ${now}, ${now})`)
}

const claim = () => claimCrawl(database.db, uuidv7(), now)
const namesOf = (held: readonly (HeldCrawl | null)[]) => held.map((crawl) => crawl?.domain ?? null)

async function claimed(count: number): Promise<(string | null)[]> {
  const names: (string | null)[] = []
  for (let index = 0; index < count; index++) names.push((await claim())?.domain ?? null)
  return names
}

async function end(crawl: HeldCrawl | null): Promise<void> {
  assert.ok(crawl)
  await releaseLease(database.db, crawl, 3_600)
}

describe('claimCrawl', () => {
  it('alternates between organizations, whichever has more crawls or asked first', async () => {
    await add('a 1', 'a 2', 'a 3', 'a 4', 'b 5', 'c 6', 'b 7')
    assert.deepEqual(await claimed(8), ['a 1', 'b 5', 'c 6', 'a 2', 'b 7', 'a 3', 'a 4', null])
  })

  it('prefers the organization with fewer places, then the one that was served longest ago', async () => {
    await add('a 1', 'b 2', 'a 3', 'b 4', 'a 5', 'b 6')
    const [first, second] = [await claim(), await claim()]
    assert.deepEqual(namesOf([first, second]), ['a 1', 'b 2'])
    await end(second)
    // Now `a` has one place and `b` none.
    assert.deepEqual(await claimed(1), ['b 4'])
    await end(first)
    assert.deepEqual(await claimed(2), ['a 3', 'b 6'])
  })

  it('gives a host to the organization that was there longest ago, even if it has places elsewhere', async () => {
    await add('a shared', 'b 1', 'b 2')
    const first = await claim()
    assert.deepEqual([first?.domain, ...(await claimed(2))], ['a shared', 'b 1', 'b 2'])
    await add('b shared', 'a shared')
    assert.equal(await claim(), null)
    assert.ok(first && (await selectIsHostWanted(database.db, first)))
    await yieldLease(database.db, first)
    assert.deepEqual(await claimed(2), ['b shared', null])
  })

  it('gives each crawl and host to one of many workers that claim at once, and each organization its share', async () => {
    for (const owner of ['a', 'b', 'c', 'd'])
      await add(`${owner} x`, `${owner} ${owner}1`, `${owner} ${owner}2`)
    const held = (await Promise.all(Array.from({ length: 8 }, claim))).filter((crawl) => crawl !== null)
    assert.deepEqual([new Set(held.map(({ _id }) => _id)).size, new Set(namesOf(held)).size], [8, 8])
    const owners = held.map(({ domain }) => domain.slice(0, 1)).toSorted()
    assert.deepEqual(owners, ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'])
    assert.equal(held.filter(({ domain }) => domain.endsWith('x')).length, 1)
    for (const crawl of held) assert.ok(await renewLease(database.db, crawl))
  })

  it('skips crawls that are not due, and records how long workers have held a crawl', async () => {
    await add('a 1')
    const first = await claim()
    assert.equal(first?.worked_ms, 0)
    await database.db.query(sql`update crawls set held_since = held_since - interval '90 s'`)
    await releaseLease(database.db, first, 3_600)
    assert.equal(await claim(), null)
    await database.db.query(sql`update crawls set due_at = clock_timestamp()`)
    const { worked_ms = 0 } = (await claim()) ?? {}
    assert.ok(worked_ms >= 90_000 && worked_ms < 150_000, String(worked_ms))
  })
})

describe('selectIsPlaceWanted', () => {
  it('is true if a crawl waits that would get the place', async () => {
    await add('a 1', 'b 2')
    const [a, b] = [await claim(), await claim()]
    assert.ok(a && b)
    const wanted = async () => [
      await selectIsPlaceWanted(database.db, a),
      await selectIsPlaceWanted(database.db, b),
    ]
    assert.deepEqual(await wanted(), [false, false])
    // This crawl waits for the host in any case.
    await add('c 2')
    assert.deepEqual(await wanted(), [false, false])
    await add('b 3')
    assert.deepEqual(await wanted(), [false, true])
    await add('c 4')
    assert.deepEqual(await wanted(), [true, true])
  })
})

describe('many arrivals', () => {
  it('starve no organization: one that waits with a free host is served before another is served more than three times', async () => {
    const name = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('1', '2', '3', '4', '5', '6'))
    const step = fc.oneof(
      { weight: 2, arbitrary: name.map((parts) => ({ kind: 'add', name: parts.join(' ') }) as const) },
      { weight: 3, arbitrary: fc.nat({ max: 2 }).map((place) => ({ kind: 'yield', place }) as const) },
      { weight: 1, arbitrary: fc.nat({ max: 2 }).map((place) => ({ kind: 'end', place }) as const) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        await empty()
        const places: HeldCrawl[] = []
        const others = new Map<string, string[]>()
        for (const { kind, ...what } of steps) {
          if ('name' in what) await add(what.name)
          else {
            const [held] = places.splice(what.place, 1)
            if (held !== undefined && kind === 'yield') await yieldLease(database.db, held)
            else if (held !== undefined) await end(held)
          }
          for (let crawl; places.length < 3 && (crawl = await claim()) !== null; places.push(crawl))
            noteServed(others, crawl.domain, await waitingOrganizations(database.db))
        }
      }),
      { numRuns: 8 },
    )
  })
})

describe('thousands of crawls', () => {
  it('are claimed by one step for each organization, without reading them all', async () => {
    await database.db.query(sql`
      with organization as (
        insert into organizations (_id, name, plan_status, created_at, updated_at)
        select gen_random_uuid(), 'Many ' || n, 'active', now(), now() from generate_series(1, 100) n returning _id),
      project as (
        insert into projects (organization_id, _id, name, created_at, updated_at)
        select _id, _id, 'P', now(), now() from organization),
      source as (
        insert into sources (organization_id, project_id, _id, name, source_type, domain, created_by, created_at, updated_at)
        select _id, _id, gen_random_uuid(), 'S', 'domains', 'host' || n, '{}', now(), now()
        from organization, generate_series(1, 50) n returning *)
      insert into crawls (organization_id, project_id, _id, source_id, host, start_url, domain, crawling_strategy,
        max_pages, max_depth, include_patterns, exclude_patterns, crawler, created_at)
      select organization_id, project_id, _id, _id, domain, domain, domain, 'deep_crawl', 5, 2, '{}', '{}', 'crawler_a', now()
      from source`)
    const client = await database.db.connect()
    await client.query('vacuum analyze crawls')
    await client.query('begin')
    const { text, values } = toText(claimStatement(uuidv7(), now))
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain analyze ${text}`, values)
    await client.query('rollback')
    await client.end()
    const plan = rows.map((row) => row['QUERY PLAN'])
    const scans = plan.filter((line) => / on crawls /.test(line))
    const rowsOf = (line: string) => {
      const [, count, loops] = /actual .*rows=([\d.]+) loops=(\d+)/.exec(line) ?? []
      return Number(count) * Number(loops)
    }
    assert.ok(scans.length > 3, plan.join('\n'))
    assert.doesNotMatch(scans.join(), /Seq Scan/, plan.join('\n'))
    for (const scan of scans) assert.ok(!(rowsOf(scan) > 300), plan.join('\n'))
  })
})

/** Fails if an organization has waited while another was served more than three times. */
function noteServed(others: Map<string, string[]>, domain: string, waiting: readonly string[]): void {
  const served = domain.slice(0, 1)
  for (const name of others.keys()) if (!waiting.includes(name) || name === served) others.delete(name)
  for (const name of waiting) {
    if (name === served) continue
    const before = [...(others.get(name) ?? []), served]
    others.set(name, before)
    for (const other of new Set(before)) {
      const times = before.filter((each) => each === other).length
      assert.ok(times <= 3, `${name} has waited while ${before.join()} were served`)
    }
  }
}

/** Returns the organizations that have no place, but a crawl whose host is free. */
async function waitingOrganizations(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select distinct o.name from crawls c join organizations o on o._id = c.organization_id
    where c.lease_token is null and c.state in ('waiting', 'running') and c.due_at <= clock_timestamp()
      and not exists (select from crawls h where h.lease_token is not null
        and (h.host = c.host or h.organization_id = c.organization_id))`)
  return rows.map(({ name }) => name)
}
