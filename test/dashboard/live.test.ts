// The jobs of somebody who watches calls: why one waits, stop dialling, follow a talk, find a person.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { insertHold, releaseDatabase } from '../../src/db/database-identity.ts'
import { sql } from '../../src/db/sql.ts'
import { scriptCampaign } from '../support/declarations.ts'
import { eventually } from '../support/service.ts'
import { askAsPage } from '../support/users.ts'
import { assertNarrow, startDashboard } from './support/browser.ts'
import type { Dashboard } from './support/browser.ts'
import { noonZone } from './support/noon-zone.ts'
import { becomes, waitForRest } from './support/wait.ts'

/** Asks again and again, so that a talk grows line by line, for as long as the tests take. */
const talk = {
  start: 'one',
  language: 'en-US',
  goodbye: 'Goodbye.',
  steps: {
    one: {
      kind: 'listen',
      text: 'How are you?',
      input: 'speech',
      variable: 'one',
      next: 'two',
      no_input: 'two',
    },
    two: {
      kind: 'listen',
      text: 'And your dog?',
      input: 'speech',
      variable: 'two',
      next: 'one',
      no_input: 'end',
    },
    end: { kind: 'hang_up' },
  },
}
/** Open one minute a week, which is not now. */
const closedHours = () => {
  const day = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('en', {
    weekday: 'short',
    timeZone: 'UTC',
  })
  return {
    timezone: 'America/New_York',
    windows: [{ days: [day.toLowerCase()], from: '09:00', to: '09:01' }],
  }
}

/** Calls of a campaign that wait for the same reason. */
interface Group {
  reason: string
  count: number
}

suite('jobs on calls', () => {
  let dashboard: Dashboard
  let held = ''
  /** The first waiting call of the campaign with one slot. */
  let second = ''

  before(async () => {
    dashboard = await startDashboard(
      {
        project: { timezone: noonZone() },
        workflows: [{ name: 'Talk', definition: talk }],
        campaigns: [
          scriptCampaign({
            name: 'Autumn',
            slots: 1,
            campaign_type: 'workflow',
            workflow: 'Talk',
            script: null,
          }),
          scriptCampaign({ name: 'Nights', calling_hours: closedHours() }),
          scriptCampaign({ name: 'Winter', status: 'paused' }),
        ],
      },
      { speed: 2 },
    )
    dashboard.service.startWorker()
    await place('Autumn', '+14155551009', 'Maria Delgado')
    second = await place('Autumn', '+14155551100', 'Hugo Brandt')
    await place('Autumn', '+14155551200', 'Dana Whitfield')
    await place('Nights', '+14155551300', 'Owen Price')
    held = await place('Winter', '+14155551400', 'Ruth Abelson')
  })
  after(() => dashboard[Symbol.asyncDispose]())

  async function place(campaign: string, phone_number: string, name: string): Promise<string> {
    const { service } = dashboard
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`
    const answer = await service.request('POST', path, { body: { phone_number, name, plan: 'Fiber 500' } })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return (answer.body.data as { campaign_queue_id: string }).campaign_queue_id
  }

  const find = async (page: Page, text: string): Promise<void> => {
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill(text)
  }

  test('1: a number leads to why its call waits, since when and what ends it', async () => {
    const page = await dashboard.open(dashboard.at())
    await find(page, '415 555 1100')
    await find(page, '+14155551100')
    await page.getByRole('link', { name: '+1 415 555 1100' }).first().click()
    const title = page.getByRole('heading', { level: 1, name: /Hugo Brandt/ })
    const waits = /Waits for a free slot, 1st in the queue, since \d\d:\d\d:\d\d/
    await becomes('the title', () => title.innerText(), waits)
    await page.getByText('More slots for the campaign make it sooner').waitFor()
    const inLine = { es: '1.º en la cola', de: 'Platz 1 in der Warteschlange', ar: 'رقم 1 في قائمة الانتظار' }
    for (const [language, words] of Object.entries(inLine)) {
      const other = await dashboard.open(dashboard.at(`/calls/${second}`), { language: language as 'es' })
      await other.getByRole('heading', { level: 1 }).getByText(words).waitFor()
      await dashboard.leave(other)
    }
    // An id does the same.
    await find(page, held)
    await page.getByRole('link', { name: '+1 415 555 1400' }).click()
    await page.getByRole('heading', { level: 1, name: /Waits for the release of its campaign/ }).waitFor()
    await dashboard.leave(page)
  })

  test('the board says why each call waits', async () => {
    const page = await dashboard.open(dashboard.at('/live'))
    const board = page.getByRole('region', { name: 'Campaigns with calls' })
    await board.getByText('On hold until somebody releases it').waitFor()
    await board.getByText('Outside calling hours').waitFor()
    await board.getByRole('button', { name: 'Calls of Nights' }).click()
    await board.getByText(/Outside calling hours\. First dial .*09:00 New York, in/).waitFor()
    await page.waitForURL(/\?open=/)
    const waiting = board.getByRole('list', { name: 'Waiting' }).first()
    await waiting.getByText(/Waits for a free slot, 1st of 2, since/).waitFor()
    await dashboard.leave(page)
  })

  test('calls that wait beyond the first hundred lead to their list, which says why each waits', async () => {
    const page = await dashboard.open(dashboard.at('/campaigns'))
    await page.route(/\/calls\?.*waiting/, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.data.pagination.total = json.data.items.length + 50
      return route.fulfill({ response, json })
    })
    const nights = dashboard.service.campaignIds['Nights']
    await page.goto(`${dashboard.service.url}/app${dashboard.at(`/live?open=${nights}`)}`)
    await page.getByRole('button', { name: '50 more that wait' }).click()
    await page.getByRole('link', { name: '50 more that wait' }).click()
    await page.waitForURL(
      ({ pathname, searchParams }) =>
        pathname.endsWith(nights!) &&
        searchParams.get('tab') === 'calls' &&
        searchParams.get('state') === 'waiting',
    )
    const row = page.getByRole('row').filter({ hasText: '+1 415 555 1300' })
    await row.getByText(/Outside calling hours\. First dial .*09:00 New York, in/).waitFor()
    await dashboard.leave(page)
  })

  test('while the database is held, every page and each waiting call says so', async () => {
    const { db } = dashboard.service.context
    await insertHold(db, 'operator', null)
    const page = await dashboard.open(dashboard.at('/live'))
    await page.getByRole('alert').getByText('The service is held').waitFor()
    await page.getByText('2 for the release of the service').waitFor()
    await page.getByText(/Waits for the release of the service, 1st of 2, since/).waitFor()
    // Calls that wait for different reasons otherwise wait for the same then.
    await page.route(/\/queue$/, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: { campaigns: { waiting_by_reason: Group[] }[] } }
      for (const campaign of body.data.campaigns)
        campaign.waiting_by_reason = campaign.waiting_by_reason.flatMap((group) =>
          group.reason === 'slot'
            ? ['slot', 'carrier_rate'].map((reason) => ({ ...group, reason, count: group.count / 2 }))
            : [group],
        )
      await route.fulfill({ response, json: body })
    })
    await page.reload()
    await page.getByText('2 for the release of the service').waitFor()
    await page.goto(`${dashboard.service.url}/app${dashboard.at(`/calls/${second}`)}`)
    await page
      .getByRole('heading', { name: /Waits for the release of the service, 1st in the queue/ })
      .waitFor()
    await page.getByText('An operator releases it.').first().waitFor()
    await releaseDatabase(db, 'ada@one')
    await dashboard.leave(page)
  })

  test('the page of a call without a worker names that reason, and not how to get a slot sooner', async () => {
    const { db } = dashboard.service.context
    await db.write(sql`update processes set seen_at = now() - interval '5 minutes'`)
    const page = await dashboard.open(dashboard.at(`/calls/${second}`))
    await page
      .getByRole('heading', { name: /Hugo Brandt: Waits for a worker, 1st in the queue, since/ })
      .waitFor()
    await page.getByText('No worker is running. An operator starts one.').waitFor()
    assert.equal(await page.getByText('More slots for the campaign').count(), 0)
    await db.write(sql`update processes set seen_at = now() + interval '1 hour'`)
    await dashboard.leave(page)
  })

  test('5: a talk is followed from the board, and grows by the line', async () => {
    const page = await dashboard.open(dashboard.at('/live'))
    await page.getByRole('link', { name: 'Follow the call to +1 415 555 1009' }).click()
    const lines = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem')
    await lines.first().waitFor()
    // The talk goes on, so its project has a call under way.
    const phone = await dashboard.open(dashboard.at('/campaigns'), { size: 'phone', language: 'ar' })
    await phone.getByRole('navigation').locator('a[href$="/live"] bdi').waitFor()
    await assertNarrow(phone)
    await dashboard.leave(phone)
    const before = await lines.count()
    await eventually('another line is spoken', async () => ((await lines.count()) > before ? true : null))
    await dashboard.leave(page)
  })

  test('3: a campaign is held by one press, which says what it stops, and released', async () => {
    const page = await dashboard.open(dashboard.at('/live'))
    await page.getByRole('button', { name: 'Hold Autumn' }).click()
    await page
      .getByText(/Autumn is on hold\. \d calls? (?:is|are) held back; \d under way go(?:es)? on/)
      .waitFor()
    const { service } = dashboard
    const session = await dashboard.session('owner')
    const path = `/api/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Autumn']}`
    const answer = await session.request('GET', path)
    assert.equal((answer.body.data as { status: string }).status, 'paused')
    await page.getByText(/On hold by The owner since \d\d:\d\d/).waitFor()
    await page.goto(`${service.url}/app${dashboard.at(`/campaigns/${service.campaignIds['Autumn']}`)}`)
    await page.getByText(/Held: calls that wait are kept back .* On hold since .*, by The owner\./).waitFor()
    await page.goto(`${service.url}/app${dashboard.at('/live')}`)
    await page.getByRole('button', { name: 'Release Autumn' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('listitem').or(dialog.getByText('No call waits')).first().waitFor()
    await dialog.getByRole('button', { name: 'Release' }).click()
    await page.getByText('Autumn is released.').waitFor()
    await dashboard.leave(page)
  })

  test('a hold that fails is said at its campaign, whatever else succeeds, until it is tried again', async () => {
    const { service } = dashboard
    const page = await dashboard.open(dashboard.at('/live'))
    const path = (name: string) =>
      `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[name]}`
    const hold = `**${path('Autumn')}/hold`
    await page.route(hold, (route) =>
      route.fulfill({ status: 503, json: { code: 'broken', message: 'Broken.', request_id: 'r-1' } }),
    )
    await page.getByRole('button', { name: 'Hold Autumn' }).click()
    await page.getByRole('button', { name: 'Hold Nights' }).click()
    await page.getByText('Nights is on hold.', { exact: false }).waitFor()
    const fault = page.getByRole('region', { name: 'Campaigns with calls' }).getByRole('alert')
    await fault.getByText('Broken.').waitFor()
    await fault.getByText('r-1').waitFor()
    await page.unroute(hold)
    await fault.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.getByText('Autumn is on hold.', { exact: false }).waitFor()
    await fault.waitFor({ state: 'detached' })
    // The keyboard goes on where the campaign is held and released.
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")')
    await becomes('what has the focus', focused, 'Release Autumn')
    const { cookie } = await dashboard.session('editor')
    for (const name of ['Autumn', 'Nights'])
      assert.ok((await askAsPage(service, 'POST', `/api${path(name)}/release`, { cookie })).status < 300)
    await dashboard.leave(page)
  })

  test('a question whether to release stays until it is answered, whatever others do', async () => {
    const page = await dashboard.open(dashboard.at('/live'))
    const { service } = dashboard
    const { cookie } = await dashboard.session('editor')
    const path = `/api/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Nights']}`
    // Its hours are closed, so that no call goes meanwhile.
    const becomesBy = async (verb: 'hold' | 'release', label: string) => {
      assert.ok((await askAsPage(service, 'POST', `${path}/${verb}`, { cookie })).status < 300)
      await page.locator(`[aria-label="${label} Nights"]`).waitFor({ state: 'attached' })
    }
    await becomesBy('hold', 'Release')
    await page.getByRole('button', { name: 'Release Nights' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Release Nights?' })
    await dialog.waitFor()
    await becomesBy('release', 'Hold')
    assert.equal(await dialog.count(), 1)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await becomesBy('hold', 'Release')
    assert.equal(await dialog.count(), 0)
    await becomesBy('release', 'Hold')
    await dashboard.leave(page)
  })

  test('all campaigns are held after a question that counts them', async () => {
    const page = await dashboard.open(dashboard.at('/live'))
    await page.getByRole('button', { name: 'Hold all…' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Hold all campaigns?' })
    await dialog.getByText('2 campaigns are put on hold').waitFor()
    await dialog.getByRole('button', { name: 'Hold all' }).click()
    await page.getByText('2 campaigns are on hold.').waitFor()
    await dashboard.leave(page)
  })

  test('one call is canceled, and all that wait once their number is typed', async () => {
    const page = await dashboard.open(dashboard.at(`/live?open=${dashboard.service.campaignIds['Winter']}`))
    await place('Winter', '+14155551500', 'Joel Svensson')
    await place('Winter', '+14155551600', 'Priya Raman')
    await page.getByRole('button', { name: 'Cancel the call to +1 415 555 1500' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the call' }).click()
    await page.getByText('The call to +1 415 555 1500 is canceled.').waitFor()
    await page.getByRole('button', { name: 'Cancel all that wait…' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('How many calls wait').fill('3')
    await dialog.getByRole('button', { name: 'Cancel 2' }).click()
    await dialog.getByText('This is not the number of calls that wait').waitFor()
    await dialog.getByLabel('How many calls wait').fill('2')
    await dialog.getByRole('button', { name: 'Cancel 2' }).click()
    await page.getByText('2 calls canceled.').waitFor()
    // The page of a call that is over places it again.
    await page.goto(`${dashboard.service.url}/app${dashboard.at(`/calls/${held}`)}`)
    await page.getByRole('heading', { level: 1, name: /was canceled/ }).waitFor()
    // A refusal is kept for its key, so the next press has another one.
    const keys: (string | undefined)[] = []
    await page.route('**/calls', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      return route.fulfill({
        status: 500,
        json: { message: 'The carrier refused the call', code: 'dial_failed' },
      })
    })
    await page.getByRole('button', { name: 'Place again…' }).click()
    await page.getByRole('button', { name: 'Place the call' }).click()
    await page.getByRole('alertdialog').getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Place the call' }).click()
    await page.getByRole('heading', { level: 1, name: /Waits for the release/ }).waitFor()
    await page.waitForURL((url) => !url.pathname.includes(held))
    assert.equal(new Set(keys).size, 2)
    await dashboard.leave(page)
  })

  test('what is unfolded and asked stays while other calls and campaigns come and go', async () => {
    await place('Winter', '+14155551700', 'Ada Moreau')
    const gone = await place('Winter', '+14155551800', 'Finn Olsen')
    const page = await dashboard.open(dashboard.at('/live'))
    let underWay = 'Winter'
    let answers = 0
    await page.route(/\/queue$/, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      for (const campaign of json.data.campaigns) campaign.slots_in_use = campaign.name === underWay ? 1 : 0
      answers += 1
      return route.fulfill({ response, json })
    })
    await page.reload()
    const group = page.getByRole('button', { name: 'Calls of Winter' })
    await becomes('whether it is unfolded', () => group.getAttribute('aria-expanded'), 'true')
    await page.getByRole('button', { name: 'Cancel all that wait…' }).click()
    const dialog = page.getByRole('alertdialog')
    const field = dialog.getByLabel('How many calls wait')
    await field.fill('2')
    underWay = 'Autumn'
    const before = answers
    await place('Winter', '+14155551900', 'Noor Haddad')
    await eventually('another answer', () => (answers > before ? true : null))
    await waitForRest(page)
    await becomes('what is typed', () => field.inputValue(), '2')
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await becomes('whether it is unfolded', () => group.getAttribute('aria-expanded'), 'true')
    // A call that is over meanwhile takes its row with it, and not the question.
    await page.getByRole('button', { name: 'Cancel the call to +1 415 555 1800' }).click()
    await dialog.getByRole('button', { name: 'Cancel the call' }).waitFor()
    const { service } = dashboard
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Winter']}/calls/${gone}/cancel`
    assert.ok((await service.request('POST', path, { body: {} })).status < 300)
    await page.getByText('+1 415 555 1800').and(page.getByRole('link')).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Cancel the call' }).click()
    await page.getByText('The call to +1 415 555 1800 was over already.').waitFor()
    await dashboard.leave(page)
  })

  test('a question stays after the last call of its campaign, and on the page of a call that is over', async () => {
    const { service } = dashboard
    const winter = service.campaignIds['Winter']
    const campaign = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${winter}`
    const cancelAll = async () => {
      const body = { until: new Date().toISOString() }
      const session = await dashboard.session('owner')
      const answer = await session.request('POST', `/api${campaign}/calls/cancel-waiting`, body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
    await place('Winter', '+14155552100', 'Kofi Mensah')
    await place('Winter', '+14155552200', 'Lena Vogt')
    const page = await dashboard.open(dashboard.at(`/live?open=${winter}`))
    await page.getByRole('button', { name: 'Cancel all that wait…' }).click()
    const dialog = page.getByRole('alertdialog')
    const field = dialog.getByLabel('How many calls wait')
    const label = await dialog.getByRole('button', { name: /^Cancel \d/ }).innerText()
    await field.fill(/\d+/.exec(label)![0])
    // What lies behind a dialog has no roles.
    const onBoard = page.locator('main').getByText('Winter', { exact: true })
    await onBoard.waitFor()
    await cancelAll()
    await onBoard.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: label }).click()
    await page.getByText('0 calls canceled.').waitFor()
    const last = await place('Winter', '+14155552300', 'Sara Lindqvist')
    await page.goto(`${service.url}/app${dashboard.at(`/calls/${last}`)}`)
    await page.getByRole('button', { name: 'Cancel the call…' }).click()
    await dialog.waitFor()
    await cancelAll()
    await page.getByRole('heading', { level: 1, name: /was canceled/, includeHidden: true }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel the call' }).click()
    await page.getByText('The call to +1 415 555 2300 was over already.').waitFor()
    // The tests below look at a campaign with calls that wait.
    await place('Winter', '+14155552400', 'Tomas Novak')
    await place('Winter', '+14155552500', 'Amara Okafor')
    await dashboard.leave(page)
  })

  test('calls under way beyond the first hundred are counted, and their list is led to', async () => {
    const page = await dashboard.open(dashboard.at('/campaigns'))
    await page.route(/\/calls\?.*dialling/, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.data.pagination.total = json.data.items.length + 50
      return route.fulfill({ response, json })
    })
    const winter = dashboard.service.campaignIds['Winter']
    await page.goto(`${dashboard.service.url}/app${dashboard.at(`/live?open=${winter}`)}`)
    await page.getByText('50 under way, ', { exact: false }).waitFor()
    await page.getByRole('link', { name: '50 more under way' }).click()
    await page.waitForURL((url) => url.pathname.endsWith(winter!) && url.searchParams.get('tab') === 'calls')
    await dashboard.leave(page)
  })

  test('a page without a worker says so: since when, and what keeps its place', async () => {
    const { db } = dashboard.service.context
    await db.write(sql`update processes set seen_at = now() - interval '5 minutes'`)
    const page = await dashboard.open(dashboard.at('/live'))
    const banner = page.getByRole('alert')
    await banner.getByText(/No worker is running: nothing has been dialed since .* \(\d+ min/).waitFor()
    await banner.getByText(/Last seen: worker on box-2, version 1\.8\.0\./).waitFor()
    await page.goto(`${dashboard.service.url}/app${dashboard.at('/campaigns')}`)
    await banner.getByText(/No worker is running/).waitFor()
    await db.write(sql`update processes set seen_at = now() + interval '1 hour'`)
    await dashboard.leave(page)
  })

  test('a viewer sees why nothing can be held, and nothing else than that is missing', async () => {
    const page = await dashboard.open(dashboard.at('/live'), { role: 'viewer' })
    const hold = page.getByRole('button', { name: 'Hold all…' })
    await becomes('whether it is disabled', () => hold.getAttribute('aria-disabled'), 'true')
    await becomes('why', () => hold.getAttribute('aria-description'), /needs the role editor/)
    // A finger does not hover.
    const phone = await dashboard.open(dashboard.at('/live'), { role: 'viewer', size: 'phone' })
    // The sentence above the button comes with the calls, and moves it.
    await phone.getByRole('region', { name: 'Campaigns with calls' }).waitFor()
    const touched = phone.getByRole('button', { name: 'Hold all…' })
    await touched.tap({ force: true })
    await phone.getByRole('tooltip').getByText('needs the role editor').waitFor()
    await touched.tap({ force: true })
    await phone.getByRole('tooltip').waitFor({ state: 'detached' })
    await dashboard.leave(phone)
    const winter = dashboard.service.campaignIds['Winter']
    await page.goto(`${dashboard.service.url}/app${dashboard.at(`/live?open=${winter}`)}`)
    const all = page.getByRole('button', { name: 'Cancel all that wait…' })
    await becomes('why not all', () => all.getAttribute('aria-description'), /needs the role editor/)
    await page.goto(`${dashboard.service.url}/app${dashboard.at(`/calls/${second}`)}`)
    await page.getByRole('heading', { level: 1, name: /Hugo Brandt/ }).waitFor()
    await dashboard.leave(page)
  })
})
