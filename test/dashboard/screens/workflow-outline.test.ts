// The outline of a workflow: made, tried, changed and brought back by keyboard, as somebody does it in a browser.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { askAsPage } from '../../support/users.ts'
import { assertFromCatalog, assertNarrow, startDashboard } from '../support/browser.ts'
import type { Dashboard, OpenOptions } from '../support/browser.ts'
import { assertAccessibleInBothThemes } from '../support/looks.ts'
import { becomes, waitForRest } from '../support/wait.ts'

const ways = {
  start: 'ask',
  steps: {
    ask: { kind: 'listen', text: 'Do you need help?', variable: 'answer', next: 'decide', no_input: 'bye' },
    decide: {
      kind: 'choose',
      branches: [
        { variable: 'answer', contains: ['yes', 'sure'], next: 'connect' },
        { variable: 'answer', equals: 'later', next: 'note' },
      ],
      otherwise: 'bye',
    },
    connect: { kind: 'transfer', to: '+14155550123', variable: 'reached', next: 'bye' },
    note: { kind: 'open_ticket', subject: 'Call {{ customer.name }} back', next: 'bye' },
    bye: { kind: 'hang_up', text: 'Goodbye.' },
  },
}

let dashboard: Dashboard
let P: string
before(async () => {
  dashboard = await startDashboard({ workflows: [{ name: 'ways', definition: ways }] })
  const { organizationId, projectId } = dashboard.service
  P = `/api/organizations/${organizationId}/projects/${projectId}`
})
after(() => dashboard[Symbol.asyncDispose]())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const head = (page: Page, step: string) =>
  page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: new RegExp(`^${step} `) })

interface Workflow {
  _id: string
  name: string
  definition: { start: string; steps: Record<string, Record<string, unknown>> }
}

async function workflowNamed(name: string): Promise<Workflow> {
  const { cookie } = await dashboard.session('admin')
  const { body } = await askAsPage(dashboard.service, 'GET', `${P}/workflows`, { cookie })
  const found = (body.data as { items: Workflow[] }).items.find((one) => one.name === name)
  assert.ok(found, `there is a workflow ${name}`)
  return found
}

/** Presses Tab until an element has the focus; a person does the same. */
async function tabTo(page: Page, label: string, key = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    const name = await page.evaluate<string>(`(() => {
      const at = document.activeElement
      const label = at?.labels?.[0]?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent ?? ''
      return label.replace(/ optional$/, '').trim()
    })()`)
    if (name === label) return
    await page.keyboard.press(key)
  }
  assert.fail(`${label} gets the focus`)
}

const focused = (page: Page) =>
  page.evaluate<string>(
    `document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent ?? ''`,
  )

describe('the outline of a workflow', () => {
  it('is made by keyboard alone, tried by typing, saved, changed, compared and brought back', async () => {
    const page = await dashboard.open(dashboard.at('/workflows/new'))
    await head(page, 'greet').waitFor()
    await tabTo(page, 'Name')
    await page.keyboard.type('By keyboard')
    await tabTo(page, 'Begin without the example')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Add the first step')
    await page.keyboard.press('Enter')

    // The first step: what it says.
    await eventuallyFocused(page, 'Kind')
    await tabTo(page, 'Text')
    await page.keyboard.type('Hello {{ customer.name }}.')
    await tabTo(page, 'Add a step after this one')
    await page.keyboard.press('Enter')

    // The second: a question. The kind is chosen by its first letter.
    await eventuallyFocused(page, 'Kind')
    await chooseByLetter(page, 'L', 'listen')
    await tabTo(page, 'Name of the step')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('ask')
    await tabTo(page, 'Text')
    await page.keyboard.type('May we call back?')
    await tabTo(page, 'Add a step after this one')
    await page.keyboard.press('Enter')

    // The third ends the call.
    await eventuallyFocused(page, 'Kind')
    await chooseByLetter(page, 'H', 'hang_up')
    await tabTo(page, 'Text')
    await page.keyboard.type('Goodbye.')

    await tabTo(page, 'Start the call')
    await page.getByText('Checking…').waitFor({ state: 'detached' })
    const disabled = () => button(page, 'Start the call').getAttribute('aria-disabled')
    await becomes('whether it is disabled', disabled, null)
    await page.keyboard.press('Enter')
    await page.getByText('Hello Ada.').waitFor()
    await tabTo(page, 'The customer says')
    await page.keyboard.type('Yes, please')
    await page.keyboard.press('Enter')
    await page.getByText('The call has ended.').waitFor()
    await page.getByText('answer = “Yes, please”').waitFor()
    await button(page, 'One step back').click()
    await page.getByText('Waits at').waitFor()

    await tabTo(page, 'Make workflow')
    await page.keyboard.press('Enter')
    await page.getByText('3 steps, revision 1.').waitFor()
    const made = await workflowNamed('By keyboard')
    assert.deepEqual(
      Object.entries(made.definition.steps)
        .map(([name, { kind, next = 'the end' }]) => `${name}: ${kind as string}, then ${next as string}`)
        .toSorted((one, other) => one.localeCompare(other)),
      ['ask: listen, then step', 'greet: say, then ask', 'step: hang_up, then the end'],
    )

    await head(page, 'greet').click()
    await box(page, 'Text').fill('Good morning.')
    await button(page, 'Save').click()
    await page.getByText('3 steps, revision 2.').waitFor()
    const difference = page.getByRole('group', { name: 'Difference' })
    await difference.getByText('steps.greet.text').waitFor()
    await difference.getByText('Good morning.').waitFor()
    await difference.getByLabel('To').selectOption('1')
    await difference.getByText('These two are the same.').waitFor()

    await button(page, 'Bring back revision 1').click()
    await head(page, 'greet').filter({ hasText: 'Hello {{ customer.name }}.' }).waitFor()
    await button(page, 'Save').click()
    await page.getByText('3 steps, revision 3.').waitFor()
    const back = await workflowNamed('By keyboard')
    assert.equal(back.definition.steps['greet']!['text'], 'Hello {{ customer.name }}.')
    await dashboard.leave(page)
  })

  it('shows each fault at its field and in the save bar, and follows a name wherever it is used', async () => {
    const page = await dashboard.open(dashboard.at(`/workflows/${(await workflowNamed('ways'))._id}`))
    await head(page, 'bye').click()
    await box(page, 'Name of the step').fill('farewell')
    await box(page, 'Name of the step').press('Enter')
    await head(page, 'farewell').waitFor()
    await head(page, 'decide').filter({ hasText: 'connect, note, farewell' }).waitFor()
    await head(page, 'farewell').click()

    // What led to a removed step is at fault until it leads elsewhere.
    await head(page, 'note').click()
    await button(page, 'Remove').click()
    await page.getByText('1 change not saved, 1 fault to mend:').waitFor()
    await head(page, 'decide').filter({ hasText: '1 fault' }).waitFor()
    await button(page, 'decide').click()
    await becomes('what has the focus', () => focused(page), 'Next step')
    await page.getByText('There is no step "note"').waitFor()
    await page.getByText('It can’t be tried before 1 fault is mended.').waitFor()
    await page.keyboard.press('Tab')
    await becomes('what has the focus', () => focused(page), 'Make a step')
    await page.keyboard.press('Enter')
    await eventuallyFocused(page, 'Kind')
    await head(page, 'note').waitFor()
    await chooseByLetter(page, 'O', 'open_ticket')
    await box(page, 'Subject').fill('Call back')
    await page.getByText('1 change not saved').waitFor()

    // Branches are moved by buttons, and the focus moves with them.
    await button(page, 'Down: branch 1').press('Enter')
    await page.waitForFunction(`document.activeElement?.getAttribute('aria-label') === 'Down: branch 2'`)
    await button(page, 'Save').press('Enter')
    await page.getByText('5 steps, revision 2.').waitFor()
    const { definition } = await workflowNamed('ways')
    const branches = definition.steps['decide']!['branches'] as { next: string }[]
    assert.deepEqual(
      branches.map(({ next }) => next),
      ['note', 'connect'],
    )
    await dashboard.leave(page)
  })

  it('tries keys, silence and how a transfer ended', async () => {
    const page = await dashboard.open(dashboard.at(`/workflows/${(await workflowNamed('ways'))._id}`))
    await button(page, 'Start the call').click()
    await box(page, 'The customer says').fill('sure')
    await button(page, 'Say it').click()
    await button(page, 'No answer').click()
    await page.getByText('reached = “no_answer”').waitFor()
    await button(page, 'Start again').click()
    await button(page, 'Stay silent').click()
    await page.getByText('Nothing was heard.').waitFor()
    await button(page, 'One step back').click()
    await box(page, 'The customer says').fill('12')
    await button(page, 'Press as keys').click()
    await page.getByText('pressed 12').waitFor()
    await dashboard.leave(page)
  })

  it('leads to the source where that can’t be read', async () => {
    const page = await dashboard.open(
      dashboard.at(`/workflows/${(await workflowNamed('ways'))._id}?view=source`),
    )
    await box(page, 'Source').fill('start: [\n')
    await page.getByRole('link', { name: 'Outline' }).click()
    await page.getByText('keeps it from being shown as an outline').waitFor()
    await page.getByRole('link', { name: 'Go to the source' }).click()
    await box(page, 'Source').fill('start: a\nsteps:\n  a:\n    kind: hang_up\n    text: Bye then\n')
    await page.getByRole('link', { name: 'Outline' }).click()
    await head(page, 'a').filter({ hasText: 'Bye then' }).waitFor()
    await dashboard.leave(page)
  })

  const opened = async (look: OpenOptions): Promise<Page> => {
    const page = await dashboard.open(dashboard.at(`/workflows/${(await workflowNamed('ways'))._id}`), look)
    await head(page, 'ask').waitFor()
    for (const step of ['ask', 'decide', 'connect', 'bye', 'farewell'])
      if ((await head(page, step).count()) > 0) await head(page, step).click()
    await page.getByRole('group', { name: /Map|⟦/ }).first().waitFor()
    return page
  }

  it('has no violation of the access rules, and fits 360 pixels', async () => {
    const page = await opened({})
    await button(page, 'Start the call').click()
    await page.getByText('Do you need help?').last().waitFor()
    await waitForRest(page)
    await page.evaluate('scrollTo(0, 0)')
    await assertAccessibleInBothThemes(page)
    await dashboard.leave(page)
    const phone = await opened({ size: 'phone' })
    await button(phone, 'Start the call').click()
    await phone.getByText('Waits at').waitFor()
    await waitForRest(phone)
    await assertNarrow(phone)
    await dashboard.leave(phone)
  })

  it('takes its words from the catalog, and mirrors', async () => {
    const page = await dashboard.open(dashboard.at(`/workflows/${(await workflowNamed('ways'))._id}`), {
      language: 'pseudo',
    })
    const steps = page.locator('[data-step] h3 button')
    await steps.first().waitFor()
    for (const step of await steps.all()) await step.click()
    await waitForRest(page)
    await assertFromCatalog(page)
    await dashboard.leave(page)
  })
})

/** Presses the first letter of a choice: a browser takes letters for one word only if they come fast. */
async function chooseByLetter(page: Page, letter: string, kind: string): Promise<void> {
  await page.keyboard.press(letter)
  await becomes('the kind', () => page.evaluate<string>('document.activeElement?.value'), kind)
}

/** Waits until the field of that label has the focus. */
async function eventuallyFocused(page: Page, label: string): Promise<void> {
  await page.waitForFunction(`document.activeElement?.labels?.[0]?.textContent === ${JSON.stringify(label)}`)
}
