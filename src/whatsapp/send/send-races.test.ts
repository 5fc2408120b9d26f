// Reports about a message in an unusual order. The network forces each race: it withholds its answer until its webhooks
// are processed.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { eventually } from '../../../test/support/service.ts'
import { postWebhook, statusOf, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import { startWhatsappService, webhooksProcessed } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { startGate } from '../../../test/whatsapp-models/gate.ts'
import type { Gate } from '../../../test/whatsapp-models/gate.ts'
import { sql } from '../../db/sql.ts'
import { applyDeclaration } from '../../operator/apply/apply-declaration.ts'
import { takeNumber } from '../../people/display-ids.ts'
import { insertProfile } from '../../people/queries.ts'
import { contactOfRecipient } from '../people/contact-of-recipient.ts'

let whatsapp: WhatsappService
let gate: Gate
before(async () => {
  whatsapp = await startWhatsappService()
  gate = await startGate(whatsapp)
  whatsapp.service.startWorker()
})
after(async () => {
  await gate[Symbol.asyncDispose]()
  await whatsapp[Symbol.asyncDispose]()
})

const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }

/** Returns the bytes of the answer. */
async function send(to: string, key: string | null = null): Promise<{ text: string; status: number }> {
  const { service, broadcastIds } = whatsapp
  const { organizationId, projectId } = service
  const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds['October']}/messages`
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': service.key,
      ...(key !== null && { 'idempotency-key': key }),
    },
    body: JSON.stringify({ to, data }),
  })
  return { text: await response.text(), status: response.status }
}

const takenOf = (to: string) =>
  eventually('the network has it', () => whatsapp.network.messages(to)[0] ?? null)

/** Sends, and withholds the network's answer until what must come first has come: by default all webhooks. */
async function sendAnsweredLate(
  to: string,
  key: string | null = null,
  first: () => Promise<unknown> = () => webhooksProcessed(whatsapp),
): ReturnType<typeof send> {
  gate.hold(to)
  const sending = send(to, key)
  try {
    await takenOf(to)
    await first()
  } finally {
    gate.release()
  }
  return sending
}

async function rowOf(recipient: string): Promise<{ status: string; quota: string }> {
  const [row] = await whatsapp.service.context.db.query<{ status: string; quota: string }>(
    sql`select status, quota from whatsapp_messages where recipient = ${recipient}`,
  )
  return row!
}

/** Returns the row once its last webhook is processed, which on a busy machine can be after the answer. */
const endOf = (recipient: string) =>
  eventually('the message has ended', async () => {
    const row = await rowOf(recipient)
    return row.status === 'sent' ? null : row
  })

describe('a replay', () => {
  it('is the first answer, byte for byte', async () => {
    const first = await send('+14155551000', 'plain')
    assert.equal(first.status, 200)
    assert.deepEqual(await send('+14155551000', 'plain'), first)
  })

  it('is also the answer to the first request if a webhook came first', async () => {
    for (const [to, status] of [
      ['+14155551101', 200],
      ['+14155551110', 400],
    ] as const) {
      const first = await sendAnsweredLate(to, to)
      assert.equal(first.status, status, first.text)
      assert.deepEqual(await send(to, to), first)
    }
  })
})

describe('a person whose profile another request creates at the same time', () => {
  it('gets one message, has that profile, and costs one send', async () => {
    const { db, newId } = whatsapp.service.context
    const { organizationId: organization_id, projectId: project_id } = whatsapp.service
    const to = '+14155551150'
    const person = contactOfRecipient({ organization_id, project_id }, to, new Date())
    const profileId = newId()
    const number = await takeNumber(db, person)
    let sending: ReturnType<typeof send> | null = null
    await db.transaction(async (transaction) => {
      await insertProfile(transaction, person, { profileId, number })
      sending = send(to)
      await eventually('the send waits for the profile', async () => {
        const [waiting] = await db.query(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        return waiting ?? null
      })
    })
    const { status, text } = await sending!
    assert.equal(status, 200, text)
    assert.equal(whatsapp.network.messages(to).length, 1)
    const made = await db.query(sql`
      select k.profile_id, array_agg(e.kind order by e.kind) as ledger
      from profile_contacts k join whatsapp_messages m on m.recipient = k.normalized
      join whatsapp_quota_entries e on e.message_id = m._id
      where k.project_id = ${project_id} and k.normalized = ${to} group by k.profile_id`)
    assert.deepEqual(made, [{ profile_id: profileId, ledger: ['consumed', 'reserved'] }])
  })
})

describe('a send while the plan is lowered', () => {
  const declare = (whatsapp_sends: number) => ({
    organizations: [{ name: 'Acme', plan: { status: 'active', whatsapp_sends } }],
  })
  after(() => whatsapp.service.apply(declare(1_000)))
  const isWaiting = async () => {
    const [found] = await whatsapp.service.context.db.query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return found ?? null
  }

  it('waits for the new plan, and is refused if that is used up (Promise 9)', async () => {
    const { context } = whatsapp.service
    const { db } = context
    assert.equal((await send('+14155551160')).status, 200)
    const [used] = await db.query<{ sends: number }>(
      sql`select reserved + consumed as sends from whatsapp_quotas`,
    )
    const written = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const holding: typeof db = {
      ...db,
      transaction: (run) =>
        db.transaction(async (transaction) => {
          const outcome = await run(transaction)
          written.resolve()
          await released.promise
          return outcome
        }),
    }
    const lowering = applyDeclaration({ ...context, db: holding }, declare(used!.sends))
    await written.promise
    const sending = send('+14155551161')
    const waiting = eventually('the send waits', isWaiting)
    await Promise.race([sending, waiting])
    released.resolve()
    assert.equal((await lowering).ok, true)
    const { status, text } = await sending
    assert.equal(status, 402, text)
    assert.deepEqual(whatsapp.network.messages('+14155551161'), [])
  })

  it('does not wait while other organizations of the same declaration are written', async () => {
    const { context } = whatsapp.service
    const plan = (whatsapp_sends: number) => ({ status: 'active', whatsapp_sends })
    const both = (sends: number) => ({
      organizations: [...declare(sends).organizations, { name: 'Beta', plan: plan(sends) }],
    })
    await whatsapp.service.apply(both(1_000))
    const locked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const locking = context.db.transaction(async (transaction) => {
      await transaction.query(sql`select from organizations where name = 'Beta' for update`)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const applying = applyDeclaration(context, both(999))
    await eventually('the second organization waits', isWaiting)
    const sending = send('+14155551162')
    const first = await Promise.race([sending, setTimeout(5_000, null)])
    released.resolve()
    await locking
    assert.equal((await applying).ok, true)
    assert.equal(first?.status, 200)
    await sending
  })

  it('does not wait for a change that leaves the plan as it is', async () => {
    const { context } = whatsapp.service
    await whatsapp.service.apply(declare(1_000))
    const limited = declare(1_000).organizations.map((each) => ({ ...each, calls: { dials_a_day: 20_000 } }))
    const sent = await context.db.transaction(async (transaction) => {
      const within: typeof context.db = { ...context.db, transaction: (run) => run(transaction) }
      const applied = await applyDeclaration({ ...context, db: within }, { organizations: limited })
      assert.ok(applied.ok && applied.changes.updated === 1)
      const sending = send('+14155551163')
      return Promise.race([sending, setTimeout(5_000, null)])
    })
    assert.equal(sent?.status, 200)
  })
})

describe('a failure that is reported before the acceptance', () => {
  it('leaves the send consumed: WhatsApp accepted it (Rule 73)', async () => {
    await sendAnsweredLate('+14155551217')
    assert.deepEqual(await endOf('+14155551217'), { status: 'delivered', quota: 'consumed' })
    await sendAnsweredLate('+14155551210')
    assert.deepEqual(await endOf('+14155551210'), { status: 'failed', quota: 'consumed' })
  })

  it('is applied without callback data once Meta’s id of the message is known', async () => {
    const { status } = await sendAnsweredLate('+14155551353', null, () => whatsapp.network.idle())
    assert.equal(status, 200)
    await eventually('the failure is applied', async () =>
      (await rowOf('+14155551353')).status === 'failed' ? true : null,
    )
    assert.equal((await rowOf('+14155551353')).quota, 'consumed')
  })
})

describe('a late answer', () => {
  it('belongs to its own message, even if another message has its key by then', async () => {
    const { db } = whatsapp.service.context
    const [to, another] = ['+14155551401', '+14155551402']
    const second = Promise.withResolvers<Awaited<ReturnType<typeof send>>>()
    const answered = await sendAnsweredLate(to, 'handed on', async () => {
      await eventually('a webhook has settled it', async () => {
        const [kept] = await db.query<{ answer: unknown }>(
          sql`select answer from idempotency_keys where key = 'handed on'`,
        )
        return kept?.answer ?? null
      })
      await db.query(sql`
        update idempotency_keys set answered_at = answered_at - interval '24 hours' where key = 'handed on'`)
      second.resolve(await send(another, 'handed on'))
    })
    assert.match((await second.promise).text, /14155551402/)
    assert.equal(answered.status, 200)
    assert.match(answered.text, /14155551401/)
    assert.deepEqual(await send(another, 'handed on'), await second.promise)
  })
})

describe('the answer and a webhook', () => {
  before(() => whatsapp.network.holdWebhooks())
  after(() => whatsapp.network.releaseWebhooks())

  /** Sends a status webhook of the message that the network has accepted. */
  async function report(to: string, status: string): Promise<void> {
    const taken = await takenOf(to)
    const fields = {
      wamid: taken.message_id!,
      status,
      ...(taken.callback_data !== null && { callbackData: taken.callback_data }),
      ...(status === 'failed' && { code: 131026 }),
    }
    const answer = await postWebhook(whatsapp.service.url, webhookOf({ statuses: [statusOf(fields)] }))
    assert.equal(answer.status, 200)
    await eventually(`${status} is applied`, async () => ((await rowOf(to)).status === status ? true : null))
  }

  const shown = ({ text }: { text: string }) => {
    const { message, data: result } = JSON.parse(text) as { message: string; data: { status: string } | null }
    return result?.status ?? message
  }
  const refusal = /^WhatsApp refused the message: .+ \(code 131026\)$/

  for (const [index, status] of ['sent', 'delivered', 'read', 'failed'].entries())
    for (const key of [null, `first ${status}`]) {
      const number = (row: number) => `+1415555${60 + index * 4 + row + (key === null ? 0 : 1)}00`
      it(`agree where ${status} comes first, ${key === null ? 'without' : 'with'} a key`, async () => {
        const to = number(0)
        const answer = await sendAnsweredLate(to, key, () => report(to, status))
        if (status === 'failed') {
          assert.equal(answer.status, 400)
          assert.match(shown(answer), refusal)
        } else assert.deepEqual([answer.status, shown(answer)], [200, status])
        assert.deepEqual(await rowOf(to), { status, quota: 'consumed' })
        if (key !== null) assert.deepEqual(await send(to, key), answer)
      })

      it(`agree where ${status} comes after, ${key === null ? 'without' : 'with'} a key`, async () => {
        const to = number(2)
        const answer = await send(to, key && `${key} after`)
        assert.deepEqual([answer.status, shown(answer)], [200, 'sent'])
        await report(to, status)
        assert.deepEqual(await rowOf(to), { status, quota: 'consumed' })
        if (key !== null) assert.deepEqual(await send(to, `${key} after`), answer)
      })
    }
})

describe('a failure without callback data', () => {
  before(() => whatsapp.network.holdWebhooks())
  after(() => whatsapp.network.releaseWebhooks())

  it('is applied once its message is known, even if it was given up before', async () => {
    const { db } = whatsapp.service.context
    const to = '+14155551931'
    assert.equal((await send(to, 'given up')).status, 503)
    const { message_id, callback_data } = whatsapp.network.messages(to)[0]!
    const wamid = message_id!
    const report = (statuses: object[]) => postWebhook(whatsapp.service.url, webhookOf({ statuses }))
    await report([statusOf({ wamid, status: 'failed', code: 131026 })])
    await eventually('it is given up', async () => {
      await db.query(sql`update whatsapp_events set due_at = received_at where processed_at is null`)
      const rows = await db.query(sql`
        select from whatsapp_events where event_id = ${`status:${wamid}:failed`} and processed_at is not null`)
      return rows[0] ?? null
    })
    assert.equal((await rowOf(to)).status, 'unresolved')
    await report([statusOf({ wamid, status: 'sent', callbackData: callback_data! })])
    await eventually('the failure is applied', async () =>
      (await rowOf(to)).status === 'failed' ? true : null,
    )
    assert.equal((await rowOf(to)).quota, 'consumed')
  })
})

describe('an answer that names another message', () => {
  it('leaves this one unresolved (503) until its webhook arrives', async () => {
    const [to, another] = ['+14155551801', '+14155551901']
    const first = JSON.parse((await send(to)).text) as { data: { provider_message_id: string } }
    const answer = { messaging_product: 'whatsapp', messages: [{ id: first.data.provider_message_id }] }
    whatsapp.network.addFault({
      operation: 'send',
      number: another,
      fault: {
        kind: 'answer',
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(answer),
        placed: true,
      },
    })
    whatsapp.network.holdWebhooks()
    assert.equal((await send(another, 'of another')).status, 503)
    assert.deepEqual(await rowOf(another), { status: 'unresolved', quota: 'reserved' })
    whatsapp.network.releaseWebhooks()
    await eventually('its webhook is applied', async () =>
      (await rowOf(another)).quota === 'consumed' ? true : null,
    )
    const { status } = await send(another, 'of another')
    assert.equal(status, 200)
    assert.equal(whatsapp.network.messages(another).length, 1)
  })
})

describe('a message that waits while the database breaks', () => {
  it('was surely not sent: it fails, costs nothing, and leaves its key free', async () => {
    const { db } = whatsapp.service.context
    const to = '+14155552001'
    await db.write(sql`
      insert into sender_rate_limits (organization_id, whatsapp_sender_id, recipient, arrival_at)
      values (${whatsapp.service.organizationId}, ${whatsapp.senderId}, '', clock_timestamp() + interval '1 second')
      on conflict (organization_id, whatsapp_sender_id, recipient) do update set arrival_at = excluded.arrival_at`)
    const sending = send(to, 'broken')
    await eventually(
      'it waits for its slot',
      async () =>
        (
          await db.query(sql`
      select from whatsapp_messages where recipient = ${to}`)
        )[0] ?? null,
    )
    await db.write(sql`alter table whatsapp_windows rename to broken_windows`)
    try {
      assert.equal((await sending).status, 500)
    } finally {
      await db.write(sql`alter table broken_windows rename to whatsapp_windows`)
    }
    assert.deepEqual(await rowOf(to), { status: 'failed', quota: 'released' })
    const again = await send(to, 'broken')
    assert.equal(again.status, 200, again.text)
    assert.equal(whatsapp.network.messages(to).length, 1)
  })
})
