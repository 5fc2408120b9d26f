import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountSid, CallingProgram, rest } from '../../../../test/support/calling-program.ts'
import type { Reply } from '../../../../test/support/calling-program.ts'
import { RelayProgram } from '../../../../test/support/relay-program.ts'
import type { Connection, Sent } from '../../../../test/support/relay-program.ts'
import type { FaultRuleInput } from '../faults.ts'
import type { LogEntry } from '../log.ts'
import type { Person } from '../people.ts'
import { startPhoneNetwork } from '../phone-network.ts'

type Fault = Extract<FaultRuleInput, { operation: 'relay' }>['fault']

type Ended = {
  program: CallingProgram
  /** The messages of each session. */
  sessions: Sent[][]
  handshakes: boolean[]
  /** What was spoken and what the person did. */
  talk: string[]
  notices: number[]
  entries: readonly LogEntry[]
  endedBy: string | null
}

/** Runs one call to its end, with a service that follows `onMessage`. */
async function call(options: {
  onMessage: (message: Sent, connection: Connection) => void
  answers?: Person['answers']
  to?: string
  attributes?: string
  children?: string
  fault?: Fault
  onAction?: (count: number) => Reply
  speed?: number
}): Promise<Ended> {
  await using relay = await RelayProgram.start(options.onMessage)
  const document =
    `<Connect action="/ended"><ConversationRelay url="${relay.url}" ${options.attributes ?? ''}>` +
    `${options.children ?? ''}</ConversationRelay></Connect><Say>never</Say>`
  let actions = 0
  await using program = await CallingProgram.start({
    '/start': () => document,
    '/ended': () => options.onAction?.(++actions) ?? '<Hangup/>',
    '/again': () => document,
  })
  await using network = await startPhoneNetwork({ port: 0, speed: options.speed ?? 200 })
  const to = options.to ?? '+14155550100'
  if (options.answers !== undefined) network.addPerson({ number: to, answers: options.answers })
  if (options.fault !== undefined) network.addFault({ operation: 'relay', fault: options.fault })
  const { status } = await rest(network.url, 'POST', '/Calls.json', [
    ['To', to],
    ['From', '+14155550199'],
    ['Url', `${program.url}/start`],
  ])
  assert.equal(status, 201)
  await network.idle()
  const entries = network.entries()
  return {
    program,
    sessions: relay.connections.map(({ received }) => received),
    handshakes: relay.handshakes,
    talk: entries.flatMap((entry) => {
      if (entry.kind === 'person') return [entry.did]
      return entry.kind === 'step' && entry.verb === 'Say' ? [`hears: ${entry.detail}`] : []
    }),
    notices: entries.flatMap((entry) => (entry.kind === 'notice' ? [entry.code] : [])),
    entries,
    endedBy: network.calls()[0]!.ended_by,
  }
}

/** Ends the session with the first whole prompt. */
const endsAtPrompt = (message: Sent, connection: Connection) => {
  if (message.type === 'prompt' && message['last'] === true)
    connection.send({ type: 'end', handoffData: '{"why":"done"}' })
}
const ofType = (messages: Sent[] | undefined, type: string) =>
  (messages ?? []).filter((message) => message.type === type)
const actionsOf = (ended: Ended) => ended.program.at('/ended').map(({ fields }) => fields)
const greets = 'welcomeGreeting="Hello, this is Acme."'

test('a person and a service talk, and the action gets the hand-over of the end', async () => {
  const ended = await call({
    attributes: `${greets} language="en-GB"`,
    children: '<Language code="es-US"/><Parameter name="attempt" value="42"/>',
    answers: [{ speech: 'Who is this?' }, { speech: 'I see.' }],
    onMessage: (message, connection) => {
      if (message.type !== 'prompt') return
      if (message['voicePrompt'] === 'I see.') {
        connection.send({ type: 'end', handoffData: '{"why":"done"}' })
        return
      }
      connection.send({ type: 'text', token: 'An automated ', last: false })
      connection.send({ type: 'text', token: 'assistant.', last: false })
      connection.send({ type: 'text', token: '', last: true })
    },
  })
  const [received] = ended.sessions
  const [setup] = received!
  assert.match(String(setup!['sessionId']), /^VX[0-9a-f]{32}$/)
  assert.deepEqual(
    { ...setup, sessionId: '', callSid: '' },
    {
      type: 'setup',
      sessionId: '',
      accountSid,
      parentCallSid: '',
      callSid: '',
      from: '+14155550199',
      to: '+14155550100',
      forwardedFrom: '',
      callType: 'PSTN',
      callerName: '',
      direction: 'outbound-api',
      callStatus: 'IN-PROGRESS',
      customParameters: { attempt: '42' },
    },
  )
  assert.deepEqual(received!.slice(1), [
    { type: 'prompt', voicePrompt: 'Who is this?', lang: 'en-GB', last: true },
    { type: 'prompt', voicePrompt: 'I see.', lang: 'en-GB', last: true },
  ])
  assert.deepEqual(ended.talk, [
    'hears: Hello, this is Acme.',
    'says: Who is this?',
    'hears: An automated assistant.',
    'says: I see.',
  ])
  const [action] = actionsOf(ended)
  assert.deepEqual(
    [action!['SessionId'], action!['SessionStatus'], action!['HandoffData'], action!['CallStatus']],
    [setup!['sessionId'], 'ended', '{"why":"done"}', 'in-progress'],
  )
  assert.equal(action!['ErrorCode'], undefined)
  assert.match(String(action!['SessionDuration']), /^\d+$/)
  assert.deepEqual([ended.handshakes, ended.endedBy], [[true], 'instructions'])
})

test('speaking takes its time, and the infos say when it begins and ends and what was played', async () => {
  const ended = await call({
    attributes: `welcomeGreeting="${'a'.repeat(150)}" events="speaker-events tokens-played"`,
    answers: [{ speech: 'Yes.' }],
    onMessage: endsAtPrompt,
    speed: 20,
  })
  const infos = ofType(ended.sessions[0], 'info')
  assert.deepEqual(
    infos.map((info) => [info['name'], info['value']]),
    [
      ['agentSpeaking', 'on'],
      ['tokensPlayed', 'a'.repeat(150)],
      ['agentSpeaking', 'off'],
      ['clientSpeaking', 'on'],
      ['clientSpeaking', 'off'],
    ],
  )
  const [on, , off] = infos
  const tookMs = Number(off!['ts']) - Number(on!['ts'])
  assert.ok(tookMs >= 495, `150 characters took ${tookMs} ms at speed 20`)
})

test('a person who barges in stops the talk, and the service hears how far it came', async () => {
  const ended = await call({
    attributes: 'welcomeGreeting="We can offer you a yearly plan for a very low price."',
    answers: [{ speech: 'Stop.', barge_in_after: 10 }],
    onMessage: endsAtPrompt,
  })
  assert.deepEqual(ofType(ended.sessions[0], 'interrupt'), [
    { type: 'interrupt', utteranceUntilInterrupt: 'We can offer', durationUntilInterruptMs: 800 },
  ])
  assert.deepEqual(ended.talk, ['hears: We can offer', 'interrupts after: We can offer', 'says: Stop.'])
})

test('what belongs to an interrupted talk is dropped up to its last text, and the next talk is heard', async () => {
  const ended = await call({
    answers: [{ speech: 'One.' }, { speech: 'Two.', barge_in_after: 5 }, { speech: 'Three.' }],
    attributes: greets,
    onMessage: (message, connection) => {
      if (message['voicePrompt'] === 'One.')
        connection.send({ type: 'text', token: 'This is a rather long sentence. ', last: false })
      if (message.type === 'interrupt') {
        connection.send({ type: 'text', token: 'dropped', last: false })
        connection.send({ type: 'text', token: '', last: true })
      }
      if (message['voicePrompt'] === 'Two.') connection.say('Well then.')
      if (message['voicePrompt'] === 'Three.') connection.send({ type: 'end' })
    },
  })
  assert.deepEqual(
    ended.talk.filter((line) => line.startsWith('hears')),
    ['hears: Hello, this is Acme.', 'hears: This is', 'hears: Well then.'],
  )
})

test('a talk that may not be interrupted is heard to its end', async () => {
  const uninterrupted = async (attributes: string) => {
    const ended = await call({
      attributes: `${greets} ${attributes}`,
      answers: [{ speech: 'Stop.', barge_in_after: 3 }],
      onMessage: endsAtPrompt,
    })
    assert.deepEqual(ofType(ended.sessions[0], 'interrupt'), [])
    assert.deepEqual(ended.talk, ['hears: Hello, this is Acme.', 'says: Stop.'])
  }
  await uninterrupted('welcomeGreetingInterruptible="none"')
  await uninterrupted('welcomeGreetingInterruptible="dtmf"')
})

test('a single text may forbid its interruption', async () => {
  const ended = await call({
    attributes: greets,
    answers: [{ speech: 'Yes.' }, { speech: 'Stop.', barge_in_after: 3 }],
    onMessage: (message, connection) => {
      if (message['voicePrompt'] === 'Yes.')
        connection.send({ type: 'text', token: 'Listen to this.', last: true, interruptible: false })
      if (message['voicePrompt'] === 'Stop.') connection.send({ type: 'end' })
    },
  })
  assert.ok(ended.talk.includes('hears: Listen to this.'))
  assert.deepEqual(ofType(ended.sessions[0], 'interrupt'), [])
})

test('keys are reported one by one where they are detected, and are lost otherwise', async () => {
  const press = (attributes: string) =>
    call({
      attributes: `${greets} ${attributes}`,
      answers: [{ digits: '12#' }, { hang_up: true }],
      onMessage: (message, connection) => {
        if (message['digit'] === '#') connection.send({ type: 'end' })
      },
    })
  const detected = await press('dtmfDetection="true"')
  assert.deepEqual(
    ofType(detected.sessions[0], 'dtmf').map((message) => message['digit']),
    ['1', '2', '#'],
  )
  // Nobody answers lost keys, so the person says nothing more until the call's end.
  await using relay = await RelayProgram.start((message, connection) => {
    if (message.type === 'setup') setTimeout(() => connection.send({ type: 'end' }), 300)
  })
  await using network = await startPhoneNetwork({ port: 0, speed: 200 })
  network.addPerson({ number: '+14155550100', answers: [{ digits: '12#' }] })
  await rest(network.url, 'POST', '/Calls.json', [
    ['To', '+14155550100'],
    ['From', '+14155550199'],
    ['Twiml', `<Response><Connect><ConversationRelay url="${relay.url}" ${greets}/></Connect></Response>`],
  ])
  await network.idle()
  assert.deepEqual(ofType(relay.connections[0]?.received, 'dtmf'), [])
})

test('a person hangs up: the socket closes, and the action says that the call is over', async () => {
  const ended = await call({
    attributes: greets,
    answers: [{ speech: 'Hello?' }, { hang_up: true, after_ms: 100 }],
    onMessage: (message, connection) => {
      if (message.type === 'prompt') connection.say('Good morning.')
    },
  })
  const [action] = actionsOf(ended)
  assert.deepEqual([action!['SessionStatus'], action!['CallStatus']], ['completed', 'completed'])
  assert.equal(ended.endedBy, 'callee')
  assert.equal(ended.talk.at(-1), 'hangs up')
})

test('a silent person lets the service speak again', async () => {
  let asked = 0
  const ended = await call({
    attributes: greets,
    answers: [{ silence: true }, { speech: 'Here I am.' }],
    onMessage: (message, connection) => {
      if (message.type === 'setup')
        setTimeout(() => {
          asked++
          connection.say('Are you still there?')
        }, 200)
      if (message.type === 'prompt') connection.send({ type: 'end' })
    },
  })
  assert.equal(asked, 1)
  assert.deepEqual(ended.talk, [
    'hears: Hello, this is Acme.',
    'stays silent',
    'hears: Are you still there?',
    'says: Here I am.',
  ])
})

test('the language changes with a message, recordings are played, and keys are sent', async () => {
  const ended = await call({
    attributes: greets,
    answers: [{ speech: 'Spanish.' }, { speech: 'Gracias.' }],
    onMessage: (message, connection) => {
      if (message['voicePrompt'] === 'Spanish.') {
        connection.send({ type: 'language', ttsLanguage: 'es-US', transcriptionLanguage: 'es-US' })
        connection.send({ type: 'sendDigits', digits: '1w2' })
        connection.send({ type: 'play', source: 'https://a.example/x.mp3' })
      }
      if (message['voicePrompt'] === 'Gracias.') connection.send({ type: 'end' })
    },
  })
  assert.deepEqual(
    ofType(ended.sessions[0], 'prompt').map((message) => message['lang']),
    ['en-US', 'es-US'],
  )
  const steps = ended.entries.flatMap((entry) =>
    entry.kind === 'step' ? [`${entry.verb}: ${entry.detail}`] : [],
  )
  for (const step of ['language: es-US es-US', 'sendDigits: 1w2', 'Play: https://a.example/x.mp3'])
    assert.ok(steps.includes(step), step)
})

test('a message that is not valid is reported, and the session goes on', async () => {
  const odd = [
    'x',
    '[]',
    '{"type":"connected"}',
    '{"type":"text"}',
    '{"type":"text","token":"a","last":"true"}',
    '{"type":"sendDigits","digits":"x"}',
    '{"type":"play","source":"file:///x"}',
  ]
  const ended = await call({
    attributes: greets,
    answers: [{ speech: 'Yes.' }],
    onMessage: (message, connection) => {
      if (message.type === 'setup') for (const text of odd) connection.send(text)
      endsAtPrompt(message, connection)
    },
  })
  assert.deepEqual(
    ended.notices,
    odd.map(() => 64107),
  )
  assert.deepEqual(
    ofType(ended.sessions[0], 'error').map((message) => message['description']),
    odd.map((text) => `Invalid message received: ${text}`),
  )
  assert.equal(actionsOf(ended)[0]!['SessionStatus'], 'ended')
})

test('a socket that the service loses is 64105, and another session may follow', async () => {
  let sessions = 0
  const ended = await call({
    attributes: greets,
    answers: [{ speech: 'One.' }, { speech: 'Two.' }],
    onMessage: (message, connection) => {
      if (message.type === 'setup') sessions++
      if (message.type !== 'prompt') return
      if (sessions === 1) connection.socket.terminate()
      else connection.send({ type: 'end' })
    },
    onAction: (count) => (count === 1 ? '<Redirect>/again</Redirect>' : '<Hangup/>'),
  })
  assert.deepEqual(
    actionsOf(ended).map((action) => [action['SessionStatus'], action['ErrorCode'] ?? null]),
    [
      ['failed', '64105'],
      ['ended', null],
    ],
  )
  assert.equal(ended.sessions.length, 2)
  assert.notEqual(ended.sessions[0]![0]!['sessionId'], ended.sessions[1]![0]!['sessionId'])
  assert.equal(ofType(ended.sessions[1], 'prompt')[0]!['voicePrompt'], 'Two.')
})

test('the action may transfer the call', async () => {
  const ended = await call({
    attributes: greets,
    to: '+14155550161',
    onMessage: endsAtPrompt,
    onAction: (count) => (count === 1 ? '<Dial action="/ended">+14155550120</Dial>' : '<Hangup/>'),
  })
  assert.equal(
    ofType(ended.sessions[0], 'prompt')[0]!['voicePrompt'],
    'Can I speak to a real person, please?',
  )
  assert.equal(actionsOf(ended)[1]!['DialCallStatus'], 'failed')
})

test('wrong attributes are 64101, before any handshake', async () => {
  const wrong = [
    'speechtimeout="800"',
    'speechTimeout="599"',
    'speechTimeout="5001"',
    'eotThreshold="0.4"',
    'eotThreshold="0.91"',
    'interruptible="always"',
    'dtmfDetection="yes"',
    'events="everything"',
    'language="multi" ttsProvider="Google"',
  ]
  for (const attributes of wrong) {
    const ended = await call({ attributes, onMessage: () => undefined })
    const [action] = actionsOf(ended)
    assert.deepEqual([action!['SessionStatus'], action!['ErrorCode']], ['failed', '64101'], attributes)
    assert.deepEqual([ended.handshakes, ended.notices], [[], [64101]])
  }
  const right =
    'speechTimeout="600" eotThreshold="0.9" interruptSensitivity="low" ignoreBackchannel="true" hints="a,b"' +
    ' elevenlabsTextNormalization="on" ttsProvider="ElevenLabs" voice="v" transcriptionProvider="Deepgram"'
  const ended = await call({ attributes: `${right} ${greets}`, onMessage: endsAtPrompt })
  assert.equal(actionsOf(ended)[0]!['SessionStatus'], 'ended')
})

test('the number 60 interrupts every talk', async () => {
  let interrupts = 0
  const ended = await call({
    attributes: 'welcomeGreeting="Hello, this is Acme with an offer for you."',
    to: '+14155550160',
    onMessage: (message, connection) => {
      if (message.type === 'interrupt') interrupts++
      if (message.type !== 'prompt') return
      if (interrupts === 3) connection.send({ type: 'end' })
      else connection.say('Of course. Please ask whatever you would like to know.')
    },
  })
  assert.equal(ofType(ended.sessions[0], 'interrupt').length, 3)
  assert.equal(ended.talk.filter((line) => line === 'says: Wait, I have another question.').length, 3)
})

test('faults: refuse, drop, a speech provider and stall fail the session', async () => {
  const refused = await call({ attributes: greets, fault: { kind: 'refuse' }, onMessage: endsAtPrompt })
  assert.deepEqual([actionsOf(refused)[0]!['ErrorCode'], refused.handshakes], ['64102', []])
  const dropped = await call({
    attributes: greets,
    fault: { kind: 'drop', after_frames: 2 },
    onMessage: endsAtPrompt,
  })
  assert.equal(actionsOf(dropped)[0]!['ErrorCode'], '64105')
  assert.equal(dropped.sessions[0]!.length, 2)
  const unheard = await call({
    attributes: greets,
    fault: { kind: 'speech_provider', after_frames: 2 },
    onMessage: endsAtPrompt,
  })
  assert.equal(actionsOf(unheard)[0]!['ErrorCode'], '64114')
  assert.equal(unheard.sessions[0]!.length, 2)
  let pongs = 0
  const stalled = await call({
    attributes: greets,
    fault: { kind: 'stall' },
    onMessage: (message, { socket }) => {
      if (message.type !== 'setup') return
      socket.on('pong', () => pongs++)
      socket.ping()
      setTimeout(() => socket.terminate(), 200)
    },
  })
  assert.deepEqual([stalled.sessions[0]!.length, pongs], [1, 0])
  assert.equal(actionsOf(stalled)[0]!['ErrorCode'], '64105')
})

test('faults: forged handshakes go first, and a replay brings the same setup', async () => {
  const forged = await call({ attributes: greets, fault: { kind: 'forge' }, onMessage: endsAtPrompt })
  assert.deepEqual(forged.handshakes, [false, true])
  assert.equal(actionsOf(forged)[0]!['SessionStatus'], 'ended')
  const replayed = await call({ attributes: greets, fault: { kind: 'replay' }, onMessage: endsAtPrompt })
  assert.deepEqual(replayed.handshakes, [true, true])
  assert.deepEqual(replayed.sessions[1], [replayed.sessions[0]![0]])
  const doubled = await call({
    attributes: greets,
    fault: { kind: 'duplicate_setup' },
    onMessage: endsAtPrompt,
  })
  assert.equal(ofType(doubled.sessions[0], 'setup').length, 2)
})

test('faults: numbers as text, unknown messages, and prompts that come late', async () => {
  const text = await call({
    attributes: greets,
    answers: [{ speech: 'Stop.', barge_in_after: 6 }],
    fault: { kind: 'text_numbers' },
    onMessage: endsAtPrompt,
  })
  assert.equal(ofType(text.sessions[0], 'interrupt')[0]!['durationUntilInterruptMs'], '400')
  const unknown = await call({
    attributes: greets,
    fault: { kind: 'unknown_frame' },
    onMessage: endsAtPrompt,
  })
  assert.deepEqual(
    unknown.sessions[0]!.slice(0, 3).map((message) => message.type),
    ['setup', 'sandbox', 'info'],
  )
  const late = await call({
    attributes: `${greets} events="speaker-events"`,
    fault: { kind: 'late_prompt', ms: 300 },
    onMessage: endsAtPrompt,
  })
  const sent = late.entries.filter((entry) => entry.kind === 'relay_message' && entry.direction === 'sent')
  const at = (part: string) =>
    Date.parse(sent.find((entry) => entry.kind === 'relay_message' && entry.text.includes(part))!.at)
  assert.ok(at('"prompt"') - at('"clientSpeaking","value":"off"') >= 295)
})

test('a service that can not be reached is 64102', async () => {
  await using program = await CallingProgram.start({
    '/start': () => '<Connect action="/ended"><ConversationRelay url="ws://127.0.0.1:1/relay"/></Connect>',
    '/ended': () => '<Hangup/>',
  })
  await using network = await startPhoneNetwork({ port: 0, speed: 200 })
  await rest(network.url, 'POST', '/Calls.json', [
    ['To', '+14155550100'],
    ['From', '+14155550199'],
    ['Url', `${program.url}/start`],
  ])
  await network.idle()
  assert.equal(program.at('/ended')[0]?.fields['ErrorCode'], '64102')
})
