// Calls of people to an agent, over the phone network of the sandbox with real sockets.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { callOf, declaredAgent, putPerson, startAgentCalls } from '../../../test/support/agent-calls.ts'
import type { AgentCall, AgentCalls } from '../../../test/support/agent-calls.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually } from '../../../test/support/service.ts'
import { selectAnsweredNumbers } from '../../campaigns/inbound-queries.ts'
import { sql } from '../../db/sql.ts'
import { pointNumberHere } from '../../operator/point-number.ts'
import { attemptColumns } from '../queries.ts'
import type { Attempt } from '../queries.ts'
import { pollCarrier } from '../reconcile/poll-carrier.ts'

const number = '+14155550160'
const nextNumber = createNumbers()
let world: AgentCalls
before(async () => {
  world = await startAgentCalls([
    declaredAgent({ first_line: "Hello {{ customer.name | default: 'there' }}, this is Acme." }),
  ])
  const { service } = world
  await service.apply({
    organizations: [
      {
        name: 'Acme',
        projects: [
          {
            name: 'Renewals',
            default_country: 'US',
            caller_ids: [{ number, carrier: 'main', inbound_campaign: 'Desk' }],
            campaigns: [
              {
                name: 'Desk',
                status: 'running',
                call_direction: 'inbound',
                campaign_type: 'agent',
                agent: 'renewals',
                slots: 5,
              },
            ],
          },
        ],
      },
    ],
  })
  const { db, secretBox, givenHosts } = service.context
  const [answered] = await selectAnsweredNumbers(db, { organizationId: null, number }, 1)
  assert.ok(answered)
  assert.equal(await pointNumberHere(secretBox, answered, service.url, givenHosts), null)
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  world.models.clearScripts()
  world.network.clearFaults()
})

const script = (input_contains: string, ...answers: object[]) =>
  world.models.addScript({ when: { input_contains }, answers: answers as never })
const goodbye = { tool: 'end_call', arguments: { farewell: 'Goodbye.' } }

/** Has somebody call the number who talks so. */
async function callIn(answers: object[], from = nextNumber()): Promise<AgentCall & { sid: string }> {
  await putPerson(world.network.url, from, answers)
  const { sid } = world.network.placeInboundCall({ from, to: number })
  const id = await eventually('the call is written', async () => {
    const [attempt] = await world.service.context.db.query<{ call_id: string }>(sql`
      select call_id from call_attempts where carrier_call_sid = ${sid}`)
    return attempt?.call_id ?? null
  })
  return { ...callOf(world.service, id, from), sid }
}

describe('a call to an agent', () => {
  it('is greeted, answered and ended, as one that the agent makes', async () => {
    script('plan end', { text: 'Your plan ends in March.' })
    script('No', goodbye)
    const call = await callIn([{ speech: 'When does my plan end?' }, { speech: 'No, thanks.' }])
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(await call.transcript(), [
      'agent: Hello there, this is Acme. I am an automated assistant.',
      'customer: When does my plan end?',
      'agent: Your plan ends in March.',
      'customer: No, thanks.',
      'agent: Goodbye.',
    ])
    const { conversation_id } = await call.begun()
    const [conversation] = await world.service.context.db.query(sql`
      select conversation_type, status, channel_type from conversations where _id = ${conversation_id}`)
    assert.deepEqual(conversation, {
      conversation_type: 'inbound',
      status: 'completed',
      channel_type: 'voice',
    })
  })

  it('knows a person who was called before', async () => {
    script('bye', goodbye)
    const before = await world.call([{ speech: 'bye' }])
    assert.equal(await before.over(), 'completed')
    script('bye', goodbye)
    const call = await callIn([{ speech: 'bye' }], before.number)
    assert.equal(await call.over(), 'completed')
    assert.match((await call.transcript())[0]!, /^agent: Hello Ada, this is Acme/)
  })

  const callers = { 'whose number is shown': nextNumber(), 'who withholds the number': '+266696687' }
  for (const [caller, from] of Object.entries(callers))
    it(`is transferred to a declared number, which is shown the one that was called, by somebody ${caller}`, async () => {
      script('person', { tool: 'transfer', arguments: { to: 'billing' } })
      const call = await callIn([{ speech: 'A person, please.' }], from)
      assert.equal(await call.over(), 'completed')
      const [transfer] = await world.service.context.db.query<{ status: string }>(sql`
      select t.status from relay_transfers t join call_attempts a on a._id = t.attempt_id where a.call_id = ${call.id}`)
      assert.deepEqual(transfer, { status: 'completed' })
      const legs = world.network.calls().filter(({ parent_call_sid }) => parent_call_sid === call.sid)
      assert.deepEqual(
        legs.map((leg) => [leg.from, leg.to]),
        [[number, '+14155550100']],
      )
    })

  it('lasts as long as its transfer may, and as its agent may once nobody took it (Rules 113 and 114)', async () => {
    script('wait', { text: 'Of course.' })
    const { context, organizationId } = world.service
    const { db } = context
    for (const ending of ['the transfer is too long', 'nobody took it']) {
      const call = await callIn([{ speech: 'wait' }, { speech: 'wait', after_ms: 600_000 }])
      const { attempt_id } = await call.begun()
      const poll = async () => {
        const [attempt] = await db.query<Attempt>(
          sql`select ${attemptColumns} from call_attempts a where a._id = ${attempt_id}`,
        )
        await pollCarrier(context, attempt!)
        return world.network.calls().find(({ sid }) => sid === call.sid)?.ended_by ?? null
      }
      await db.write(sql`
        with under_way as (insert into relay_transfers (organization_id, attempt_id, turn, begun_at)
          values (${organizationId}, ${attempt_id}, 1, now()))
        update call_attempts set transferred_at = now() - interval '3600 seconds', transfer_limit_seconds = 3600,
          created_at = created_at - interval '7231 seconds'
        where _id = ${attempt_id} returning _id`)
      assert.equal(await poll(), null, 'the transfer has begun an hour ago')
      if (ending === 'nobody took it')
        await db.write(sql`
          update relay_transfers set status = 'busy', ended_at = now() where attempt_id = ${attempt_id} returning turn`)
      else
        await db.write(sql`
          update call_attempts set transferred_at = transferred_at - interval '61 seconds'
          where _id = ${attempt_id} returning _id`)
      assert.equal(await poll(), 'api', ending)
      assert.equal(await call.over(), 'completed')
    }
  })

  it('is ended by a poll where it lasts longer than its agent may speak (Rule 114)', async () => {
    script('wait', { text: 'Of course.' })
    const call = await callIn([{ speech: 'wait' }, { speech: 'wait', after_ms: 600_000 }])
    const { attempt_id } = await call.begun()
    await world.service.context.db.write(sql`
      update call_attempts set created_at = created_at - interval '7231 seconds', poll_at = now()
      where _id = ${attempt_id} returning _id`)
    world.service.startWorker()
    assert.equal(await call.over(), 'completed')
    assert.equal(world.network.calls().find(({ sid }) => sid === call.sid)?.ended_by, 'api')
  })
})
