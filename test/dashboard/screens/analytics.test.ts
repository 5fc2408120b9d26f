// The job of the analytics page: read a day, find the conversations behind it, and take the figures along.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { sql } from '../../../src/db/sql.ts'
import { scriptCampaign } from '../../support/declarations.ts'
import { eventually } from '../../support/service.ts'
import { assertAccessible, startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { noonZone } from '../support/noon-zone.ts'
import { becomes } from '../support/wait.ts'

/** For so long a page stays where it is. */
const keptMs = 500

/** Returns the names of what a link asks for. */
async function namesIn(link: Locator): Promise<string[]> {
  const address = new URL((await link.getAttribute('href')) ?? '', 'http://dashboard')
  return [...address.searchParams.keys()]
}

suite('the analytics page', () => {
  let dashboard: Dashboard
  const numbers = ['+14155551100', '+14155551101', '+14155551111']

  before(async () => {
    dashboard = await startDashboard({
      project: { timezone: noonZone() },
      campaigns: [scriptCampaign({ name: 'Autumn' })],
    })
    const { service } = dashboard
    service.startWorker()
    const project = `/organizations/${service.organizationId}/projects/${service.projectId}`
    for (const phone_number of numbers) {
      const path = `${project}/campaigns/${service.campaignIds['Autumn']}/calls`
      await service.request('POST', path, { body: { phone_number, name: 'Maria Delgado' } })
    }
    await eventually('the calls are over', async () => {
      const filters = JSON.stringify({ status: { $in: ['completed', 'no_answer', 'busy', 'failed'] } })
      const { body } = await service.request(
        'GET',
        `${project}/conversations?filters=${encodeURIComponent(filters)}`,
      )
      const { pagination } = body.data as { pagination: { total: number } }
      return pagination.total === numbers.length ? true : null
    })
    // In the sandbox, a call takes less than a second. One of them was lost: it has failed, and has a duration.
    await service.context.db.write(sql`
      insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type, status,
        conversations, durations, duration_seconds)
      values (${service.organizationId}, ${service.projectId}, date_trunc('hour', now(), 'UTC'), 'voice', 'outbound',
        'failed', 0, 1, 5)`)
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('says the sentence first, is read by keyboard, and leads to the conversations that a bar counts', async () => {
    const page = await dashboard.open(dashboard.at('/analytics'))
    await page.getByRole('heading', { level: 1, name: /^3 calls, [\d.]+% of them answered/ }).waitFor()
    const chart = page.getByRole('slider', { name: /^3 calls were placed or taken/ })
    await chart.focus()
    const said = () => chart.getAttribute('aria-valuetext')
    const today = /: 3 \(.*: 0\), not over yet$/
    await becomes('the last bar', said, today)
    await page.keyboard.press('ArrowLeft')
    await becomes('the bar before', said, /: 0 \(/)
    await page.keyboard.press('End')
    await becomes('the last bar', said, today)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/conversations\?.*channel=voice/)
    await page.getByText(/^3 conversations match these filters/).waitFor()
    await page.goBack()
    await page.getByRole('slider', { name: /of the calls were answered/ }).waitFor()
    const talk = page.getByRole('region', { name: 'Talk time' }).getByRole('link')
    assert.deepEqual(await namesIn(talk), ['channel', 'from', 'to'])
    await dashboard.leave(page)
  })

  test('reads a bar by a first tap and leads on by the second, and by the first button of a mouse alone', async () => {
    const phone = await dashboard.open(dashboard.at('/analytics'), { size: 'phone' })
    const chartOf = (page: Page) => page.getByRole('slider', { name: /^3 calls were placed or taken/ })
    const lastBarOf = async (page: Page) => {
      const { width, height } = (await chartOf(page).boundingBox())!
      return { x: width - 2, y: height / 2 }
    }
    await chartOf(phone).tap({ position: await lastBarOf(phone) })
    await phone.waitForTimeout(keptMs)
    assert.match(phone.url(), /\/analytics$/)
    await chartOf(phone).tap({ position: await lastBarOf(phone) })
    await phone.waitForURL(/\/conversations\?.*channel=voice/)
    await dashboard.leave(phone)
    const desk = await dashboard.open(dashboard.at('/analytics'))
    await chartOf(desk).hover({ position: await lastBarOf(desk) })
    await chartOf(desk).click({ position: await lastBarOf(desk), button: 'right' })
    await desk.waitForTimeout(keptMs)
    assert.match(desk.url(), /\/analytics$/)
    await chartOf(desk).click({ position: await lastBarOf(desk) })
    await desk.waitForURL(/\/conversations\?.*channel=voice/)
    await dashboard.leave(desk)
  })

  test('splits by campaign in the address, shows the same as a table, and exports it', async () => {
    const page = await dashboard.open(dashboard.at('/analytics?span=7d'))
    await page.getByLabel('Split', { exact: true }).selectOption({ label: 'by campaign' })
    await page.waitForURL(/split=campaign/)
    await page.getByRole('listitem').filter({ hasText: 'Autumn' }).waitFor()
    await page.getByRole('button', { name: 'As a table' }).first().click()
    const table = page.getByRole('table', { name: /calls were placed or taken/ })
    await becomes('the head and seven days', () => table.getByRole('row').count(), 8)
    await assertAccessible(page, 'analytics as a table')
    await table.getByRole('row').last().getByRole('link', { name: '3', exact: true }).click()
    await page.waitForURL(/\/conversations\?.*campaign=/)
    await page.getByText(/^3 conversations match these filters/).waitFor()
    await page.goBack()
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export as CSV' }).click()
    assert.match((await saved).suggestedFilename(), /^calls-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    await dashboard.leave(page)
  })

  test('stands on the campaign’s page, for the last 30 days', async () => {
    const { service, at } = dashboard
    const page = await dashboard.open(at(`/campaigns/${service.campaignIds['Autumn']}`))
    const section = page.getByRole('region', { name: 'The last 30 days by outcome' })
    await section.getByRole('slider', { name: /^3 calls in 30 days/ }).waitFor()
    await section.getByRole('link', { name: 'completed' }).waitFor()
    const open = section.getByRole('link', { name: /: .*, 3$/ })
    assert.deepEqual(await namesIn(open), ['channel', 'campaign', 'from', 'to'])
    await dashboard.leave(page)
  })
})
