// A speech provider that fails, and a call that ends while nothing reaches the service, over the phone network of the
// sandbox.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { declaredAgent, startAgentCalls } from '../../../test/support/agent-calls.ts'
import type { AgentCall, AgentCalls } from '../../../test/support/agent-calls.ts'
import { eventually } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'

let world: AgentCalls
before(async () => {
  world = await startAgentCalls([
    declaredAgent({
      speech: { tts_provider: 'ElevenLabs', voice: 'Usual', transcription_provider: 'Deepgram' },
      speech_fallback: { tts_provider: 'Google', voice: 'en-US-Spare', transcription_provider: 'Google' },
    }),
  ])
  world.service.startWorker()
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  world.models.clearScripts()
  world.network.clearFaults()
  for (const [input_contains, answer] of [
    ['plan end', { text: 'Your plan ends in March.' }],
    ['No', { tool: 'end_call', arguments: { farewell: 'Goodbye, Ada.' } }],
  ] as const)
    world.models.addScript({ when: { input_contains }, answers: [answer] })
})

const talk = () => world.call([{ speech: 'When does my plan end?' }, { speech: 'No, thanks.' }])

async function sessionsOf({ id }: AgentCall) {
  return world.service.context.db.query<{ status: string | null; error_code: string | null }>(sql`
    select s.status, s.error_code from relay_sessions s join call_attempts a
      on a.organization_id = s.organization_id and a._id = s.attempt_id
    where a.call_id = ${id} order by s.connected_at`)
}

async function ticketsOf({ id }: AgentCall): Promise<string[]> {
  const rows = await world.service.context.db.query<{ subject: string }>(sql`
    select t.subject from tickets t join call_attempts a on a.conversation_id = t.conversation_id
    where a.call_id = ${id}`)
  return rows.map(({ subject }) => subject)
}

/** Returns who spoke and understood in each session of the call. */
function speechOf({ number }: AgentCall): string[] {
  const sids = new Set(world.network.calls().flatMap(({ to, sid }) => (to === number ? [sid] : [])))
  return world.network
    .entries()
    .flatMap((entry) =>
      entry.kind === 'step' && entry.verb === 'speech' && sids.has(entry.call_sid) ? [entry.detail] : [],
    )
}
const usual = 'ElevenLabs Usual Deepgram'
const spare = 'Google en-US-Spare Google'

describe('a speech provider that fails in a call with an agent', () => {
  it('is replaced by speech_fallback, and the talk goes on (Rule 112)', async () => {
    world.network.addFault({ operation: 'relay', fault: { kind: 'speech_provider', after_frames: 4 } })
    const call = await talk()
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(speechOf(call), [usual, spare])
    assert.deepEqual(
      (await sessionsOf(call)).map(({ error_code }) => error_code),
      ['64114', null],
    )
    const transcript = await call.transcript()
    assert.ok(transcript.includes('agent: Sorry, we were cut off.'), transcript.join('\n'))
    assert.equal(transcript.at(-1), 'agent: Goodbye, Ada.')
    assert.deepEqual(await ticketsOf(call), [])
  })

  it('is used again in the next call', async () => {
    const call = await talk()
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(speechOf(call), [usual])
  })
})

describe('a call with an agent that ends while nothing reaches the service', () => {
  it('is found by asking the carrier, and a ticket says that it broke off', async () => {
    world.network.addFault({ operation: 'relay', fault: { kind: 'drop', after_frames: 4 } })
    const call = await talk()
    await call.begun()
    for (const operation of ['callback', 'instructions'] as const)
      world.network.addFault({ operation, number: call.number, times: 1_000, fault: { kind: 'drop' } })
    await eventually('the carrier has ended the call', () =>
      world.network.calls().some(({ to, ended_at }) => to === call.number && ended_at !== null) ? true : null,
    )
    await world.service.context.db.write(
      sql`update call_attempts set poll_at = now() where call_id = ${call.id}`,
    )
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(await ticketsOf(call), ['The call with an agent broke off'])
  })
})
