import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { doneOf } from './chats.ts'
import { checkAll } from './checks.ts'
import type { AgentEvidence } from './checks.ts'
import { createSchedule } from './nemesis.ts'
import type { AcceptedText, Burst, Silenced } from './whatsapp-chats.ts'

/** Somebody on WhatsApp. */
const person = '+12122000100'

interface SoundEvidence extends AgentEvidence {
  bursts: Burst[]
  silenced: Silenced[]
  accepted: AcceptedText[]
}

/** A chat with one order, a call with one question, and a burst on WhatsApp, each answered as it must be. */
function sound(): SoundEvidence {
  const text = 'Order w1-0 is in hand.'
  const asked = 'Please take order w1-0.'
  const said = 'About c1-0-0 all is well.'
  const burst: Burst = {
    number: person,
    texts: ['Part 1 of m1.', 'Part 2 of m1.'],
    answer: 'All of m1 is in hand.',
    sentAt: 900,
    after: null,
  }
  return {
    chats: [
      {
        conversationId: 'chat',
        key: 'a key',
        text: asked,
        answer: text,
        order: 'w1-0',
        sentAt: 1,
        answers: [{ turn: 1, outcome: 'answered', text }],
        refusals: [],
      },
    ],
    calls: [],
    bursts: [burst],
    silenced: [],
    accepted: [{ to: person, text: `I am an automated assistant. ${burst.answer}` }],
    writes: [{ at: 2, order: 'w1-0', key: 'chat:1:2' }],
    spoken: new Map([['+14153000000', [`${said} `]]]),
    rows: {
      inputs: [
        {
          conversation_id: 'chat',
          channel: 'web',
          text: asked,
          received_at: 1_000,
          number: null,
          turn: 1,
          has_ended: false,
        },
        ...['Part 1 of m1.', 'Part 2 of m1.'].map((part) => ({
          conversation_id: 'whatsapp',
          channel: 'whatsapp' as const,
          text: part,
          received_at: 1_000,
          number: person,
          turn: 1,
          has_ended: false,
        })),
        {
          conversation_id: 'call',
          channel: 'voice',
          text: 'A question about c1-0-0.',
          received_at: 1_000,
          number: '+14153000000',
          turn: 1,
          has_ended: false,
        },
      ],
      turns: [
        {
          conversation_id: 'chat',
          channel: 'web',
          turn: 1,
          state: 'done',
          outcome: 'answered',
          text,
          created_at: 2_000,
          number: null,
        },
        {
          conversation_id: 'whatsapp',
          channel: 'whatsapp',
          turn: 1,
          state: 'done',
          outcome: 'answered',
          text: burst.answer,
          created_at: 5_000,
          number: person,
        },
        {
          conversation_id: 'call',
          channel: 'voice',
          turn: 1,
          state: 'done',
          outcome: 'answered',
          text: said,
          created_at: 2_000,
          number: '+14153000000',
        },
      ],
      messages: [
        { conversation_id: 'chat', direction: 'outbound', text: 'I am an automated assistant.' },
        { conversation_id: 'chat', direction: 'inbound', text: asked },
        { conversation_id: 'chat', direction: 'outbound', text },
      ],
      received: burst.texts.map((part) => ({ number: person, text: part })),
      sent: [{ recipient: person, created_at: 5_100 }],
    },
  }
}

const broken = (evidence: AgentEvidence) =>
  checkAll(evidence)
    .filter(({ breaches }) => breaches.length > 0)
    .map(({ what }) => what)

describe('the checks of agents', () => {
  it('find nothing where all is as it must be', () => {
    assert.deepEqual(broken(sound()), [])
  })

  const cases: { name: string; harm: (evidence: ReturnType<typeof sound>) => void; finds: string }[] = [
    {
      name: 'a message without an answer',
      harm: ({ chats }) => chats[0]!.answers.pop(),
      finds: 'chat messages answered once',
    },
    {
      name: 'a message that is kept twice',
      harm: ({ rows }) => rows.inputs.push({ ...rows.inputs[0]!, turn: 2 }),
      finds: 'chat messages answered once',
    },
    {
      name: 'a turn that did not end',
      harm: ({ rows }) => (rows.turns[0]!.state = 'acting'),
      finds: 'chat messages answered once',
    },
    {
      name: 'an answer that was said twice',
      harm: ({ rows }) => (rows.turns[0]!.text += ` ${rows.turns[0]!.text}`),
      finds: 'the words of a chat answer',
    },
    {
      name: 'a client with another answer',
      harm: ({ chats }) => (chats[0]!.answers[0]!.text = 'Another.'),
      finds: 'answers to one key that differ',
    },
    {
      name: 'a message of the agent that stands twice',
      harm: ({ rows }) => rows.messages.push(rows.messages[2]!),
      finds: 'transcripts with a doubled message',
    },
    {
      name: 'a write that is repeated with its key',
      harm: (evidence) => (evidence.writes = [evidence.writes[0]!, evidence.writes[0]!]),
      finds: 'writes at the observer',
    },
    {
      name: 'a write that is repeated with another key',
      harm: (evidence) =>
        (evidence.writes = [evidence.writes[0]!, { at: 3, order: 'w1-0', key: 'chat:2:2' }]),
      finds: 'writes at the observer',
    },
    {
      name: 'an unanswered input of a call that goes on',
      harm: ({ rows }) => (rows.inputs.at(-1)!.turn = null),
      finds: 'inputs of calls answered once',
    },
    {
      name: 'a sentence that the carrier never got',
      harm: (evidence) => (evidence.spoken = new Map()),
      finds: 'what was said reached the carrier',
    },
    {
      name: 'an answer to a burst that is sent twice',
      harm: ({ accepted }) => accepted.push(accepted[0]!),
      finds: 'bursts on WhatsApp answered once',
    },
    {
      name: 'a burst without an answer',
      harm: ({ accepted }) => accepted.pop(),
      finds: 'bursts on WhatsApp answered once',
    },
    {
      name: 'a burst that was answered in two turns',
      harm: ({ rows, accepted }) => {
        accepted.push(accepted[0]!)
        const turn = rows.turns.find(({ channel }) => channel === 'whatsapp')!
        rows.turns.push({ ...turn, turn: 2 })
        rows.inputs.find(({ text }) => text.startsWith('Part 2'))!.turn = 2
      },
      finds: 'bursts on WhatsApp answered once',
    },
    {
      name: 'a turn that does not wait for the rest of a burst',
      harm: ({ rows }) => (rows.turns.find(({ channel }) => channel === 'whatsapp')!.created_at = 1_100),
      finds: 'turns before a burst was gathered',
    },
    {
      name: 'a message on WhatsApp that is lost',
      harm: ({ rows }) => rows.received.pop(),
      finds: 'messages on WhatsApp kept once',
    },
    {
      name: 'a message on WhatsApp that no turn has',
      harm: ({ rows }) => (rows.inputs.find(({ text }) => text.startsWith('Part 2'))!.turn = null),
      finds: 'messages on WhatsApp kept once',
    },
    {
      name: 'a message that is committed after a take-over',
      harm: ({ silenced }) => silenced.push({ number: person, why: 'take_over', since: 3_050 }),
      finds: 'messages of agents that may not write',
    },
    {
      name: 'an answer to what was written after an opt-out',
      harm: ({ bursts, silenced, rows }) => {
        rows.sent.pop()
        silenced.push({ number: person, why: 'opt_out', since: 800 })
        bursts[0]!.after = 'opt_out'
      },
      finds: 'messages of agents that may not write',
    },
    { name: 'a refusal', harm: ({ chats }) => chats[0]!.refusals.push(409), finds: 'requests refused' },
  ]
  for (const { name, harm, finds } of cases)
    it(`find ${name}`, () => {
      const evidence = sound()
      harm(evidence)
      assert.ok(broken(evidence).includes(finds), `found ${broken(evidence).join(', ')}`)
    })

  it('count an input as not received where its call ended first', () => {
    const evidence = sound()
    Object.assign(evidence.rows.inputs.at(-1)!, { turn: 0, has_ended: true })
    assert.deepEqual(broken(evidence), [])
  })
})

describe('the checks of chats on WhatsApp', () => {
  /** A second burst, whose messages were gathered with a late one of the first. */
  function late(): ReturnType<typeof sound> {
    const evidence = sound()
    const { bursts, rows, accepted } = evidence
    const text = 'Part 1 of m2.'
    bursts.push({ ...bursts[0]!, texts: [text], answer: 'All of m2 is in hand.' })
    const inputs = rows.inputs.filter(({ number }) => number === person)
    rows.inputs.push({ ...inputs[0]!, text, turn: 2, received_at: 6_000 })
    Object.assign(inputs[1]!, { turn: 2, received_at: 6_000 })
    const turn = rows.turns.find(({ channel }) => channel === 'whatsapp')!
    rows.turns.push({ ...turn, turn: 2, created_at: 10_000 })
    rows.received.push({ number: person, text })
    accepted.push({ to: person, text: turn.text })
    return evidence
  }

  it('take a burst for answered by the answer to a late message that came with it', () => {
    assert.deepEqual(broken(late()), [])
  })

  it('find a burst unanswered where the answer to both was not sent, or was to another alone', () => {
    const unsent = late()
    unsent.rows.turns.at(-1)!.text = 'Something that was not sent.'
    assert.ok(broken(unsent).includes('bursts on WhatsApp answered once'))
    const alone = late()
    alone.rows.inputs.at(-1)!.turn = 3
    assert.ok(broken(alone).includes('bursts on WhatsApp answered once'))
  })

  it('leave a message to the person who took over while it was gathered, and no other', () => {
    const evidence = sound()
    evidence.rows.sent = []
    evidence.rows.inputs.find(({ text }) => text.startsWith('Part 2'))!.turn = null
    evidence.silenced.push({ number: person, why: 'take_over', since: 3_000 })
    assert.deepEqual(broken(evidence), [])
    evidence.silenced[0]!.since = 9_000
    assert.deepEqual(broken(evidence), ['messages on WhatsApp kept once'])
  })
})

describe('the end of a window', () => {
  it('is undone by a message that arrives after it', () => {
    const evidence = sound()
    evidence.silenced.push({ number: person, why: 'window', since: 2_000 })
    assert.deepEqual(broken(evidence), ['messages of agents that may not write'])
    for (const input of evidence.rows.inputs) if (input.number === person) input.received_at = 2_100
    evidence.rows.turns.find(({ number }) => number === person)!.created_at = 6_100
    assert.deepEqual(broken(evidence), [])
  })
})

describe('a stream of an answer', () => {
  it('has an answer only at its end', () => {
    const done = 'event: done\ndata: {"turn":1,"outcome":"answered","text":"Yes.","citations":[]}\n\n'
    assert.deepEqual(doneOf(`event: sentence\ndata: {"text":"Yes."}\n\n${done}`), {
      turn: 1,
      outcome: 'answered',
      text: 'Yes.',
    })
    assert.equal(doneOf('event: sentence\ndata: {"text":"Yes."}\n\n'), null)
  })
})

describe('a schedule of agents', () => {
  it('is the same for the same seed and has every kind of fault', () => {
    const options = { kills: 20, everyMs: 1_000, apis: 2, workers: 2, kinds: null }
    const faults = createSchedule('1', options)
    assert.deepEqual(faults, createSchedule('1', options))
    assert.notDeepEqual(faults, createSchedule('2', options))
    assert.equal(faults.length, 20)
    assert.equal(new Set(faults.map(({ kind }) => kind)).size, 7)
    const some = createSchedule('1', { ...options, kinds: ['overtake', 'pause'] })
    assert.deepEqual([...new Set(some.map(({ kind }) => kind))].toSorted(), ['overtake', 'pause'])
  })
})
