// Figures: a number that leads somewhere leads to as many, and a sentence over a list says what is in all of it.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../../../src/db/sql.ts'
import type { Sql } from '../../../src/db/sql.ts'
import { scriptCampaign } from '../../support/declarations.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { noonZone } from '../support/noon-zone.ts'
import { becomes, waitForRest } from '../support/wait.ts'

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

/** Counts the numbers that a page writes until the clock at its top has stepped three times. */
const numbersOfThreeSeconds = `new Promise((resolve) => {
  const { NumberFormat } = Intl
  let [numbers, steps] = [0, 0]
  Intl.NumberFormat = new Proxy(NumberFormat, {
    construct: (format, given) => {
      numbers += 1
      return new format(...given)
    },
  })
  const observer = new MutationObserver(() => {
    steps += 1
    if (steps < 3) return
    observer.disconnect()
    Intl.NumberFormat = NumberFormat
    resolve(numbers)
  })
  observer.observe(document.querySelector('time:not(main time)'), {
    characterData: true,
    childList: true,
    subtree: true,
  })
})`

/** Waits for a page, and compares the sentence below its title; null: there is none. */
async function says(page: Page, lead: string | RegExp | null): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitForRest(page)
  const below = page.locator('h1 + div')
  if (lead === null) assert.equal(await below.count(), 0, page.url())
  else await becomes(page.url(), () => below.innerText(), lead)
}

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
      // Opened on another day, it is the same list.
      assert.match(href, /[?&]from=([\d-]{10})&to=\1(&|$)/)
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
    // One past its end date has ended everywhere, whatever its status (Rule 14).
    const endAt = (at: Sql) =>
      context.db.write(sql`
        update campaigns set ends_at = ${at}
        where organization_id = ${organizationId} and _id = ${campaignIds['Then held']}`)
    await endAt(sql`now() - interval '1 hour'`)
    await page.reload()
    await becomes('held campaigns, with the head', () => rows.count(), 2)
    await go(page, '/campaigns?status=ended')
    const row = rows.filter({ hasText: 'Then held' })
    await becomes('the row', () => row.innerText(), /ended/i)
    assert.equal(await row.getByRole('button').count(), 0)
    await row.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Then held' }).waitFor()
    for (const name of ['Release', 'Test call…']) {
      const button = page.getByRole('button', { name, exact: false }).first()
      await becomes(name, () => button.getAttribute('aria-description'), 'This campaign has ended.')
    }
    await endAt(sql`null`)
    await dashboard.leave(page)
  })

  test('of templates are said of all of them, or not at all', async () => {
    const { organizationId, projectId, context } = dashboard.service
    const addTemplates = (from: number, to: number) =>
      context.db.write(sql`
        insert into whatsapp_templates (organization_id, project_id, _id, name, provider_name, whatsapp_sender_id,
          language, category, status, components, status_since, created_at, updated_at)
        select organization_id, project_id, gen_random_uuid(), 'template_' || lpad(n::text, 3, '0'),
          'template_' || lpad(n::text, 3, '0'), _id, 'en', 'utility', case n when 99 then 'paused' else 'approved' end,
          '[]', now(), now(), now()
        from whatsapp_senders, generate_series(${from}::integer, ${to}::integer) n
        where organization_id = ${organizationId} and project_id = ${projectId}`)
    await context.db.write(sql`
      insert into whatsapp_senders (organization_id, project_id, _id, name, phone_number_id, business_account_id,
        display_phone_number, access_token, app_secret, verify_token, templates_due_at, created_at, updated_at)
      values (${organizationId}, ${projectId}, gen_random_uuid(), 'main', '1', '2', '+14155550199', '', '', '',
        now() + interval '1 day', now(), now())`)
    await addTemplates(50, 99)
    await context.db.write(sql`
      insert into broadcasts (organization_id, project_id, _id, name, whatsapp_sender_id, whatsapp_template_id,
        created_at, updated_at)
      select organization_id, project_id, gen_random_uuid(), 'Orders', whatsapp_sender_id, _id, now(), now()
      from whatsapp_templates where organization_id = ${organizationId} and name = 'template_099'`)
    const page = await dashboard.open(dashboard.at('/templates'))
    await says(page, '50 templates as WhatsApp has them. 1 that broadcasts use can’t be sent.')
    await addTemplates(49, 49)
    for (const query of ['', '?status=approved', '?status=paused', '?page=2']) {
      await go(page, `/templates${query}`)
      await says(page, '51 templates as WhatsApp has them.')
    }
    await go(page, '/templates?q=template_05')
    await says(page, null)
    await dashboard.leave(page)
  })

  /** Opens pages one after the other, and compares what each says below its title. */
  const saysOfEach = async (leads: Record<string, string | RegExp | null>) => {
    const [first = ''] = Object.keys(leads)
    const page = await dashboard.open(dashboard.at(first))
    for (const [path, lead] of Object.entries(leads)) {
      await go(page, path)
      await says(page, lead)
    }
    await dashboard.leave(page)
  }
  const project = () => sql`${dashboard.service.organizationId}::uuid, ${dashboard.service.projectId}::uuid`

  test('of opt-outs count opt-outs, of which a person may have two, and not those of a filter', async () => {
    await dashboard.service.context.db.write(sql`
      insert into whatsapp_opt_outs (organization_id, project_id, recipient, scope, source, since)
      values (${project()}, '+14155552300', 'all', 'message', now()),
        (${project()}, '+14155552300', 'marketing', 'message', now())`)
    await saysOfEach({
      '/opt-outs?scope=all': null,
      '/opt-outs': '2 opt-outs, from all WhatsApp messages or from marketing.',
    })
  })

  test('of tickets do not count those of a search', async () => {
    await dashboard.service.context.db.write(sql`
      insert into tickets (organization_id, project_id, _id, channel_type, subject, status, created_at)
      values (${project()}, gen_random_uuid(), 'voice', 'Date', 'open', now()),
        (${project()}, gen_random_uuid(), 'voice', 'Place', 'open', now())`)
    await saysOfEach({
      '/tickets?search=Place': null,
      '/tickets': '2 open tickets, oldest first.',
      '/tickets?show=closed': '0 closed tickets, latest first.',
    })
  })

  test('of sources do not count those of a filter', async () => {
    for (const state of ['success', 'failed'])
      await dashboard.service.context.db.write(sql`
        insert into sources (organization_id, project_id, _id, name, source_type, sync_status, created_by, created_at,
          updated_at)
        values (${project()}, gen_random_uuid(), ${state}, 'files', ${state}, '{"kind":"operator"}', now(), now())`)
    await saysOfEach({
      '/knowledge?state=failed': 'What calls and chats look answers up in.',
      '/knowledge': /^2 sources\. The plan has /,
      // A question to the knowledge base filters nothing.
      '/knowledge?q=when': /^2 sources\. The plan has /,
    })
  })

  test('of campaigns are left out where one page does not hold them all', async () => {
    const { organizationId, campaignIds, context } = dashboard.service
    await saysOfEach({ '/campaigns': '3 in this project, 3 ready for calls.' })
    await context.db.write(sql`
      insert into campaigns (organization_id, project_id, _id, name, status, call_direction, campaign_type, slots,
        created_at, updated_at)
      select organization_id, project_id, gen_random_uuid(), 'Runs ' || n, status, call_direction, campaign_type, slots,
        created_at, updated_at
      from campaigns, generate_series(1, 98) n
      where organization_id = ${organizationId} and _id = ${campaignIds['Runs']}`)
    const lead = 'A campaign says what calls speak, from which number, when, and how many at once.'
    await context.db.write(sql`
      update campaigns set status = 'paused' where organization_id = ${organizationId} and name = 'Runs 98'`)
    await saysOfEach({ '/campaigns': lead, '/campaigns?page=2': lead, '/campaigns?status=paused': lead })
    // By name it is beyond the first page.
    const page = await dashboard.open(dashboard.at('/campaigns?status=paused'))
    await page.getByRole('link', { name: 'Runs 98', exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Runs 97', exact: true }).count(), 0)
    await dashboard.leave(page)
  })

  test('of a hundred campaigns are asked for while they are in view, and not drawn each second', async () => {
    const page = await dashboard.open(dashboard.at('/analytics'))
    const asked = new Set<string>()
    page.on('request', (request) => {
      const [, id] = /\/campaigns\/([^/]+)\/figures$/.exec(request.url()) ?? []
      if (id !== undefined) asked.add(id)
    })
    await go(page, '/campaigns')
    const rows = page.getByRole('table', { name: 'Campaigns' }).getByRole('row')
    await becomes('campaigns, with the head', () => rows.count(), 101)
    await rows.nth(1).getByText('no call', { exact: true }).waitFor()
    await waitForRest(page)
    const last = rows.last()
    const id = (await last.getByRole('link').getAttribute('href'))?.split('/').at(-1) ?? ''
    assert.ok(asked.size < 50, `${asked.size} of 100 rows`)
    assert.ok(!asked.has(id), 'the last row is out of view')
    const drawn = await page.evaluate<number>(numbersOfThreeSeconds)
    assert.ok(drawn < 200, `${drawn} numbers drawn in three seconds`)
    await last.scrollIntoViewIfNeeded()
    await last.getByText('no call', { exact: true }).waitFor()
    await becomes('whether it is asked for', async () => asked.has(id), true)
    await dashboard.leave(page)
  })
})
