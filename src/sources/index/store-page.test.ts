import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { operator } from '../../../test/support/source-author.ts'
import { systemClock } from '../../base/clock.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { urlKey } from '../crawl/frontier/url-key.ts'
import { removeSource } from '../remove-source.ts'
import type { SourceType } from '../source.ts'
import { readHtml } from './read-document.ts'
import { renewWords } from './renew-words.ts'
import { dropPage, dropPagesNotSeen, keepPage, storePage, wordsMax } from './store-page.ts'
import type { PageToStore, StoreOutcome } from './store-page.ts'

const now = new Date('2026-05-01T08:00:00Z')
const later = new Date('2026-06-01T08:00:00Z')
let database: TestDatabase
let organizationId: string
let projectId: string

before(async () => {
  database = await createTestDatabase()
})
after(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  organizationId = uuidv7()
  projectId = uuidv7()
  await database.db.query(sql`
    insert into organizations (_id, name, plan_status, plan_links, created_at, updated_at)
    values (${organizationId}, ${`O ${organizationId}`}, 'active', 3, ${now}, ${now})`)
  await database.db.query(sql`
    insert into projects (organization_id, _id, name, status, language, timezone, created_at, updated_at)
    values (${organizationId}, ${projectId}, 'P', 'active', 'en', 'UTC', ${now}, ${now})`)
})

async function addedSource(type: SourceType = 'domains'): Promise<string> {
  const _id = uuidv7()
  await database.db.query(sql`
    insert into sources (organization_id, project_id, _id, name, source_type, domain, created_by, created_at, updated_at)
    values (${organizationId}, ${projectId}, ${_id}, 'S', ${type}, ${type === 'domains' ? `${_id}.example` : null},
      '{"kind": "operator"}', ${now}, ${now})`)
  return _id
}

const text = (seed: string, count = 300) =>
  Array.from({ length: count }, (_, index) => `${seed}${(index * 7919) % 1013}`).join(' ')

function pageOf(sourceId: string, url: string, words: string, more: Partial<PageToStore> = {}): PageToStore {
  const html = `<html lang="en"><title>Same title</title><main><p>${words}</p></main></html>`
  const document = readHtml(html, url, 'en')
  assert.ok(document)
  const known = { etag: '"1"', lastModified: null, crawlId: null, pagesMax: 10 }
  return { organizationId, projectId, sourceId, url, document, byteSize: html.length, ...known, ...more }
}

function store(sourceId: string, url: string, words: string, more: Partial<PageToStore> = {}, at = now) {
  return database.db.transaction((transaction): Promise<StoreOutcome> =>
    storePage(transaction, pageOf(sourceId, url, words, more), at),
  )
}

/** Returns the row versions (`xmin`): writing a row changes its version. */
function versions(sourceId: string) {
  return database.db.query(sql`
    select 'page' as kind, _id::text, xmin::text from source_pages where source_id = ${sourceId}
    union all select 'chunk', page_id || ' ' || ordinal, xmin::text from page_chunks where source_id = ${sourceId}
    union all select 'source', _id::text, xmin::text from sources where _id = ${sourceId} order by 1, 2`)
}

async function urlsOf(sourceId: string): Promise<string[]> {
  const rows = await database.db.query<{ url: string }>(sql`
    select url from source_pages where source_id = ${sourceId} order by url`)
  return rows.map(({ url }) => url)
}

/** Returns the stored counts beside the counted rows. */
async function counts(): Promise<{ links: number; pages: number; sources: number }> {
  const [row] = await database.db.query<{ links: number; pages: number; sources: number }>(sql`
    select coalesce((select indexed from organization_links where organization_id = ${organizationId}), 0) as links,
      (select count(*) from source_pages p join sources s on s._id = p.source_id
        where p.organization_id = ${organizationId} and s.source_type <> 'files') as pages,
      (select coalesce(sum(page_count), 0) from sources
        where organization_id = ${organizationId} and source_type <> 'files') as sources`)
  assert.ok(row)
  assert.deepEqual([row.links, row.sources], [row.pages, row.pages])
  return row
}

describe('storePage', () => {
  it('indexes a page, then finds it unchanged and writes nothing', async () => {
    const source = await addedSource()
    assert.deepEqual(await store(source, 'http://a/1', text('alpha')), { kind: 'indexed' })
    const before = await versions(source)
    assert.ok(before.length >= 3)
    assert.deepEqual(await store(source, 'http://a/1', text('alpha'), { etag: '"2"' }, later), {
      kind: 'unchanged',
    })
    const place = { organizationId, sourceId: source, url: 'http://a/1' }
    assert.equal(await database.db.transaction((transaction) => keepPage(transaction, place)), true)
    assert.equal(
      await database.db.transaction((transaction) => keepPage(transaction, { ...place, url: 'http://a/2' })),
      false,
    )
    assert.deepEqual(await versions(source), before)
  })

  it('rewrites a page whose text has changed, and keeps first_indexed_at', async () => {
    const source = await addedSource()
    await store(source, 'http://a/1', text('alpha'))
    assert.deepEqual(await store(source, 'http://a/1', text('beta', 900), {}, later), { kind: 'indexed' })
    const [page] = await database.db.query(sql`
      select first_indexed_at, indexed_at, chunk_count, (select count(*) from page_chunks c where c.page_id = p._id) as chunks
      from source_pages p where source_id = ${source}`)
    assert.deepEqual(page, {
      first_indexed_at: now.toISOString(),
      indexed_at: later.toISOString(),
      chunk_count: 6,
      chunks: 6,
    })
    assert.equal((await counts()).pages, 1)
  })

  it('keeps near-identical pages of a source once, under the first URL', async () => {
    const [source, other] = [await addedSource(), await addedSource()]
    await store(source, 'http://a/1', text('alpha'))
    for (const words of [text('alpha'), `${text('alpha')} Printed on 3 May 2026 at 12:30`])
      assert.deepEqual(await store(source, 'http://a/print', words), { kind: 'duplicate', of: 'http://a/1' })
    assert.deepEqual(await store(source, 'http://a/2', text('beta')), { kind: 'indexed' })
    assert.deepEqual(await store(other, 'http://a/1', text('alpha')), { kind: 'indexed' })
    // A page leaves the index when its text becomes that of another page.
    assert.deepEqual(await store(source, 'http://a/2', text('alpha')), {
      kind: 'duplicate',
      of: 'http://a/1',
    })
    assert.deepEqual(await urlsOf(source), ['http://a/1'])
    assert.equal((await counts()).pages, 2)
  })

  it('keeps every page that differs in a fact, however small', async () => {
    const source = await addedSource()
    await database.db.query(sql`update organizations set plan_links = 50 where _id = ${organizationId}`)
    const stores = Array.from({ length: 20 }, (_, index) => {
      const facts = `Our store in City${index}: call 030 55${index} or come after ${index}:00, from ${index + 1} May 2026.`
      return `${text('store', 400)} ${facts}`
    })
    for (const [index, words] of [...stores, `${text('store', 400)} not`].entries())
      assert.deepEqual(await store(source, `http://a/${index}`, words, { pagesMax: 50 }), { kind: 'indexed' })
    assert.equal((await urlsOf(source)).length, 21)
  })

  it('drops a page that differs in trivia only, even if its text is short', async () => {
    const source = await addedSource()
    const page = (trivia: string) => `<p>We deliver on Tuesdays. Call 030 123.</p><p>${trivia}</p>`
    await store(source, 'http://a/1', page('updated 3 minutes ago'))
    for (const trivia of [
      'Updated an hour ago',
      'Last updated: 2026-05-01 12:30',
      'Generated at 12:30:11, 3 May 2026',
      '2026-05-01T12:30:11Z',
      'Page generated in 0.123 seconds',
      '1,204 views',
      'Visitors: 88',
      'Session ID: 8f3e2a91c0',
      'Zuletzt aktualisiert am 03.05.2026 um 12:30',
      '',
    ]) {
      const { kind } = await store(source, 'http://a/2', page(trivia))
      assert.equal(kind, 'duplicate', trivia)
    }
    assert.deepEqual(await urlsOf(source), ['http://a/1'])
  })

  it('stores no page beyond the limit of the source or the links of the plan', async () => {
    const [source, other] = [await addedSource(), await addedSource('urls')]
    assert.deepEqual(await store(source, 'http://a/1', text('alpha'), { pagesMax: 1 }), { kind: 'indexed' })
    assert.deepEqual(await store(source, 'http://a/2', text('beta'), { pagesMax: 1 }), { kind: 'limit' })
    await store(source, 'http://a/2', text('beta'))
    await store(other, 'http://a/3', text('gamma'))
    assert.deepEqual(await store(other, 'http://a/4', text('delta')), { kind: 'quota' })
    // A page that is indexed already, and a file, take no link.
    assert.deepEqual(await store(other, 'http://a/3', text('delta')), { kind: 'indexed' })
    const file = await addedSource('files')
    assert.deepEqual(
      await database.db.transaction((transaction) =>
        storePage(transaction, { ...pageOf(file, 'http://a/', text('file')), url: null }, now),
      ),
      { kind: 'indexed' },
    )
    assert.equal((await counts()).links, 3)
  })

  // Eight sources store six pages each at the same time; the plan has three links.
  it('keeps the links within the plan, however many crawls store pages at once', async () => {
    const sources = await Promise.all(Array.from({ length: 8 }, () => addedSource()))
    const outcomes = await Promise.all(
      sources.flatMap((source, index) =>
        Array.from({ length: 6 }, (_, page) => store(source, `http://a/${page}`, text(`s${index}p${page}`))),
      ),
    )
    assert.equal(outcomes.filter(({ kind }) => kind === 'indexed').length, 3)
    assert.equal(outcomes.filter(({ kind }) => kind === 'quota').length, 45)
    assert.equal((await counts()).links, 3)
  })

  it('writes nothing for a source that was deleted', async () => {
    assert.deepEqual(await store(uuidv7(), 'http://a/1', text('alpha')), { kind: 'superseded' })
  })
})

describe('removed pages', () => {
  it('give their links back: one page, pages that a crawl has not seen, all pages of a source', async () => {
    const source = await addedSource()
    const crawl = uuidv7()
    for (const name of ['kept', 'failed', 'vanished']) await store(source, `http://a/${name}`, text(name))
    await database.db.query(sql`
      insert into crawls (organization_id, project_id, _id, source_id, host, start_url, domain, crawling_strategy, max_pages,
        max_depth, include_patterns, exclude_patterns, crawler, created_at)
      values (${organizationId}, ${projectId}, ${crawl}, ${source}, 'a', 'http://a/', 'a', 'deep_crawl', 10, 3, '{}', '{}',
        'crawler_a', ${now})`)
    for (const [name, state] of [
      ['kept', 'unchanged'],
      ['failed', 'failed'],
      ['vanished', 'skipped'],
    ] as const)
      await database.db.query(sql`
        insert into crawl_urls (organization_id, crawl_id, url_key, url, depth, state, settled_at)
        values (${organizationId}, ${crawl}, ${urlKey(`http://a/${name}`)}, ${`http://a/${name}`}, 1, ${state}, ${now})`)
    const ofCrawl = { organizationId, sourceId: source, crawlId: crawl }
    const dropped = await database.db.transaction((transaction) =>
      dropPagesNotSeen(transaction, ofCrawl, later),
    )
    assert.deepEqual(dropped, ['http://a/vanished'])
    assert.deepEqual(await urlsOf(source), ['http://a/failed', 'http://a/kept'])
    const place = { organizationId, sourceId: source, url: 'http://a/failed' }
    for (let twice = 0; twice < 2; twice++)
      await database.db.transaction((transaction) => dropPage(transaction, place, later))
    assert.equal((await counts()).links, 1)
    const inDatabase = { db: database.db, clock: systemClock, newId: uuidv7 }
    assert.deepEqual(await removeSource(inDatabase, source, operator), { name: 'S', pages: 1 })
    assert.equal(await removeSource(inDatabase, source, operator), null)
    assert.equal((await counts()).links, 0)
    const [left] = await database.db.query<{ rows: number }>(sql`
      select (select count(*) from page_chunks where source_id = ${source})
        + (select count(*) from source_words where source_id = ${source}) as rows`)
    assert.equal(left?.rows, 0)
  })
})

describe('renewWords', () => {
  it('reads the newest pages first, since the oldest may leave', async () => {
    const source = await addedSource()
    const letters = (number: number) => String.fromCharCode(97 + (number % 26))
    const word = (number: number) =>
      `a${letters(number / 17_576)}${letters(number / 676)}${letters(number / 26)}${letters(number)}`
    await store(source, 'http://a/old', Array.from({ length: wordsMax }, (_, index) => word(index)).join(' '))
    await store(source, 'http://a/new', 'The zebra of the new page.')
    const words = async () =>
      database.db.query<{ count: number; knows_zebra: boolean }>(sql`
        select s.word_count as count, exists (
          select from source_words w where w.source_id = s._id and w.word = 'zebra') as knows_zebra
        from sources s where s._id = ${source}`)
    assert.deepEqual(await words(), [{ count: wordsMax, knows_zebra: false }])
    const key = { organization_id: organizationId, project_id: projectId, source_id: source }
    await renewWords(database.db, key, new AbortController().signal)
    assert.deepEqual(await words(), [{ count: wordsMax, knows_zebra: true }])
  })
})
