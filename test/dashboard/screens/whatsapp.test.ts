// Senders, templates and opt-outs, with the WhatsApp network of the sandbox behind the service.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { uuidv7 } from '../../../src/base/ids.ts'
import { sql } from '../../../src/db/sql.ts'
import { startWhatsappNetwork } from '../../../src/sandbox/whatsapp/whatsapp-network.ts'
import type { WhatsappNetwork } from '../../../src/sandbox/whatsapp/whatsapp-network.ts'
import { addOptOut } from '../../../src/whatsapp/inbound/operator-opt-out.ts'
import { assertAccessible, startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { lookAtEach } from '../support/looks.ts'
import { becomes } from '../support/wait.ts'

const account = {
  phone_number_id: '100000000000001',
  business_account_id: '200000000000001',
  display_phone_number: '+14155550199',
  access_token: 'a-token',
  app_secret: 'an-app-secret',
  verify_token: 'a-verify-token',
}
const { business_account_id } = account
const components = [
  { type: 'HEADER', format: 'IMAGE' },
  { type: 'BODY', text: 'Hello {{first_name}}, order {{order_id}} is on its way.' },
  { type: 'FOOTER', text: 'Reply STOP to opt out' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'URL', text: 'Track', url: 'https://example.com/{{1}}' },
      { type: 'QUICK_REPLY', text: 'Thanks' },
    ],
  },
]
const hidden = 'US.13491208655302741918'

suite('the screens of WhatsApp', () => {
  let dashboard: Dashboard
  let network: WhatsappNetwork
  const screens: Record<string, string> = {}

  before(async () => {
    network = await startWhatsappNetwork({ port: 0, speed: 200, webhookRetryAfterMs: [50, 200] })
    dashboard = await startDashboard()
    const { service, at } = dashboard
    const template = { sender: 'main', language: 'en', category: 'utility', status: 'approved', components }
    const tree = await service.apply({
      organizations: [
        {
          name: 'Acme',
          projects: [
            {
              name: 'Renewals',
              whatsapp_senders: [{ name: 'main', ...account, api_url: network.url }],
              whatsapp_templates: [{ name: 'order_update', ...template }],
              broadcasts: [{ name: 'Orders', sender: 'main', template: 'order_update' }],
            },
          ],
        },
      ],
    })
    // The worker does not read the templates by itself meanwhile: what a person's press reads is counted.
    await service.context.db.write(sql`
      update whatsapp_senders set templates_read_at = now(), templates_due_at = now() + interval '1 day'`)
    service.startWorker()
    network.setAccount({ ...account, webhook_url: `${service.url}/webhooks/whatsapp` })
    for (const language of ['en', 'ar'])
      network.addTemplate({ business_account_id, name: 'order_update', language, components })
    const [project] = tree.organizations[0]!.projects as unknown as Record<string, { _id: string }[]>[]
    const actor = { kind: 'cli', id: null, name: 'ada@box', via: 'command', requestId: null } as const
    const place = { organization_id: service.organizationId, project_id: service.projectId }
    for (const number of [hidden, '+14155552300'])
      await addOptOut({ ...service.context, actor }, { ...place, number }, 'asked by letter')
    Object.assign(screens, {
      senders: at('/senders'),
      sender: at(`/senders/${project!['whatsapp_senders']![0]!._id}`),
      'sender that is not there': at(`/senders/${uuidv7()}`),
      templates: at('/templates'),
      'templates, none match': at('/templates?status=disabled'),
      template: at(`/templates/${project!['whatsapp_templates']![0]!._id}`),
      broadcast: at(`/broadcasts/${project!['broadcasts']![0]!._id}`),
      'opt-outs': at('/opt-outs'),
      'opt-outs, none match': at('/opt-outs?q=nobody'),
    })
  })
  after(async () => {
    await using _network = network
    await dashboard[Symbol.asyncDispose]()
  })

  const forgetReading = () =>
    dashboard.service.context.db.query(sql`update whatsapp_senders set templates_read_at = null`)

  test('the form of a broadcast stays open from the press on, however late its texts come', async () => {
    const page = await dashboard.open(screens['broadcast']!)
    let texts = 0
    await page.route(/\/assets\/texts-en-forms-/, async (route) => {
      texts += 1
      await page.waitForTimeout(1_000)
      return route.continue()
    })
    await page.evaluate(`(() => {
      let wasThere = false
      globalThis.dialogGone = 0
      setInterval(() => {
        const isThere = [...document.querySelectorAll('[role=dialog]')].some((one) => one.checkVisibility())
        if (wasThere && !isThere) globalThis.dialogGone += 1
        wasThere = isThere
      }, 20)
    })()`)
    await page.getByRole('button', { name: 'Edit…' }).click()
    const name = page.getByRole('dialog').getByLabel('Name')
    await name.waitFor()
    await becomes('the value', () => name.inputValue(), 'Orders')
    assert.equal(texts, 1, 'the texts were held back')
    assert.equal(await page.evaluate('globalThis.dialogGone'), 0)
    await dashboard.leave(page)
  })

  test('a paused template says why, since when and whom it concerns, and is read at once', async () => {
    const page = await dashboard.open(screens['templates']!)
    network.change({
      field: 'message_template_status_update',
      business_account_id,
      name: 'order_update',
      language: 'en',
      event: 'PAUSED',
      title: 'FIRST_PAUSE',
    })
    // Comes by a hint, without a press.
    await page.getByRole('cell', { name: /Paused/ }).waitFor()
    await page.getByText('1 that broadcasts use can’t be sent').waitFor()
    await page.getByRole('link', { name: 'order_update' }).click()
    await page.getByRole('heading', { level: 1, name: 'order_update' }).waitFor()
    await page.getByText(/WhatsApp has paused it.*Since .*Until about/).waitFor()
    await page
      .getByRole('region', { name: 'What WhatsApp says' })
      .getByText(/FIRST_PAUSE/)
      .waitFor()
    const uses = page.getByRole('table', { name: 'Broadcasts that use it' })
    await uses.getByRole('link', { name: 'Orders' }).waitFor()
    await uses.getByText('Messages are refused until the pause is over.', { exact: false }).waitFor()

    network.addTemplate({ business_account_id, name: 'order_update', language: 'en', components })
    await forgetReading()
    await page.getByRole('button', { name: 'Read from WhatsApp now' }).click()
    await page.getByText('1 new, 1 changed, 0 no longer there', { exact: false }).waitFor()
    await page.getByText('Can be sent.').waitFor()
    await page.getByRole('figure', { name: 'Message of the template order_update in ar' }).waitFor()
    await dashboard.leave(page)
  })

  test('a broadcast says that its template is paused, and is mended in two steps', async () => {
    network.change({
      field: 'message_template_status_update',
      business_account_id,
      name: 'order_update',
      language: 'en',
      event: 'PAUSED',
      title: 'SECOND_PAUSE',
    })
    const page = await dashboard.open(screens['broadcast']!)
    // Comes by a hint, if the page was quicker than the webhook: what WhatsApp says, until when, and what to do.
    const banner = page
      .getByRole('alert')
      .filter({ hasText: 'WhatsApp has paused the template order_update.' })
    await banner.getByText(/Since .*Until about/).waitFor()
    await banner.getByText('Messages are refused until the pause is over.', { exact: false }).waitFor()
    await assertAccessible(page, 'broadcast, template paused')
    // 1: whom it concerns.
    await banner.getByRole('link', { name: 'Look at the template' }).click()
    await page
      .getByRole('table', { name: 'Broadcasts that use it' })
      .getByRole('link', { name: 'Orders' })
      .waitFor()
    await page.goBack()
    // 2: WhatsApp has lifted the pause; its templates are read at once.
    network.addTemplate({ business_account_id, name: 'order_update', language: 'en', components })
    await forgetReading()
    await banner.getByRole('button', { name: 'Read from WhatsApp now' }).click()
    await banner.waitFor({ state: 'detached' })
    await dashboard.leave(page)
  })

  test('a sender is checked, its token replaced, and a verify word shown once', async () => {
    const page = await dashboard.open(screens['senders']!)
    await page.getByRole('link', { name: 'main', exact: true }).click()
    await page.getByText(`${dashboard.service.url}/webhooks/whatsapp`).waitFor()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('WhatsApp accepts the token of main').waitFor()
    await page.getByRole('region', { name: 'What WhatsApp says' }).getByText('connected').waitFor()
    await page.getByText('up to 250 written to first').waitFor()

    await page.getByRole('button', { name: 'Replace Access token' }).click()
    await page.getByLabel('New value').fill('a-wrong-token')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Access token is replaced.').waitFor()
    await dashboard.service.context.db.query(sql`update whatsapp_senders set checked_at = null`)
    await page.getByRole('button', { name: 'Check now' }).click()
    await page
      .getByText(/It does not accept|WhatsApp does not accept its access token/)
      .first()
      .waitFor()

    await page.getByRole('button', { name: 'Make a new word…' }).click()
    await page.getByRole('button', { name: 'Make it' }).click()
    const shown = page.getByRole('region', { name: 'verify word' })
    const word = await becomes('the word', () => shown.textContent(), /^[0-9a-f]{32}$/)
    await page.goBack()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await shown.waitFor({ state: 'detached' })
    const query = `hub.mode=subscribe&hub.challenge=42&hub.verify_token=${word}`
    const answer = await fetch(`${dashboard.service.url}/webhooks/whatsapp?${query}`)
    assert.equal(await answer.text(), '42')
    assert.ok(!(await page.content()).includes(word!))
    await dashboard.leave(page)
  })

  test('a person is opted out and in again, with a reason', async () => {
    const page = await dashboard.open(screens['opt-outs']!)
    const rows = page.getByRole('table', { name: 'Opt-outs' })
    await rows.getByText(hidden).waitFor()
    await rows.getByText('hides the number', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Add…' }).click()
    await page.getByLabel('Number or WhatsApp id').fill('nobody')
    await page.getByLabel('Reason').fill('asked on the telephone')
    await page.getByRole('button', { name: 'Opt out' }).click()
    await page.getByText('Must be a telephone number', { exact: false }).waitFor()
    await page.getByLabel('Number or WhatsApp id').fill('+1 415 555 2400')
    await page.getByRole('button', { name: 'Opt out' }).click()
    await page.getByText('+1 415 555 2400 is opted out').waitFor()
    await page.getByLabel('Number, name or id').fill('2400')
    await page.keyboard.press('Enter')
    await rows.getByText(hidden).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'End the opt-out of +1 415 555 2400' }).click()
    await page.getByLabel('Reason').fill('wants messages again')
    await page.getByRole('button', { name: 'End it' }).click()
    await page.getByText('+1 415 555 2400 may get messages again').waitFor()
    await page.getByText('Nothing matches these filters').waitFor()
    await dashboard.leave(page)
  })

  test('a sender that was changed meanwhile is merged, by the names of its fields', async () => {
    const page = await dashboard.open(screens['sender']!)
    await page.getByRole('button', { name: 'Change…' }).click()
    const rate = page.getByLabel('Messages a second')
    await rate.fill('40')
    await dashboard.service.context.db.write(sql`
      update whatsapp_senders set messages_per_second = 50, revision = revision + 1`)
    await page.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('alertdialog', { name: /Somebody else has changed this/ })
    await conflict.getByRole('group', { name: 'Messages a second' }).waitFor()
    await dashboard.leave(page)
  })

  test('a new broadcast has the sender that its form shows, also when another one comes', async () => {
    const { organizationId, projectId } = dashboard.service
    const project = `/api/organizations/${organizationId}/projects/${projectId}`
    const session = await dashboard.session('owner')
    const page = await dashboard.open(dashboard.at('/broadcasts'))
    await page.getByRole('button', { name: 'New broadcast…' }).click()
    const sender = page.getByRole('combobox', { name: 'Sender' })
    await becomes('the only sender', () => sender.inputValue(), 'main')
    const api_url = 'https://graph.example.com'
    const second = { ...account, name: 'second', phone_number_id: '100000000000002', api_url }
    const added = await session.request('POST', `${project}/whatsapp-senders`, second)
    assert.equal(added.status, 201, JSON.stringify(added.body))
    // Comes by a hint.
    await sender.getByRole('option', { name: 'second' }).waitFor({ state: 'attached' })
    await page.getByRole('textbox', { name: 'Name' }).fill('Offers')
    const saved = page.waitForResponse((answer) => {
      const { pathname, search } = new URL(answer.url())
      return pathname.endsWith('/broadcasts') && search === '' && answer.request().method() === 'POST'
    })
    await page.getByRole('button', { name: 'Make the broadcast' }).click()
    assert.equal((await saved).status(), 201)
    const { items } = (await session.request('GET', `${project}/broadcasts`)).body.data as {
      items: { name: string; sender: string }[]
    }
    assert.equal(items.find(({ name }) => name === 'Offers')?.sender, 'main')
    await dashboard.leave(page)
  })

  test('can be read by a viewer, who changes nothing', async () => {
    const page = await dashboard.open(screens['opt-outs']!, { role: 'viewer' })
    const add = page.getByRole('button', { name: 'Add…' })
    await becomes('whether it is disabled', () => add.getAttribute('aria-disabled'), 'true')
    await dashboard.leave(page)
  })

  test('have no violation of WCAG 2.2 AA in light and dark, fit into 360 pixels, and have all text from the catalog', () =>
    lookAtEach(dashboard, screens))
})
