// Messages as the dashboard checks, sends, sends again and settles them, over real HTTP, on the WhatsApp network of the
// sandbox.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { eventually } from '../../../test/support/service.ts'
import type { Answer } from '../../../test/support/service.ts'
import { askAsPage, signInAs } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { sql } from '../../db/sql.ts'
import { recount } from '../../operator/recount/recount.ts'
import { applyBroadcastCountChanges } from '../broadcast-counts.ts'

const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }

interface ShownMessage {
  _id: string
  to: string
  status: string
  send: 'reserved' | 'consumed' | 'released'
  sends: number | null
  error: { code: string | null; reason: string; about: string | null } | null
  statuses: { status: string; at: string }[]
  resend_of: string | null
  resent_as: string | null
  settled: { by: string; why: string } | null
  customer_profile_id: string | null
}

let whatsapp: WhatsappService
let editor: Browser
let viewer: Browser
let P: string
before(async () => {
  whatsapp = await startWhatsappService({ sends: 200 })
  const { service } = whatsapp
  service.startWorker()
  editor = await signInAs(service, 'editor')
  viewer = await signInAs(service, 'viewer')
  P = `/api/organizations/${service.organizationId}/projects/${service.projectId}`
})
after(() => whatsapp[Symbol.asyncDispose]())

const at = (broadcast = 'October') => `${P}/broadcasts/${whatsapp.broadcastIds[broadcast]}`
const send = (body: object, key?: string, broadcast?: string): Promise<Answer> =>
  askAsPage(whatsapp.service, 'POST', `${at(broadcast)}/messages`, {
    body,
    cookie: editor.cookie,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
async function read<Data>(path: string): Promise<Data> {
  const answer = await viewer.request('GET', path)
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
const message = (id: string) => read<ShownMessage>(`${P}/messages/${id}`)
const messagesTo = async (to: string) =>
  (await read<{ items: ShownMessage[] }>(`${P}/messages?to=${encodeURIComponent(to)}`)).items
const codeOf = ({ body }: Answer) => (body as unknown as { code: string }).code

/** Sends to a number whose messages fail, and returns the failed one. */
async function failed(to: string): Promise<ShownMessage> {
  await send({ to, data })
  return eventually(`the message to ${to} failed`, async () => {
    const [found] = await messagesTo(to)
    return found?.status === 'failed' ? found : null
  })
}

/** Lets WhatsApp report failures after the answers of the sends, which could be refusals otherwise. */
async function beforeReports<T>(sends: () => Promise<T>): Promise<T> {
  whatsapp.network.holdWebhooks()
  try {
    return await sends()
  } finally {
    whatsapp.network.releaseWebhooks()
  }
}

const sendAgain = (old: ShownMessage, key?: string): Promise<Answer> =>
  beforeReports(() => send({ to: old.to, data, resend_of: old._id }, key))

interface Checked {
  can_send: boolean
  checks: { rule: string; state: string; code: string | null }[]
  faults: { path: string; message: string }[]
  variables: string[] | null
  preview: { body: { text: string; variable: string | null }[] } | null
  plan: { sends: number; left: number }
  recipient: {
    window: { is_open: boolean; closes_at: string | null; opened_by: { text: string } | null }
  } | null
}
async function check(body: object, broadcast?: string): Promise<Checked> {
  const answer = await editor.request('POST', `${at(broadcast)}/messages/check`, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}
const refused = ({ checks }: Checked) =>
  checks.filter(({ state }) => state === 'refuses').map(({ rule, code }) => `${rule}: ${code}`)

/** What a send writes. */
const written = async () => {
  const [row] = await whatsapp.service.context.db.query(sql`
    select (select count(*) from whatsapp_messages) as messages, (select count(*) from whatsapp_quota_entries) as entries,
      (select count(*) from profiles) as profiles, (select count(*) from idempotency_keys) as keys,
      (select jsonb_agg(q) from whatsapp_quotas q) as quotas`)
  return row
}

describe('a check', () => {
  it('passes what a send would take, shows what the person will see, and writes nothing', async () => {
    const before = await written()
    const checked = await check({ to: '+14155550201', data })
    assert.deepEqual([checked.can_send, refused(checked)], [true, []])
    assert.deepEqual(checked.variables, ['first_name', 'order_id', 'button_0'])
    assert.equal(
      checked.preview?.body.map(({ text }) => text).join(''),
      'Hello Ada, order A-1 is on its way.',
    )
    assert.deepEqual(checked.preview.body[1], { text: 'Ada', variable: 'first_name' })
    assert.deepEqual(await written(), before)
  })

  it('judges what can be judged while fields are missing', async () => {
    const checked = await check({ data: { ...data, order_id: '' } })
    assert.equal(checked.can_send, false)
    assert.deepEqual(
      checked.faults.map(({ path }) => path),
      ['to', 'data.order_id'],
    )
    assert.deepEqual(refused(checked), ['content: invalid_request'])
    assert.equal(checked.recipient, null)
    assert.equal(checked.checks.find(({ rule }) => rule === 'opt_out')?.state, 'not_judged')
  })

  it('finds for each rule the refusal that the send then gets', async () => {
    const cases: [object, string, string[]][] = [
      [{ to: '+14155550202', data: { first_name: 'Ada' } }, 'October', ['content: invalid_request']],
      [{ to: '+14155550202', data }, 'Early', ['template: template_unavailable']],
      [{ to: '+14155550202', data }, 'Gone', ['sender: sender_unavailable']],
      [{ to: '+14155550202', data }, 'Typed', ['template: template_unavailable', 'content: invalid_request']],
      [{ to: '+14155550202', type: 'text', payload: { body: 'Hello' } }, 'Typed', ['window: window_closed']],
    ]
    for (const [body, broadcast, expected] of cases) {
      assert.deepEqual(refused(await check(body, broadcast)), expected, broadcast)
      const answer = await send(body, undefined, broadcast)
      assert.equal(`${answer.status >= 400} ${codeOf(answer)}`, `true ${expected[0]!.split(': ')[1]}`)
    }
  })

  it('shows the window with its end and the message that opened it, and an opt-out', async () => {
    const to = '+14155550204' // Reads and writes back "Yes, please."
    await send({ to, data })
    const text = { to, type: 'text', payload: { body: 'Hello' } }
    const checked = await eventually('the window is open', async () => {
      const one = await check(text, 'Typed')
      return one.recipient?.window.opened_by ? one : null
    })
    assert.deepEqual([checked.can_send, checked.recipient?.window.opened_by?.text], [true, 'Yes, please.'])
    assert.ok(Date.parse(checked.recipient!.window.closes_at!) > Date.now() + 23 * 3_600_000)
    await send({ to: '+14155550205', data }) // Reads and writes back "STOP".
    await eventually('the opt-out is known', async () => {
      const one = await check({ to: '+14155550205', data })
      return refused(one).includes('opt_out: opted_out') ? true : null
    })
  })

  it('is for editors', async () => {
    const answer = await viewer.request('POST', `${at()}/messages/check`, {})
    assert.equal(codeOf(answer), 'role_missing')
  })
})

describe('sending again', () => {
  it('makes a new message that is linked to the old one, which stays failed', async () => {
    const old = await failed('+14155550310')
    assert.deepEqual([old.error?.code, old.error?.about, old.sends], ['131026', 'recipient', 1])
    assert.equal((await check({ to: old.to, data, resend_of: old._id })).can_send, true)
    const answer = await sendAgain(old, 'again-1')
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const id = (answer.body.data as { message_id: string }).message_id
    assert.notEqual(id, old._id)
    assert.equal((await message(id)).resend_of, old._id)
    const kept = await message(old._id)
    assert.deepEqual([kept.status, kept.resent_as], ['failed', id])
    assert.equal(whatsapp.network.messages(old.to).length, 2)

    const repeated = await send({ to: old.to, data, resend_of: old._id }, 'again-1')
    assert.equal((repeated.body.data as { message_id: string }).message_id, id)
    assert.equal(
      codeOf(await send({ to: old.to, data, resend_of: old._id }, 'again-2')),
      'message_sent_again',
    )
    assert.equal(codeOf(await send({ to: old.to, data }, 'again-1')), 'idempotency_key_reused')
    assert.deepEqual(refused(await check({ to: old.to, data, resend_of: old._id })), [
      'resend: message_sent_again',
    ])
    assert.equal(whatsapp.network.messages(old.to).length, 2)
  })

  it('sends one message for many requests at once, whatever their keys (Rule 85)', async () => {
    const old = await failed('+14155550410')
    const answers = await beforeReports(() =>
      Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          send({ to: old.to, data, resend_of: old._id }, index < 4 ? 'one' : `other-${index}`),
        ),
      ),
    )
    const sent = answers.filter(({ status }) => status === 200 || status === 202)
    const ids = new Set(sent.map(({ body }) => (body.data as { message_id: string }).message_id))
    assert.equal(ids.size, 1)
    for (const answer of answers.filter(({ status }) => status >= 400))
      assert.equal(codeOf(answer), 'message_sent_again')
    assert.equal(whatsapp.network.messages(old.to).length, 2)
  })

  it('goes on from the latest that failed, and never from one that has not', async () => {
    const old = await failed('+14155550510')
    const first = await sendAgain(old)
    assert.equal(first.status, 200, JSON.stringify(first.body))
    const id = (first.body.data as { message_id: string }).message_id
    await eventually('it failed too', async () => ((await message(id)).status === 'failed' ? true : null))
    assert.equal((await sendAgain(await message(id))).status, 200)
    const arrived = await send({ to: '+14155550500', data })
    const arrivedId = (arrived.body.data as { message_id: string }).message_id
    const again = await send({ to: '+14155550500', data, resend_of: arrivedId })
    assert.deepEqual([again.status, codeOf(again)], [409, 'message_not_failed'])
  })

  it('refuses another recipient, an unknown message, and the field on the project API', async () => {
    const old = await failed('+14155550610')
    assert.equal(codeOf(await send({ to: '+14155550601', data, resend_of: old._id })), 'invalid_request')
    const unknown = { to: old.to, data, resend_of: old._id.replace(/^./, 'f') }
    assert.equal(codeOf(await send(unknown)), 'message_not_found')
    const { organizationId, projectId } = whatsapp.service
    const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${whatsapp.broadcastIds['October']}/messages`
    const body = { to: old.to, data, resend_of: old._id }
    assert.equal((await whatsapp.service.request('POST', path, { body })).status, 400)
    assert.equal(whatsapp.network.messages(old.to).length, 1)
  })
})

describe('settling', () => {
  it('ends the reservation, keeps who and why, and stands in the changes', async () => {
    for (const [to, as, status, state] of [
      ['+14155550736', 'sent', 'sent', 'consumed'],
      ['+14155550836', 'failed', 'failed', 'released'],
    ] as const) {
      assert.equal((await send({ to, data }, to)).status, 503)
      const [open] = await messagesTo(to)
      assert.deepEqual([open?.status, open?.send, open?.sends], ['unresolved', 'reserved', null])
      const settle = { as, why: 'The customer called' }
      const path = `${P}/messages/${open!._id}/settle`
      assert.equal(codeOf(await viewer.request('POST', path, settle)), 'role_missing')
      assert.equal(codeOf(await editor.request('POST', path, { as, why: ' ' })), 'invalid_request')
      const answer = await editor.request('POST', path, settle)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      const settled = answer.body.data as ShownMessage
      assert.deepEqual([settled.status, settled.send, settled.settled?.why], [status, state, settle.why])
      assert.equal(codeOf(await editor.request('POST', path, settle)), 'message_not_unresolved')
      const changes = await read<{ items: { action: string; kind: string; actor_kind: string }[] }>(
        `/api/organizations/${whatsapp.service.organizationId}/changes?record_id=${open!._id}`,
      )
      assert.deepEqual(
        changes.items.map(({ action, kind, actor_kind }) => [action, kind, actor_kind]),
        [['settled', 'whatsapp_message', 'person']],
      )
      // The key has the answer, and asks the provider nothing.
      const asked = whatsapp.network.messages(to).length
      assert.equal((await send({ to, data }, to)).status, as === 'sent' ? 200 : 400)
      assert.equal(whatsapp.network.messages(to).length, asked)
    }
  })
})

interface Ledger {
  items: ShownMessage[]
  pagination: { total: number }
  sums: Record<'reserved' | 'consumed' | 'released', number>
  plan: { sends: number; reserved: number; consumed: number; left: number }
}

describe('the ledger and the figures', () => {
  it('add up to the rows, whatever is sent', async () => {
    const { db } = whatsapp.service.context
    const endings = ['00', '10', '20', '26', '36', '33', '01', '41']
    let next = 10_000
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...endings), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (chosen, applied) => {
          await Promise.all(chosen.map((ending) => send({ to: `+1415${++next}${ending}`, data })))
          if (applied) await applyBroadcastCountChanges(db)
          // Statuses come while these are read: a run in which nothing has moved is compared.
          await eventually('the sums are those of the rows', async () => {
            const before = await rows()
            const ledger = await read<Ledger>(`${P}/sends`)
            const figures = await read<{ counts: Record<string, number>; sends: object }>(`${at()}/figures`)
            const after = await rows()
            if (JSON.stringify(before) !== JSON.stringify(after)) return null
            const { sums, plan, pagination } = ledger
            assert.deepEqual(sums, after.sums)
            assert.equal(pagination.total, sums.reserved + sums.consumed + sums.released)
            assert.equal(after.entries, pagination.total)
            assert.deepEqual([plan.reserved, plan.consumed], [sums.reserved, sums.consumed])
            assert.equal(plan.left, plan.sends - plan.reserved - plan.consumed)
            const { total, ...each } = figures.counts
            assert.deepEqual(each, after.october)
            assert.equal(
              total,
              Object.values(each).reduce((sum, count) => sum + count, 0),
            )
            return true
          })
        },
      ),
      { numRuns: 6 },
    )
    const { broadcasts, quotas, ledgers } = await recount(db, { repair: false })
    assert.deepEqual({ broadcasts, quotas, ledgers }, { broadcasts: 0, quotas: 0, ledgers: 0 })
    for (const state of ['reserved', 'consumed', 'released'] as const) {
      const part = await read<Ledger>(`${P}/sends?state=${state}&limit=100`)
      assert.ok(part.items.every(({ send: has }) => has === state))
      assert.equal(part.items.length, Math.min(100, part.pagination.total))
    }
  })

  async function rows() {
    const { db } = whatsapp.service.context
    const [row] = await db.query<{ sums: object; october: object; entries: number }>(sql`
      select jsonb_build_object(
          'reserved', (select count(*) from whatsapp_quota_entries e where kind = 'reserved' and not exists (
            select from whatsapp_quota_entries f where f.message_id = e.message_id and f.kind <> 'reserved')),
          'consumed', (select count(*) from whatsapp_quota_entries where kind = 'consumed'),
          'released', (select count(*) from whatsapp_quota_entries where kind = 'released')) as sums,
        (select jsonb_object_agg(s, (select count(*) from whatsapp_messages
            where status = s and broadcast_id = ${whatsapp.broadcastIds['October']}))
          from unnest(array['processing', 'unresolved', 'sent', 'delivered', 'read', 'failed']) s) as october,
        (select count(*) from whatsapp_quota_entries where kind = 'reserved') as entries`)
    return row!
  }

  it('are lists by status, code and person', async () => {
    const failures = await read<{ items: ShownMessage[]; pagination: { total: number } }>(
      `${P}/messages?error_code=131026&limit=100`,
    )
    assert.ok(failures.items.length > 0)
    assert.equal(failures.pagination.total, failures.items.length)
    assert.ok(failures.items.every(({ status, error }) => status === 'failed' && error?.code === '131026'))
    assert.ok(failures.items.every(({ statuses }) => statuses.length >= 2))
    const byBroadcast = `${P}/messages?broadcast_id=${whatsapp.broadcastIds['Typed']}`
    assert.equal((await read<{ pagination: { total: number } }>(byBroadcast)).pagination.total, 0)
    for (const wrong of ['status=gone', 'to=x', 'error_code=x'])
      assert.equal((await viewer.request('GET', `${P}/messages?${wrong}`)).status, 400)
    assert.equal((await viewer.request('GET', `${P}/messages?broadcast_id=x`)).status, 404)
  })
})
