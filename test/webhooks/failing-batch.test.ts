// A batch serves many endpoints in one transaction. If the database refuses the rows of one, the others' go on.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { createLog } from '../../src/base/log.ts'
import { sql } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'
import { selectDueLines } from '../../src/webhooks/delivery/line-queries.ts'
import { SendSlots } from '../../src/webhooks/delivery/send-slots.ts'
import { Sender } from '../../src/webhooks/delivery/sender.ts'
import { eventually } from '../support/service.ts'
import { insertDeliveredEvent } from '../support/webhooks/events.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import type { Receiver } from '../support/webhooks/receiver.ts'
import { createWebhookWorld } from '../support/webhooks/world.ts'
import type { WebhookWorld } from '../support/webhooks/world.ts'

let world: WebhookWorld
let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
  world = await createWebhookWorld([receiver.host])
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})
afterEach(() => world.removeEndpoints())

/** Lets the database refuse what the endpoint's rows of the table become, until the result is disposed. */
async function refuseRows(table: Sql, on: Sql, endpointId: string): Promise<AsyncDisposable> {
  await world.db.write(sql`create table refused_endpoints as select ${endpointId}::uuid as endpoint_id`)
  await world.db.write(sql`
    create function refuse_row() returns trigger language plpgsql as $$ begin
      if exists (select from refused_endpoints e where e.endpoint_id = new.endpoint_id) then
        raise exception 'this row is refused' using errcode = 'check_violation';
      end if;
      return new;
    end $$`)
  await world.db.write(sql`
    create trigger refuse_row before ${on} on ${table} for each row execute function refuse_row()`)
  return {
    [Symbol.asyncDispose]: async () => {
      await world.db.write(sql`drop function refuse_row() cascade`)
      await world.db.write(sql`drop table refused_endpoints`)
    },
  }
}

/** Returns a sender, and the endpoints that its log names after a batch failed. */
function createSender() {
  const named: (string | undefined)[] = []
  const log = Object.assign(createLog('silent'), {
    error: (fields: { endpoint_id?: string }) => void named.push(fields.endpoint_id),
  })
  const sender = new Sender({ ...world.service.context, log }, new SendSlots())
  return { sender, named, [Symbol.asyncDispose]: () => sender.finish(1_000) }
}

async function addDue(sender: Sender): Promise<void> {
  const room = { proven: 10, unproven: 10, failing: 10 }
  sender.add(await selectDueLines(world.db, world.service.context.clock.now(), sender.full, room))
}

/** Returns three new endpoints, of which the database will refuse the second. */
async function addThree(): Promise<[one: string, refused: string, other: string]> {
  receiver.received = []
  const added = (name: string) => world.addEndpoint({ name, url: `${receiver.url}/${name}` })
  return [await added('one'), await added('refused'), await added('other')]
}

/** Returns the ids that an endpoint was sent, in their order. */
function sentTo(name: string): string[] {
  return receiver.received.filter(({ path }) => path === `/hooks/${name}`).map(({ id }) => id)
}

describe('a batch in which the database refuses the rows of one endpoint', () => {
  it('claims for the others, also later, and for the one once it is not refused', async () => {
    const [one, refused, other] = await addThree()
    await using created = createSender()
    const { sender, named } = created
    const id = await insertDeliveredEvent(world.db, world.tenant)
    {
      await using _ = await refuseRows(sql`webhook_deliveries`, sql`update`, refused)
      await addDue(sender)
      for (const endpoint of [one, other]) await world.deliveryIn(endpoint, id, 'delivered')
      await eventually('the log names it', () => (named.includes(refused) ? true : null))
      const later = await insertDeliveredEvent(world.db, world.tenant)
      await addDue(sender)
      for (const endpoint of [one, other]) await world.deliveryIn(endpoint, later, 'delivered')
      for (const name of ['one', 'other']) assert.deepEqual(sentTo(name), [id, later])
      assert.deepEqual(sentTo('refused'), [])
    }
    await world.deliveryIn(refused, id, 'delivered')
    assert.equal(sentTo('refused')[0], id)
  })

  it('records for the others, and for the one once it is not refused, without sending again', async () => {
    const [one, refused, other] = await addThree()
    await using created = createSender()
    const { sender, named } = created
    const id = await insertDeliveredEvent(world.db, world.tenant)
    {
      await using _ = await refuseRows(sql`webhook_attempts`, sql`insert`, refused)
      await addDue(sender)
      for (const endpoint of [one, other]) await world.deliveryIn(endpoint, id, 'delivered')
      await eventually('the log names it', () => (named.includes(refused) ? true : null))
      assert.deepEqual(await world.attemptsOf(refused, id), [])
    }
    await world.deliveryIn(refused, id, 'delivered')
    for (const name of ['one', 'refused', 'other']) assert.deepEqual(sentTo(name), [id])
    assert.equal((await world.attemptsOf(refused, id)).length, 1)
  })
})
