// The do-not-call list: its page, what a person's page says of it, and a call that is refused by it.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { lookAtEach } from '../support/looks.ts'
import { becomes } from '../support/wait.ts'

suite('the do-not-call list', () => {
  let dashboard: Dashboard
  const screens: Record<string, string> = {}

  before(async () => {
    dashboard = await startDashboard()
    const { service, at } = dashboard
    const base = `/organizations/${service.organizationId}`
    const calls = `${base}/projects/${service.projectId}/campaigns/${Object.values(service.campaignIds)[0]}/calls`
    const placed = await service.request('POST', calls, {
      body: { phone_number: '+14155552500', name: 'Ada' },
    })
    assert.equal(placed.status, 200, placed.body.message)
    const [person] = await service.context.db.query<{ profile_id: string }>(sql`
      select profile_id from profile_contacts where normalized = '+14155552500'`)
    const listed = await service.request('POST', `${base}/do-not-call`, {
      body: { numbers: ['+14155552500', '+14155552501'], why: 'asked by letter' },
    })
    assert.equal(listed.status, 200, listed.body.message)
    Object.assign(screens, {
      list: `/${service.organizationId}/do-not-call`,
      'list, with those that ended': `/${service.organizationId}/do-not-call?show=all`,
      'list, none match': `/${service.organizationId}/do-not-call?q=999999`,
      person: at(`/people/${person!.profile_id}`),
    })
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('takes numbers, finds one, and ends it with a reason', async () => {
    const page = await dashboard.open(screens['list']!)
    const rows = page.getByRole('table', { name: 'Do not call' })
    await rows.getByText('+1 415 555 2501').waitFor()
    await page.getByRole('button', { name: 'Add…' }).click()
    await page.getByLabel('Numbers').fill('+1 415 555 2502\nnobody')
    await page.getByLabel('Reason').fill('asked on the telephone')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('numbers[1]').waitFor()
    await page.getByLabel('Numbers').fill('+1 415 555 2502\n+1 415 555 2503')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Added: 2. Waiting calls that were canceled: 0.').waitFor()
    await page.getByLabel('Number or some digits').fill('2502')
    await page.keyboard.press('Enter')
    await rows.getByText('+1 415 555 2501').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'End the entry of +1 415 555 2502' }).click()
    await page.getByLabel('Reason').fill('wants calls again')
    await page.getByRole('button', { name: 'End it' }).click()
    await page.getByText('+1 415 555 2502 may be called again').waitFor()
    await page.getByText('Nothing matches these filters').waitFor()
    await dashboard.leave(page)
  })

  test('is named on the page of a person, who can not be called', async () => {
    const page = await dashboard.open(screens['person']!)
    await page.getByText(/\+1 415 555 2500 is on the do-not-call list/).waitFor()
    await page.getByText('asked by letter').waitFor()
    const call = page.getByRole('button', { name: 'Call…' })
    await becomes('whether it is disabled', () => call.getAttribute('aria-disabled'), 'true')
    await page.getByRole('link', { name: 'To the list' }).click()
    await page.getByRole('table', { name: 'Do not call' }).waitFor()
    await dashboard.leave(page)
  })

  test('can be read by a viewer, who changes nothing', async () => {
    const page = await dashboard.open(screens['list']!, { role: 'viewer' })
    const add = page.getByRole('button', { name: 'Add…' })
    await becomes('whether it is disabled', () => add.getAttribute('aria-disabled'), 'true')
    await dashboard.leave(page)
  })

  test('has no violation of WCAG 2.2 AA in light and dark, fits into 360 pixels, and has all text from the catalog', () =>
    lookAtEach(dashboard, screens))
})
