import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { htmlPage, startSite } from '../../../test/support/site.ts'
import { uuidv7 } from '../../base/ids.ts'
import type { SourceRow } from '../queries.ts'

let service: Service
before(async () => {
  service = await startService({}, { crawlPrivateHosts: ['127.0.0.1'] })
})
after(() => service[Symbol.asyncDispose]())

const project = () => `/organizations/${service.organizationId}/projects/${service.projectId}`

async function upload(domain: string): Promise<SourceRow> {
  const { status, body } = await service.request('POST', `${project()}/sources/domains`, { body: { domain } })
  assert.equal(status, 201, body.message)
  return look(domain)
}

async function look(domain: string): Promise<SourceRow> {
  const filters = encodeURIComponent(JSON.stringify({ domain: domain.replace('http://', '') }))
  const { body } = await service.request('GET', `${project()}/sources?filters=${filters}`)
  const [source] = (body.data as { items: SourceRow[] }).items
  assert.ok(source)
  return source
}

const cancel = (id: string, options = {}) =>
  service.request('POST', `${project()}/sources/${id}/cancel`, options)

describe('POST sources/{source_id}/cancel', () => {
  it('ends a waiting crawl once, and returns its states (200)', async () => {
    const { _id } = await upload('waits.example')
    const { status, body } = await cancel(_id)
    assert.equal(status, 200)
    assert.deepEqual(body.data, {
      source_id: _id,
      state_before: 'waiting',
      state: 'cancelled',
      cancelled: true,
    })
    const source = await look('waits.example')
    assert.deepEqual(
      [source.sync_status, source.sync_error, source.crawl?.state],
      ['failed', 'the crawl was cancelled', 'cancelled'],
    )
    assert.ok(source.next_crawl_at !== null)
    const again = await cancel(_id)
    assert.deepEqual(again.body.data, {
      source_id: _id,
      state_before: 'cancelled',
      state: 'cancelled',
      cancelled: false,
    })
  })

  it('ends a running crawl together with its open request, and keeps the indexed pages (200)', async () => {
    let isAsked = false
    await using site = await startSite({
      '/': htmlPage('Start', ['/slow', '/never']),
      // Responds only when the site is closed.
      '/slow': () => {
        isAsked = true
        return new Promise(() => {})
      },
      '/never': htmlPage('Never'),
    })
    service.startWorker()
    const { _id } = await upload(site.origin)
    await eventually('the slow page', () => (isAsked ? true : null))
    const { status, body } = await cancel(_id)
    assert.equal(status, 200)
    assert.deepEqual([body.data['state_before'], body.data['state']], ['running', 'cancelled'])
    // The worker frees the host: another crawl of it can begin, although the open page would have taken long.
    site.pages.set('/slow', htmlPage('Slow'))
    await upload(site.origin)
    const source = await eventually('the next crawl', async () => {
      const found = await look(site.origin)
      return found.sync_status === 'success' ? found : null
    })
    assert.equal(source.page_count, 3)
    assert.deepEqual(site.requests.filter((path) => path === '/slow').length, 2)
  })

  it('refuses malformed ids and sources of other projects (404)', async () => {
    for (const id of [uuidv7(), 'nonsense']) {
      const { status, body } = await cancel(id)
      assert.equal(status, 404)
      assert.match(body.message, /no source with this id/)
    }
  })

  it('requires a key (401) of this project (403)', async () => {
    const { _id } = await look('waits.example')
    assert.equal((await cancel(_id, { key: null })).status, 401)
    const projects = [{ name: 'Second', api_keys: [{ name: 'plain', scopes: [] }] }]
    const tree = await service.apply({ organizations: [{ name: 'Acme', projects }] })
    const other = tree.organizations[0]!.projects[0]!
    const key = other.api_keys[0]!.key!
    assert.equal((await cancel(_id, { key })).status, 403)
    const path = `/organizations/${service.organizationId}/projects/${other._id}/sources/${_id}/cancel`
    assert.equal((await service.request('POST', path, { key })).status, 404)
  })
})
