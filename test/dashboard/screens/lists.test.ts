// Lists say what there is: all of it can be reached, and fields that filter keep what is typed into them.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { loadDashboardModule } from '../../../scripts/pictures/dashboard-routes.ts'
import { changeActions, changedKinds } from '../../../src/audit/record-change.ts'
import { uuidv7 } from '../../../src/base/ids.ts'
import { sql } from '../../../src/db/sql.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { becomes, waitForRest } from '../support/wait.ts'

suite('lists', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard({ project: { timezone: 'America/New_York' } })
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('are led back to from a record that is refused, and from a form that needs another role', async () => {
    const id = uuidv7()
    const refused = [
      [`/campaigns/${id}`, 'Campaign', 'Campaigns'],
      [`/campaigns/${id}/edit`, 'Campaign', 'Campaigns'],
      [`/campaigns/${id}/edit?from=${id}`, 'Campaign', 'Campaigns'],
      [`/broadcasts/${id}`, 'Broadcast', 'Broadcasts'],
      [`/agents/${id}`, 'Agent', 'Agents'],
      [`/workflows/${id}`, 'Workflow', 'Workflows'],
      [`/workflows/${id}?from=${id}`, 'Workflow', 'Workflows'],
      [`/webhooks/${id}/edit`, 'Webhook endpoint', 'Webhooks'],
      [`/knowledge/${id}/edit`, 'Source', 'Knowledge'],
    ] as const
    const needRole = [
      ['/campaigns/new', 'New campaign', 'Campaigns'],
      [`/campaigns/${id}/edit`, 'Campaign', 'Campaigns'],
      ['/agents/new', 'New agent', 'Agents'],
      ['/workflows/new', 'New workflow', 'Workflows'],
      ['/webhooks/new', 'New webhook endpoint', 'Webhooks'],
      [`/webhooks/${id}/edit`, 'Webhook endpoint', 'Webhooks'],
      ['/knowledge/new-domain', 'Add a domain', 'Knowledge'],
      [`/knowledge/${id}/edit`, 'Source', 'Knowledge'],
    ] as const
    for (const [role, pages] of [
      ['owner', refused],
      ['viewer', needRole],
    ] as const) {
      const page = await dashboard.open(dashboard.at('/live'), { role })
      for (const [address, title, list] of pages) {
        await page.goto(`${dashboard.service.url}/app${dashboard.at(address)}`)
        await page.locator('main h1').filter({ hasText: title }).waitFor()
        await becomes(`the tab of ${address}`, () => page.title(), `${title} · Switchboard`)
        const way = page.getByRole('navigation', { name: 'Where this page lies' })
        await way.getByRole('link', { name: list, exact: true }).waitFor()
        await page
          .getByRole('alert')
          .or(page.getByText(/^This needs the role \w+\.$/))
          .waitFor()
        assert.equal(await page.locator('h1').count(), 1, address)
      }
      await dashboard.leave(page)
    }
  })

  test('show all personal tokens and sessions, so that each can be ended', async () => {
    const session = await dashboard.session('viewer')
    for (let count = 1; count <= 21; count++) {
      const body = { name: `Token ${count}`, role: 'viewer' }
      assert.equal((await session.request('POST', '/api/me/tokens', body)).status, 201)
    }
    const { db } = dashboard.service.context
    await db.write(sql`
      insert into sessions (_id, user_id, token_hash, user_agent, created_at, seen_at, confirmed_at)
      select gen_random_uuid(), ${session.userId}, sha256(('session ' || number)::bytea), 'Browser ' || number,
        now() - interval '1 hour', now() - interval '1 hour', now()
      from generate_series(1, 21) number`)
    const page = await dashboard.open('/me', { role: 'viewer' })
    await page.getByRole('button', { name: /^Revoke (?:.* )?Token 1$/ }).waitFor()
    const sessions = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
    await becomes('sessions, with the head', () => sessions.count(), 23)
    // By keyboard, one after the other.
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")')
    await page.getByRole('button', { name: 'End the session of Browser 7', exact: true }).press('Enter')
    await becomes('sessions, with the head', () => sessions.count(), 22)
    await becomes('what has the focus', focused, /^End the session of Browser \d+$/)
    await dashboard.leave(page)
  })

  test('go to their last page where the one of the address has become empty', async () => {
    const { organizationId, projectId, context } = dashboard.service
    for (let count = 1; count <= 51; count++)
      await context.db.write(sql`
        insert into tickets (organization_id, project_id, _id, channel_type, subject, status, created_at)
        values (${organizationId}, ${projectId}, ${uuidv7()}, 'voice', ${`Ticket ${count}`}, 'open', now())`)
    const page = await dashboard.open(dashboard.at('/tickets?page=2'), { role: 'editor' })
    await page.getByRole('button', { name: /^Close Ticket / }).click()
    await page.getByLabel('What was done').fill('Looked after.')
    await page.getByRole('button', { name: 'Close the ticket' }).click()
    await becomes('the buttons', () => page.getByRole('button', { name: /^Close Ticket / }).count(), 50)
    assert.equal(new URL(page.url()).search, '')
    await dashboard.leave(page)
  })

  test('stay where they are scrolled to at the first filter', async () => {
    const { organizationId, projectId, context } = dashboard.service
    for (let count = 1; count <= 30; count++)
      await context.db.write(sql`
        insert into tickets (organization_id, project_id, _id, channel_type, subject, status, created_at)
        values (${organizationId}, ${projectId}, ${uuidv7()}, 'voice', 'A long list', 'open', now())`)
    const page = await dashboard.open(dashboard.at('/tickets'), { role: 'editor' })
    await waitForRest(page)
    await page.evaluate('scrollTo(0, 60)')
    await page.getByRole('searchbox', { name: 'Search' }).fill('A long')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search=/)
    await waitForRest(page)
    assert.equal(await page.evaluate<number>('scrollY'), 60)
    await dashboard.leave(page)
  })

  test('give the id of the row that has the focus', async () => {
    const { organizationId, projectId, context } = dashboard.service
    const id = uuidv7()
    await context.db.write(sql`
      insert into tickets (organization_id, project_id, _id, channel_type, subject, status, created_at)
      values (${organizationId}, ${projectId}, ${id}, 'voice', 'To be copied', 'open', now())`)
    const page = await dashboard.open(dashboard.at('/tickets?search=copied'), { role: 'editor' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Close To be copied' }).focus()
    await page.keyboard.press('c')
    await page.getByText(`Copied ${id}`).waitFor()
    await dashboard.leave(page)
  })

  test('keep their filters where what they ask for is refused', async () => {
    const { organizationId } = dashboard.service
    const page = await dashboard.open(dashboard.at('/events?type=x.*'))
    const filters = page.getByRole('search', { name: 'Filters' })
    const failure = page.getByRole('alert')
    await failure.getByText('request id').waitFor()
    await filters.getByRole('link', { name: 'Show all' }).click()
    await failure.waitFor({ state: 'detached' })
    await page.route(/\/api\/.*\/(?:do-not-call|opt-outs|campaigns|whatsapp-templates)\?/, (route) =>
      route.fulfill({ status: 500, json: { code: 'broken', message: 'Broken.', request_id: 'r-1' } }),
    )
    for (const address of [
      `/${organizationId}/do-not-call?q=1`,
      dashboard.at('/opt-outs?scope=all'),
      dashboard.at('/campaigns?status=paused'),
      dashboard.at('/templates?q=order'),
    ]) {
      await page.goto(`${dashboard.service.url}/app${address}`)
      await failure.getByText('Broken.').waitFor()
      await becomes(address, () => filters.count(), 1)
    }
    await dashboard.leave(page)
  })

  test('say that they still show the rows of another filter', async () => {
    const page = await dashboard.open(dashboard.at('/tickets'), { role: 'editor' })
    const table = page.getByRole('table')
    await table.waitFor()
    const isBusy = () => table.getAttribute('aria-busy')
    assert.equal(await isBusy(), null)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/tickets\?.*show=closed/, async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('link', { name: 'Closed', exact: true }).click()
    await becomes('whether it is busy', isBusy, 'true')
    release()
    await becomes('whether it is busy', isBusy, null)
    await dashboard.leave(page)
  })

  test('filter the changes by what is typed, and by days of the project', async () => {
    const { organizationId, context } = dashboard.service
    // 23 November, 21:00 in New York.
    await context.db.write(sql`
      insert into changes (organization_id, _id, at, actor_kind, actor_name, via, kind, record_id, record_name, action, fields)
      values (${organizationId}, ${uuidv7()}, '2025-11-24T02:00:00Z', 'person', 'Ada Lovelace', 'dashboard', 'campaign',
        'c1', 'Late evening', 'updated', '[]')`)
    const page = await dashboard.open(`/${organizationId}/changes?from=2025-11-23&to=2025-11-23`)
    await page.getByText('Late evening').waitFor()
    await page.goto(`${dashboard.service.url}/app/${organizationId}/changes`)
    await page.getByLabel('By whom').pressSequentially('Ada Lovelace')
    await page.keyboard.press('Enter')
    await page.getByText('Late evening').waitFor()
    await page.waitForURL((url) => url.searchParams.get('person') === 'Ada Lovelace')
    await dashboard.leave(page)
  })

  test('filter the changes by every kind of record that the audit writes', async () => {
    const page = await dashboard.open(`/${dashboard.service.organizationId}/changes`)
    const choices = page.getByLabel('What', { exact: true }).locator('option')
    const values = await Promise.all((await choices.all()).map((choice) => choice.getAttribute('value')))
    assert.deepEqual(new Set(values), new Set(['', ...changedKinds]))
    await dashboard.leave(page)
  })

  test('name each kind of record, and what is done to it, by a word of its own in each language', async () => {
    interface Words {
      kinds: Record<string, string>
      actions: Record<string, string>
    }
    const all = await loadDashboardModule('/src/messages/texts.ts', (module) => {
      const { languages, loadTexts } = module as {
        languages: readonly string[]
        loadTexts: (language: string, area: string) => Promise<Words>
      }
      return Promise.all(
        languages.map(async (language) => [language, await loadTexts(language, 'changes')] as const),
      )
    })
    for (const [language, { kinds, actions }] of all)
      for (const [words, meant] of [
        [kinds, changedKinds],
        [actions, changeActions],
      ] as const) {
        assert.deepEqual(new Set(Object.keys(words)), new Set<string>(meant), language)
        assert.equal(new Set(Object.values(words)).size, meant.length, language)
      }
  })

  test('keep the focus of a field that searches, on Enter and after', async () => {
    const page = await dashboard.open(dashboard.at('/tickets'))
    const field = page.getByRole('searchbox')
    const typed = () => page.evaluate<string>("document.activeElement?.value ?? 'no field'")
    await field.pressSequentially('Tick')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('search') === 'Tick')
    await waitForRest(page)
    await page.keyboard.type('et 7')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('search') === 'Ticket 7')
    await becomes('the field with the focus', typed, 'Ticket 7')
    await page.getByRole('link', { name: 'Show all' }).click()
    await becomes('the field', () => field.inputValue(), '')
    await dashboard.leave(page)
  })

  for (const path of ['/conversations?from=2026-01-20', '/people?from=2026-01-20'])
    test(`take a day that is typed over another one (${path})`, async () => {
      const page = await dashboard.open(dashboard.at(path))
      const from = page.getByLabel(/^(?:From day|Last contact from)$/)
      await becomes('the day', () => from.inputValue(), '2026-01-20')
      await from.focus()
      // Day and month, or month and day, as the browser has them.
      for (const key of ['1', '1', '1', '1']) {
        await page.keyboard.press(key)
        await page.waitForTimeout(200)
      }
      await page.waitForURL((url) => url.searchParams.get('from') === '2026-11-11')
      await dashboard.leave(page)
    })

  test('lead to each organization of somebody with more than a hundred', async () => {
    const { organizationId, context } = dashboard.service
    const { userId } = await dashboard.session('viewer')
    await context.db.write(sql`
      with added as (
        insert into organizations (_id, name, created_at, updated_at)
        select gen_random_uuid(), 'A ' || lpad(number::text, 3, '0'), now(), now() from generate_series(1, 101) number
        returning _id)
      insert into memberships (organization_id, user_id, role, created_at, updated_at)
      select _id, ${userId}, 'viewer', now(), now() from added`)
    // Its name is the last one.
    const page = await dashboard.open(dashboard.at('/tickets'), { role: 'viewer' })
    await page.getByRole('heading', { level: 1, name: /ticket/i }).waitFor()
    await page.getByRole('button', { name: 'Organization and project: Acme' }).click()
    await page.getByRole('menuitem', { name: 'All organizations (102)' }).click()
    await page.getByRole('row', { name: /A 001/ }).waitFor()
    for (let next = 0; next < 2; next++) {
      const before = page.url()
      await page.getByRole('link', { name: /^Next/ }).click()
      // The link leads on from the page of the address.
      await page.waitForURL((url) => url.href !== before)
    }
    await page.getByRole('link', { name: 'Acme' }).click()
    await page.waitForURL((url) => url.pathname.startsWith(`/app/${organizationId}/`))
    await dashboard.leave(page)
  })

  test('know of more than a hundred caller IDs, campaigns and projects', async () => {
    const { organizationId, projectId, context } = dashboard.service
    const mine = sql`${organizationId}::uuid, ${projectId}::uuid, gen_random_uuid()`
    await context.db.write(sql`
      with carrier as (
        insert into voice_carriers (organization_id, project_id, _id, name, kind, account_sid, auth_token, created_at, updated_at)
        select ${mine}, 'East', kind, account_sid, auth_token, now(), now() from voice_carriers
        returning _id)
      insert into caller_ids (organization_id, project_id, _id, number, voice_carrier_id, created_at, updated_at)
      select ${mine}, '+1415556' || lpad(number::text, 4, '0'), carrier._id, now(), now()
      from carrier, generate_series(1, 120) number`)
    await context.db.write(sql`
      insert into campaigns (organization_id, project_id, _id, name, campaign_type, caller_id_id, created_at, updated_at)
      select ${mine}, 'Plan ' || lpad(plan::text, 3, '0'), 'script', n._id, now(), now()
      from generate_series(1, 101) plan
      left join caller_ids n on n.number = '+14155560120' and plan = 101`)
    await context.db.write(sql`
      insert into projects (organization_id, _id, name, created_at, updated_at)
      select ${organizationId}::uuid, gen_random_uuid(), 'P ' || lpad(number::text, 3, '0'), now(), now()
      from generate_series(1, 101) number`)
    const page = await dashboard.open(dashboard.at('/carriers'))
    await becomes('the count', () => page.getByRole('row', { name: /^East/ }).innerText(), /\b120\b/)
    for (let next = 0; next < 2; next++) {
      const before = page.url()
      await page.getByRole('link', { name: /^Next/ }).click()
      // The link leads on from the page of the address.
      await page.waitForURL((url) => url.href !== before)
    }
    await page
      .getByRole('row', { name: /415 556 0120/ })
      .getByRole('link', { name: 'Plan 101' })
      .waitFor()
    await page.goto(`${dashboard.service.url}/app${dashboard.at('/campaigns/new')}`)
    await page.getByRole('combobox', { name: 'Caller ID' }).selectOption('+14155560120')
    await page.goto(`${dashboard.service.url}/app/${organizationId}/settings?page=3`)
    await page.getByRole('row', { name: /^P 101/ }).waitFor()
    await dashboard.leave(page)
  })

  test('of one project never stand under another one', async () => {
    const { organizationId, projectId, context } = dashboard.service
    const owner = await dashboard.session('owner')
    const key = { name: 'Of the first', scopes: ['calls:create'] }
    const keys = `/api/organizations/${organizationId}/projects/${projectId}/api-keys`
    const made = await owner.request('POST', keys, key)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const secondId = uuidv7()
    await context.db.write(sql`
      insert into projects (organization_id, _id, name, created_at, updated_at)
      values (${organizationId}, ${secondId}, 'Another', now(), now())`)
    const page = await dashboard.open(dashboard.at('/keys'))
    const rows = page.getByRole('row', { name: /Of the first/ })
    await rows.waitFor()
    const keysOfSecond = new RegExp(`/projects/${secondId}/api-keys`)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(keysOfSecond, async (route) => {
      await released
      await route.continue()
    })
    const asked = page.waitForRequest(keysOfSecond)
    // As by a link in what was found.
    const address = `/app/${organizationId}/${secondId}/keys`
    await page.evaluate(
      `history.pushState(null, '', '${address}'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await asked
    await becomes('rows of the first project', () => rows.count(), 0)
    release()
    await waitForRest(page)
    await becomes('rows of the first project', () => rows.count(), 0)
    await dashboard.leave(page)
  })
})
