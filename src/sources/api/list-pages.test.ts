import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { readMarkdown } from '../index/read-text.ts'
import { storePage } from '../index/store-page.ts'

interface Place {
  organization_id: string
  project_id: string
}
interface Page {
  items: Record<string, unknown>[]
  pagination: { total: number; has_next: boolean }
}

let service: Service
let sourceId: string
before(async () => {
  service = await startService()
  sourceId = await addedDomain(own())
  for (let index = 0; index < 23; index++) await stored(sourceId, index, own())
})
after(() => service[Symbol.asyncDispose]())

const own = (): Place => ({ organization_id: service.organizationId, project_id: service.projectId })

async function addedDomain({ organization_id, project_id }: Place): Promise<string> {
  const _id = uuidv7()
  await service.context.db.query(sql`
    insert into sources (organization_id, project_id, _id, name, source_type, domain, created_by, created_at, updated_at)
    values (${organization_id}, ${project_id}, ${_id}, 'a.example', 'domains', 'a.example', '{"kind": "operator"}', now(),
      now())`)
  return _id
}

async function stored(source: string, index: number, { organization_id, project_id }: Place): Promise<void> {
  const text = `# Page ${index}\n${Array.from({ length: 30 }, (_, word) => `w${index}x${word}`).join(' ')}`
  const document = readMarkdown(text, '', 'en')
  assert.ok(document)
  const page = { organizationId: organization_id, projectId: project_id, sourceId: source, document }
  const url = `https://a.example/${index}`
  const more = { url, byteSize: 1_000 + index, etag: null, lastModified: null, crawlId: null, pagesMax: 100 }
  const at = new Date(Date.UTC(2026, 4, 1, 8, index))
  const { kind } = await service.context.db.transaction((t) => storePage(t, { ...page, ...more }, at))
  assert.equal(kind, 'indexed')
}

function ask(
  query: string,
  {
    place = own(),
    key = service.key,
    id = sourceId,
  }: { place?: Place; key?: string | null; id?: string } = {},
) {
  const path = `/organizations/${place.organization_id}/projects/${place.project_id}/sources/${id}/pages${query}`
  return service.request('GET', path, { key })
}

async function list(query = '', options = {}): Promise<Page> {
  const { status, body } = await ask(query, options)
  assert.equal(status, 200, body.message)
  return body.data
}

describe('GET sources/{source_id}/pages', () => {
  it('returns the first 20 with the total (200)', async () => {
    const { items, pagination } = await list()
    assert.deepEqual([items.length, pagination.total, pagination.has_next], [20, 23, true])
    const { _id, ...first } = items[0]!
    assert.match(String(_id), /^[0-9a-f-]{36}$/)
    assert.deepEqual(first, {
      url: 'https://a.example/0',
      title: 'Page 0',
      language: 'en',
      chunk_count: 1,
      byte_size: 1_000,
      first_indexed_at: '2026-05-01T08:00:00.000Z',
      indexed_at: '2026-05-01T08:00:00.000Z',
    })
    assert.deepEqual(
      (await list('?skip=20')).items.map(({ title }) => title),
      ['Page 20', 'Page 21', 'Page 22'],
    )
  })

  it('filters and sorts by the fields of its items', async () => {
    const query = (filters: object, sort: object) =>
      `?${new URLSearchParams({ filters: JSON.stringify(filters), sort: JSON.stringify(sort) }).toString()}`
    const { items, pagination } = await list(
      query({ byte_size: { $gte: 1_020 }, url: { $regex: 'example/2' } }, { byte_size: -1 }),
    )
    assert.deepEqual(
      items.map(({ byte_size }) => byte_size),
      [1_022, 1_021, 1_020],
    )
    assert.equal(pagination.total, 3)
  })

  it('refuses unknown fields and values (400)', async () => {
    for (const query of ['?limit=0', '?filters=[]', '?sort={"simhash":1}', '?filters={"text_hash":1}'])
      assert.equal((await ask(query)).status, 400, query)
  })

  it('requires a key (401) of this project (403) and a source of it (404)', async () => {
    assert.equal((await ask('', { key: null })).status, 401)
    for (const id of [uuidv7(), 'nonsense']) {
      const { status, body } = await ask('', { id })
      assert.equal(status, 404)
      assert.match(body.message, /no source with this id/)
    }
    const projects = [{ name: 'Second', api_keys: [{ name: 'own', scopes: [] }] }]
    const tree = await service.apply({ organizations: [{ name: 'Acme', projects }] })
    const { _id, api_keys } = tree.organizations[0]!.projects.find(({ name }) => name === 'Second')!
    const place = { organization_id: service.organizationId, project_id: _id }
    const theirs = await addedDomain(place)
    await stored(theirs, 99, place)
    assert.equal((await ask('', { place, id: theirs })).status, 403)
    assert.equal((await ask('', { id: theirs })).status, 404)
    assert.equal((await ask('', { place, key: api_keys[0]!.key! })).status, 404)
    assert.equal((await list('', { place, key: api_keys[0]!.key!, id: theirs })).pagination.total, 1)
  })
})
