// Calls, messages and webhooks that are under way while their organization moves to another cell (Promise 176).
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { placeCall } from '../../src/calls/place/place-call.ts'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import type { MoveRequest } from '../../src/cells/move/move-request.ts'
import { sql } from '../../src/db/sql.ts'
import { sendMessage } from '../../src/whatsapp/send/send-message.ts'
import { carrierAccount, startCarrier } from '../support/carrier.ts'
import type { Carrier } from '../support/carrier.ts'
import { moveRequestOf, startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
import { scriptCampaign } from '../support/declarations.ts'
import { eventually } from '../support/service.ts'
import { insertDeliveredEvent } from '../support/webhooks/events.ts'
import { businessAccountId, phoneNumberId, templateComponents } from '../support/whatsapp.ts'

let carrier: Carrier
let cells: TwoCells
let graph: Server
/** What WhatsApp waits for before it takes a message. */
let meanwhile = async (): Promise<unknown> => undefined
let messagesAsked = 0
let messagesTaken = 0
let broadcastId = ''

before(async () => {
  carrier = await startCarrier()
  cells = await startTwoCells({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    campaigns: [scriptCampaign({ name: 'One', slots: 5 })],
  })
  graph = createServer((request, response) => {
    request.resume().on('end', () => {
      messagesAsked++
      void meanwhile().then(() => {
        messagesTaken++
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ messages: [{ id: `wamid.${messagesTaken}` }] }))
      })
    })
  })
  await new Promise<void>((resolve) => graph.listen(0, '127.0.0.1', resolve))
  broadcastId = await declareBroadcast()
})
after(async () => {
  graph.closeAllConnections()
  graph.close()
  await cells[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

async function declareBroadcast(): Promise<string> {
  const sender = {
    name: 'main',
    phone_number_id: phoneNumberId,
    business_account_id: businessAccountId,
    display_phone_number: '+14155550199',
    access_token: 'a-token',
    app_secret: 'an-app-secret',
    verify_token: 'a-verify-token',
    api_url: `http://127.0.0.1:${(graph.address() as AddressInfo).port}`,
  }
  const template = {
    name: 'order_update',
    sender: 'main',
    language: 'en',
    category: 'utility',
    status: 'approved',
    components: templateComponents,
  }
  const project = {
    name: 'Renewals',
    whatsapp_senders: [sender],
    whatsapp_templates: [template],
    broadcasts: [{ name: 'October', sender: 'main', template: 'order_update' }],
    webhook_endpoints: [{ name: 'main', types: ['call.*'], url: 'https://receiver.example/hooks' }],
  }
  const plan = { status: 'active', whatsapp_sends: 100 }
  const tree = await cells.one.apply({ organizations: [{ name: 'Acme', plan, projects: [project] }] })
  const [declared] = tree.organizations[0]!.projects as unknown as { broadcasts: { _id: string }[] }[]
  return declared!.broadcasts[0]!._id
}

const move = (from: 'one' | 'two', to: 'one' | 'two', onStep?: MoveRequest['onStep']) =>
  moveOrganization(moveRequestOf(cells, from, to, onStep))

const project = () => `/organizations/${cells.one.organizationId}/projects/${cells.one.projectId}`
const call = (tail: 'calls' | 'trigger-call', phone_number: string) =>
  cells.one.request('POST', `${project()}/campaigns/${cells.one.campaignIds['One']}/${tail}`, {
    body: { phone_number },
  })
const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
const write = (to: string) =>
  cells.one.request('POST', `${project()}/broadcasts/${broadcastId}/messages`, { body: { to, data } })

describe('a request that the provider takes after its organization was closed', () => {
  it('is of unknown outcome, not one of which nothing was done', async () => {
    const requests: ReturnType<typeof call>[] = []
    const { promise: isClosed, resolve: close } = Promise.withResolvers<void>()
    meanwhile = () => isClosed
    const behavior = { kind: 'accept', meanwhile: () => isClosed } as const
    await move('one', 'two', async (step) => {
      if (step === 'hand over') {
        carrier.behave(behavior, behavior)
        requests.push(
          call('calls', '+14155550111'),
          call('trigger-call', '+14155550112'),
          write('+14155550113'),
        )
        await eventually('all are under way', () =>
          carrier.creates === 2 && messagesAsked === 1 ? true : null,
        )
      }
      // It is not closed before the requests have had two seconds.
      if (step === 'last changes') close()
      if (step === 'switch') await Promise.allSettled(requests)
    })
    const answers = await Promise.all(requests)
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('error-code')]),
      [
        [500, 'dial_unresolved'],
        [500, 'dial_unresolved'],
        [503, 'send_unresolved'],
      ],
    )
    assert.equal(carrier.legs.length, 2)
    assert.equal(messagesTaken, 1)
  })
})

describe('a webhook that is being sent when its organization is handed over', () => {
  const place = () => ({ organization_id: cells.one.organizationId, project_id: cells.one.projectId })
  /** Lets the delivery of a new event be under way. */
  async function beginDelivery(): Promise<string> {
    const { db } = cells.two.context
    const id = await insertDeliveredEvent(db, place())
    await db.write(sql`
      update webhook_deliveries set state = 'sending', lease_token = gen_random_uuid(), tries = 1,
        due_at = now() + interval '40 seconds' where event_id = ${id}`)
    return id
  }

  it('has two seconds to be recorded; one that is not is due at once in the new cell', async () => {
    await cells.two.context.db.write(sql`delete from webhook_deliveries`)
    const [answered, silent] = [await beginDelivery(), await beginDelivery()]
    let recorded: Promise<unknown> | null = null
    await move('two', 'one', async (step) => {
      if (step === 'hand over')
        recorded = delay(500).then(() =>
          cells.two.context.db.write(
            sql`update webhook_deliveries set state = 'delivered' where event_id = ${answered}`,
          ),
        )
      if (step === 'close') await recorded
    })
    const rows = await cells.one.context.db.query(sql`
      select event_id, state, due_at <= now() as is_due from webhook_deliveries
      where organization_id = ${place().organization_id} and state in ('sending', 'delivered') order by state`)
    assert.deepEqual(rows, [
      { event_id: answered, state: 'delivered', is_due: false },
      { event_id: silent, state: 'sending', is_due: true },
    ])
  })
})

describe('a request that was decided before its organization left', () => {
  before(async () => {
    // Without a move whose triggers refuse writes, as after a restore: only the last look says that it has left.
    await cells.one.context.db.write(sql`
      insert into organization_moves (organization_id, side, cell, url, state, begun_at, changed_at)
      values (${cells.one.organizationId}, 'source', 'two', ${cells.two.url}, 'left', now(), now())`)
  })
  const place = () => ({ organization_id: cells.one.organizationId, project_id: cells.one.projectId })

  it('dials nobody', async () => {
    const { creates } = carrier
    const request = {
      ...place(),
      campaign_id: cells.one.campaignIds['One']!,
      customer: { phone_number: '+14155550121' },
      idempotencyKey: null,
    }
    await assert.rejects(placeCall(cells.one.context, 'trigger', request), { code: 'organization_moving' })
    assert.equal((await placeCall(cells.one.context, 'queue', request)).scheduled, true)
    assert.equal(carrier.creates, creates)
  })

  it('sends nothing', async () => {
    const taken = messagesTaken
    const to = '+14155550122'
    const sent = sendMessage(cells.one.context, {
      ...place(),
      broadcast_id: broadcastId,
      request: { kind: 'template', to, data, given: { to, data } },
      resendOf: null,
      idempotencyKey: null,
    })
    await assert.rejects(sent, { code: 'organization_moving' })
    assert.equal(messagesTaken, taken)
  })
})
