import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pathOf } from '../../../test/support/places.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { operator } from '../../../test/support/source-author.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { addSource } from '../add-source.ts'
import { readPlainText } from '../index/read-text.ts'

interface Place {
  organization_id: string
  project_id: string
}

let service: Service
let sourceId: string
before(async () => {
  service = await startService()
  sourceId = await added('own.txt', own())
})
after(() => service[Symbol.asyncDispose]())

const own = (): Place => ({ organization_id: service.organizationId, project_id: service.projectId })

async function added(name: string, place: Place): Promise<string> {
  const document = readPlainText(`The text of ${name}.`, name, 'en')
  assert.ok(document)
  const from = { kind: 'file', type: 'text/plain' } as const
  const outcome = await addSource(service.context, {
    ...place,
    name,
    document,
    byteSize: 42,
    from,
    author: operator,
  })
  assert.ok(outcome.kind === 'added')
  return outcome.source_id
}

function get(id: string, { place = own(), key = service.key }: { place?: Place; key?: string | null } = {}) {
  const path = `/organizations/${place.organization_id}/projects/${place.project_id}/sources/${id}`
  return service.request('GET', path, { key })
}

describe('GET sources/{source_id}', () => {
  it('returns the source as the list shows it (200)', async () => {
    const { status, body } = await get(sourceId)
    assert.equal(status, 200)
    const { organization_id, project_id } = own()
    const list = await service.request(
      'GET',
      `/organizations/${organization_id}/projects/${project_id}/sources`,
    )
    assert.deepEqual((list.body.data as { items: unknown[] }).items, [body.data])
    const { name, source_type, page_count, file_size, created_by } = body.data as Record<string, unknown>
    assert.deepEqual(
      [name, source_type, page_count, file_size, created_by],
      ['own.txt', 'files', 1, 42, { kind: 'operator' }],
    )
  })

  it('requires a key (401) of this project (403) and a source of it (404)', async () => {
    assert.equal((await get(sourceId, { key: null })).status, 401)
    const tree = await service.apply({
      organizations: [
        { name: 'Acme', projects: [{ name: 'Second', api_keys: [{ name: 'own', scopes: [] }] }] },
      ],
    })
    const second = tree.organizations[0]!.projects.find(({ name }) => name === 'Second')!
    const place = { organization_id: service.organizationId, project_id: second._id }
    const theirs = await added('theirs.txt', place)
    const { key } = second.api_keys[0]!
    assert.equal((await get(theirs, { place })).status, 403)
    assert.equal((await get(theirs, { place, key: key! })).status, 200)
    assert.equal((await get(sourceId, { place, key: key! })).status, 404)
    for (const id of [theirs, uuidv7(), 'nonsense', sourceId.toUpperCase()]) {
      const { status, body } = await get(id)
      assert.equal(status, 404)
      assert.equal(body.message, 'The project has no source with this id')
    }
  })

  it('shows that a crawl waits for its host only if a crawl of the same organization uses the host', async () => {
    const project = { name: 'Third', api_keys: [{ name: 'third', scopes: [] }] }
    const tree = await service.apply({
      organizations: ['Acme', 'Other'].map((name) => ({ name, projects: [project] })),
    })
    const places = tree.organizations.map(({ _id, projects }) => {
      const third = projects.find(({ name }) => name === 'Third')!
      return { place: { organization_id: _id, project_id: third._id }, key: third.api_keys[0]!.key! }
    })
    places.unshift({ place: own(), key: service.key })
    const crawls: { place: Place; key: string; sourceId: string }[] = []
    for (const { place, key } of places) {
      const body = { domain: 'shared.example' }
      assert.equal(
        (await service.request('POST', `${pathOf(place)}/sources/domains`, { body, key })).status,
        201,
      )
      const [row] = await service.context.db.query<{ _id: string }>(sql`
        select _id from sources where project_id = ${place.project_id} and domain = 'shared.example'`)
      crawls.push({ place, key, sourceId: row!._id })
    }
    const seenWhileHeldBy = async (holder: string) => {
      await service.context.db.query(sql`
        update crawls set lease_token = case when source_id = ${holder} then gen_random_uuid() end,
          lease_until = case when source_id = ${holder} then clock_timestamp() + interval '1 minute' end`)
      return Promise.all(
        crawls.map(async ({ place, key, sourceId }) => {
          const { body } = await get(sourceId, { place, key })
          return (body.data as { crawl: { waits_for: string | null } }).crawl.waits_for
        }),
      )
    }
    // The first two projects belong to one organization.
    const [first, , foreign] = crawls
    assert.deepEqual(await seenWhileHeldBy(first!.sourceId), [null, 'host', 'worker'])
    assert.deepEqual(await seenWhileHeldBy(foreign!.sourceId), ['worker', 'worker', null])
  })
})
