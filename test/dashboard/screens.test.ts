// Every screen of what happens, in its states: for screen readers, on a phone, and in a language that is written from
// the right.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { uuidv7 } from '../../src/base/ids.ts'
import { scriptCampaign } from '../support/declarations.ts'
import { eventually } from '../support/service.ts'
import { startDashboard } from './support/browser.ts'
import type { Dashboard } from './support/browser.ts'
import { lookAtEach } from './support/looks.ts'
import { becomes } from './support/wait.ts'

suite('the screens of what happens', () => {
  let dashboard: Dashboard
  /** Addresses by what they show. */
  const screens: Record<string, string> = {}

  before(async () => {
    dashboard = await startDashboard({
      campaigns: [
        scriptCampaign({ name: 'Autumn', retry: { max_attempts: 3, delay_minutes: 60, on: ['no_answer'] } }),
        scriptCampaign({ name: 'Winter', status: 'paused' }),
      ],
    })
    const { service, at } = dashboard
    service.startWorker()
    const place = async (campaign: string, phone_number: string): Promise<string> => {
      const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`
      const { body } = await service.request('POST', path, { body: { phone_number, name: 'Maria Delgado' } })
      const id = (body.data as { campaign_queue_id: string } | null)?.campaign_queue_id
      return id ?? /campaign_queue_id (\S+?)\.?$/.exec(body.message)?.[1] ?? ''
    }
    const ids = {
      completed: await place('Autumn', '+14155551100'),
      retry: await place('Autumn', '+14155551111'),
      failed: await place('Autumn', '+14155551213'),
      waiting: await place('Winter', '+14155551300'),
    }
    const session = await dashboard.session('owner')
    const project = `/api/organizations/${service.organizationId}/projects/${service.projectId}`
    const read = async <Data>(path: string): Promise<Data> =>
      (await session.request('GET', `${project}${path}`)).body.data
    await eventually('the calls are over, or wait for another attempt', async () => {
      const calls = [ids.completed, ids.retry, ids.failed].map((id) =>
        read<{ state: string; waiting: { reason: string } | null }>(`/calls/${id}`),
      )
      const found = (await Promise.all(calls)).map(({ state, waiting }) => waiting?.reason ?? state)
      return isDeepStrictEqual(found, ['completed', 'retry', 'failed']) ? true : null
    })
    const { items } = await read<{ items: { _id: string; status: string }[] }>('/conversations')
    Object.assign(screens, {
      home: at(),
      live: at('/live'),
      'live, all open': at(`/live?open=${Object.values(service.campaignIds).join('+')}`),
      analytics: at('/analytics'),
      'analytics by outcome': at('/analytics?span=7d&split=outcome'),
      'analytics of chats, empty': at('/analytics?tab=chats'),
      'analytics, refused': at('/analytics?from=2020-01-01&to=2026-01-01&by=day'),
      conversations: at('/conversations'),
      'conversations, none match': at('/conversations?status=busy&channel=web'),
      'conversations, refused': at('/conversations?campaign=none'),
      conversation: at(`/conversations/${items.find(({ status }) => status === 'completed')?._id}`),
      'conversation that is not there': at(`/conversations/${uuidv7()}`),
      ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [`call, ${name}`, at(`/calls/${id}`)])),
      'call that is not there': at(`/calls/${uuidv7()}`),
    })
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('have no violation of WCAG 2.2 AA in light and dark, fit into 360 pixels, and have all text from the catalog', () =>
    lookAtEach(dashboard, screens))

  test('read a bar of a chart with the comma of the language', async () => {
    const page = await dashboard.open(screens['analytics']!, { language: 'ar' })
    const bars = page.getByRole('slider').first()
    await becomes('the last bar', () => bars.getAttribute('aria-valuetext'), /^[^,]*، [^,]*$/)
    await dashboard.leave(page)
  })

  test('say the day of an attempt that was not made on the day of the first one', async () => {
    const page = await dashboard.open(dashboard.at('/analytics'))
    const address = screens['call, failed']!
    await page.route(`**/api/**${address.slice(address.lastIndexOf('/calls/'))}`, async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { data: { attempts: object[] } }
      json.data.attempts = ['2026-11-20T18:00:00Z', '2026-11-23T09:00:00Z'].map((at, index) => ({
        ...json.data.attempts[0],
        _id: uuidv7(),
        attempt_number: index + 1,
        created_at: at,
        ended_at: at,
      }))
      return route.fulfill({ response, json })
    })
    await page.goto(`${dashboard.service.url}/app${address}`)
    const attempts = page.getByRole('list', { name: 'Attempts' }).locator('> li')
    await becomes('the second attempt', () => attempts.nth(1).innerText(), /2nd .*, Mon 23 Nov/)
    assert.doesNotMatch(await attempts.first().innerText(), /Fri 20 Nov/)
    await dashboard.leave(page)
  })

  test('say a failure with its reason, the carrier’s code and what to do', async () => {
    const page = await dashboard.open(screens['call, failed']!)
    await page.getByRole('heading', { level: 1, name: /The call to Maria Delgado failed/ }).waitFor()
    await page.getByText(/The reason: /).waitFor()
    await page.getByText(/Place it again|Check the number|An admin mends it/).waitFor()
    await dashboard.leave(page)
  })

  test('say a refusal in the server’s words, with the request id', async () => {
    const page = await dashboard.open(screens['call that is not there']!)
    const alert = page.getByRole('alert')
    await alert.getByText('request id').waitFor()
    await alert.getByRole('button', { name: 'Try again' }).waitFor()
    await dashboard.leave(page)
  })

  test('keep their filters in the address, over pages and back', async () => {
    const page = await dashboard.open(dashboard.at('/conversations'))
    await page.getByLabel('Status').selectOption({ label: 'completed' })
    await page.getByText('1 conversation match').waitFor()
    await page.waitForURL(/status=completed/)
    await page.getByRole('link', { name: '+1 415 555 1100' }).click()
    await page.getByRole('heading', { level: 1, name: /Maria Delgado/ }).waitFor()
    await page.goBack()
    await page.waitForURL(/status=completed/)
    await becomes('the status', () => page.getByLabel('Status').inputValue(), 'completed')
    await dashboard.leave(page)
  })
})
