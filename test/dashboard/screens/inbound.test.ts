// Calls that people make, as the dashboard declares and shows them.
import { after, before, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../support/carrier.ts'
import type { Carrier } from '../../support/carrier.ts'
import { addressesOfNumbers, arrivingCall, askForCall } from '../../support/inbound.ts'
import { eventually } from '../../support/service.ts'
import { askAsPage } from '../../support/users.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { becomes } from '../support/wait.ts'

const definition = {
  start: 'ask',
  steps: {
    ask: { kind: 'listen', text: 'Hello.', input: 'speech', variable: 'wish', next: 'bye', no_input: 'bye' },
    bye: { kind: 'hang_up', text: 'Goodbye.' },
  },
}
let carrier: Carrier
let dashboard: Dashboard
before(async () => {
  carrier = await startCarrier()
  dashboard = await startDashboard({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    workflows: [{ name: 'reception', definition }],
  })
})
after(async () => {
  await dashboard[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

interface CallerIds {
  items: { number: string; inbound_campaign: string | null; voice_url: string }[]
}

it('a campaign is made that answers, chosen at its number, and its calls are shown', async () => {
  const page = await dashboard.open(dashboard.at('/campaigns/new'))
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Front desk')
  await page.getByRole('combobox', { name: 'Direction' }).selectOption('inbound')
  await page.getByRole('combobox', { name: 'What it speaks' }).selectOption('workflow')
  await page.getByRole('combobox', { name: 'Workflow' }).selectOption('reception')
  await page.getByRole('textbox', { name: 'What callers hear while it is closed' }).fill('We are closed.')
  await becomes('fields for a caller ID', () => page.getByRole('combobox', { name: 'Caller ID' }).count(), 0)
  await page.getByRole('button', { name: 'Make campaign' }).click()
  await page.getByText('it answers calls to its numbers').waitFor()

  await dashboard.leave(page)

  const carriers = await dashboard.open(dashboard.at('/carriers'))
  await carriers.getByRole('button', { name: 'Change +1 415 555 0100' }).click()
  await carriers.getByRole('combobox', { name: 'Answered by' }).selectOption('Front desk')
  const { organizationId, projectId } = dashboard.service
  const P = `/api/organizations/${organizationId}/projects/${projectId}`
  const { cookie } = await dashboard.session('admin')
  const { voice } = await addressesOfNumbers(dashboard.service)
  await carriers.getByText(voice).first().waitFor()
  await carriers.getByRole('button', { name: 'Save' }).click()
  const number = await eventually('the number is answered', async () => {
    const { body } = await askAsPage(dashboard.service, 'GET', `${P}/caller-ids`, { cookie })
    const { items } = body.data as unknown as CallerIds
    return items.find(({ inbound_campaign }) => inbound_campaign === 'Front desk')?.number ?? null
  })

  const leg = arrivingCall(carrier, 'anonymous', number)
  await askForCall(carrier, leg, voice)
  await dashboard.leave(carriers)
  // Without a choice in the address, the board opens a group by itself once it has a call.
  const live = await dashboard.open(dashboard.at('/live?open='))
  await live.getByRole('button', { name: /Front desk/, expanded: false }).click()
  await live.getByRole('link', { name: 'number withheld', exact: true }).click()
  await live.getByRole('heading', { name: /Speaking with number withheld since .*, who called/ }).waitFor()
  await live.getByText('A person called, and was connected').waitFor()
})
