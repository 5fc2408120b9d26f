// Speech providers that fail in calls with agents, and calls that break off, with a carrier under the test's control.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { agentProject, callOf, declaredAgent } from '../../../test/support/agent-calls.ts'
import type { AgentCall } from '../../../test/support/agent-calls.ts'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier, PlacedLeg } from '../../../test/support/carrier.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
before(async () => {
  carrier = await startCarrier()
  const agents = [
    declaredAgent({
      speech: { tts_provider: 'ElevenLabs', voice: 'Usual', transcription_provider: 'Deepgram' },
      speech_fallback: { tts_provider: 'Google', voice: 'en-US-Spare', transcription_provider: 'Google' },
    }),
    declaredAgent({ name: 'alone', speech: { tts_provider: 'ElevenLabs', voice: 'Usual' } }),
  ]
  service = await startService(
    {
      carrier: { api_url: carrier.url, account_sid: carrierAccount },
      ...agentProject('http://127.0.0.1:9', agents),
    },
    { modelPrivateHosts: ['127.0.0.1:9'] },
  )
  service.startWorker()
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

interface AnsweredCall {
  call: AgentCall
  leg: PlacedLeg
  document: string
}

/** Calls somebody who answers; the document connects them with the agent. */
async function answered(campaign = 'renewals'): Promise<AnsweredCall> {
  const number = nextNumber()
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`
  const { status, body } = await service.request('POST', path, {
    body: { phone_number: number, name: 'Ada' },
  })
  assert.equal(status, 200, body.message)
  const id = (body.data as { campaign_queue_id: string }).campaign_queue_id
  const leg = carrier.legs.find(({ form }) => form.get('To') === number)!
  const { document } = await carrier.ask(leg)
  return { call: callOf(service, id, number), leg, document }
}

/** Reports the end of a session, as the carrier does; returns the next document. */
async function endSession(
  { leg, document }: AnsweredCall,
  session: string,
  report: Record<string, string>,
): Promise<string> {
  const url = /action="([^"#]+)/.exec(document)?.[1]
  assert.ok(url !== undefined, document)
  const answer = await carrier.ask(leg, { SessionId: session, ...report }, { url })
  assert.equal(answer.status, 200)
  return answer.document
}

const speechOf = (document: string) =>
  ['ttsProvider', 'voice', 'transcriptionProvider'].map(
    (name) => new RegExp(` ${name}="([^"]*)"`).exec(document)?.[1] ?? null,
  )
const usual = ['ElevenLabs', 'Usual', 'Deepgram']
const spare = ['Google', 'en-US-Spare', 'Google']

async function ticketsOf({ id }: AgentCall): Promise<string[]> {
  const rows = await service.context.db.query<{ subject: string }>(sql`
    select t.subject from tickets t join call_attempts a on a.conversation_id = t.conversation_id
    where a.call_id = ${id}`)
  return rows.map(({ subject }) => subject)
}

describe('the speech of an agent’s call', () => {
  it('is that of speech_fallback from the first fault of a provider on (Rule 112)', async () => {
    const begun = await answered()
    assert.deepEqual(speechOf(begun.document), usual)
    const second = await endSession(begun, `VX${'1'.repeat(32)}`, {
      SessionStatus: 'failed',
      ErrorCode: '64106',
    })
    assert.deepEqual(speechOf(second), spare)
    const third = await endSession(begun, `VX${'2'.repeat(32)}`, {
      SessionStatus: 'failed',
      ErrorCode: '64105',
    })
    assert.deepEqual(speechOf(third), spare)
  })

  for (const ErrorCode of ['64105', '39001', '64104', '64108', '64109'])
    it(`stays after a fault that is not of speech (${ErrorCode})`, async () => {
      const begun = await answered()
      const failed = { SessionStatus: 'failed', ErrorCode }
      assert.deepEqual(speechOf(await endSession(begun, `VX${'1'.repeat(32)}`, failed)), usual)
    })

  it('speaks with its voice in the first language only', async () => {
    const begun = await answered()
    assert.deepEqual(speechOf(begun.document), usual)
    const { db } = service.context
    const { conversation_id } = await begun.call.begun()
    await db.write(sql`
      update agent_conversations set language = 'es-US' where conversation_id = ${conversation_id}`)
    const next = await endSession(begun, `VX${'1'.repeat(32)}`, {
      SessionStatus: 'failed',
      ErrorCode: '64105',
    })
    assert.match(next, / language="es-US" ttsProvider="ElevenLabs" transcriptionProvider="Deepgram"/)
    assert.match(
      next,
      /<Language code="en-US" ttsProvider="ElevenLabs" voice="Usual" transcriptionProvider="Deepgram"\/>/,
    )
  })

  it('stays where the agent has no other', async () => {
    const begun = await answered('alone')
    const next = await endSession(begun, `VX${'1'.repeat(32)}`, {
      SessionStatus: 'failed',
      ErrorCode: '64106',
    })
    assert.deepEqual(speechOf(next).slice(0, 2), usual.slice(0, 2))
  })
})

describe('the greeting of an agent’s call', () => {
  const greetingOf = (document: string) => /welcomeGreeting="([^"]*)"/.exec(document)?.[1] ?? null
  const greeting = 'Hello Ada, this is Acme. I am an automated assistant.'

  it('comes again until a session has begun: a socket that can not be opened speaks none', async () => {
    const begun = await answered()
    assert.equal(greetingOf(begun.document), greeting)
    const failed = { SessionStatus: 'failed', ErrorCode: '64102' }
    assert.equal(greetingOf(await endSession(begun, `VX${'1'.repeat(32)}`, failed)), greeting)
    const { db } = service.context
    await db.write(sql`
      insert into relay_sessions (organization_id, attempt_id, session, token, connected_at)
      select organization_id, _id, ${`VX${'2'.repeat(32)}`}, gen_random_uuid(), now() - interval '1 second'
      from call_attempts where call_id = ${begun.call.id} returning session`)
    const next = await endSession(begun, `VX${'2'.repeat(32)}`, failed)
    assert.equal(greetingOf(next), null)
    assert.ok(!next.includes('<Pause'), next)
    const lines = await begun.call.transcript()
    assert.deepEqual(lines, [`agent: ${greeting}`])
  })
})

describe('an agent’s call whose socket can not be opened', () => {
  const failed = { SessionStatus: 'failed', ErrorCode: '64102' }

  it('waits longer each time before it connects again, and says goodbye after the third', async () => {
    const begun = await answered()
    const documents: string[] = []
    for (const digit of ['1', '2', '3', '4'])
      documents.push(await endSession(begun, `VX${digit.repeat(32)}`, failed))
    const pauses = documents.map(
      (document) => /<Response><Pause length="(\d)"\/><Connect /.exec(document)?.[1] ?? null,
    )
    assert.deepEqual(pauses, ['1', '2', '4', null])
    assert.match(documents.at(-1)!, /Goodbye.*<Hangup\/>/)
    // The carrier asks again where an answer comes late.
    assert.equal(await endSession(begun, `VX${'4'.repeat(32)}`, failed), documents.at(-1))
    assert.deepEqual(await ticketsOf(begun.call), ['The call with an agent broke off'])
  })

  it('waits as after the first one where the others are long ago', async () => {
    const begun = await answered()
    await service.context.db.write(sql`
      insert into relay_sessions (organization_id, attempt_id, session, token, connected_at, ended_at, status)
      select organization_id, _id, 'VX' || lpad(n::text, 32, '7'), gen_random_uuid(), now() - interval '1 hour',
        now() - interval '1 hour', 'failed'
      from call_attempts cross join generate_series(1, 3) n where call_id = ${begun.call.id} returning session`)
    assert.match(
      await endSession(begun, `VX${'1'.repeat(32)}`, failed),
      /<Response><Pause length="1"\/><Connect /,
    )
  })

  it('does not wait where the carrier refused its speech: the other speech works at once', async () => {
    const begun = await answered()
    const refused = { SessionStatus: 'failed', ErrorCode: '64101' }
    const next = await endSession(begun, `VX${'1'.repeat(32)}`, refused)
    assert.match(next, /<Response><Connect /)
    assert.deepEqual(speechOf(next), spare)
  })
})

describe('an agent’s call that was transferred in vain', () => {
  const failed = { SessionStatus: 'failed', ErrorCode: '64105' }
  /**
   * Writes the ends of three sessions as the carrier reported them, and maybe the transfers for which the service ended
   * them.
   */
  async function endThree({ call }: AnsweredCall, wereTransferred: boolean): Promise<void> {
    await service.context.db.write(sql`
      with ended as (
        select a.organization_id, a._id, n, now() - n * interval '10 seconds' as at
        from call_attempts a cross join generate_series(1, 3) n where a.call_id = ${call.id}
      ), transfers as (
        insert into relay_transfers (organization_id, attempt_id, turn, begun_at, ended_at, status)
        select organization_id, _id, n, at, at + interval '2 seconds', 'busy' from ended where ${wereTransferred}::boolean
      )
      insert into relay_sessions (organization_id, attempt_id, session, token, connected_at, ended_at, status)
      select organization_id, _id, 'VX' || lpad(n::text, 32, '7'), gen_random_uuid(), at - interval '5 seconds', at, 'ended'
      from ended returning session`)
  }

  it('goes on after a first broken session: transfers are no breaks (Rule 112)', async () => {
    const begun = await answered()
    await endThree(begun, true)
    assert.match(await endSession(begun, `VX${'1'.repeat(32)}`, failed), /<ConversationRelay /)
    assert.deepEqual(await ticketsOf(begun.call), [])
  })

  it('ends where the service ended the sessions for its own faults', async () => {
    const begun = await answered()
    await endThree(begun, false)
    assert.match(await endSession(begun, `VX${'1'.repeat(32)}`, failed), /Goodbye.*<Hangup\/>/)
    assert.deepEqual(await ticketsOf(begun.call), ['The call with an agent broke off'])
  })

  it('and has been ended meanwhile hears no goodbye that nobody has said', async () => {
    const begun = await answered()
    await service.context.db.write(sql`
      update agent_conversations set ended_at = now() where conversation_id = (
        select conversation_id from call_attempts where call_id = ${begun.call.id}) returning conversation_id`)
    assert.match(await endSession(begun, `VX${'1'.repeat(32)}`, failed), /<Response><Hangup\/><\/Response>/)
  })
})

describe('an agent’s call that should end', () => {
  const failed = { SessionStatus: 'failed', ErrorCode: '64105' }

  it('because it was canceled gets no other session', async () => {
    const begun = await answered()
    await service.context.db.write(sql`
      update calls set cancel_requested_at = now() where _id = ${begun.call.id} returning _id`)
    assert.match(await endSession(begun, `VX${'1'.repeat(32)}`, failed), /<Response><Hangup\/><\/Response>/)
  })

  it('because a machine answered gets no other session', async () => {
    const begun = await answered()
    await service.context.db.write(sql`
      update call_attempts set machine_detection = true, answered_by = 'machine_start'
      where call_id = ${begun.call.id} returning _id`)
    assert.match(await endSession(begun, `VX${'1'.repeat(32)}`, failed), /<Response><Hangup\/><\/Response>/)
  })
})

describe('an agent’s call that is found to be over', () => {
  /** Lets the carrier forget to report, so that a poll finds the end. */
  async function findOver({ call, leg }: AnsweredCall): Promise<void> {
    leg.status = 'completed'
    leg.duration = '12'
    await service.context.db.write(sql`
      update call_attempts set poll_at = now() where call_id = ${call.id} returning _id`)
    assert.equal(await call.over(), 'completed')
  }

  it('though nobody has ended it: a ticket says that it broke off', async () => {
    const begun = await answered()
    await findOver(begun)
    assert.deepEqual(await ticketsOf(begun.call), ['The call with an agent broke off'])
    const [conversation] = await service.context.db.query(sql`
      select c.ended_at is not null as is_over from agent_conversations c
      join call_attempts a on a.conversation_id = c.conversation_id where a.call_id = ${begun.call.id}`)
    assert.deepEqual(conversation, { is_over: true })
  })

  it('in the midst of a turn: the turn is over too', async () => {
    const begun = await answered()
    const { conversation_id } = await begun.call.begun()
    await service.context.db.write(sql`
      insert into agent_turns (organization_id, conversation_id, turn, state, input, text, created_at)
      select ${service.organizationId}::uuid, ${conversation_id}::uuid, n, 'acting', 'Renew it', text, now()
      from (values (101, 'One moment.'), (102, '')) t (n, text)`)
    await findOver(begun)
    const turns = await service.context.db.query(sql`
      select state, outcome, ended_at is not null as is_over from agent_turns
      where conversation_id = ${conversation_id} and turn > 100 order by turn`)
    assert.deepEqual(turns, [
      { state: 'done', outcome: 'interrupted', is_over: true },
      { state: 'superseded', outcome: 'superseded', is_over: true },
    ])
  })

  it('right after an opt-out: the number is on the list (Rule 96)', async () => {
    const begun = await answered()
    const { conversation_id } = await begun.call.begun()
    await service.context.db.write(sql`
      insert into agent_inputs (organization_id, conversation_id, _id, kind, text, sent_at, received_at)
      values (${service.organizationId}, ${conversation_id}, ${service.context.newId()}, 'speech', 'Do not call me again!',
        now(), now())`)
    await findOver(begun)
    const listed = await service.context.db.query(sql`
      select source from do_not_call where number = ${begun.call.number} and ended_at is null`)
    assert.deepEqual(listed, [{ source: 'voice' }])
  })

  it('after the agent has said goodbye: there is no ticket', async () => {
    const begun = await answered()
    await service.context.db.write(sql`
      update agent_conversations set closing_since = now() where conversation_id = (
        select conversation_id from call_attempts where call_id = ${begun.call.id}) returning conversation_id`)
    await findOver(begun)
    assert.deepEqual(await ticketsOf(begun.call), [])
  })

  it('after the customer has hung up, as the carrier reported: there is no ticket', async () => {
    const begun = await answered()
    await endSession(begun, `VX${'1'.repeat(32)}`, { SessionStatus: 'completed', CallStatus: 'completed' })
    await eventually('the conversation is over', async () => {
      const [open] = await service.context.db.query(sql`
        select from agent_conversations c join call_attempts a on a.conversation_id = c.conversation_id
        where a.call_id = ${begun.call.id} and c.ended_at is null`)
      return open === undefined ? true : null
    })
    await findOver(begun)
    assert.deepEqual(await ticketsOf(begun.call), [])
  })
})
