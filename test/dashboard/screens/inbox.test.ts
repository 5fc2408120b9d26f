// The inbox in a browser: an agent hands a WhatsApp chat over; a person takes it, answers and gives it back.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { answerSteps } from '../../support/answer-steps.ts'
import type { AnswerSteps } from '../../support/answer-steps.ts'
import { startAnsweringService } from '../../support/answering.ts'
import type { AnsweringService } from '../../support/answering.ts'
import { assertAccessible, openDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { lookAtEach } from '../support/looks.ts'
import { becomes } from '../support/wait.ts'

suite('the inbox', () => {
  let world: AnsweringService
  let steps: AnswerSteps
  let dashboard: Dashboard
  before(async () => {
    world = await startAnsweringService()
    steps = answerSteps(world)
    dashboard = await openDashboard(world.whatsapp.service)
  })
  after(async () => {
    await dashboard[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  test('shows what an agent hands over; somebody takes it, answers once and gives it back', async () => {
    const page = await dashboard.open(dashboard.at('/inbox'), { role: 'editor' })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.getByText('No conversation waits for a person.').waitFor()
    const from = '+14155671000'
    await steps.receive(from, 'I want a human')
    await steps.answer(from)
    // The hint of the hand-over brings the row, without a look by the reader.
    await page.getByText('nobody yet').waitFor()
    await page.getByText(', 1 conversation with a person').waitFor({ state: 'attached' })
    const phone = await dashboard.open(dashboard.at('/analytics'), { role: 'editor', size: 'phone' })
    await phone.getByRole('button', { name: 'More, 1 conversation with a person' }).click()
    await phone.getByRole('menuitem', { name: /^Inbox ?, 1 conversation with a person$/ }).waitFor()
    await dashboard.leave(phone)
    await page.getByRole('link', { name: 'Ada' }).click()
    await page.getByText(/^Waits for a person since/).waitFor()
    await page.getByText(/^The agent says:/).waitFor()
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await button('Take over').press('Enter')
    await button('Take over').waitFor({ state: 'detached' })
    await becomes('what has the focus', focused, 'Give back to the agent')
    const sent = world.textsTo(from).length
    await page.getByRole('textbox', { name: 'Your answer' }).fill('I am a human. What is it about?')
    await button('Send').click()
    await page.getByText('Your answer is sent.').waitFor()
    assert.deepEqual(world.textsTo(from).slice(sent), ['I am a human. What is it about?'])
    await becomes('the answer', () => page.getByRole('textbox', { name: 'Your answer' }).inputValue(), '')
    await button('Give back to the agent').press('Enter')
    await page.getByText('desk answers.').waitFor()
    await becomes('what has the focus', focused, 'Take over')
    assert.equal((await world.chats(from))[0]?.mode, 'agent')
    await page.goto(`${dashboard.service.url}/app${dashboard.at('/inbox')}`)
    await page.getByText('No conversation waits for a person.').waitFor()
    await dashboard.leave(page)
  })

  test('says why nothing can be written, to whom the role or the closed window forbids it', async () => {
    const from = '+14155672000'
    await steps.receive(from, 'I want a human')
    const { conversation_id } = await steps.answer(from)
    const address = dashboard.at(`/conversations/${conversation_id}`)
    const viewer = await dashboard.open(address, { role: 'viewer' })
    const takeOver = viewer.getByRole('button', { name: 'Take over', exact: true })
    await becomes('whether it is disabled', () => takeOver.getAttribute('aria-disabled'), 'true')
    const send = viewer.getByRole('button', { name: 'Send', exact: true })
    await becomes('whether it is disabled', () => send.getAttribute('aria-disabled'), 'true')
    await world.context.db.write(sql`
      update whatsapp_windows set last_inbound_at = now() - interval '25 hours' where recipient = ${from}`)
    const editor = await dashboard.open(address, { role: 'editor' })
    await editor.getByText(/WhatsApp closed the window .*24 hours after/).waitFor()
    await becomes('fields', () => editor.getByRole('textbox', { name: 'Your answer' }).count(), 0)
    await dashboard.leave(viewer)
    await dashboard.leave(editor)
  })

  test('keeps a draft that is not sent when the window closes', async () => {
    const from = '+14155675500'
    await steps.receive(from, 'I want a human')
    const { conversation_id } = await steps.answer(from)
    const page = await dashboard.open(dashboard.at(`/conversations/${conversation_id}`), { role: 'editor' })
    const draft = page.getByRole('textbox', { name: 'Your answer' })
    await draft.fill('I look it up')
    await world.context.db.write(sql`
      update whatsapp_windows set last_inbound_at = now() - interval '25 hours' where recipient = ${from}`)
    // By the next look at the page.
    await page.getByText(/WhatsApp closed the window .*24 hours after/).waitFor()
    await becomes('the draft', () => draft.inputValue(), 'I look it up')
    assert.equal(await draft.getAttribute('readonly'), '')
    assert.equal(await page.getByRole('button', { name: 'Send', exact: true }).count(), 0)
    await dashboard.leave(page)
  })

  test('says a refusal in the server’s words', async () => {
    const page = await dashboard.open(dashboard.at('/inbox?page=9007199254740991'))
    await page.getByRole('alert').getByText('request id').waitFor()
    await assertAccessible(page)
    await dashboard.leave(page)
  })

  test('fits every reader and a phone', async () => {
    const from = '+14155673000'
    await steps.receive(from, 'I want a human')
    const { conversation_id } = await steps.answer(from)
    await lookAtEach(dashboard, {
      inbox: dashboard.at('/inbox'),
      'a chat that waits': dashboard.at(`/conversations/${conversation_id}`),
    })
  })

  test('says that it is not known who answers, and asks again', async () => {
    const from = '+14155678000'
    await steps.receive(from, 'I want a human')
    const { conversation_id } = await steps.answer(from)
    const page = await dashboard.open(dashboard.at('/inbox'), { role: 'editor' })
    await page.route(/\/mode$/, (route) =>
      route.fulfill({ status: 500, json: { code: 'broken', message: 'Broken.', request_id: 'r-1' } }),
    )
    await page.goto(`${dashboard.service.url}/app${dashboard.at(`/conversations/${conversation_id}`)}`)
    const alert = page.getByRole('region', { name: 'Who answers' }).getByRole('alert')
    await alert.getByText('Broken.').waitFor()
    await page.unroute(/\/mode$/)
    await alert.getByRole('button', { name: 'Try again' }).click()
    const takeOver = page.getByRole('button', { name: 'Take over', exact: true })
    await takeOver.waitFor()
    // One that waits for a person can be given back, too.
    await page.getByRole('button', { name: 'Give back to the agent', exact: true }).press('Enter')
    await page.getByText('desk answers.').waitFor()
    await becomes(
      'what has the focus',
      () => page.evaluate<string>('document.activeElement.textContent'),
      'Take over',
    )
    await dashboard.leave(page)
  })

  test('keeps a draft while the chat is given back, and asks before it is left', async () => {
    const from = '+14155676000'
    await steps.receive(from, 'I want a human')
    const { conversation_id } = await steps.answer(from)
    const page = await dashboard.open(dashboard.at(`/conversations/${conversation_id}`), { role: 'editor' })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const draft = page.getByRole('textbox', { name: 'Your answer' })
    await draft.fill('I look it up')
    await page.getByRole('link', { name: 'Live', exact: true }).click()
    await page.getByRole('alertdialog').getByText('Your answer is not sent').waitFor()
    await button('Stay').click()
    await button('Give back to the agent').click()
    await draft.waitFor({ state: 'detached' })
    await button('Take over').click()
    await becomes('the draft', () => draft.inputValue(), 'I look it up')
    await button('Send').click()
    await page.getByText('Your answer is sent.').waitFor()
    await page.getByRole('link', { name: 'Live', exact: true }).click()
    await page.waitForURL(/\/live$/)
    await dashboard.leave(page)
  })

  test('keeps a draft that may have been sent, also when the conversation ends', async () => {
    const from = '+14155677000'
    await steps.receive(from, 'I want a human')
    const { conversation_id } = await steps.answer(from)
    const page = await dashboard.open(dashboard.at(`/conversations/${conversation_id}`), { role: 'editor' })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const draft = page.getByRole('textbox', { name: 'Your answer' })
    await button('Take over').click()
    await draft.fill('I look it up')
    await page.route(/\/replies$/, (route) => route.abort())
    await button('Send').click()
    await button('Ask again').waitFor()
    await page.getByRole('link', { name: 'Live', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('It is not known whether your answer was sent.', { exact: false }).waitFor()
    await becomes('a false sentence', () => question.getByText('is not sent').count(), 0)
    await button('Stay').click()
    await world.context.db.write(sql`
      update agent_conversations set ended_at = now() where conversation_id = ${conversation_id}`)
    await page.getByText('The conversation has ended', { exact: false }).waitFor()
    await becomes('the draft', () => draft.inputValue(), 'I look it up')
    await page.unroute(/\/replies$/)
    await button('Ask again').waitFor()
    await dashboard.leave(page)
  })

  test('asks before it is left while an answer is on its way', async () => {
    const from = '+14155679000'
    await steps.receive(from, 'I want a human')
    const { conversation_id } = await steps.answer(from)
    const page = await dashboard.open(dashboard.at(`/conversations/${conversation_id}`), { role: 'editor' })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button('Take over').click()
    await button('Take over').waitFor({ state: 'detached' })
    const held = Promise.withResolvers<void>()
    await page.route(/\/replies$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('textbox', { name: 'Your answer' }).fill('I look it up')
    await button('Send').click()
    await page.getByRole('link', { name: 'Live', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Your answer is being sent.', { exact: false }).waitFor()
    held.resolve()
    // The page is left once nothing can be lost any more.
    await page.waitForURL(/\/live$/)
    await dashboard.leave(page)
  })

  test('keeps a draft out of the other conversations', async () => {
    const page = await dashboard.open(dashboard.at('/inbox'), { role: 'editor' })
    const answerBox = page.getByRole('textbox', { name: 'Your answer' })
    const pages: string[] = []
    for (const from of ['+14155674000', '+14155675000']) {
      await steps.receive(from, 'I want a human')
      const { conversation_id } = await steps.answer(from)
      pages.push(dashboard.at(`/conversations/${conversation_id}`))
    }
    // As by a link from one to the other, and by the browser's Back.
    const goTo = (path: string) =>
      page.evaluate(
        `history.pushState(null, '', '/app${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
      )
    await page.goto(`${dashboard.service.url}/app${pages[0]!}`)
    await answerBox.waitFor()
    await goTo(pages[1]!)
    await page.waitForURL(`**${pages[1]!}`)
    await answerBox.fill('For the second one alone')
    await goTo(pages[0]!)
    await becomes('the draft', () => answerBox.inputValue(), '')
    await dashboard.leave(page)
  })
})
