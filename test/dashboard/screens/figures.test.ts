// Figures: a number that leads somewhere leads to as many, and a sentence over a list says what is in all of it.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../../../src/db/sql.ts'
import { scriptCampaign } from '../../support/declarations.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { noonZone } from '../support/noon-zone.ts'
import { becomes } from '../support/wait.ts'

/** Conversations of today: how many have each channel and status. No two sums of some of them are equal. */
const conversations = [
  ['voice', 'initiated', 1],
  ['voice', 'ringing', 2],
  ['voice', 'live', 4],
  ['voice', 'completed', 3],
  ['voice', 'no_answer', 5],
  ['voice', 'busy', 6],
  ['voice', 'failed', 8],
  ['voice', 'canceled', 9],
  ['whatsapp', 'live', 10],
  ['web', 'completed', 11],
  ['telegram', 'completed', 1],
] as const

suite('figures', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard({
      project: { timezone: noonZone() },
      campaigns: [
        scriptCampaign({ name: 'Runs' }),
        scriptCampaign({ name: 'First held', status: 'paused' }),
        scriptCampaign({ name: 'Then held' }),
      ],
    })
    const { organizationId, projectId, context } = dashboard.service
    for (const [channel, status, count] of conversations)
      await context.db.write(sql`
        with added as (
          insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status,
            phone_number, start_time, created_at)
          select ${organizationId}::uuid, ${projectId}::uuid, gen_random_uuid(), ${channel}, 'outbound', ${status},
            '+1415555' || lpad(n::text, 4, '0'), now(), now()
          from generate_series(1, ${count}::integer) n
          returning organization_id, project_id, start_time, channel_type, conversation_type, status)
        insert into conversation_count_changes (organization_id, project_id, hour, channel_type, conversation_type,
          status, conversations, durations, duration_seconds)
        select organization_id, project_id, date_trunc('hour', start_time, 'UTC'), channel_type, conversation_type,
          status, count(*), 0, 0
        from added group by 1, 2, 3, 4, 5, 6`)
  })
  after(() => dashboard[Symbol.asyncDispose]())

  const go = (page: Page, path: string) => page.goto(`${dashboard.service.url}/app${dashboard.at(path)}`)

  test('of the day lead to as many conversations', async () => {
    const page = await dashboard.open(dashboard.at())
    const table = page.getByRole('table', { name: 'Conversations of today' })
    await table.getByRole('link', { name: 'Chats' }).waitFor()
    const shown: [name: string, count: number, href: string][] = []
    for (const row of await table
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .all()) {
      const link = row.getByRole('link')
      const count = Number(await row.locator('b').innerText())
      shown.push([await link.innerText(), count, (await link.getAttribute('href'))!])
    }
    assert.deepEqual(
      shown.map(([, count]) => count),
      [38, 3, 11, 17, 7, 22],
    )
    for (const [name, count, href] of shown) {
      await page.goto(new URL(href, page.url()).href)
      const lead = page.getByText(/match(?:es)? these filters/)
      await becomes(name, async () => Number.parseInt(await lead.innerText(), 10), count)
      await becomes(`rows of ${name}`, () => page.getByRole('row').count(), count + 1)
    }
    await dashboard.leave(page)
  })

  test('of held campaigns lead to the campaign, or to a list of them', async () => {
    const { campaignIds, context, organizationId } = dashboard.service
    const page = await dashboard.open(dashboard.at())
    const need = page.getByRole('listitem').filter({ hasText: 'on hold.' })
    await need.getByText('1 campaign is on hold.').waitFor()
    await need.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'First held' }).waitFor()
    await context.db.write(sql`
      update campaigns set status = 'paused'
      where organization_id = ${organizationId} and _id = ${campaignIds['Then held']}`)
    await go(page, '')
    await need.getByText('2 campaigns are on hold.').waitFor()
    await need.getByRole('link').click()
    const rows = page.getByRole('table', { name: 'Campaigns' }).getByRole('row')
    await becomes('campaigns, with the head', () => rows.count(), 3)
    for (const name of ['First held', 'Then held']) await rows.filter({ hasText: name }).waitFor()
    await dashboard.leave(page)
  })
})
