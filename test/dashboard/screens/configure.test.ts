// Campaigns, workflows, keys, carriers, people and changes, as somebody uses them in a browser.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { eventually } from '../../support/service.ts'
import { askAsPage, signInAs } from '../../support/users.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { endSessionAt } from '../support/end-session.ts'
import { lookAtEach } from '../support/looks.ts'
import { becomes } from '../support/wait.ts'

const hours = {
  timezone: 'America/New_York',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' }],
  closed_dates: ['2026-12-25'],
}
const script = { campaign_type: 'script', script: 'Hello {{ customer.name }}.', voice: 'alice' }

let dashboard: Dashboard
let P: string
let O: string
before(async () => {
  dashboard = await startDashboard({
    workflows: [
      { name: 'hello', definition: { start: 'bye', steps: { bye: { kind: 'hang_up', text: 'Bye' } } } },
    ],
  })
  const { organizationId, projectId } = dashboard.service
  O = `/api/organizations/${organizationId}`
  P = `${O}/projects/${projectId}`
})
after(() => dashboard[Symbol.asyncDispose]())

interface Campaign {
  _id: string
  name: string
  slots: number
  revision: number
  script: string
}

async function ask<Data>(method: string, path: string, body?: unknown, headers = {}): Promise<Data> {
  const { cookie } = await dashboard.session('admin')
  const answer = await askAsPage(dashboard.service, method, path, { body, cookie, headers })
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

let count = 0
function makeCampaign(fields = {}): Promise<Campaign> {
  const name = `Campaign ${++count}`
  return ask('POST', `${P}/campaigns`, {
    name,
    ...script,
    caller_id: '+14155550100',
    slots: 5,
    calling_hours: hours,
    ...fields,
  })
}

const patch = (campaign: Campaign, body: object, revision = campaign.revision): Promise<Campaign> =>
  ask('PATCH', `${P}/campaigns/${campaign._id}`, body, { 'if-match': `"${revision}"` })
const get = (campaign: Campaign): Promise<Campaign> => ask('GET', `${P}/campaigns/${campaign._id}`)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const editOf = (campaign: Campaign) => dashboard.at(`/campaigns/${campaign._id}/edit`)

/** For so long a page stays where it is. */
const keptMs = 500

/** Holds what makes or changes a campaign until it is released. */
async function holdSaves(page: Page, answer = (route: Route): Promise<void> => route.continue()) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
  const pattern = /\/campaigns(?:\/[0-9a-f-]{36})?$/
  await page.route(pattern, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    isAsked()
    await released
    return answer(route)
  })
  return { asked, release, end: () => page.unroute(pattern) }
}

/** Asks for the page Live while a campaign is saved, and waits for the question. */
async function askToGoLive(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Live', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByText('Changes are still being saved.', { exact: false }).waitFor()
  return question
}

describe('a campaign', () => {
  it('previews its script once the keys have rested, and says why it can not', async () => {
    const page = await dashboard.open(dashboard.at('/campaigns/new'))
    await box(page, 'Script').waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/scripts/preview')) asked.push(request.postData() ?? '')
    })
    // Nothing rests before the clock goes on.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await box(page, 'Script').pressSequentially('Hello {{ customer.name }}')
    await page.clock.runFor(300)
    await becomes('what is asked for', async () => asked.at(-1), /"script":"Hello \{\{ customer.name \}\}"/)
    assert.equal(asked.length, 1)
    await page.clock.resume()
    await page.route(/\/scripts\/preview$/, (route) =>
      route.fulfill({ status: 500, json: { code: 'broken', message: 'Broken.', request_id: 'r-1' } }),
    )
    await box(page, 'Script').fill('Hello {{ customer.name }}.')
    const failure = page.getByRole('alert').filter({ hasText: 'Broken.' })
    await failure.waitFor()
    await page.unrouteAll()
    await failure.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 variable:').waitFor()
    await becomes('failures', () => failure.count(), 0)
    // Its clock is not one for other tests.
    await page.context().close()
  })

  it('is made from nothing and tried with a call (job 2)', async () => {
    const page = await dashboard.open(dashboard.at('/campaigns'))
    await page.getByRole('link', { name: 'New campaign' }).click()
    await box(page, 'Name').fill('From nothing')
    await box(page, 'Script').fill('Hello {{ customer.name }}, your plan ends soon.')
    await page.getByText('1 variable:').waitFor()
    await page.getByRole('combobox', { name: 'Caller ID' }).selectOption({ index: 1 })
    await button(page, 'Make campaign').click()
    await page.getByRole('heading', { name: 'From nothing' }).waitFor()
    await button(page, 'Test call…').click()
    const dialog = page.getByRole('dialog', { name: 'Test call' })
    // Once the carrier is known to be one on this machine.
    await dialog.getByRole('combobox').waitFor()
    await button(page, 'Call now').click()
    // A call that waits for eight seconds for its conversation is shown as a call.
    await page.waitForURL(/\/(conversations|calls)\/[0-9a-f-]{36}$/)
    // The way back leads to the campaign, not into the dialog again.
    await page.goBack()
    await page.getByRole('heading', { name: 'From nothing', level: 1 }).waitFor()
    assert.equal(new URL(page.url()).search, '')
    assert.equal(await dialog.count(), 0)
    const spoken = await eventually('something is spoken', async () => {
      const { items } = await ask<{ items: { _id: string }[] }>('GET', `${P}/conversations?limit=1`)
      if (items[0] === undefined) return null
      const { transcript } = await ask<{ transcript: { text: string }[] }>(
        'GET',
        `${P}/conversations/${items[0]._id}`,
      )
      return transcript[0]?.text ?? null
    })
    assert.match(spoken, /your plan ends soon/)
    await dashboard.leave(page)
  })

  it('is checked while it is typed, and the faults stand at their fields', async () => {
    const campaign = await makeCampaign()
    const page = await dashboard.open(editOf(campaign))
    await button(page, 'Add hours').click()
    await page.getByRole('combobox', { name: 'Days of row 2' }).selectOption('fri')
    await box(page, 'Row 2, from').fill('17:00')
    await box(page, 'Row 2, to').fill('20:00')
    await page.getByText('Overlaps row 1, which begins on fri at 09:00.').waitFor()
    await button(page, 'Hours, row 2').click()
    await becomes(
      'whether the save bar leads to the field',
      () => page.evaluate<string | null>('document.activeElement.getAttribute("aria-invalid")'),
      'true',
    )
    const save = button(page, 'Save, after 1 fault')
    await becomes('whether it is disabled', () => save.getAttribute('aria-disabled'), 'true')
    await box(page, 'Row 2, from').fill('18:00')
    await button(page, 'Save').click()
    await page.getByText(`${campaign.name} is saved.`).waitFor()
    await dashboard.leave(page)
  })

  it('says what saving does before it is saved', async () => {
    const campaign = await makeCampaign({ status: 'paused', calling_hours: null })
    const path = `/organizations/${dashboard.service.organizationId}/projects/${dashboard.service.projectId}`
    for (const number of ['+14155550103', '+14155550109'])
      await dashboard.service.request('POST', `${path}/campaigns/${campaign._id}/calls`, {
        body: { phone_number: number, name: 'Ada' },
      })
    const page = await dashboard.open(dashboard.at(`/campaigns/${campaign._id}`))
    await button(page, 'End…').click()
    await page.getByText('2 waiting calls end as expired.').waitFor()
    await button(page, 'Cancel').click()
    // Opened again, it shows no number of before.
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/dry_run=true/, async (route) => {
      await released
      await route.continue()
    })
    await button(page, 'End…').click()
    await page.getByText('Calls that wait end as expired', { exact: false }).waitFor()
    assert.equal(await page.getByText('2 waiting calls end as expired.').count(), 0)
    release()
    await page.getByText('2 waiting calls end as expired.').waitFor()
    await button(page, 'Cancel').click()
    await page.getByRole('link', { name: 'Calls', exact: true }).click()
    await page.getByRole('link', { name: '+1 415 555 0103' }).waitFor()
    await dashboard.leave(page)
  })

  it('says what an edit does in the language of the reader', async () => {
    // Its calls wait for its hours: those of a campaign on hold fail no earlier than after its release.
    const inThreeDays = new Date(Date.now() + 3 * 86_400_000)
    const day = inThreeDays.toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' }).toLowerCase()
    const windows = [{ days: [day], from: '09:00', to: '18:00' }]
    const campaign = await makeCampaign({ status: 'running', calling_hours: { ...hours, windows } })
    const path = `/organizations/${dashboard.service.organizationId}/projects/${dashboard.service.projectId}`
    for (const number of ['+14155550105', '+14155550107'])
      await dashboard.service.request('POST', `${path}/campaigns/${campaign._id}/calls`, {
        body: { phone_number: number, name: 'Ada' },
      })
    const page = await dashboard.open(dashboard.at(`/campaigns/${campaign._id}`), { language: 'ar' })
    await page.getByRole('button', { name: /^إنهاء/ }).click()
    await page.getByText('مكالمات منتظرة تنتهي مهلتها: مكالمتان.').waitFor()
    await page.goto(`${dashboard.service.url}/app${editOf(campaign)}`)
    await page.getByRole('combobox', { name: 'رقم المتصل' }).selectOption({ index: 0 })
    await page.getByText(/^مكالمات منتظرة تفشل.*: مكالمتان\.$/).waitFor()
    const bar = page.getByRole('region', { name: 'ما لم يُحفظ' })
    assert.doesNotMatch(await bar.innerText(), /[A-Za-z]/)
    await button(page, 'تجاهل').click()
    await dashboard.leave(page)
  })

  it('is held and released', async () => {
    const campaign = await makeCampaign()
    const page = await dashboard.open(dashboard.at('/campaigns'))
    await button(page, `Hold ${campaign.name}`).click()
    await button(page, 'Hold').click()
    await button(page, `Release ${campaign.name}`).click()
    await button(page, 'Release').click()
    await button(page, `Hold ${campaign.name}`).waitFor()
    await dashboard.leave(page)
  })

  it('says what happens at a time that clocks skip', async () => {
    const zoned = { ...hours, timezone: 'Europe/Berlin' }
    const campaign = await makeCampaign({ calling_hours: zoned })
    const page = await dashboard.open(editOf(campaign))
    await button(page, 'What happens at…').click()
    await page.getByLabel('Date', { exact: true }).fill('2027-03-28')
    await page.getByLabel('Time', { exact: true }).fill('02:30')
    await page
      .getByText('Sunday 28 March 2027, 02:30 in Berlin does not exist; at 03:00 it is closed')
      .waitFor()
    await dashboard.leave(page)
  })

  it('says it in the language of the reader', async () => {
    const campaign = await makeCampaign({ calling_hours: { ...hours, timezone: 'Europe/Berlin' } })
    const page = await dashboard.open(editOf(campaign), { language: 'de' })
    await button(page, 'Was geschieht am…').click()
    await page.getByLabel('Datum', { exact: true }).fill('2027-03-28')
    await page.getByLabel('Uhrzeit', { exact: true }).fill('02:30')
    await page.getByText(/Diese Uhrzeit gibt es an dem Tag nicht; es gilt .*03:00/).waitFor()
    await page
      .getByText(/Geschlossen\. An diesem Wochentag beginnt kein Zeitfenster\. Öffnet .*29\. März/)
      .waitFor()
    await page
      .getByText(/Uhrumstellung .*: auf 02:00 folgt 03:00/)
      .first()
      .waitFor()
    assert.doesNotMatch(await page.getByRole('dialog').innerText(), /because|clocks/)
    await dashboard.leave(page)
  })

  it('shows who changed it, and brings back what was before (job 8)', async () => {
    const campaign = await makeCampaign()
    await patch(campaign, {
      slots: 9,
      calling_hours: { windows: [...hours.windows, { days: ['sat'], from: '10:00', to: '14:00' }] },
    })
    const page = await dashboard.open(dashboard.at(`/campaigns/${campaign._id}`))
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByText('The admin').first().waitFor()
    await page.getByRole('link', { name: /^Bring back/ }).click()
    await page.getByText('What was there before that change is filled in').waitFor()
    await button(page, 'Save').click()
    await page.getByText(`${campaign.name} is saved.`).waitFor()
    const { slots, ...after } = (await get(campaign)) as Campaign & { calling_hours: typeof hours }
    assert.deepEqual([slots, after.calling_hours.windows], [5, hours.windows])
    await dashboard.leave(page)
  })
})

describe('a form', () => {
  it('shows both values where two editors changed the same, and keeps what only one changed', async () => {
    const campaign = await makeCampaign()
    const page = await dashboard.open(editOf(campaign))
    await box(page, 'Slots').fill('20')
    await box(page, 'Rings for').fill('45')
    await patch(campaign, { slots: 8, script: 'Their words.' })
    await button(page, 'Save').click()
    const dialog = page.getByRole('alertdialog', { name: /Somebody else has changed this/ })
    await dialog.getByText('The admin and you changed these differently').waitFor()
    const atOnce = dialog.getByRole('group', { name: 'At once' })
    await atOnce.getByRole('radio', { name: 'The admin 8' }).check()
    await button(page, 'Go on with these').click()
    // The next conflict about the same field is not decided beforehand.
    await box(page, 'Slots').fill('21')
    await patch(campaign, { slots: 9 }, (await get(campaign)).revision)
    await button(page, 'Save').click()
    await atOnce.getByRole('radio', { name: 'Yours 21' }).waitFor()
    assert.equal(await atOnce.getByRole('radio', { name: 'Yours 21' }).isChecked(), true)
    await atOnce.getByRole('radio', { name: 'The admin 9' }).check()
    await button(page, 'Go on with these').click()
    await button(page, 'Save').click()
    await page.getByText(`${campaign.name} is saved.`).waitFor()
    const saved = (await get(campaign)) as Campaign & { ring_timeout_seconds: number }
    assert.deepEqual([saved.slots, saved.script, saved.ring_timeout_seconds], [9, 'Their words.', 45])
    await dashboard.leave(page)
  })

  it('merges the members of a field one by one', async () => {
    interface Organization {
      revision: number
      calls: { dials_a_day: number; minutes_a_day: number; countries: string[] }
    }
    const { revision } = await ask<Organization>('GET', O)
    const page = await dashboard.open(`/${dashboard.service.organizationId}/guards`)
    await button(page, 'Change the limits').click()
    await box(page, 'Countries').fill('us, de')
    await box(page, 'Dials a day').fill('4000')
    const calls = { minutes_a_day: 900, countries: ['US', 'FR'] }
    const { cookie } = await dashboard.session('owner')
    const headers = { 'if-match': `"${revision}"` }
    const theirs = await askAsPage(dashboard.service, 'PATCH', O, { body: { calls }, cookie, headers })
    assert.equal(theirs.status, 200, JSON.stringify(theirs.body))
    await button(page, 'Save').click()
    const dialog = page.getByRole('alertdialog', { name: /Somebody else has changed this/ })
    await dialog.getByRole('group', { name: 'Countries' }).getByRole('radio').first().check()
    assert.equal(await dialog.getByRole('group').count(), 1)
    await button(page, 'Go on with these').click()
    await becomes('the countries', () => box(page, 'Countries').inputValue(), 'US, FR')
    await button(page, 'Save').click()
    await page.getByText('The limits are changed.').waitFor()
    const { dials_a_day, minutes_a_day, countries } = (await ask<Organization>('GET', O)).calls
    assert.deepEqual({ dials_a_day, minutes_a_day, countries }, { dials_a_day: 4000, ...calls })
    await dashboard.leave(page)
  })

  it('names the members of hours that two changed, and shows the fault that both make', async () => {
    const campaign = await makeCampaign()
    const page = await dashboard.open(editOf(campaign))
    await page.getByRole('combobox', { name: 'By whose clock' }).selectOption('callee')
    await patch(campaign, { calling_hours: { timezone: 'Asia/Tokyo', also_callee: true } })
    await button(page, 'Save').click()
    const dialog = page.getByRole('alertdialog', { name: /Somebody else has changed this/ })
    const zone = dialog.getByRole('group', { name: 'Hours: Time zone' })
    await zone.getByRole('radio', { name: 'Yours By the clock of the callee' }).waitFor()
    await zone.getByRole('radio', { name: 'The admin Asia/Tokyo' }).waitFor()
    await button(page, 'Go on with these').click()
    const clock = page.getByRole('combobox', { name: 'By whose clock' })
    await becomes('whether it is faulty', () => clock.getAttribute('aria-invalid'), 'true')
    await clock.selectOption('zone')
    await becomes('whether it is faulty', () => clock.getAttribute('aria-invalid'), null)
    await button(page, 'Discard').click()
    await dashboard.leave(page)
  })

  it('keeps the days of each row when another one is removed', async () => {
    const windows = [
      { days: ['fri'], from: '09:00', to: '12:00' },
      { days: ['mon', 'wed'], from: '09:00', to: '12:00' },
      { days: ['sat', 'sun'], from: '09:00', to: '12:00' },
    ]
    const campaign = await makeCampaign({ calling_hours: { ...hours, windows } })
    const page = await dashboard.open(editOf(campaign))
    const daysOf = (row: number) =>
      page.getByRole('group', { name: `Hours, row ${row}` }).getByRole('checkbox', { name: 'Monday' })
    await daysOf(2).waitFor()
    await page.getByRole('combobox', { name: 'Days of row 1' }).selectOption('chosen')
    await daysOf(1).waitFor()
    await button(page, 'Remove row 1').click()
    await page.getByRole('group', { name: 'Hours, row 3' }).waitFor({ state: 'detached' })
    const shown = async () => [await daysOf(1).count(), await daysOf(2).count()]
    assert.deepEqual(await shown(), [1, 0])
    assert.equal(await daysOf(1).isChecked(), true)
    await page.getByRole('checkbox', { name: 'Wednesday' }).uncheck()
    assert.deepEqual(await shown(), [1, 0])
    await button(page, 'Remove row 1').click()
    await page.getByRole('group', { name: 'Hours, row 2' }).waitFor({ state: 'detached' })
    await button(page, 'Discard').click()
    await daysOf(2).waitFor()
    await dashboard.leave(page)
  })

  it('keeps the focus where rows, dates and hours come and go', async () => {
    const saturday = { days: ['sat'], from: '10:00', to: '14:00' }
    const campaign = await makeCampaign({
      calling_hours: { ...hours, windows: [...hours.windows, saturday] },
    })
    const page = await dashboard.open(editOf(campaign))
    const focused = () => page.evaluate<string>('document.activeElement.id')
    await button(page, 'Closed dates: 1').press('Enter')
    await button(page, 'Remove 2026-12-25').press('Enter')
    await becomes('what has the focus', focused, 'add-date')
    await button(page, 'Done').click()
    await button(page, 'Remove row 2').press('Enter')
    await becomes('what has the focus', focused, 'remove-hours-0')
    await page.keyboard.press('Enter')
    await becomes('what has the focus', focused, 'add-hours')
    await button(page, 'Always open instead').press('Enter')
    await becomes('what has the focus', focused, 'set-hours')
    await page.keyboard.press('Enter')
    await becomes('what has the focus', focused, 'hours-clock')
    await button(page, 'Discard').click()
    await dashboard.leave(page)
  })

  it('keeps the time zone of the hours while another clock is looked at', async () => {
    const campaign = await makeCampaign({ calling_hours: { ...hours, timezone: 'Asia/Tokyo' } })
    const page = await dashboard.open(editOf(campaign))
    const clock = page.getByRole('combobox', { name: 'By whose clock' })
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await becomes('the zone', () => zone.inputValue(), 'Asia/Tokyo')
    const today = page.locator('figure [class*="today"]')
    await becomes('days that are today', () => today.count(), 1)
    await clock.selectOption('callee')
    await zone.waitFor({ state: 'detached' })
    // Each callee has another clock.
    await becomes('days that are today', () => today.count(), 0)
    await becomes('lines of the present', () => page.locator('figure line[class*="now"]').count(), 0)
    await clock.selectOption('zone')
    await becomes('the zone', () => zone.inputValue(), 'Asia/Tokyo')
    await button(page, 'Discard').waitFor({ state: 'detached' })
    await dashboard.leave(page)
  })

  it('takes the end away by “No end” alone', async () => {
    const campaign = await makeCampaign({ ends_at: '2030-06-01T16:00:00.000Z' })
    const page = await dashboard.open(editOf(campaign))
    const date = page.getByLabel('Date', { exact: true })
    await becomes('the end', () => date.inputValue(), '2030-06-01')
    const time = page.getByLabel('Time', { exact: true })
    const before = await time.inputValue()
    await time.fill('')
    assert.equal(await date.inputValue(), '2030-06-01')
    await page.getByText('Give a date and a time, or choose “No end”.').waitFor()
    await page.getByRole('button', { name: /^Save/ }).click()
    await time.fill(before)
    await button(page, 'Save').waitFor({ state: 'detached' })
    assert.equal((await get(campaign)).revision, campaign.revision)
    // Half a date is no date, and must not take the end away.
    await date.press('Backspace')
    await page.getByText('Give a date and a time, or choose “No end”.').waitFor()
    await button(page, 'Discard').click()
    await becomes('the end', () => date.inputValue(), '2030-06-01')
    await date.fill('')
    await button(page, 'Discard').click()
    await becomes('the end', () => date.inputValue(), '2030-06-01')
    // Nor must an emptied date, nor a new end of which nothing is typed yet.
    const isMissing = page.getByText('Give a date and a time, or choose “No end”.')
    await date.fill('')
    await isMissing.waitFor()
    await button(page, 'No end').click()
    await date.waitFor({ state: 'detached' })
    await button(page, 'Set an end').click()
    await isMissing.waitFor()
    await date.press('1')
    await isMissing.waitFor()
    await page.getByRole('button', { name: /^Save/ }).click()
    assert.equal((await get(campaign)).revision, campaign.revision)
    await button(page, 'No end').click()
    await button(page, 'Save').click()
    await page.getByText(`${campaign.name} is saved.`).waitFor()
    assert.equal(((await get(campaign)) as Campaign & { ends_at: unknown }).ends_at, null)
    await page.goto(`${dashboard.service.url}/app${editOf(campaign)}`)
    await button(page, 'Set an end').click()
    await date.waitFor()
    await button(page, 'Discard').click()
    await date.waitFor({ state: 'detached' })
    await dashboard.leave(page)
  })

  it('outlives an expired session', async () => {
    const campaign = await makeCampaign()
    const page = await dashboard.open(editOf(campaign), { role: 'editor' })
    await box(page, 'Slots').fill('7')
    await button(page, 'Save').waitFor()
    const editor = await dashboard.session('editor')
    await endSessionAt(page, `${P}/campaigns/${campaign._id}`)
    await button(page, 'Save').click()
    const again = page.getByRole('alertdialog', { name: 'Your session has ended. Sign in again to go on.' })
    await again.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
    await again.getByLabel('Email address').fill(editor.email)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(`${campaign.name} is saved.`).waitFor()
    assert.equal((await get(campaign)).slots, 7)
    await dashboard.leave(page)
  })

  it('asks before it is left with changes', async () => {
    const campaign = await makeCampaign()
    const page = await dashboard.open(editOf(campaign))
    await box(page, 'Slots').fill('6')
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await button(page, 'Stay').click()
    await becomes('the slots', () => box(page, 'Slots').inputValue(), '6')
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await button(page, 'Leave').click()
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
    await dashboard.leave(page)
  })

  it('asks before it is left while it is saved, and has the edit if that is refused', async () => {
    const campaign = await makeCampaign()
    const page = await dashboard.open(editOf(campaign))
    const slots = box(page, 'Slots')
    await slots.fill('20')
    const first = await holdSaves(page, async (route) => {
      await route.fulfill({ status: 503, json: { code: 'broken', message: 'Broken.', request_id: 'r-1' } })
    })
    await button(page, 'Save').click()
    const question = await askToGoLive(page)
    first.release()
    await question.getByText('1 change is not saved').waitFor()
    await button(page, 'Stay').click()
    await becomes('the slots', () => slots.inputValue(), '20')
    await first.end()
    // Nor is an edit lost that meets somebody else's.
    const second = await holdSaves(page)
    await button(page, 'Save').click()
    await askToGoLive(page)
    await button(page, 'Stay').click()
    await patch(campaign, { slots: 8 })
    second.release()
    await page.getByRole('alertdialog', { name: /Somebody else has changed this/ }).waitFor()
    await button(page, 'Go on with these').click()
    await becomes('the slots', () => slots.inputValue(), '20')
    await button(page, 'Discard').click()
    await dashboard.leave(page)
  })

  it('stays away from whoever has left it once it is saved', async () => {
    const campaign = await makeCampaign()
    for (const slots of [20, 21]) {
      const page = await dashboard.open(editOf(campaign))
      await box(page, 'Slots').fill(String(slots))
      const held = await holdSaves(page)
      await button(page, 'Save').click()
      await askToGoLive(page)
      // Without an answer the page is left once nothing can be lost any more.
      if (slots === 20) await button(page, 'Leave').click()
      else held.release()
      await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor()
      held.release()
      await page.getByText(`${campaign.name} is saved.`).waitFor()
      await page.waitForTimeout(keptMs)
      assert.match(page.url(), /\/live$/)
      assert.equal((await get(campaign)).slots, slots)
      await held.end()
      await dashboard.leave(page)
    }
  })

  it('keeps what is typed while it is saved, and changes what it has made', async () => {
    const page = await dashboard.open(dashboard.at('/campaigns/new'))
    await box(page, 'Name').fill('Typed on')
    await box(page, 'Script').fill('Hello.')
    await page.getByRole('combobox', { name: 'Caller ID' }).selectOption({ index: 1 })
    const held = await holdSaves(page)
    await button(page, 'Make campaign').click()
    await held.asked
    await box(page, 'Script').fill('Hello again.')
    held.release()
    await page.getByText('Typed on is made.', { exact: false }).waitFor()
    await page.waitForTimeout(keptMs)
    assert.match(page.url(), /\/campaigns\/new$/)
    assert.equal(await box(page, 'Script').inputValue(), 'Hello again.')
    await held.end()
    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Typed on', level: 1 }).waitFor()
    const { items } = await ask<{ items: Campaign[] }>('GET', `${P}/campaigns?limit=100`)
    const made = items.filter(({ name }) => name === 'Typed on')
    assert.deepEqual(
      made.map(({ script: text }) => text),
      ['Hello again.'],
    )
    await dashboard.leave(page)
  })
})

describe('a workflow', () => {
  it('names the campaigns that follow it, and counts those beyond the first', async () => {
    for (let number = 1; number <= 6; number++)
      await makeCampaign({
        name: `Follows ${number}`,
        campaign_type: 'workflow',
        workflow: 'hello',
        script: null,
      })
    const page = await dashboard.open(dashboard.at('/workflows'))
    const row = page.getByRole('row', { name: /hello/ })
    await row.getByText('and 1 more').waitFor()
    await becomes('those named', () => row.getByRole('link', { name: /^Follows/ }).count(), 5)
    await dashboard.leave(page)
  })

  it('is checked at its lines, and saved as a new revision', async () => {
    const page = await dashboard.open(dashboard.at('/workflows'))
    await page.getByRole('link', { name: 'hello', exact: true }).click()
    await page.getByRole('link', { name: 'Source' }).click()
    const source = box(page, 'Source')
    await source.fill('start: nowhere\nsteps:\n  bye:\n    kind: hang_up\n    text: Bye\n')
    await button(page, 'Line 1').first().waitFor()
    await source.fill('start: bye\nsteps:\n  bye:\n    kind: hang_up\n    text: Goodbye then\n')
    await page.getByText('The source is sound.').waitFor()
    await button(page, 'Save').click()
    await page.getByText('1 step, revision 2.').waitFor()
    await button(page, 'Bring back revision 1').click()
    await becomes('the source', () => source.inputValue(), /text: Bye$/m)
    await dashboard.leave(page)
  })

  it('shows a newer revision of somebody else, and says so where something is typed', async () => {
    const { items } = await ask<{ items: { _id: string; revision: number }[] }>('GET', `${P}/workflows`)
    const { _id } = items[0]!
    const path = `${P}/workflows/${_id}`
    const rename = async (name: string): Promise<void> => {
      const { revision } = await ask<{ revision: number }>('GET', path)
      await ask('PATCH', path, { name }, { 'if-match': `"${revision}"` })
    }
    const page = await dashboard.open(dashboard.at(`/workflows/${_id}?view=source`))
    await becomes('the name', () => box(page, 'Name').inputValue(), 'hello')
    await rename('hello again')
    await page.getByRole('heading', { level: 1, name: 'hello again' }).waitFor()
    await becomes('the name', () => box(page, 'Name').inputValue(), 'hello again')
    assert.equal(await button(page, 'Save').count(), 0)
    const source = box(page, 'Source')
    await source.fill('start: bye\nsteps:\n  bye:\n    kind: hang_up\n    text: So long\n')
    await rename('hello')
    await page.getByText('The admin has saved another version meanwhile.', { exact: false }).waitFor()
    await becomes('what is typed', () => source.inputValue(), /So long/)
    await dashboard.leave(page)
  })
})

describe('a key', () => {
  it('is made, tried and rotated with an overlap (job 6)', async () => {
    const page = await dashboard.open(dashboard.at('/live'))
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await button(page, 'New key…').click()
    await box(page, 'Name').fill('CRM')
    await page.getByLabel('place calls').check()
    await button(page, 'Make key').click()
    const shownKey = () => page.getByRole('region', { name: 'key', exact: true }).innerText()
    const value = await becomes('the key', shownKey, /\S/)
    await page.getByRole('region', { name: 'command' }).getByText(value.trim()).waitFor()
    const { organizationId, projectId } = dashboard.service
    const path = `/organizations/${organizationId}/projects/${projectId}/campaigns`
    const use = async (key: string) => (await dashboard.service.request('GET', path, { key })).status
    assert.equal(await use(value.trim()), 200)
    await button(page, 'Close').last().click()

    await button(page, 'Limit CRM').click()
    await box(page, 'Requests a second').fill('7')
    await page.getByRole('textbox', { name: /^Requests at once/ }).fill('35')
    await button(page, 'Save').click()
    await page.getByText('The limit of CRM is changed.').waitFor()
    await page.getByText('7 requests a second').waitFor()
    const limited = await dashboard.service.request('GET', path, { key: value.trim() })
    assert.match(limited.headers.get('ratelimit-policy') ?? '', /^"requests";q=35;w=5,/)

    await button(page, 'Limit CRM').click()
    const isLimited = page.getByRole('checkbox', { name: /^Limit its requests/ })
    await isLimited.uncheck()
    await isLimited.check()
    await becomes('the limit', () => box(page, 'Requests a second').inputValue(), '7')
    await button(page, 'Cancel').click()

    await button(page, 'Rotate CRM').click()
    await page.getByLabel('The old key ends').selectOption('900')
    await button(page, 'Make the new key').click()
    const next = await becomes('the new key', shownKey, /\S/)
    assert.notEqual(next, value)
    await page.goBack()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByText('Copy the key now. It is not shown again.').waitFor()
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await shownKey(), next)
    assert.deepEqual([await use(value.trim()), await use(next.trim())], [200, 200])
    await button(page, 'Close').last().click()
    await page.getByText('ends soon').waitFor()

    await button(page, 'Revoke CRM').click()
    await button(page, 'Revoke').click()
    await page.getByText('CRM is revoked.').waitFor()
    assert.equal(await use(next.trim()), 401)
    await dashboard.leave(page)
  })
})

describe('carriers and people', () => {
  it('take a secret and never show it', async () => {
    const page = await dashboard.open(dashboard.at('/carriers'))
    await button(page, 'New carrier…').click()
    await box(page, 'Name').fill('East')
    await box(page, 'Account SID').fill(`AC${'3'.repeat(32)}`)
    await page.getByLabel('Auth token').fill('hidden-word')
    await button(page, 'Add').click()
    await page.getByText('East is saved.').waitFor()
    await button(page, 'Change East').click()
    await becomes('the token', () => page.getByLabel('Auth token').inputValue(), '')
    assert.ok(!(await page.content()).includes('hidden-word'))
    await dashboard.leave(page)
  })

  it('are invited by a link to hand over, get another role, and are removed', async () => {
    const page = await dashboard.open(dashboard.at('/live'))
    await page.getByRole('link', { name: 'People and roles' }).click()
    await button(page, 'Invite…').click()
    await box(page, 'Email address').fill('sam@example.com')
    await page.getByRole('textbox', { name: 'Name' }).fill('Sam')
    await button(page, 'Invite').click()
    const link = page.getByRole('region', { name: 'link' })
    await becomes('the link', () => link.innerText(), /\/app\/invited#/)
    // The link is not shown again.
    await page.goBack()
    await button(page, 'Stay').click()
    await becomes('the link', () => link.innerText(), /\/app\/invited#/)
    await button(page, 'Close').last().click()
    await button(page, 'Change the role of Sam').click()
    await page.getByRole('combobox', { name: 'Role' }).selectOption('viewer')
    await button(page, 'Change role').click()
    await page.getByText('The role of Sam is changed.').waitFor()
    await button(page, 'More for Sam').click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await button(page, 'Remove').click()
    await page.getByText('Sam is removed.').waitFor()
    await dashboard.leave(page)
  })

  it('have no link where they are known elsewhere: it says who makes one', async () => {
    const { service } = dashboard
    const other = await service.apply({ organizations: [{ name: 'Elsewhere', projects: [] }] })
    const elsewhere = { organizationId: other.organizations[0]!._id }
    const stranger = await signInAs(service, 'owner', elsewhere)
    const path = `/api/organizations/${elsewhere.organizationId}/people`
    const pending = { email: 'pending.elsewhere@example.com', role: 'viewer' }
    assert.equal((await stranger.request('POST', path, pending)).status, 201)
    const page = await dashboard.open(`/${service.organizationId}/people-and-roles`)
    for (const [email, text] of [
      [
        pending.email,
        /is known elsewhere too. If they can not sign in yet, an operator makes the link, with switchboard people link/,
      ],
      [stranger.email, /can sign in already/],
    ] as const) {
      await button(page, 'Invite…').click()
      await box(page, 'Email address').fill(email)
      await button(page, 'Invite').click()
      await page.getByText(text).waitFor()
      await button(page, 'Close').last().click()
    }
    await dashboard.leave(page)
  })
})

describe('somebody who may not', () => {
  it('reads which role is needed', async () => {
    const campaign = await makeCampaign()
    const page = await dashboard.open(dashboard.at(`/campaigns/${campaign._id}`), { role: 'viewer' })
    const hold = button(page, 'Hold…')
    await becomes(
      'why it is not held',
      () => hold.getAttribute('aria-description'),
      'This needs the role editor.',
    )
    for (const [address, role] of [
      [editOf(campaign), 'editor'],
      [dashboard.at('/campaigns/new'), 'editor'],
      [dashboard.at('/keys'), 'admin'],
    ] as const) {
      await page.goto(`${dashboard.service.url}/app${address}`)
      await page.getByText(`This needs the role ${role}.`).first().waitFor()
    }
    await dashboard.leave(page)
  })
})

describe('each of these pages', () => {
  let addresses: Record<string, string>
  before(async () => {
    const campaign = await makeCampaign()
    await patch(campaign, { slots: 6 })
    const { items } = await ask<{ items: { _id: string }[] }>('GET', `${P}/workflows`)
    const { organizationId } = dashboard.service
    addresses = {
      campaigns: dashboard.at('/campaigns'),
      'campaigns, none match': dashboard.at('/campaigns?status=ended'),
      campaign: dashboard.at(`/campaigns/${campaign._id}`),
      calls: dashboard.at(`/campaigns/${campaign._id}?tab=calls`),
      history: dashboard.at(`/campaigns/${campaign._id}?tab=history`),
      request: dashboard.at(`/campaigns/${campaign._id}?tab=request`),
      edit: editOf(campaign),
      new: dashboard.at('/campaigns/new'),
      workflows: dashboard.at('/workflows'),
      workflow: dashboard.at(`/workflows/${items[0]?._id}`),
      carriers: dashboard.at('/carriers'),
      keys: dashboard.at('/keys'),
      people: `/${organizationId}/people-and-roles`,
      changes: `/${organizationId}/changes`,
      'changes, none match': `/${organizationId}/changes?person=nobody`,
    }
  })

  it('has no violation of the access rules in light and dark, fits 360 pixels, and takes its words from the catalog', () =>
    lookAtEach(dashboard, addresses))
})
