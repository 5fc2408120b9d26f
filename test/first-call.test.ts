// One call end to end over the sandbox's phone network, whose carrier executes TwiML.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { renewalWorkflow } from '../src/workflows/example-renewal.ts'
import { scriptCampaign } from './support/declarations.ts'
import { eventually, startService } from './support/service.ts'
import type { Service } from './support/service.ts'

let service: Service
before(async () => {
  service = await startService({
    workflows: [{ name: 'renewal', definition: renewalWorkflow }],
    campaigns: [
      scriptCampaign(),
      { name: 'Flow', campaign_type: 'workflow', workflow: 'renewal', caller_id: '+14155550100' },
    ],
  })
  service.startWorker()
})
after(() => service[Symbol.asyncDispose]())

async function place(campaign: string, phone_number: string): Promise<{ status: number; id: string }> {
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`
  const { status, body } = await service.request('POST', path, { body: { phone_number, name: 'Ada' } })
  const data = body.data as { campaign_queue_id: string } | null
  return { status, id: data?.campaign_queue_id ?? /campaign_queue_id (\S+)/.exec(body.message)?.[1] ?? '' }
}

async function outcomeOf(id: string): Promise<string> {
  return eventually('the call comes to an end', async () => {
    const [call] = await service.context.db.query<{ state: string }>(
      sql`select state from calls where _id = ${id}`,
    )
    return call && ['completed', 'no_answer', 'busy', 'failed', 'canceled'].includes(call.state)
      ? call.state
      : null
  })
}

describe('a call over the phone network', () => {
  it('is answered, speaks its script, and completes', async () => {
    const { status, id } = await place('Script', '+14155550100')
    assert.equal(status, 200)
    assert.equal(await outcomeOf(id), 'completed')
    const said = service.network!.entries().filter((entry) => entry.kind === 'step' && entry.verb === 'Say')
    assert.ok(said.some((entry) => entry.kind === 'step' && entry.detail.includes('Hello Ada')))
  })

  it('holds its workflow with the person who answers, and keeps what both said', async () => {
    const { id } = await place('Flow', '+14155550100')
    assert.equal(await outcomeOf(id), 'completed')
    const lines = await service.context.db.query<{ role: string; text: string }>(sql`
      select l.role, l.text from conversation_lines l join call_attempts a on a.conversation_id = l.conversation_id
      where a.call_id = ${id} order by l.turn, l.line`)
    assert.equal(lines[0]?.text, 'Hello Ada, this is Acme about your yearly plan.')
    assert.ok(lines.some(({ role }) => role === 'customer'))
  })

  it('leaves as many calls at the carrier as were placed, each placed once (Promise 15)', async () => {
    const legs = service
      .network!.entries()
      .filter((entry) => entry.kind === 'leg' && entry.event === 'placed')
    const [calls] = await service.context.db.query<{ count: number }>(
      sql`select count(*) as count from calls`,
    )
    assert.equal(legs.length, calls!.count)
  })
})
