// Model accounts and agents, as somebody makes, previews and tries them in a browser, with a real model network.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../../../src/db/sql.ts'
import { startModelNetwork } from '../../../src/sandbox/models/model-network.ts'
import type { ModelNetwork } from '../../../src/sandbox/models/model-network.ts'
import { askAsPage } from '../../support/users.ts'
import { assertAccessible, assertFromCatalog, assertNarrow, startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { becomes, waitForRest } from '../support/wait.ts'

let models: ModelNetwork
let dashboard: Dashboard
let P: string
before(async () => {
  models = await startModelNetwork({ port: 0, speed: 100 })
  dashboard = await startDashboard({}, { modelPrivateHosts: [`127.0.0.1:${models.port}`] })
  const { organizationId, projectId } = dashboard.service
  P = `/api/organizations/${organizationId}/projects/${projectId}`
})
after(async () => {
  await dashboard[Symbol.asyncDispose]()
  await models[Symbol.asyncDispose]()
})

async function ask<Data>(method: string, path: string, body?: unknown): Promise<Data> {
  const { cookie } = await dashboard.session('admin')
  const answer = await askAsPage(dashboard.service, method, `${P}${path}`, { body, cookie })
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

interface Agent {
  _id: string
  revision: number
  tools: Record<string, unknown>[]
  limits: Record<string, number>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const listAgents = async () => (await ask<{ items: Agent[] }>('GET', '/agents')).items

describe('model accounts', () => {
  it('are added with a key that is shown nowhere, and keep it', async () => {
    const page = await dashboard.open(dashboard.at('/models'), { role: 'admin' })
    await button(page, 'New model account…').click()
    await box(page, 'Name').fill('desk')
    await box(page, 'Address of the API').fill(models.openaiUrl)
    await box(page, 'Model').fill('desk')
    await page.getByLabel('Key', { exact: true }).fill('key-that-is-hidden')
    await button(page, 'Add').click()
    await page.getByRole('cell', { name: 'desk' }).first().waitFor()
    const stored = () =>
      dashboard.service.context.db.query<{ api_key: Buffer | null }>(sql`select api_key from model_accounts`)
    const [before_] = await stored()
    await button(page, 'Change desk').click()
    await becomes('the key', () => page.getByLabel('Key', { exact: true }).inputValue(), '')
    await page.getByText(/^Set .* Leave it empty to keep it\.$/).waitFor()
    await box(page, 'Name').fill('fast')
    await box(page, 'More fields of each request').fill('{ "temperature": }')
    await page
      .getByText(/JSON|object|mapping/i)
      .last()
      .waitFor()
    await box(page, 'More fields of each request').fill('{ "temperature": 0.2 }')
    await button(page, 'Save').click()
    await page.getByText('fast is saved.').waitFor()
    assert.deepEqual(await stored(), [before_])
    const [account] = (await ask<{ items: { extra: object }[] }>('GET', '/model-accounts')).items
    assert.deepEqual(account?.extra, { temperature: 0.2 })
    assert.ok(!(await page.content()).includes('key-that-is-hidden'))
    const again = await dashboard.open(dashboard.at('/models'), { role: 'admin' })
    await assertAccessible(again)
    await dashboard.leave(again)
    await button(page, 'Change fast').click()
    await page.getByLabel('Remove the key').check()
    await button(page, 'Save').click()
    await page.getByRole('cell', { name: 'none' }).first().waitFor()
    await becomes('the stored key', stored, [{ api_key: null }])
    await dashboard.leave(page)
  })

  it('show what two people changed differently by the names of the fields', async () => {
    const { db } = dashboard.service.context
    const page = await dashboard.open(dashboard.at('/models'), { role: 'admin' })
    await button(page, 'Change fast').click()
    await box(page, 'Address of the API').fill(`${models.openaiUrl}/mine`)
    await db.write(sql`
      update model_accounts set base_url = ${`${models.openaiUrl}/theirs`}, revision = revision + 1`)
    await button(page, 'Save').click()
    const conflict = page.getByRole('alertdialog', { name: /Somebody else has changed this/ })
    await conflict.getByRole('group', { name: 'Address of the API' }).waitFor()
    await db.write(sql`update model_accounts set base_url = ${models.openaiUrl}, revision = revision + 1`)
    await dashboard.leave(page)
  })
})

describe('an agent', () => {
  it('is made, with the faults of the service at their fields', async () => {
    const page = await dashboard.open(dashboard.at('/agents'))
    await page.getByRole('link', { name: 'New agent' }).click()
    await box(page, 'Name').fill('renewals')
    await box(page, 'Purpose').fill('Answers questions about plans.')
    await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('fast')
    await box(page, 'Prompt').fill('You speak with {{ customer.name }')
    await page.getByText(/^Must be Liquid/).waitFor()
    await box(page, 'Prompt').fill('You speak with {{ customer.name }}, plan {{ customer.plan }}.')
    await page.getByLabel('First line').fill('Hello {{ customer.name }}.')
    await page.getByRole('combobox', { name: 'Add tool' }).selectOption('http')
    await button(page, 'Add tool').click()
    const tool = page.locator('section', { has: page.getByLabel('Signing secret') }).last()
    await tool.getByLabel('Name', { exact: true }).fill('renew_plan')
    await tool.getByLabel('What it does').fill('Renews the plan.')
    await tool.getByLabel('Address').fill('https://crm.example.com/renew')
    await tool.getByLabel('Signing secret').fill('hidden-secret')
    await tool.getByLabel('Arguments').fill('{ "type": "array" }')
    await page.getByText('Must have `type: object`.').waitFor()
    await tool
      .getByLabel('Arguments')
      .fill('{ "type": "object", "properties": { "months": { "type": "integer" } } }')
    await page.getByRole('combobox', { name: 'Add tool' }).selectOption('transfer')
    await button(page, 'Add tool').click()
    await page.getByLabel('Numbers', { exact: true }).fill('billing: 12')
    await page.getByText('Must be a number such as "+14155550123".').waitFor()
    await page.getByLabel('Numbers', { exact: true }).fill('billing: +14155550123')
    await page.getByLabel('Turns of a conversation').fill('12')
    await button(page, 'Make agent').click()
    await page.getByText('renewals is saved.').waitFor()
    const [made] = await listAgents()
    assert.deepEqual(
      made?.tools.map(({ kind }) => kind),
      ['open_ticket', 'end_call', 'http', 'transfer'],
    )
    assert.deepEqual(made.tools[3]!['to'], { billing: '+14155550123' })
    assert.equal(made.limits['turns'], 12)
    assert.equal(made.limits['tokens'], 60_000)
    await dashboard.leave(page)
  })

  it('keeps the focus where tools and claims are removed', async () => {
    const page = await dashboard.open(dashboard.at('/agents/new'))
    const focused = () => page.evaluate<string>('document.activeElement.id')
    const removals = page.getByRole('button', { name: /^Remove: / })
    await becomes('the tools', () => removals.count(), 2)
    await removals.last().press('Enter')
    await becomes('what has the focus', focused, 'remove-tool-0')
    await page.keyboard.press('Enter')
    await becomes('what has the focus', focused, 'add-tool')
    await button(page, 'Add claim').press('Enter')
    await button(page, 'Remove claim 1').press('Enter')
    await becomes('what has the focus', focused, 'add-claim')
    await dashboard.leave(page)
  })

  it('is changed without its secrets', async () => {
    const [{ _id } = { _id: '' }] = await listAgents()
    const page = await dashboard.open(dashboard.at(`/agents/${_id}`))
    await box(page, 'Purpose').fill('Renews plans.')
    await button(page, 'Save').click()
    await page.getByText('renewals is saved.').waitFor()
    const [changed] = await listAgents()
    assert.equal(changed?.revision, 2)
    assert.ok(!(await page.content()).includes('hidden-secret'))
    // An empty limit is the usual one, which the form shows once it is saved; what is typed meanwhile stays.
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/agents\/[^/?]+$/, async (route) => {
      if (route.request().method() === 'PATCH') await released
      await route.continue()
    })
    const turns = page.getByLabel('Turns of a conversation')
    await turns.fill('')
    await button(page, 'Save').click()
    await page.getByText('Saving…').waitFor()
    await box(page, 'Purpose').fill('Renews plans, typed meanwhile.')
    release()
    await becomes('the turns', () => turns.inputValue(), '40')
    await becomes('the purpose', () => box(page, 'Purpose').inputValue(), 'Renews plans, typed meanwhile.')
    await button(page, 'Save').click()
    await page.getByRole('region', { name: 'What is not saved' }).waitFor({ state: 'detached' })
    await box(page, 'Purpose').fill('Renews plans.')
    await button(page, 'Save').click()
    await page.getByRole('region', { name: 'What is not saved' }).waitFor({ state: 'detached' })
    await dashboard.leave(page)
  })

  it('lets commas be typed and taken back', async () => {
    const [{ _id } = { _id: '' }] = await listAgents()
    const page = await dashboard.open(dashboard.at(`/agents/${_id}`))
    await page.getByLabel('Choose voice and transcription').first().check()
    for (const field of [page.getByLabel('Words to expect').first(), box(page, 'Languages')]) {
      await field.fill('')
      await field.pressSequentially('en-US, ')
      await becomes('what is typed', () => field.inputValue(), 'en-US, ')
      await field.press('Backspace')
      await field.press('Backspace')
      await becomes('what is left', () => field.inputValue(), 'en-US')
      await field.pressSequentially(', es-US')
      await becomes('both', () => field.inputValue(), 'en-US, es-US')
    }
    await dashboard.leave(page)
  })

  it('brings back what a box hid when it is ticked again', async () => {
    const [{ _id } = { _id: '' }] = await listAgents()
    const page = await dashboard.open(dashboard.at(`/agents/${_id}`))
    const disclosure = page.getByLabel('What is disclosed')
    await disclosure.fill('I am the assistant of Acme.')
    const discloses = page.getByLabel('It says that it is automated')
    await discloses.uncheck()
    await discloses.check()
    await becomes('the disclosure', () => disclosure.inputValue(), 'I am the assistant of Acme.')
    const speech = page.getByLabel('Choose voice and transcription').first()
    await speech.check()
    const voice = page.getByRole('textbox', { name: /^Voice/ })
    await voice.fill('Joanna')
    await speech.uncheck()
    await speech.check()
    await becomes('the voice', () => voice.inputValue(), 'Joanna')
    const chats = page.getByLabel('It answers chats on WhatsApp')
    await chats.check()
    const gather = page.getByLabel('Waits for more messages')
    await gather.fill('4')
    await chats.uncheck()
    await chats.check()
    await becomes('the seconds', () => gather.inputValue(), '4')
    await dashboard.leave(page)
  })

  it('can not be saved with a name on two lines, and says which', async () => {
    const [{ _id } = { _id: '' }] = await listAgents()
    const page = await dashboard.open(dashboard.at(`/agents/${_id}`))
    const numbers = page.getByLabel('Numbers', { exact: true })
    await numbers.fill('billing: +14155550123\nsales: +14155550124\nbilling: +14155550125')
    await page.getByText('billing stands on more than one line.').waitFor()
    await button(page, /^Save, after 1 fault$/).waitFor()
    await numbers.fill('billing: +14155550123\nsales: +14155550124')
    await button(page, 'Save').waitFor()
    await dashboard.leave(page)
  })

  it('shows its prompt filled, with what is typed and not saved', async () => {
    const [{ _id } = { _id: '' }] = await listAgents()
    const page = await dashboard.open(dashboard.at(`/agents/${_id}`))
    await box(page, 'Purpose').fill('Renews plans, and no more.')
    await page.getByRole('link', { name: 'Preview' }).click()
    await page.getByLabel('Value of name').fill('Ada')
    await page.getByLabel('Value of plan').fill('yearly')
    await page.getByText('You speak with Ada, plan yearly.').waitFor()
    await page.getByText('Hello Ada. I am an automated assistant.').waitFor()
    await page.getByText(/Purpose: Renews plans, and no more\./).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Definition' }).click()
    await becomes('the purpose', () => box(page, 'Purpose').inputValue(), 'Renews plans, and no more.')
    await dashboard.leave(page)
  })

  it('asks for its preview once the keys have rested', async () => {
    const [{ _id } = { _id: '' }] = await listAgents()
    const page = await dashboard.open(dashboard.at(`/agents/${_id}?tab=preview`))
    await page.getByText('You speak with , plan .').waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/agents/preview')) asked.push(request.postData() ?? '')
    })
    // Nothing rests before the clock goes on.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByLabel('Value of plan').pressSequentially('yearly')
    // The page may set its timer only after the clock went on, and repeats the last question each minute.
    const runOn = async () => {
      await page.clock.runFor(300)
      return asked.at(-1)
    }
    await becomes('what is asked for', runOn, /"plan":"yearly"/)
    assert.equal(asked.filter((body) => body.includes('"plan":"')).length, 1)
    // Its clock is not one for other tests.
    await page.context().close()
  })

  it('is tried in a chat, whose turns the conversation shows', async () => {
    const [{ _id } = { _id: '' }] = await listAgents()
    const page = await dashboard.open(dashboard.at(`/agents/${_id}?tab=try`))
    await page.getByLabel('Value of name').fill('Ada')
    await button(page, 'Begin the chat').click()
    await page.getByText('Hello Ada. I am an automated assistant.').waitFor()
    await box(page, 'Your message').fill('My plan is blue')
    await button(page, 'Send').click()
    await page.getByText(/blue/).nth(1).waitFor()
    await box(page, 'Your message').fill('bye')
    await button(page, 'Send').click()
    await page.getByText('The agent has ended the chat.').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Show the conversation' }).click()
    await page.getByRole('heading', { name: 'What the agent did' }).waitFor()
    await page.getByRole('heading', { name: 'Turn 2' }).waitFor()
    await page.getByText('end_call').first().waitFor()
    await assertAccessible(page)
    await dashboard.leave(page)
  })

  it('has revisions, of which one is brought back', async () => {
    const [{ _id } = { _id: '' }] = await listAgents()
    const page = await dashboard.open(dashboard.at(`/agents/${_id}?tab=revisions`))
    await page.getByRole('cell', { name: /^1 conversation/ }).waitFor()
    await page.getByRole('link', { name: /^Chat, / }).waitFor()
    await page.getByText('1 difference', { exact: true }).waitFor()
    await page.getByRole('rowheader', { name: 'purpose' }).waitFor()
    await assertAccessible(page)
    await button(page, 'Bring back revision 1').click()
    await page.getByText('What that revision had is filled in. Look at it, then save.').waitFor()
    await becomes('the purpose', () => box(page, 'Purpose').inputValue(), 'Answers questions about plans.')
    await button(page, 'Save').click()
    await page.getByText('renewals is saved.').waitFor()
    const [agent] = await listAgents()
    assert.equal(agent?.revision, 6)
    assert.equal(agent.tools.length, 4)
    await dashboard.leave(page)
  })

  it('is asked again, with the same key, for an answer that takes long', async () => {
    const [{ _id } = { _id: '' }] = await listAgents()
    const page = await dashboard.open(dashboard.at(`/agents/${_id}?tab=try`))
    const keys: (string | undefined)[] = []
    await page.route('**/conversations/*/messages', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      const late = {
        turn: null,
        outcome: 'waiting',
        text: '',
        citations: [],
        mode: 'agent',
        is_closing: false,
      }
      const body = `event: done\ndata: ${JSON.stringify(late)}\n\n`
      return route.fulfill({ contentType: 'text/event-stream', body })
    })
    await button(page, 'Begin the chat').click()
    await box(page, 'Your message').fill('My plan is blue')
    await button(page, 'Send').click()
    await page.getByText('The answer is still being made.').waitFor()
    await becomes('no other note', () => page.getByText('The agent said nothing.').count(), 0)
    await assertAccessible(page, 'a late answer')
    await button(page, 'Ask for it again').click()
    await page.getByText(/blue/).nth(1).waitFor()
    assert.equal(keys.length, 2)
    assert.equal(new Set(keys).size, 1)
    await dashboard.leave(page)
  })

  it('is chosen by a campaign', async () => {
    const page = await dashboard.open(dashboard.at('/campaigns/new'))
    await box(page, 'Name').fill('Led by an agent')
    await page.getByRole('combobox', { name: 'What it speaks' }).selectOption('agent')
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('renewals')
    await button(page, 'Make campaign').click()
    await page.getByText('Led by an agent is made.').waitFor()
    await dashboard.leave(page)
    const campaigns = await ask<{ items: { name: string; agent: string; campaign_type: string }[] }>(
      'GET',
      '/campaigns',
    )
    const made = campaigns.items.find(({ name }) => name === 'Led by an agent')
    assert.deepEqual([made?.campaign_type, made?.agent], ['agent', 'renewals'])
    const list = await dashboard.open(dashboard.at('/agents'))
    await list.getByText('calls of 1 campaign').waitFor()
    await dashboard.leave(list)
  })

  it('can be read by a viewer, who may change and try nothing', async () => {
    const [{ _id } = { _id: '' }] = await listAgents()
    const page = await dashboard.open(dashboard.at(`/agents/${_id}?tab=try`), { role: 'viewer' })
    await page.getByText('You may read it. Changes need the role editor.').waitFor()
    await becomes(
      'whether it is disabled',
      () => button(page, 'Begin the chat').getAttribute('aria-disabled'),
      'true',
    )
    await dashboard.leave(page)
  })
})

describe('the pages of agents', () => {
  it('fit a phone, and come from the catalog', async () => {
    const [{ _id } = { _id: '' }] = await listAgents()
    const paths = [
      '/models',
      '/agents',
      '/agents/new',
      `/agents/${_id}`,
      `/agents/${_id}?tab=preview`,
      `/agents/${_id}?tab=try`,
      `/agents/${_id}?tab=revisions`,
    ]
    for (const path of paths) {
      const phone = await dashboard.open(dashboard.at(path), { size: 'phone' })
      await phone.getByRole('heading', { level: 1 }).waitFor()
      await waitForRest(phone)
      await assertNarrow(phone)
      await assertAccessible(phone)
      await dashboard.leave(phone)
      const mirrored = await dashboard.open(dashboard.at(path), { language: 'pseudo' })
      await mirrored.getByRole('heading', { level: 1 }).waitFor()
      await waitForRest(mirrored)
      await assertFromCatalog(mirrored)
      await dashboard.leave(mirrored)
    }
  })
})
