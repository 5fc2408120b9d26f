// Tabs of one browser share one stream of hints, and all that are seen are kept fresh by it.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'

suite('tabs', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('leave the stream to one that is seen, once they have been hidden for long', async () => {
    const { service } = dashboard
    const first = await dashboard.open(dashboard.at('/live'))
    await first.getByText('Live', { exact: true }).first().waitFor()
    const second = await first.context().newPage()
    await second.goto(first.url())
    await second.getByRole('heading', { level: 1 }).waitFor()
    await first.clock.install()
    await first.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
      document.dispatchEvent(new Event('visibilitychange'))`)
    const taken = second.waitForRequest(/\/api\/organizations\/[^/]+\/events$/, { timeout: 15_000 })
    await first.clock.fastForward('05:01')
    await taken
    await second.getByText('Live', { exact: true }).first().waitFor()
    // Organizations with their projects are asked for again at a hint alone.
    const asked = second.waitForRequest(/\/api\/organizations\?/, { timeout: 15_000 })
    const session = await dashboard.session('owner')
    const path = `/api/organizations/${service.organizationId}/projects`
    const made = await session.request('POST', path, { name: 'Another', timezone: 'UTC', language: 'en' })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await asked
    await second.close()
    await dashboard.leave(first)
  })
})
