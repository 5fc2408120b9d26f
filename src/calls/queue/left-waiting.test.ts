// Calls that wait behind another one, which leaves the queue in another way than by being dialed: they go all the same.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { agentProject } from '../../../test/support/agent-calls.ts'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import { organization, scriptCampaign, wideCallSettings } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'

const nextNumber = createNumbers()
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const atCallee = { timezone: 'callee', windows: [{ days: everyDay, from: '00:00', to: '24:00' }] }

async function place(service: Service, customer: Record<string, unknown>): Promise<string> {
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Script']}/calls`
  const { status, body } = await service.request('POST', path, { body: customer })
  assert.equal(status, 200, body.message)
  return (body.data as { campaign_queue_id: string }).campaign_queue_id
}

async function stateOf(service: Service, id: string) {
  const [call] = await service.context.db.query<{ state: string; waits_for: string | null }>(
    sql`select state, waits_for from calls where _id = ${id}`,
  )
  return call!
}

describe('calls that wait for a number', () => {
  it('go on when the first of them fails because nobody knows where its callee is (Rule 15)', async () => {
    await using carrier = await startCarrier()
    const account = { api_url: carrier.url, account_sid: carrierAccount }
    const declared = (calling_hours: object | null) => ({
      carrier: account,
      calls: wideCallSettings,
      campaigns: [scriptCampaign({ slots: 2, calling_hours })],
    })
    await using service = await startService(declared(null))
    service.startWorker()
    const phone_number = nextNumber()
    await place(service, { phone_number })
    const [leg] = carrier.legs
    // Without hours at the callee, a variable of this name is a text like any other.
    const first = await place(service, { phone_number, timezone: 'Pacific time' })
    const second = await place(service, { phone_number })
    for (const id of [first, second])
      await eventually('the call waits for its number', async () =>
        (await stateOf(service, id)).waits_for === 'number' ? true : null,
      )
    await service.apply(organization('Acme', carrier.url, declared(atCallee)))
    await carrier.report(leg!, 'completed', { SequenceNumber: '3', CallDuration: '1' })
    await eventually('the first fails', async () =>
      (await stateOf(service, first)).state === 'failed' ? true : null,
    )
    await eventually('the second is dialed', () => (carrier.legs.length === 2 ? true : null), 20_000)
  })

  it('go on when the first of them may last longer than what is left of the day (Rules 16 and 118)', async () => {
    await using carrier = await startCarrier()
    // No model is asked.
    const { project, campaigns } = agentProject('http://127.0.0.1:9/v1')
    await using service = await startService(
      {
        carrier: { api_url: carrier.url, account_sid: carrierAccount },
        calls: { ...wideCallSettings, minutes_a_day: 20, minutes_a_call: 5 },
        project,
        campaigns: [scriptCampaign({ slots: 2 }), ...campaigns],
      },
      { modelPrivateHosts: ['127.0.0.1:9'] },
    )
    const phone_number = nextNumber()
    // It was accepted before the day's minutes were used.
    await service.context.db.write(sql`
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
        state_since, waits_for, created_at)
      values (${service.organizationId}, ${service.projectId}, gen_random_uuid(), ${service.campaignIds['renewals']}, 'queue',
        ${phone_number}, '{}', 'waiting', now(), 'turn', now())`)
    const short = await place(service, { phone_number })
    service.startWorker()
    await eventually('the short one is dialed', async () =>
      (await stateOf(service, short)).state === 'waiting' ? null : true,
    )
    assert.equal(carrier.legs.length, 1)
  })
})
