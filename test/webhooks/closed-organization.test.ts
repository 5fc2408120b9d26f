// A batch serves endpoints of many organizations. One that a move closes meanwhile holds up no other (Promise 77).
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createLog } from '../../src/base/log.ts'
import { createTriggers, selectTables } from '../../src/cells/move/move-sql.ts'
import type { TenantTable } from '../../src/cells/move/move-sql.ts'
import { sql } from '../../src/db/sql.ts'
import { selectDueLines } from '../../src/webhooks/delivery/line-queries.ts'
import { SendSlots } from '../../src/webhooks/delivery/send-slots.ts'
import { Sender } from '../../src/webhooks/delivery/sender.ts'
import { eventually } from '../support/service.ts'
import { insertDeliveredEvent } from '../support/webhooks/events.ts'
import type { Tenant } from '../support/webhooks/events.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import type { Receiver } from '../support/webhooks/receiver.ts'
import { createWebhookWorld } from '../support/webhooks/world.ts'
import type { WebhookWorld } from '../support/webhooks/world.ts'

let world: WebhookWorld
let receiver: Receiver
let acmeEndpoint = ''
/** The organization that moves. */
let beta: Tenant & { endpoint_id: string }
before(async () => {
  receiver = await startReceiver()
  world = await createWebhookWorld([receiver.host])
  acmeEndpoint = await world.addEndpoint({ url: `${receiver.url}/acme` })
  const webhook_endpoints = [{ name: 'main', types: ['call.*'], url: `${receiver.url}/beta` }]
  const projects = [{ name: 'Support', default_country: 'US', webhook_endpoints }]
  const tree = await world.service.apply({ organizations: [{ name: 'Beta', projects }] })
  const [organization] = tree.organizations
  const [project] = organization!.projects
  beta = {
    organization_id: organization!._id,
    project_id: project!._id,
    endpoint_id: project!.webhook_endpoints[0]!._id,
  }
  const tables = await world.db.query<TenantTable>(selectTables)
  for (const table of tables.filter(({ name }) => name.startsWith('webhook_')))
    for (const statement of createTriggers(table, beta.organization_id)) await world.db.write(statement)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

/** Sets how a move of the organization stands in this cell, which it leaves. */
const setMove = (state: 'closing' | 'closed' | 'left') =>
  world.db.write(sql`
    insert into organization_moves (organization_id, side, cell, url, state, begun_at, changed_at)
    values (${beta.organization_id}, 'source', 'two', 'http://127.0.0.1:9', ${state}, now(), now())
    on conflict (organization_id) do update set state = ${state}`)
const endMove = () => world.db.write(sql`delete from organization_moves`)

/** The responses to requests of the organization that moves, which are held back. */
let heldBack: ServerResponse[] = []
beforeEach(() => {
  heldBack = []
  receiver.received = []
  receiver.answer = (response, { path }) => {
    if (path.endsWith('/beta')) heldBack.push(response)
    else response.writeHead(204).end()
  }
})

const sentTo = (name: string) => receiver.received.filter(({ path }) => path.endsWith(`/${name}`)).length

/** Returns a sender, and how many faults it has logged. */
function createSender() {
  const faults: unknown[] = []
  const log = Object.assign(createLog('silent'), { error: (fault: unknown) => void faults.push(fault) })
  const sender = new Sender({ ...world.service.context, log }, new SendSlots())
  const addDue = async (): Promise<void> => {
    const room = { proven: 10, unproven: 10, failing: 10 }
    sender.add(await selectDueLines(world.db, world.service.context.clock.now(), sender.full, room))
  }
  return { sender, faults, addDue, [Symbol.asyncDispose]: () => sender.finish(1_000) }
}

/** Lets a delivery of each organization begin. Returns the id of the event of the one that moves. */
async function beginBoth(addDue: () => Promise<void>): Promise<string> {
  const id = await insertDeliveredEvent(world.db, beta)
  await insertDeliveredEvent(world.db, world.tenant)
  await addDue()
  await eventually('both are sent', () => (sentTo('beta') === 1 && sentTo('acme') === 1 ? true : null))
  return id
}

/** Sends something to the other organization, and waits until that is recorded. */
async function deliverToOther(addDue: () => Promise<void>): Promise<void> {
  const id = await insertDeliveredEvent(world.db, world.tenant)
  await addDue()
  await world.deliveryIn(acmeEndpoint, id, 'delivered')
}

const answerHeldBack = () => heldBack[0]!.writeHead(204).end()

describe('an organization that a move closes while a delivery is under way', () => {
  it('has it recorded before it is closed, and gets nothing new', async () => {
    await using created = createSender()
    const { addDue } = created
    const id = await beginBoth(addDue)
    const next = await insertDeliveredEvent(world.db, beta)
    await addDue()
    await setMove('closing')
    answerHeldBack()
    await world.deliveryIn(beta.endpoint_id, id, 'delivered')
    await deliverToOther(addDue)
    assert.equal(sentTo('beta'), 1)
    await endMove()
    await addDue()
    await eventually('the next is sent', () => (heldBack.length === 2 ? true : null))
    heldBack[1]!.writeHead(204).end()
    await world.deliveryIn(beta.endpoint_id, next, 'delivered')
  })

  it('holds up no other, and has it recorded once the move is given up', async () => {
    await using created = createSender()
    const { addDue, faults } = created
    const id = await beginBoth(addDue)
    await setMove('closed')
    answerHeldBack()
    await deliverToOther(addDue)
    await endMove()
    await world.deliveryIn(beta.endpoint_id, id, 'delivered')
    assert.equal((await world.attemptsOf(beta.endpoint_id, id)).length, 1)
    assert.equal(sentTo('beta'), 1)
    assert.deepEqual(faults, [])
  })

  it('leaves nothing in the memory of the process once it has left', async () => {
    await using created = createSender()
    const { sender, addDue, faults } = created
    await beginBoth(addDue)
    await setMove('left')
    answerHeldBack()
    await deliverToOther(addDue)
    await sender.finish(1_000)
    assert.deepEqual(faults, [])
    await endMove()
  })
})
