// The jobs of the voice side with the keyboard alone: after each step the focus is seen, nothing lies over it, and it
// is where a person would look.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { uuidv7 } from '../../../src/base/ids.ts'
import { sql } from '../../../src/db/sql.ts'
import { upsertProcess } from '../../../src/jobs/process-queries.ts'
import { scriptCampaign } from '../../support/declarations.ts'
import { startDashboard, describeFocus } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { becomes, waitForRest, waitMsMax } from '../support/wait.ts'

/** Somebody who needs more steps than this to the next thing gives up. */
const tabsMax = 40
/** For so long nothing takes the focus away again. */
const keptMs = 500

const listen = (text: string, next: string) =>
  ({ kind: 'listen', text, input: 'speech', variable: 'said', next, no_input: next }) as const
/** Asks again and again, and each answer takes half a minute: the talk takes longer than the tests. */
const talk = {
  start: 'one',
  language: 'en-US',
  goodbye: 'Goodbye.',
  steps: {
    one: listen('How are you?', 'two'),
    two: { ...listen('And your dog?', 'one'), no_input: 'end' },
    end: { kind: 'hang_up' },
  },
}

let dashboard: Dashboard
let page: Page
before(async () => {
  dashboard = await startDashboard(
    {
      workflows: [{ name: 'Talk', definition: talk }],
      campaigns: [
        scriptCampaign({
          name: 'Autumn',
          slots: 1,
          campaign_type: 'workflow',
          workflow: 'Talk',
          script: null,
        }),
        scriptCampaign({ name: 'Winter', slots: 3 }),
      ],
    },
    { speed: 2 },
  )
  const { service } = dashboard
  service.startWorker()
  const worker = { _id: uuidv7(), kind: 'worker', host: 'box-2', version: '1.8.0' } as const
  await upsertProcess(service.context.db, worker)
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Autumn']}/calls`
  for (const [phone_number, name] of [
    ['+14155551009', 'Maria Delgado'],
    ['+14155551100', 'Hugo Brandt'],
  ]) {
    const { status } = await service.request('POST', path, { body: { phone_number, name } })
    assert.ok(status < 300)
  }
  page = await dashboard.open(dashboard.at())
})
after(() => dashboard[Symbol.asyncDispose]())

/** Presses a key, and asserts that the focus is seen afterwards. */
async function press(key: string): Promise<string> {
  await page.keyboard.press(key)
  return focused(`after ${key}`)
}

/** Asserts that the focus is seen, and returns the name of what has it. */
async function focused(when: string): Promise<string> {
  // The focus moves a moment after a dialog has closed or a page has come.
  let seen = await describeFocus(page)
  for (const end = Date.now() + waitMsMax; seen.fault !== null && Date.now() < end;) {
    await page.waitForTimeout(30)
    seen = await describeFocus(page)
  }
  assert.equal(seen.fault, null, `${when}: ${seen.name}`)
  return seen.name
}

/** Goes on by Tab until something of this name has the focus. */
async function tabTo(name: string | RegExp): Promise<void> {
  const passed: string[] = []
  await page
    .getByRole('link', { name })
    .or(page.getByRole('button', { name }))
    .or(page.getByLabel(name))
    .first()
    .waitFor()
  for (let tabs = 0; tabs < tabsMax; tabs++) {
    const now = await press('Tab')
    if (typeof name === 'string' ? now === name : name.test(now)) return
    passed.push(now)
  }
  assert.fail(`no ${String(name)} among ${passed.join(' | ')}`)
}

async function type(text: string): Promise<void> {
  for (const sign of text) await page.keyboard.press(sign === ' ' ? 'Space' : sign)
}

/** Waits for the page with this title, which must have the focus. */
async function arrivesAt(title: RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await focusComesTo(title)
  // The links and buttons of a page come one after another, and Tab goes over what is there.
  await waitForRest(page)
}

/** Waits until something of this name has the focus, and asserts that it is seen. */
async function focusComesTo(name: RegExp | string): Promise<void> {
  await becomes('the name of what has the focus', () => focused('there'), name)
}

/** Waits until a dialog has its fields and the focus. */
async function dialogComes(): Promise<void> {
  await page.locator('[role="dialog"]:focus-within, [role="alertdialog"]:focus-within').waitFor()
  await waitForRest(page)
}

/** Presses keys that belong together, the next without a wait: the second of a pair has to follow within a second. */
async function go(keys: string, title: RegExp): Promise<void> {
  await Promise.all(Array.from(keys, (key) => page.keyboard.press(key)))
  await arrivesAt(title)
}

describe('with the keyboard alone', () => {
  it('finds out why a call waits (job 1)', async () => {
    await page.keyboard.press('/')
    await focusComesTo(/Find a number/)
    await type('+14155551100')
    await page.getByRole('dialog').getByRole('link').first().waitFor()
    await page.keyboard.press('Enter')
    await arrivesAt(/Hugo Brandt: Waits for a free slot, 1st in the queue/)
  })

  it('follows a talk (job 5)', async () => {
    await go('gl', /^Live$/)
    await tabTo('Follow the call to +1 415 555 1009')
    await page.keyboard.press('Enter')
    await arrivesAt(/Speaking with Maria Delgado/)
    const lines = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem')
    await lines.first().waitFor()
  })

  it('stops dialling (job 3)', async () => {
    await go('gl', /^Live$/)
    await tabTo('Hold Autumn')
    await page.keyboard.press('Enter')
    await page.getByText(/Autumn is on hold\. 1 call is held back/).waitFor()
    // What was pressed is now the way back.
    await focusComesTo('Release Autumn')
  })

  it('makes a campaign from nothing, and tries it (job 2)', async () => {
    await go('gc', /^Campaigns$/)
    await tabTo('New campaign')
    await page.keyboard.press('Enter')
    await arrivesAt(/^New campaign$/)
    await tabTo('Name')
    await type('Spring')
    await tabTo('Script')
    await type('Hello')
    await page.getByRole('button', { name: 'Make campaign' }).waitFor()
    await tabTo('Make campaign')
    await page.keyboard.press('Enter')
    await arrivesAt(/^Spring$/)
    await tabTo('Test call…')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Test call' }).waitFor()
    await dialogComes()
    await tabTo('Call now')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/conversations\/[0-9a-f-]{36}$/)
    await arrivesAt(/^Call /)
  })

  it('looks who changed a campaign, and brings it back (job 8)', async () => {
    const { service } = dashboard
    const session = await dashboard.session('editor')
    const path = `/api/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Winter']}`
    const edit = await service.request('PATCH', path, {
      key: null,
      body: { slots: 9 },
      headers: { 'if-match': '*', 'sec-fetch-site': 'same-origin', cookie: session.cookie },
    })
    const revision = edit.status === 200 ? null : (await session.request('GET', path)).headers.get('etag')
    if (revision !== null)
      await service.request('PATCH', path, {
        key: null,
        body: { slots: 9 },
        headers: { 'if-match': revision, 'sec-fetch-site': 'same-origin', cookie: session.cookie },
      })
    await go('gc', /^Campaigns$/)
    await tabTo('Winter')
    await page.keyboard.press('Enter')
    await arrivesAt(/^Winter$/)
    await tabTo('History')
    await page.keyboard.press('Enter')
    await page
      .getByRole('link', { name: /^Bring back Winter before revision/ })
      .or(page.getByRole('button', { name: /^Bring back Winter before revision/ }))
      .first()
      .waitFor()
    await tabTo(/^Bring back Winter before revision/)
    await page.keyboard.press('Enter')
    await arrivesAt(/^Winter$/)
    await page.getByText('1 change not saved').waitFor()
    await tabTo('Save')
    await page.keyboard.press('Enter')
    await page.getByText('Winter is saved.').waitFor()
    await arrivesAt(/^Winter$/)
  })

  it('rotates a key (job 6)', async () => {
    await go('gk', /^Keys/)
    await tabTo('Rotate all')
    await page.keyboard.press('Enter')
    await dialogComes()
    await tabTo('Make the new key')
    await page.keyboard.press('Enter')
    await page
      .getByText(/svc_live_/)
      .first()
      .waitFor()
    await focused('once the value is shown')
    await tabTo('Close')
    await press('Enter')
  })

  it('finds a person and what happened (job 9)', async () => {
    await page.keyboard.press('/')
    await focusComesTo(/Find a number/)
    await type('Maria')
    await page.getByRole('dialog').getByRole('link', { name: 'Maria Delgado' }).first().waitFor()
    await waitForRest(page)
    await tabTo('Maria Delgado')
    await page.keyboard.press('Enter')
    await arrivesAt(/Conversations|Maria Delgado/)
  })

  it('comes back to what opened a dialog', async () => {
    const { at } = dashboard
    const campaign = at(`/campaigns/${dashboard.service.campaignIds['Winter']}`)
    // A form at once, one that first reads what can be chosen, and one of which the code comes later.
    for (const [address, opener] of [
      [campaign, 'Test call…'],
      [at('/broadcasts'), 'New broadcast…'],
      ['/me', 'Set up…'],
    ] as const) {
      await page.goto(`${dashboard.service.url}/app${address}`)
      await page.getByRole('button', { name: opener }).press('Enter')
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      await dialogComes()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await focusComesTo(opener)
      // Afterwards nothing may take it away again.
      await page.waitForTimeout(keptMs)
      assert.equal(await focused('after Escape'), opener)
    }
  })

  it('is seen on each place of the side bar, which are most for an operator and longest in other languages', async () => {
    const { service } = dashboard
    const { userId } = await dashboard.session('owner')
    await service.context.db.write(sql`update users set is_operator = true where _id = ${userId}`)
    await dashboard.leave(page)
    page = await dashboard.open(dashboard.at('/people'), { language: 'pseudo' })
    await waitForRest(page)
    const places = page.getByRole('navigation').first().getByRole('link')
    const count = await places.count()
    assert.ok(count > 20, `${count} places`)
    await places.first().focus()
    for (let place = 1; place < count; place++) await press('Tab')
    assert.equal(await places.last().and(page.locator(':focus')).count(), 1, 'the last place has the focus')
    // A lower window shows where the page is, without a press.
    await page.setViewportSize({ width: 1440, height: 600 })
    await page.goto(`${service.url}/app/health`)
    const here = page.locator('nav a[aria-current="page"]')
    const ends = async (locator: Locator): Promise<number> => {
      const box = await locator.boundingBox()
      return box === null ? Number.NaN : box.y + box.height
    }
    await becomes(
      'whether it is in the box of the places',
      async () => (await ends(here)) <= (await ends(page.getByRole('navigation').first())),
      true,
    )
  })
})
