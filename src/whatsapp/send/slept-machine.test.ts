// Messages of a machine that sleeps, where `performance.now` stands still meanwhile, and of one that connects slowly.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { sql } from '../../db/sql.ts'
import { insertOptOut } from '../inbound/inbound-queries.ts'
import type { SendContext } from './send-context.ts'
import { sendMessage } from './send-message.ts'

const sleptMs = 40 * 60_000

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
})
after(() => whatsapp[Symbol.asyncDispose]())

const project = () => {
  const { organizationId: organization_id, projectId: project_id } = whatsapp.service
  return { organization_id, project_id }
}

function send(context: SendContext, to: string) {
  const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
  return sendMessage(context, {
    ...project(),
    broadcast_id: whatsapp.broadcastIds['October']!,
    request: { kind: 'template', to, data, given: { to, data } },
    resendOf: null,
    idempotencyKey: null,
  })
}

/** What a machine does not notice while it sleeps. */
interface Sleep {
  sleep: (meanwhile?: () => Promise<void>) => Promise<void>
  clock: SendContext['clock']
}

/** Returns a clock that has the time again right after the machine has slept. */
function sleeper(): Sleep {
  const { clock } = whatsapp.service.context
  let aheadMs = 0
  return {
    sleep: async (meanwhile) => {
      await meanwhile?.()
      aheadMs = sleptMs
    },
    clock: { now: () => new Date(clock.now().getTime() + aheadMs) },
  }
}

/** Returns a context in which `then` runs once the message is committed. */
function afterCommit(clock: SendContext['clock'], then: () => Promise<void>): SendContext {
  const { context } = whatsapp.service
  const { db } = context
  let hasRun = false
  const transaction: typeof db.transaction = async (run) => {
    const result = await db.transaction(run)
    if (!hasRun) await then()
    hasRun = true
    return result
  }
  return { ...context, clock, db: { ...db, transaction } }
}

const stops = (recipient: string) => () =>
  insertOptOut(
    whatsapp.service.context.db,
    { ...project(), recipient },
    { scope: 'all', source: 'message' },
    new Date(),
  )

async function assertNotSent(to: string): Promise<void> {
  assert.deepEqual(whatsapp.network.messages(to), [])
  const rows = await whatsapp.service.context.db.query(
    sql`select status, quota from whatsapp_messages where recipient = ${to}`,
  )
  assert.deepEqual(rows, [{ status: 'failed', quota: 'released' }])
}

const heldUp = { code: 'sender_busy', message: /held up before it could ask WhatsApp/ }

describe('a machine that sleeps after a message was committed', () => {
  it('does not send it to somebody who wrote STOP meanwhile (Promise 28)', async () => {
    const to = '+14155556100'
    const { sleep, clock } = sleeper()
    const context = afterCommit(clock, () => sleep(stops(to)))
    await assert.rejects(send(context, to), { code: 'opted_out' })
    await assertNotSent(to)
  })

  it('does not send it at all, since an operator may have settled it', async () => {
    const to = '+14155556200'
    const { sleep, clock } = sleeper()
    await assert.rejects(send(afterCommit(clock, sleep), to), heldUp)
    await assertNotSent(to)
  })

  it('does not send it while the time is not known', async () => {
    const to = '+14155556300'
    const { clock: known } = whatsapp.service.context
    let isKnown = true
    const clock = { ...known, resync: () => (isKnown ? null : new Promise<void>(() => {})) }
    const context = afterCommit(clock, async () => {
      isKnown = false
    })
    await assert.rejects(send(context, to), heldUp)
    await assertNotSent(to)
  })
})

/** Lets senders have another host, whose look-up a test can delay. */
const nameHost = (from: string, to: string) =>
  whatsapp.service.context.db.write(
    sql`update whatsapp_senders set api_url = replace(api_url, ${from}, ${to})`,
  )

describe('a machine that sleeps while it connects to WhatsApp', () => {
  before(() => nameHost('127.0.0.1', 'localhost'))
  after(() => nameHost('localhost', '127.0.0.1'))

  it('sends nothing over the connection before it has checked the recipient again (Promise 28)', async () => {
    const to = '+14155556400'
    const { sleep, clock } = sleeper()
    const { context } = whatsapp.service
    const lookup = async () => {
      await sleep(stops(to))
      return ['127.0.0.1']
    }
    const connecting = { ...context, clock, givenHosts: { ...context.givenHosts, lookup } }
    await assert.rejects(send(connecting, to), { code: 'opted_out' })
    await assertNotSent(to)
  })
})

describe('a connection to WhatsApp that takes long', () => {
  before(() => nameHost('127.0.0.1', 'localhost'))
  after(() => nameHost('localhost', '127.0.0.1'))

  /** Sends a message whose connection takes longer than the last check of the recipient counts. */
  function sendSlowly(to: string, meanwhile: () => Promise<unknown>) {
    const { context } = whatsapp.service
    const lookup = async () => {
      await meanwhile()
      await delay(200)
      return ['127.0.0.1']
    }
    return send({ ...context, givenHosts: { ...context.givenHosts, lookup } }, to)
  }

  it('sends nothing to somebody who wrote STOP meanwhile (Promise 28)', async () => {
    const to = '+14155556500'
    await assert.rejects(sendSlowly(to, stops(to)), { code: 'opted_out' })
    await assertNotSent(to)
  })

  it('sends the message to somebody who did not', async () => {
    const to = '+14155556600'
    await sendSlowly(to, async () => {})
    assert.equal(whatsapp.network.messages(to).length, 1)
  })
})
