import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier, PlacedLeg } from '../../../test/support/carrier.ts'
import { scriptCampaign, wideCallSettings } from '../../../test/support/declarations.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'

const definition = {
  start: 'greet',
  steps: {
    greet: { kind: 'say', text: 'Hello {{ customer.name }}.', next: 'ask' },
    ask: {
      kind: 'listen',
      text: 'Shall we renew?',
      input: 'both',
      variable: 'answer',
      keys_count: 1,
      next: 'decide',
      no_input: 'bye',
    },
    decide: {
      kind: 'choose',
      branches: [{ variable: 'answer', one_of: ['yes', '1'], next: 'desk' }],
      otherwise: 'bye',
    },
    desk: { kind: 'transfer', to: '+14155550111', variable: 'desk', next: 'after' },
    after: {
      kind: 'choose',
      branches: [{ variable: 'desk', equals: 'completed', next: 'bye' }],
      otherwise: 'sorry',
    },
    sorry: { kind: 'hang_up', text: 'Nobody is there. You said {{ variables.answer }}.' },
    bye: { kind: 'hang_up', text: 'Goodbye.' },
  },
}

const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
before(async () => {
  carrier = await startCarrier()
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    workflows: [{ name: 'renewal', definition }],
    campaigns: [
      scriptCampaign({ script: 'Hello {{ customer.name }}, {{ customer.note }}{{ customer.missing }}' }),
      {
        name: 'Flow',
        campaign_type: 'workflow',
        workflow: 'renewal',
        caller_id: '+14155550100',
        slots: 100,
      },
    ],
  })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

async function placed(
  campaign: string,
  more: Record<string, unknown> = {},
): Promise<{ id: string; leg: PlacedLeg }> {
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds[campaign]}/calls`
  const { status, body } = await service.request('POST', path, {
    body: { phone_number: nextNumber(), name: 'Ada', ...more },
  })
  assert.equal(status, 200, body.message)
  return { id: (body.data as { campaign_queue_id: string }).campaign_queue_id, leg: carrier.legs.at(-1)! }
}

async function transcript(id: string): Promise<string[]> {
  const lines = await service.context.db.query<{ role: string; text: string }>(sql`
    select l.role, l.text from call_attempts a
    join conversation_lines l on l.organization_id = a.organization_id and l.conversation_id = a.conversation_id
    where a.call_id = ${id} order by l.turn, l.line`)
  return lines.map(({ role, text }) => `${role}: ${text}`)
}

const actionOf = (document: string) => /action="([^"]+)"/.exec(document)?.[1] ?? assert.fail(document)
const sayings = (document: string) =>
  [...document.matchAll(/<Say[^>]*>([^<]*)<\/Say>/g)].map((match) => match[1])

describe('instructions of a script campaign', () => {
  it('speak the script with its variables filled in, in its voice, and nothing else', async () => {
    const { id, leg } = await placed('Script', { note: 'see you' })
    const { status, document } = await carrier.ask(leg)
    assert.equal(status, 200)
    assert.match(
      document,
      /<Response><Say voice="alice"[^>]*>Hello Ada, see you<\/Say><Hangup\/><\/Response>$/,
    )
    assert.deepEqual(await transcript(id), ['agent: Hello Ada, see you'])
    const [call] = await service.context.db.query(sql`select state from calls where _id = ${id}`)
    assert.deepEqual(call, { state: 'live' })
  })

  it('carry no markup and no template of the customer’s into the document', async () => {
    const note =
      '</Say><Dial>+19005550100</Dial><Say> {{ customer.phone_number }} {% include "x" %} & "quoted"'
    const { leg } = await placed('Script', { note })
    const { document } = await carrier.ask(leg)
    assert.equal(document.includes('<Dial'), false)
    assert.equal(document.includes(leg.form.get('To')!), false)
    assert.match(document, /&lt;\/Say&gt;&lt;Dial&gt;/)
  })

  it('are the same when Twilio asks again, and the transcript has them once', async () => {
    const { id, leg } = await placed('Script', { note: 'x' })
    const first = await carrier.ask(leg)
    assert.deepEqual(await carrier.ask(leg), first)
    assert.equal((await transcript(id)).length, 1)
  })
})

describe('instructions of a workflow campaign', () => {
  it('go from turn to turn, store the answers, and follow the transfer', async () => {
    const { id, leg } = await placed('Flow')
    const first = (await carrier.ask(leg)).document
    assert.deepEqual(sayings(first), ['Hello Ada.', 'Shall we renew?'])
    assert.match(first, /<Gather [^>]*input="dtmf speech"/)
    const second = (
      await carrier.ask(leg, { SpeechResult: 'Yes.', Confidence: '0.9' }, { url: actionOf(first) })
    ).document
    assert.match(second, /<Dial [^>]*><Number>\+14155550111<\/Number><\/Dial>/)
    const third = (await carrier.ask(leg, { DialCallStatus: 'no-answer' }, { url: actionOf(second) }))
      .document
    assert.deepEqual(sayings(third), ['Nobody is there. You said Yes..'])
    assert.match(third, /<Hangup\/>/)
    assert.deepEqual(await transcript(id), [
      'agent: Hello Ada.',
      'agent: Shall we renew?',
      'customer: Yes.',
      'system: The call is transferred to +14155550111.',
      ...(await transcript(id)).slice(4),
    ])
    assert.match((await transcript(id)).at(-1)!, /^agent: Nobody is there/)
  })

  it('treat an empty request as silence, and accept pressed keys', async () => {
    const silent = await placed('Flow')
    const first = (await carrier.ask(silent.leg)).document
    assert.deepEqual(sayings((await carrier.ask(silent.leg, {}, { url: actionOf(first) })).document), [
      'Goodbye.',
    ])
    const pressed = await placed('Flow')
    const asked = (await carrier.ask(pressed.leg)).document
    assert.match(
      (await carrier.ask(pressed.leg, { Digits: '1' }, { url: actionOf(asked) })).document,
      /<Dial/,
    )
    assert.ok((await transcript(pressed.id)).includes('customer: pressed 1'))
  })

  it('repeat the reply of a repeated turn, and use one input once, even for two requests at once', async () => {
    const { id, leg } = await placed('Flow')
    const url = actionOf((await carrier.ask(leg)).document)
    const answers = await Promise.all([
      carrier.ask(leg, { Digits: '1' }, { url }),
      carrier.ask(leg, { Digits: '1' }, { url }),
    ])
    assert.deepEqual(answers[0], answers[1])
    assert.equal((await transcript(id)).filter((line) => line === 'customer: pressed 1').length, 1)
  })

  it('follow the revision with which the call began, even if the workflow changes', async () => {
    const { leg } = await placed('Flow')
    const url = actionOf((await carrier.ask(leg)).document)
    const changed = { start: 'bye', steps: { bye: { kind: 'hang_up', text: 'Changed.' } } }
    const project = { name: 'Renewals', default_country: 'US' }
    await service.apply({
      organizations: [
        {
          name: 'Acme',
          calls: wideCallSettings,
          projects: [{ ...project, workflows: [{ name: 'renewal', definition: changed }] }],
        },
      ],
    })
    assert.match((await carrier.ask(leg, { Digits: '1' }, { url })).document, /<Dial/)
    const next = await placed('Flow')
    assert.deepEqual(sayings((await carrier.ask(next.leg)).document), ['Changed.'])
    await service.apply({
      organizations: [
        {
          name: 'Acme',
          calls: wideCallSettings,
          projects: [{ ...project, workflows: [{ name: 'renewal', definition }] }],
        },
      ],
    })
  })
})

describe('requests for instructions', () => {
  it('are refused without the account’s signature (403), and show nothing of the script', async () => {
    const { leg } = await placed('Script', { note: 'secret' })
    for (const token of [null, 'another']) {
      const { status, document } = await carrier.ask(leg, {}, { token })
      assert.equal(status, 403)
      assert.equal(document.includes('secret'), false)
    }
  })

  it('about a call that is over, or an unknown one, get a hang-up', async () => {
    const { leg } = await placed('Script')
    await carrier.report(leg, 'completed', { CallDuration: '3' })
    assert.match((await carrier.ask(leg)).document, /<Response><Hangup\/><\/Response>$/)
    const url = leg.form
      .get('Url')!
      .replace(/[^/]+\/instructions#.*$/, '01890000-0000-7000-8000-000000000000/instructions')
    const { status, document } = await carrier.ask(leg, {}, { url })
    assert.equal(status, 200)
    assert.match(document, /<Response><Hangup\/><\/Response>$/)
  })
})
