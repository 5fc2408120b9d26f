import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallingProgram, rest } from '../../../../test/support/calling-program.ts'
import type { Received, Reply } from '../../../../test/support/calling-program.ts'
import { documentsMax } from '../leg.ts'
import type { LogEntry } from '../log.ts'
import type { Person } from '../people.ts'
import { startPhoneNetwork } from '../phone-network.ts'

type Ended = {
  program: CallingProgram
  steps: string[]
  notices: number[]
  status: string
  endedBy: string | null
  entries: readonly LogEntry[]
}

/** Runs one call to its end and returns what happened in it. */
async function call(
  answers: Record<string, (received: Received) => Reply>,
  options: {
    to?: string
    answers?: Person['answers']
    form?: [string, string][]
    twiml?: string
    speed?: number
  } = {},
): Promise<Ended> {
  await using program = await CallingProgram.start(answers)
  await using network = await startPhoneNetwork({ port: 0, speed: options.speed ?? 1000 })
  const to = options.to ?? '+14155550100'
  if (options.answers !== undefined) network.addPerson({ number: to, answers: options.answers })
  const { status } = await rest(network.url, 'POST', '/Calls.json', [
    ['To', to],
    ['From', '+14155550199'],
    options.twiml === undefined ? ['Url', `${program.url}/start`] : ['Twiml', options.twiml],
    ...(options.form ?? []).map(([name, value]): [string, string] => [
      name,
      value.replace('BASE', program.url),
    ]),
  ])
  assert.equal(status, 201)
  await network.idle()
  const entries = network.entries()
  const [first] = network.calls()
  return {
    program,
    steps: entries.flatMap((entry) => (entry.kind === 'step' ? [`${entry.verb}: ${entry.detail}`] : [])),
    notices: entries.flatMap((entry) => (entry.kind === 'notice' ? [entry.code] : [])),
    status: first!.status,
    endedBy: first!.ended_by,
    entries,
  }
}

const speechGather =
  '<Gather input="speech" action="/answer"><Say>Well?</Say></Gather><Say>Nothing heard.</Say>'
const keyGather = '<Gather action="/answer"><Say>Well?</Say></Gather><Say>Nothing heard.</Say>'
const bothGather = '<Gather input="dtmf speech" action="/answer?step=2"/><Say>Nothing heard.</Say>'

test('verbs run in their order, and the call ends with the last', async () => {
  const { steps, status, endedBy } = await call({
    '/start': () =>
      '<Say>One <emphasis>and</emphasis> two &amp; three</Say><Play>http://x/a.mp3</Play><Pause length="2"/><Say>End</Say>',
  })
  assert.deepEqual(steps, ['Say: One and two & three', 'Play: http://x/a.mp3', 'Pause: 2 s', 'Say: End'])
  assert.deepEqual([status, endedBy], ['completed', 'instructions'])
})

test('a text is skipped whose language is not that of its voice', async () => {
  const { steps, notices } = await call({
    '/start': () =>
      '<Say voice="Polly.Amy-Neural" language="en-US">no</Say><Say voice="Polly.Amy" language="en-GB">one</Say>' +
      '<Say voice="Google.de-DE-Standard-A" language="en-US">no</Say><Say voice="Google.de-DE-Standard-A">two</Say>' +
      '<Say voice="alice" language="es-ES">three</Say>',
  })
  assert.deepEqual(
    [steps, notices],
    [
      ['Say: one', 'Say: two', 'Say: three'],
      [13511, 13511],
    ],
  )
})

test('a spoken text takes time by its length', async () => {
  const { entries } = await call({ '/start': () => `<Say>${'a'.repeat(150)}</Say><Hangup/>` }, { speed: 100 })
  const at = (verb: string) =>
    Date.parse(entries.find((entry) => entry.kind === 'step' && entry.verb === verb)!.at)
  assert.ok(at('Hangup') - at('Say') >= 95)
})

test('speech goes to the action, resolved against the document, with its confidence', async () => {
  const { program, steps } = await call(
    { '/start': () => bothGather, '/answer': () => '<Hangup/>' },
    { answers: [{ speech: 'Tuesday, please.' }] },
  )
  const [answer] = program.at('/answer')
  assert.equal(answer?.target, '/answer?step=2')
  assert.deepEqual(
    [answer?.fields['SpeechResult'], answer?.fields['Confidence']],
    ['Tuesday, please.', '0.93'],
  )
  assert.ok(!steps.includes('Say: Nothing heard.'))
})

test('an answer of the wrong kind has no effect, and the next verb runs', async () => {
  const spoken = await call({ '/start': () => keyGather }, { answers: [{ speech: 'Yes' }] })
  assert.equal(spoken.program.at('/answer').length, 0)
  assert.ok(spoken.steps.includes('Say: Nothing heard.'))
  const pressed = await call({ '/start': () => speechGather }, { answers: [{ digits: '1' }] })
  assert.equal(pressed.program.at('/answer').length, 0)
  const silent = await call({ '/start': () => bothGather }, { to: '+14155550103' })
  assert.equal(silent.program.at('/answer').length, 0)
})

test('a person with both answers speaks where speech is accepted, and presses keys where only keys are', async () => {
  const speech = await call({ '/start': () => speechGather, '/answer': () => '' })
  assert.equal(speech.program.at('/answer')[0]?.fields['SpeechResult'], 'Yes, speaking.')
  const keys = await call({ '/start': () => keyGather, '/answer': () => '' })
  assert.equal(keys.program.at('/answer')[0]?.fields['Digits'], '1')
  const no = await call({ '/start': () => speechGather, '/answer': () => '' }, { to: '+14155550102' })
  assert.equal(no.program.at('/answer')[0]?.fields['SpeechResult'], 'No.')
})

test('numDigits and finishOnKey end the keys', async () => {
  const digits = async (attributes: string, pressed: string) => {
    const gather = `<Gather action="/answer" ${attributes}/>`
    const { program } = await call(
      { '/start': () => gather, '/answer': () => '' },
      { answers: [{ digits: pressed }] },
    )
    return program.at('/answer')[0]?.fields['Digits'] ?? null
  }
  assert.equal(await digits('', '12#34'), '12')
  assert.equal(await digits('numDigits="3"', '12345'), '123')
  assert.equal(await digits('finishOnKey="*"', '12#3*4'), '12#3')
  assert.equal(await digits('finishOnKey=""', '12#'), '12#')
  assert.equal(await digits('', '#'), null)
})

test('missing input is reported to the action only if the Gather asks for that', async () => {
  const { program } = await call(
    {
      '/start': () => '<Gather action="/answer" actionOnEmptyResult="true"/><Say>x</Say>',
      '/answer': () => '',
    },
    { to: '+14155550103' },
  )
  const [answer] = program.at('/answer')
  assert.ok(answer !== undefined && !('Digits' in answer.fields) && !('SpeechResult' in answer.fields))
})

test('without an action the current document is requested again, for each answer of the script', async () => {
  const { program, endedBy } = await call(
    { '/start': () => '<Gather input="speech dtmf"/>' },
    { answers: [{ speech: 'a' }, { digits: '2' }, { hang_up: true }] },
  )
  assert.deepEqual(
    program.at('/start').map(({ fields }) => fields['SpeechResult'] ?? fields['Digits'] ?? null),
    [null, 'a', '2'],
  )
  assert.equal(endedBy, 'callee')
})

test('Redirect requests another document by its method, and the verbs after it never run', async () => {
  const { program, steps } = await call({
    '/start': () => '<Redirect method="GET">other?a=1&amp;b=2</Redirect><Say>never</Say>',
    '/other': () => '<Say>here</Say>',
  })
  assert.deepEqual([program.at('/other')[0]?.method, program.at('/other')[0]?.fields['b']], ['GET', '2'])
  assert.deepEqual(
    steps.filter((step) => step.startsWith('Say')),
    ['Say: here'],
  )
})

test('a call requests a limited number of documents', async () => {
  // The person hangs up after ten minutes: 30 s at this speed, in which also a slow machine requests all documents.
  const { program, notices, status } = await call(
    { '/start': () => '<Redirect>/start</Redirect>' },
    { speed: 20 },
  )
  assert.equal(program.at('/start').length, documentsMax)
  assert.deepEqual([notices, status], [[12400], 'completed'])
})

test('a document that cannot be fetched or parsed ends the call with a notice', async () => {
  const cases: [number, Reply][] = [
    [11200, { status: 404 }],
    [11200, { status: 500, body: '<Response/>' }],
    [11200, { status: 302 }],
    [12300, { status: 200, type: 'text/html', body: '<Response/>' }],
    [12100, { status: 200, body: '<Response>' }],
    [12100, { status: 200, body: '<!DOCTYPE Response><Response/>' }],
    [12200, { status: 200, body: '<html/>' }],
    [11750, { status: 200, body: `<Response>${' '.repeat(70_000)}</Response>` }],
  ]
  for (const [code, reply] of cases) {
    const { notices, status } = await call({ '/start': () => reply })
    assert.deepEqual([notices, status], [[code], 'completed'])
  }
})

test('if a document fails, the fallback address is requested with the error', async () => {
  const { program, steps } = await call(
    { '/start': () => ({ status: 500 }), '/fallback': () => '<Say>Sorry</Say>' },
    { form: [['FallbackUrl', 'BASE/fallback']] },
  )
  const [fallback] = program.at('/fallback')
  assert.deepEqual(
    [fallback?.fields['ErrorCode'], fallback?.fields['ErrorUrl']],
    ['11200', `${program.url}/start`],
  )
  assert.deepEqual(steps, ['Say: Sorry'])
})

test('unsupported verbs are skipped with a notice', async () => {
  const { notices, steps } = await call({ '/start': () => '<Record/><Say>on</Say><say>no</say>' })
  assert.deepEqual([notices, steps], [[12200, 12200], ['Say: on']])
})

test('inline instructions run, and need absolute actions', async () => {
  const inline = await call(
    {},
    { twiml: '<Response><Say>Hi</Say><Gather action="/x"/><Say>never</Say></Response>' },
  )
  assert.deepEqual([inline.notices, inline.steps], [[11100], ['Say: Hi', 'Gather: dtmf']])
})

test('a person who hangs up at once or midway ends the call', async () => {
  const atOnce = await call({ '/start': () => '<Pause length="100"/>' }, { to: '+14155550104' })
  assert.deepEqual([atOnce.status, atOnce.endedBy], ['completed', 'callee'])
  const midway = await call(
    { '/start': () => bothGather, '/answer': () => bothGather },
    { to: '+14155550107' },
  )
  assert.equal(midway.program.at('/answer').length, 1)
  assert.equal(midway.endedBy, 'callee')
})

test('a transfer is a leg of its own, whose outcome is sent to the action', async () => {
  const cases: [string, string][] = [
    ['+14155550100', 'completed'],
    ['+14155550110', 'busy'],
    ['+14155550111', 'no-answer'],
    ['+14155550113', 'failed'],
    ['+14155550120', 'failed'],
    ['nobody', 'failed'],
  ]
  for (const [number, status] of cases) {
    const { program, entries } = await call({
      '/start': () =>
        `<Dial action="/after" timeout="10"><Number statusCallback="/leg" statusCallbackEvent="ringing completed">${number}</Number></Dial>`,
      '/after': () => '<Hangup/>',
    })
    const after = program.at('/after')[0]?.fields
    assert.equal(after?.['DialCallStatus'], status, number)
    if (after?.['DialCallSid'] === undefined) continue
    const last = program.at('/leg').at(-1)?.fields
    assert.deepEqual(
      [last?.['CallSid'], last?.['ParentCallSid'], last?.['CallStatus'], last?.['Direction']],
      [after['DialCallSid'], after['CallSid'], status, 'outbound-dial'],
    )
    const placed = entries.filter((entry) => entry.kind === 'leg' && entry.event === 'placed')
    assert.equal(placed.length, 2)
  }
})

test('a transfer that shows no valid number fails, and nobody is called', async () => {
  for (const shown of ['anonymous', '+266696687']) {
    const { program, notices, entries } = await call({
      '/start': () => `<Dial action="/after" callerId="${shown}">+14155550100</Dial>`,
      '/after': () => '<Hangup/>',
    })
    assert.equal(program.at('/after')[0]?.fields['DialCallStatus'], 'failed')
    assert.deepEqual(notices, [13214])
    assert.equal(entries.filter((entry) => entry.kind === 'leg' && entry.event === 'placed').length, 1)
  }
})

test('without an action the verb after a transfer runs', async () => {
  const { steps } = await call({ '/start': () => '<Dial>+14155550110</Dial><Say>Busy</Say>' })
  assert.deepEqual(steps, ['Dial: +14155550110', 'Say: Busy'])
})

test('ending a call by REST stops its instructions and its transferred leg', async () => {
  await using program = await CallingProgram.start({
    '/start': () => '<Dial>+14155550111</Dial><Say>never</Say>',
  })
  await using network = await startPhoneNetwork({ port: 0, speed: 20 })
  network.addPerson({ number: '+14155550142', answers: [] })
  const { json } = await rest(network.url, 'POST', '/Calls.json', [
    ['To', '+14155550142'],
    ['From', '+14155550199'],
    ['Url', `${program.url}/start`],
  ])
  while (network.calls()[1]?.status !== 'ringing') await rest(network.url, 'GET', '/Calls.json')
  await rest(network.url, 'POST', `/Calls/${String(json['sid'])}.json`, [['Status', 'completed']])
  await network.idle()
  assert.deepEqual(
    network.calls().map((call) => [call.status, call.ended_by]),
    [
      ['completed', 'api'],
      ['canceled', 'parent'],
    ],
  )
  assert.ok(!network.entries().some((entry) => entry.kind === 'step' && entry.detail === 'never'))
})

test('other instructions replace the running ones', async () => {
  await using program = await CallingProgram.start({
    '/start': () => '<Pause length="300"/><Say>never</Say>',
    '/other': () => '<Say>instead</Say>',
  })
  await using network = await startPhoneNetwork({ port: 0, speed: 20 })
  const { json } = await rest(network.url, 'POST', '/Calls.json', [
    ['To', '+14155550100'],
    ['From', '+14155550199'],
    ['Url', `${program.url}/start`],
  ])
  await program.until(() => program.at('/start').length === 1)
  await rest(network.url, 'POST', `/Calls/${String(json['sid'])}.json`, [['Url', `${program.url}/other`]])
  await network.idle()
  const steps = network.entries().flatMap((entry) => (entry.kind === 'step' ? [entry.detail] : []))
  assert.deepEqual(
    steps.filter((step) => step !== '300 s'),
    ['instead'],
  )
  assert.equal(network.calls()[0]?.ended_by, 'instructions')
})
