// Broadcasts and their messages as somebody uses them in a browser, on the failing numbers of the sandbox.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { uuidv7 } from '../../src/base/ids.ts'
import { eventually } from '../support/service.ts'
import { askAsPage } from '../support/users.ts'
import { startWhatsappService } from '../support/whatsapp.ts'
import type { WhatsappService } from '../support/whatsapp.ts'
import { openDashboard } from './support/browser.ts'
import type { Dashboard } from './support/browser.ts'
import { lookAtEach } from './support/looks.ts'
import { becomes } from './support/wait.ts'

const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
const failing = '+14155550110'
const unknown = '+14155550236'
const hidden = 'US.13491208655302741918'

let whatsapp: WhatsappService
let dashboard: Dashboard
let P: string
before(async () => {
  whatsapp = await startWhatsappService({ sends: 50 })
  whatsapp.service.startWorker()
  dashboard = await openDashboard(whatsapp.service)
  const { organizationId, projectId } = whatsapp.service
  P = `/api/organizations/${organizationId}/projects/${projectId}`
  for (const to of [failing, unknown, '+14155550300', hidden]) await send(to)
  await eventually('one has failed', async () =>
    (await messageTo(failing)).status === 'failed' ? true : null,
  )
})
after(async () => {
  // Ends the service also where the end of the dashboard fails, else its worker would keep this process.
  await using _service = whatsapp
  await dashboard[Symbol.asyncDispose]()
})

const october = () => whatsapp.broadcastIds['October']!
async function send(to: string): Promise<void> {
  const { cookie } = await dashboard.session('editor')
  const body = { to, data }
  await askAsPage(whatsapp.service, 'POST', `${P}/broadcasts/${october()}/messages`, { body, cookie })
}

interface Message {
  _id: string
  status: string
  resend_of: string | null
  resent_as: string | null
}
async function messagesTo(to: string): Promise<Message[]> {
  const session = await dashboard.session('viewer')
  const { body } = await session.request('GET', `${P}/messages?to=${encodeURIComponent(to)}`)
  return (body.data as { items: Message[] }).items
}
async function messageTo(to: string): Promise<Message> {
  const [found] = await messagesTo(to)
  assert.ok(found)
  return found
}

const askedFor = (to: string) => whatsapp.network.messages(to).length
const close = (page: Page) => dashboard.leave(page)

describe('messages', () => {
  it('say why one failed and are sent again in four steps', async () => {
    const old = await messageTo(failing)
    const page = await dashboard.open(dashboard.at())
    // 1: the number is pasted into the search.
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill(failing)
    // 2: the failed message is found first, and opened: its page says why, with Meta's code, and what to do.
    await page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Message failed' }).waitFor()
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('heading', { level: 1, name: /The message to .* failed/ }).waitFor()
    await page.getByText('The reason: WhatsApp cannot deliver to this recipient (Meta 131026).').waitFor()
    await page.getByText(/ask the customer for another number/).waitFor()
    // 3: the form stands there, filled, with all checks.
    await page.getByRole('button', { name: 'Send again…' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('The failed message was not sent again yet.').waitFor()
    await dialog.getByText(/of 50 sends are left/).waitFor()
    await becomes('the order', () => dialog.getByLabel('order_id').inputValue(), 'A-1')
    // 4: it is sent, and the page of the new message opens.
    await dialog.getByRole('button', { name: 'Send again', exact: true }).click()
    // It may have failed by the time that the page is shown, as the first one did.
    await page.getByText(/It was sent again for …/).waitFor()
    const kept = (await messagesTo(failing)).find(({ _id }) => _id === old._id)
    assert.equal(kept?.status, 'failed')
    assert.equal(askedFor(failing), 2)
    await page.getByRole('link', { name: `…${old._id.slice(-6)}` }).click()
    await page.getByText(/It was sent again as …/).waitFor()
    await becomes('buttons', () => page.getByRole('button', { name: 'Send again…' }).count(), 0)
    await close(page)
  })

  it('are reached from the timeline of the person, where one has failed', async () => {
    const page = await dashboard.open(dashboard.at(`/people?search=${encodeURIComponent(failing)}`))
    await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click()
    const log = page.getByRole('list', { name: 'What happened' })
    await log.getByRole('listitem').filter({ hasText: '131026' }).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /The message to .* failed/ }).waitFor()
    await close(page)
  })

  it('are sent from a form that has the server check all beforehand', async () => {
    const page = await dashboard.open(dashboard.at(`/broadcasts/${october()}`), { role: 'editor' })
    await page.getByRole('button', { name: 'Send one…' }).click()
    const dialog = page.getByRole('alertdialog')
    const press = dialog.getByRole('button', { name: 'Send', exact: true })
    await dialog.getByText('order_update (en) is approved.').waitFor()
    await becomes('whether it is disabled', () => press.getAttribute('aria-disabled'), 'true')
    await dialog.getByLabel('Recipient').fill('+14155550400')
    for (const [name, value] of Object.entries(data)) await dialog.getByLabel(name).fill(value)
    await dialog.getByText('Hello Ada, order A-1 is on its way.').waitFor()
    await dialog.getByText('The person has not opted out.').waitFor()
    await dialog.getByLabel('order_id').fill('two\tparts')
    await dialog.getByText(/line breaks, tabs/).waitFor()
    await dialog.getByLabel('order_id').fill('A-2')
    await dialog.getByLabel('Kind of message').selectOption('text')
    await dialog.getByText(/has not written to this sender. A free-form message can’t go/).waitFor()
    await dialog.getByLabel('Kind of message').selectOption('template')
    await dialog.getByText('The values fit.').waitFor()
    await press.dblclick()
    await page.getByRole('heading', { level: 1, name: /\+1 415 555 0400/ }).waitFor()
    assert.equal(askedFor('+14155550400'), 1)
    await close(page)
  })

  it('stay “not known yet” when the answer is lost, and asking again sends nothing', async () => {
    const to = '+14155550536'
    const page = await dashboard.open(dashboard.at(`/broadcasts/${october()}?send=one`))
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Recipient').fill(to)
    for (const [name, value] of Object.entries(data)) await dialog.getByLabel(name).fill(value)
    await dialog.getByText('The person has not opted out.').waitFor()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('Not known yet whether WhatsApp has the message.').waitFor()
    const asked = askedFor(to)
    await dialog.getByRole('button', { name: 'Ask again' }).click()
    await dialog.getByRole('link', { name: 'To the message' }).click()
    await page.getByRole('heading', { level: 1, name: /Not known since .* whether WhatsApp has/ }).waitFor()
    assert.equal(askedFor(to), asked)
    assert.equal((await messagesTo(to)).length, 1)
    await close(page)
  })

  it('say in their dialog what it needs and did not get, and try again', async () => {
    const { _id } = await eventually('it has failed', async () => {
      const found = await messageTo(failing)
      return found.status === 'failed' ? found : null
    })
    const refused = { code: 'broken', message: 'Broken.', request_id: 'r-1' }
    for (const [address, needed, open] of [
      [dashboard.at(`/messages/${_id}`), `**/broadcasts/${october()}`, 'Send again…'],
      [
        dashboard.at(`/broadcasts/${october()}?status=failed`),
        `**/messages/${_id}`,
        /^Send the message to .* again/,
      ],
      [
        `/${whatsapp.service.organizationId}/guards`,
        `**/organizations/${whatsapp.service.organizationId}`,
        'Change the limits',
      ],
    ] as const) {
      const page = await dashboard.open(address)
      await page.route(needed, (route) =>
        route.request().resourceType() === 'document'
          ? route.continue()
          : route.fulfill({ status: 500, json: refused }),
      )
      await page.getByRole('button', { name: open }).first().click()
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      await dialog.getByRole('alert').getByText('Broken.').waitFor()
      await page.unrouteAll()
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await dialog.getByRole('textbox').first().waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
      await close(page)
    }
  })

  for (const where of ['broadcast', 'list'] as const)
    it(`are sent once from the ${where}, though the dialog is closed and opened again after a lost answer`, async () => {
      const to = where === 'list' ? '+14155550401' : '+14155550402'
      const page = await dashboard.open(dashboard.at(`/broadcasts${where === 'list' ? '' : `/${october()}`}`))
      const keys: (string | undefined)[] = []
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      // Lets the server have each request. The first answer is held back, and then lost as the second is.
      await page.route(/\/broadcasts\/[^/]*\/messages$/, async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        keys.push(route.request().headers()['idempotency-key'])
        const isLost = keys.length <= 2
        const response = await route.fetch()
        await released
        return isLost ? route.abort() : route.fulfill({ response })
      })
      const send = page.getByRole('button', { name: where === 'list' ? /October/ : 'Send one…' })
      await send.click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByLabel('Recipient').fill(to)
      for (const [name, value] of Object.entries(data)) await dialog.getByLabel(name).fill(value)
      await dialog.getByText('The person has not opted out.').waitFor()
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      const cancel = dialog.getByRole('button', { name: 'Cancel' })
      await becomes('why', () => cancel.getAttribute('aria-description'), 'Wait for the answer.')
      await page.keyboard.press('Escape')
      release()
      const ask = dialog.getByRole('button', { name: 'Ask again' })
      await ask.waitFor()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Live' }).first().click()
      const leaving = page.getByRole('alertdialog', { name: 'Leave before the answer?' })
      await leaving.getByText('Only this page can ask again', { exact: false }).waitFor()
      await leaving.getByRole('button', { name: 'Stay' }).click()
      await leaving.waitFor({ state: 'detached' })
      await send.click()
      await becomes('the recipient', () => dialog.getByLabel('Recipient').inputValue(), to)
      await becomes('the order', () => dialog.getByLabel('order_id').inputValue(), 'A-1')
      await ask.click()
      await becomes('the requests', () => Promise.resolve(keys.length), 2)
      await ask.click()
      await page.getByRole('heading', { level: 1, name: /\+1 415 555 040/ }).waitFor()
      assert.equal(keys.length, 3)
      assert.equal(new Set(keys).size, 1)
      assert.equal((await messagesTo(to)).length, 1)
      assert.equal(askedFor(to), 1)
      await close(page)
    })

  it('are settled with a reason', async () => {
    const page = await dashboard.open(dashboard.at(`/broadcasts/${october()}?status=unresolved`))
    await page.getByRole('button', { name: 'Settle the message to +1 415 555 0236' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('What happened').selectOption('failed')
    await dialog.getByLabel('How that is known').fill('The customer has nothing')
    await dialog.getByRole('button', { name: 'Settle', exact: true }).click()
    await page.getByText('The message is settled.').waitFor()
    assert.equal((await messageTo(unknown)).status, 'failed')
    await page.goto(
      `${whatsapp.service.url}/app${dashboard.at(`/messages/${(await messageTo(unknown))._id}`)}`,
    )
    await page.getByText('The customer has nothing').waitFor()
    await close(page)
  })

  it('can be filtered by status, reason and person, and the address keeps it', async () => {
    const page = await dashboard.open(dashboard.at(`/broadcasts/${october()}`))
    await page.getByRole('link', { name: /Failed/ }).click()
    await page.getByRole('link', { name: 'Can’t be delivered' }).click()
    await page.waitForURL(/status=failed.*code=131026|code=131026.*status=failed/)
    const table = page.getByRole('table', { name: 'Recipients' })
    await table.getByText('+1 415 555 0110').first().waitFor()
    await table.getByText('+1 415 555 0236').waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Recipient' }).fill(failing)
    await page.keyboard.press('Enter')
    await page.waitForURL(/to=/)
    await close(page)
  })

  it('are all in the ledger, which a page beyond its last one leads to', async () => {
    const page = await dashboard.open(dashboard.at('/sends?state=consumed&page=3'))
    await page.getByRole('table', { name: 'Ledger' }).getByText('+1 415 555 0300').waitFor()
    assert.equal(new URL(page.url()).search, '?state=consumed')
    await close(page)
  })

  it('make a new broadcast, whose faults stand at their fields', async () => {
    const page = await dashboard.open(dashboard.at('/broadcasts'))
    await page.getByRole('button', { name: 'New broadcast…' }).click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await dialog.getByLabel('Name').fill('x'.repeat(300))
    await dialog.getByLabel('Sender').selectOption('main')
    await dialog.getByText(/must have at most \d+ characters/i).waitFor()
    await dialog.getByLabel('Name').fill('November')
    const senders = dialog.getByLabel('Sender').getByRole('option')
    await becomes('the senders', () => senders.allTextContents(), ['Choose…', 'gone, disconnected', 'main'])
    await dialog.getByLabel('Template').selectOption({ label: 'order_update, en' })
    await dialog.getByRole('button', { name: 'Make the broadcast' }).click()
    await page.getByRole('heading', { level: 1, name: 'November' }).waitFor()
    await page.getByText('No message was sent yet.').waitFor()
    await close(page)
  })
})

describe('a message to a person', () => {
  it('asks with which broadcast, and opens the form filled with the person', async () => {
    const page = await dashboard.open(dashboard.at(`/broadcasts?to=${encodeURIComponent(hidden)}`))
    const choice = page.getByRole('dialog', { name: `Send a message to ${hidden}` })
    await choice.getByLabel('Broadcast').selectOption('October')
    await choice.getByText('It sends the template order_update.').waitFor()
    await choice.getByRole('button', { name: 'To the message…' }).click()
    const dialog = page.getByRole('alertdialog')
    await becomes('the recipient', () => dialog.getByLabel('Recipient').inputValue(), hidden)
    await dialog.getByText('The person has not opted out.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL((url) => !url.search.includes('to='))
    await dialog.waitFor({ state: 'detached' })
    await close(page)
  })

  it('keeps the broadcast that was chosen while somebody makes a newer one', async () => {
    const page = await dashboard.open(dashboard.at(`/broadcasts?to=${encodeURIComponent(hidden)}`))
    const choice = page.getByRole('dialog', { name: `Send a message to ${hidden}` })
    const chosen = await choice.getByLabel('Broadcast').locator('option:checked').innerText()
    await choice.getByRole('button', { name: 'To the message…' }).click()
    const dialog = page.getByRole('alertdialog', { name: new RegExp(chosen) })
    await dialog.waitFor()
    const session = await dashboard.session('editor')
    const body = { name: 'December', sender: 'main', template: 'order_update' }
    const made = await session.request('POST', `${P}/broadcasts`, body)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await page.locator('main').getByText('December').waitFor()
    await dialog.getByText('The person has not opted out.').waitFor()
    assert.equal(await page.getByRole('alertdialog', { name: /December/ }).count(), 0)
    await close(page)
  })
})

describe('the screens of messages', () => {
  const screens = async (): Promise<Record<string, string>> => {
    const { at } = dashboard
    return {
      broadcasts: at('/broadcasts'),
      'broadcasts, for a person': at(`/broadcasts?to=${encodeURIComponent(hidden)}`),
      'broadcast, template in review': at(`/broadcasts/${whatsapp.broadcastIds['Early']}`),
      broadcast: at(`/broadcasts/${october()}`),
      'broadcast, failed': at(`/broadcasts/${october()}?status=failed`),
      'broadcast, empty': at(`/broadcasts/${whatsapp.broadcastIds['Typed']}`),
      'broadcast, form': at(`/broadcasts/${october()}?send=one`),
      'broadcast that is not there': at(`/broadcasts/${uuidv7()}`),
      'message, failed': at(`/messages/${(await messageTo(failing))._id}`),
      'message, hidden number': at(`/messages/${(await messageTo(hidden))._id}`),
      'message that is not there': at(`/messages/${uuidv7()}`),
      sends: at('/sends'),
    }
  }

  it('have no violation of WCAG 2.2 AA in light and dark, fit into 360 pixels, and have all text from the catalog', async () =>
    lookAtEach(dashboard, await screens()))

  it('name somebody without a visible number, and say what can’t be done for them', async () => {
    const page = await dashboard.open(dashboard.at(`/messages/${(await messageTo(hidden))._id}`))
    await page.getByText(/WhatsApp hides this person’s number/).waitFor()
    await page.getByText(hidden).first().waitFor()
    await close(page)
  })
})
