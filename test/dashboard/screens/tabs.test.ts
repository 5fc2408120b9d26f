// Tabs of one browser share one stream of hints, and all that are seen are kept fresh by it.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { followRequests, waitForRest } from '../support/wait.ts'

/** What says at the top of a page that it is fed. The side bar has a place of the same name. */
const live = (page: Page) => page.getByRole('status').filter({ hasText: /^Live$/ })

suite('tabs', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('show in a new one at once that another has the stream', async () => {
    const first = await dashboard.open(dashboard.at('/live'))
    await live(first).waitFor()
    const second = await first.context().newPage()
    const streams: string[] = []
    second.on('request', (request) => {
      if (request.resourceType() === 'eventsource') streams.push(request.url())
    })
    await second.goto(first.url())
    await second.getByRole('heading', { level: 1 }).waitFor()
    await live(second).waitFor({ timeout: 10_000 })
    assert.deepEqual(streams, [])
    await second.close()
    await dashboard.leave(first)
  })

  test('leave the stream to one that is seen, once they have been hidden for long', async () => {
    const { service } = dashboard
    const first = await dashboard.open(dashboard.at('/live'))
    await live(first).waitFor()
    const second = await first.context().newPage()
    followRequests(second)
    await second.goto(first.url())
    await live(second).waitFor()
    await waitForRest(second)
    await first.clock.install()
    await first.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
      document.dispatchEvent(new Event('visibilitychange'))`)
    const taken = second.waitForRequest(/\/api\/organizations\/[^/]+\/events$/, { timeout: 15_000 })
    // Organizations with their projects are asked for again at a hint alone, and for what no stream has reported.
    const isOrganizations = /\/api\/organizations\?/
    const missed = second.waitForRequest(isOrganizations, { timeout: 15_000 })
    await first.clock.fastForward('05:01')
    await taken
    await missed
    await waitForRest(second)
    const asked = second.waitForRequest(isOrganizations, { timeout: 15_000 })
    const session = await dashboard.session('owner')
    const path = `/api/organizations/${service.organizationId}/projects`
    const made = await session.request('POST', path, { name: 'Another', timezone: 'UTC', language: 'en' })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await asked
    await second.close()
    await dashboard.leave(first)
  })
})
