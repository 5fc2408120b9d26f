import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier } from '../../../test/support/carrier.ts'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { makeToken, signInFirstOwner } from '../../../test/support/users.ts'
import { sql } from '../../db/sql.ts'
import { settleNeverPlaced } from '../attempt/settle-outcome.ts'
import { moveReasons } from '../move-reasons.ts'
import type { DialedAttempt } from '../queries.ts'

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
let token: string
before(async () => {
  carrier = await startCarrier()
  const retry = { max_attempts: 3, delay_minutes: 0, on: ['no_answer'] }
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    campaigns: [scriptCampaign({ name: 'Retries', retry })],
  })
  token = (await makeToken(await signInFirstOwner(service), 'editor')).token
  service.startWorker()
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const path = (tail = '') =>
  `/api/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Retries']}/call-batches${tail}`

async function ask(tail: string, body?: string): Promise<{ _id: string; state: string }> {
  const answer = await fetch(service.url + path(tail), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'text/csv' }) },
    ...(body !== undefined && { body }),
  })
  assert.equal(answer.status, 200, await answer.clone().text())
  return ((await answer.json()) as { data: { _id: string; state: string } }).data
}

it('a call under way of a canceled batch is not tried again, however soon the campaign would', async () => {
  const { db } = service.context
  const { _id } = await ask('', `phone_number,name\n${nextNumber()},Ada`)
  const leg = await eventually('it is dialed', () => carrier.legs.at(-1) ?? null)
  await carrier.report(leg, 'ringing', { SequenceNumber: '1' })
  await ask(`/${_id}/cancel`)
  await eventually('a worker has looked at it', async () => {
    const [batch] = await db.query<{ state: string; rests: boolean }>(sql`
      select state, next_at > now() as rests from call_batches where _id = ${_id}`)
    return batch?.state === 'canceling' && batch.rests ? true : null
  })
  await carrier.report(leg, 'no-answer', { SequenceNumber: '2', CallDuration: '0' })
  const [call] = await db.query(sql`select state, attempts_count from calls where batch_id = ${_id}`)
  assert.deepEqual(call, { state: 'no_answer', attempts_count: 1 })
  assert.equal(carrier.creates, 1)
})

for (const kind of ['return', 'return_a_few_times'] as const)
  it(`a call of a canceled batch is not dialed again where its attempt was never placed: ${kind}`, async () => {
    const { db } = service.context
    const creates = carrier.creates
    carrier.behave({ kind: 'lose' })
    const { _id } = await ask('', `phone_number,name\n${nextNumber()},Ada`)
    const attempt = await eventually('its outcome is unknown', async () => {
      const [unresolved] = await db.query<DialedAttempt>(sql`
        select a.* from call_attempts a join calls c on c._id = a.call_id
        where c.batch_id = ${_id} and a.state = 'unresolved'`)
      return unresolved ?? null
    })
    await ask(`/${_id}/cancel`)
    await settleNeverPlaced(service.context, attempt, { kind }, moveReasons.absent)
    const [call] = await db.query(sql`
      select state, attempts_count, (select reason from call_moves m where m.call_id = c._id order by m._id desc limit 1) as reason
      from calls c where batch_id = ${_id}`)
    assert.deepEqual(call, { state: 'canceled', attempts_count: 0, reason: moveReasons.canceled })
    assert.equal(carrier.creates, creates + 1)
  })
