import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resumeRun, startRun } from '../../test/support/whole-turns.ts'
import { startThreadTime } from '../base/thread-time.ts'
import { renderTwiml } from '../providers/twilio/twiml.ts'
import { checkWorkflow } from './check-definition.ts'
import { WorkflowDefinition } from './definition.ts'
import * as run from './run-workflow.ts'
import { answerCharsMax, lookUpsPerTurnMax, turnsMax } from './run-workflow.ts'
import type { CallContext } from './turn.ts'
import type { LookedUp, WorkflowInput, WorkflowTurn } from './workflow-turn.ts'

const context: CallContext = { customer: { name: 'Maria', tier: 'Gold' }, voice: 'alice', language: 'en-US' }
const silence: WorkflowInput = { kind: 'silence' }

function checked(value: unknown): WorkflowDefinition {
  const check = checkWorkflow(value)
  assert.ok(check.ok, JSON.stringify(check))
  return check.definition
}

function lines(turn: WorkflowTurn): string[] {
  return turn.transcript.map((line) => `${line.role}: ${line.text}`)
}

const survey = checked({
  start: 'greet',
  language: 'de-DE',
  steps: {
    greet: { kind: 'say', text: 'Hello {{ customer.name }}.', voice: 'Polly.Hans', next: 'jingle' },
    jingle: { kind: 'play', url: 'https://a.example/j.mp3', next: 'tier' },
    tier: {
      kind: 'choose',
      branches: [{ variable: 'customer.tier', equals: 'gold', next: 'ask' }],
      otherwise: 'end',
    },
    ask: {
      kind: 'listen',
      text: 'How was it?',
      url: 'https://a.example/q.mp3',
      variable: 'answer',
      hints: ['good'],
      keys_count: 1,
      timeout_seconds: 7,
      next: 'end',
      no_input: 'again',
    },
    again: { kind: 'listen', input: 'keys', variable: 'answer', next: 'end' },
    end: { kind: 'hang_up', text: 'You said {{ variables.answer }}.' },
  },
})

describe('startRun', () => {
  it('runs to the first wait, and returns the step that waits', () => {
    assert.deepEqual(startRun(survey, context), {
      kind: 'turn',
      state: { step: 'ask', variables: {}, turns: 1 },
      steps: ['greet', 'jingle', 'tier', 'ask'],
      instructions: [
        { kind: 'say', text: 'Hello Maria.', voice: 'Polly.Hans', language: 'de-DE' },
        { kind: 'play', url: 'https://a.example/j.mp3' },
        {
          kind: 'listen',
          input: 'both',
          prompts: [
            { kind: 'say', text: 'How was it?', voice: 'alice', language: 'de-DE' },
            { kind: 'play', url: 'https://a.example/q.mp3' },
          ],
          timeoutSeconds: 7,
          keysCount: 1,
          finishOnKey: '#',
          hints: ['good'],
          language: 'de-DE',
        },
      ],
      transcript: [
        { role: 'agent', text: 'Hello Maria.' },
        { role: 'system', text: 'A recording is played.' },
        { role: 'agent', text: 'How was it?' },
        { role: 'system', text: 'A recording is played.' },
      ],
      tickets: [],
      optOut: null,
      handsOver: false,
      ended: false,
    })
  })

  it('speaks a step in another language without the voice of the workflow', () => {
    const steps = {
      a: { kind: 'say', text: 'Hola.', language: 'es-ES', next: 'b' },
      b: { kind: 'say', text: 'Buenos días.', language: 'es-ES', voice: 'Polly.Lucia', next: 'c' },
      c: { kind: 'say', text: 'Hello.', language: 'en-GB', next: 'd' },
      d: { kind: 'listen', text: '¿Sí?', language: 'es-ES', variable: 'x' },
    }
    const voice = 'Polly.Joanna'
    const { instructions } = startRun(checked({ start: 'a', voice, steps }), { ...context, language: 'en' })
    const [listening] = instructions.splice(-1)
    assert.deepEqual(instructions, [
      { kind: 'say', text: 'Hola.', voice: null, language: 'es-ES' },
      { kind: 'say', text: 'Buenos días.', voice: 'Polly.Lucia', language: 'es-ES' },
      { kind: 'say', text: 'Hello.', voice, language: 'en-GB' },
    ])
    assert.deepEqual(listening?.kind === 'listen' && listening.prompts, [
      { kind: 'say', text: '¿Sí?', voice: null, language: 'es-ES' },
    ])
  })

  it('keeps a voice of many languages for a step in one of them', () => {
    const voices = (voice: string) =>
      ['es-ES', 'fr-FR', 'ko-KR', 'ar-AE'].map((language) => {
        const steps = { a: { kind: 'say', text: 'Hi.', language } }
        const { instructions } = startRun(checked({ start: 'a', voice, steps }), {
          ...context,
          language: 'en',
        })
        return instructions[0]?.kind === 'say' ? instructions[0].voice : undefined
      })
    assert.deepEqual(voices('alice'), ['alice', 'alice', 'alice', null])
    assert.deepEqual(voices('woman'), ['woman', 'woman', null, null])
  })

  it('hangs up after the last step and leaves out texts that are empty once filled', () => {
    const turn = startRun(
      checked({ start: 'a', steps: { a: { kind: 'say', text: '{{ customer.nobody }}' } } }),
      context,
    )
    assert.deepEqual(turn.instructions, [{ kind: 'hang_up' }])
    assert.deepEqual([turn.ended, turn.state.step, turn.transcript], [true, null, []])
  })

  it('reports a text that was cut short, and goes on', () => {
    const steps = {
      a: { kind: 'say', text: 'Hi {% for i in (1..900000) %}x{% endfor %}', next: 'b' },
      b: { kind: 'hang_up' },
    }
    const turn = startRun(checked({ start: 'a', steps }), context)
    assert.match(lines(turn)[0] ?? '', /^system: The text of the step "a" was cut short/)
    assert.equal(lines(turn)[1], 'agent: Hi')
    assert.deepEqual(turn.instructions.at(-1), { kind: 'hang_up' })
  })

  it('cuts texts that take long together, and still says the others', () => {
    const slow = '{% for a in (1..400) %}{% for b in (1..400) %}{% assign x = b %}{% endfor %}{% endfor %}'
    const says = Array.from({ length: 40 }, (_, at): [string, object] => [
      `say${at}`,
      { kind: 'say', text: slow, next: at === 39 ? 'bye' : `say${at + 1}` },
    ])
    const bye = { kind: 'hang_up', text: 'Goodbye {{ customer.name }}.' }
    const definition = checked({ start: 'say0', steps: { ...Object.fromEntries(says), bye } })
    const usedMs = startThreadTime()
    const turn = startRun(definition, context)
    assert.ok(usedMs() < 1_000, `${usedMs()} ms`)
    assert.match(lines(turn)[39] ?? '', /step "say39" was cut short: filling it takes too long\./)
    assert.equal(lines(turn)[40], 'agent: Goodbye Maria.')
  })
})

describe('resumeRun', () => {
  const start = startRun(survey, context)

  it('stores what was said and goes on', () => {
    const turn = resumeRun(
      survey,
      start.state,
      { kind: 'speech', text: ' very\u0000 good ', confidence: 0.9 },
      context,
    )
    assert.deepEqual(turn.state, { step: null, variables: { answer: 'very good' }, turns: 2 })
    assert.deepEqual(lines(turn), ['customer: very good', 'agent: You said very good.'])
    assert.equal(turn.ended, true)
  })

  it('stores the keys pressed, and no other characters', () => {
    const turn = resumeRun(survey, start.state, { kind: 'keys', digits: '1<Dial>2' }, context)
    assert.deepEqual(lines(turn), ['customer: pressed 12', 'agent: You said 12.'])
  })

  it('goes to no_input after silence or an empty answer, else to next with the variable empty', () => {
    for (const input of [
      silence,
      { kind: 'speech', text: ' ', confidence: null },
      { kind: 'keys', digits: '' },
    ] as const) {
      const once = resumeRun(survey, start.state, input, context)
      assert.deepEqual([once.state.step, lines(once)], ['again', ['system: Nothing was heard.']])
      const twice = resumeRun(survey, once.state, input, context)
      assert.deepEqual(lines(twice), ['system: Nothing was heard.', 'agent: You said .'])
      assert.deepEqual([twice.ended, twice.state.variables], [true, { answer: '' }])
    }
  })

  it('does not run Liquid within an answer', () => {
    const turn = resumeRun(
      survey,
      start.state,
      { kind: 'speech', text: '{{ customer.name }}', confidence: null },
      context,
    )
    assert.equal(lines(turn)[1], 'agent: You said {{ customer.name }}.')
  })

  it('cuts a long answer', () => {
    const turn = resumeRun(
      survey,
      start.state,
      { kind: 'speech', text: 'x'.repeat(9_999), confidence: null },
      context,
    )
    assert.equal(turn.state.variables['answer']?.length, answerCharsMax)
  })

  it('does not change the given state', () => {
    const before = structuredClone(start.state)
    resumeRun(survey, start.state, { kind: 'keys', digits: '1' }, context)
    assert.deepEqual(start.state, before)
  })

  it('hangs up a call that has ended, and says nothing', () => {
    const state = { step: null, variables: {}, turns: 3 }
    const turn = resumeRun(survey, state, silence, context)
    const instructions = [{ kind: 'hang_up' }]
    assert.deepEqual(turn, {
      kind: 'turn',
      state,
      steps: [],
      instructions,
      transcript: [],
      tickets: [],
      optOut: null,
      handsOver: false,
      ended: true,
    })
  })

  it('says goodbye if the workflow has changed during the call', () => {
    for (const step of ['gone', 'greet', 'constructor']) {
      const turn = resumeRun(survey, { step, variables: {}, turns: 1 }, silence, context)
      assert.deepEqual(lines(turn), ['system: The workflow changed during the call.', 'agent: Goodbye.'])
      assert.deepEqual(turn.instructions.at(-1), { kind: 'hang_up' })
    }
  })

  it('ends a call of too many turns', () => {
    const steps = { a: { kind: 'listen', variable: 'x', next: 'a', no_input: 'b' }, b: { kind: 'hang_up' } }
    const loop = checked({ start: 'a', goodbye: 'Bye {{ customer.name }}.', steps })
    let turn = startRun(loop, context)
    while (!turn.ended) turn = resumeRun(loop, turn.state, { kind: 'keys', digits: '1' }, context)
    assert.equal(turn.state.turns, turnsMax + 1)
    assert.deepEqual(lines(turn).slice(1), [
      `system: The call had more than ${turnsMax} turns.`,
      'agent: Bye Maria.',
    ])
  })
})

describe('a transfer', () => {
  const steps = {
    a: {
      kind: 'transfer',
      to: '{{ customer.agent }}',
      caller_id: '+14155550100',
      timeout_seconds: 20,
      variable: 't',
      next: 'b',
    },
    b: { kind: 'hang_up', text: 'It was {{ variables.t }}.' },
  }
  const workflow = checked({ start: 'a', steps })
  const calling = { ...context, customer: { agent: '+1 (415) 555-0123' } }

  it('dials the filled number and keeps how it ended', () => {
    const start = startRun(workflow, calling)
    assert.deepEqual(start.instructions, [
      { kind: 'transfer', to: '+14155550123', callerId: '+14155550100', timeoutSeconds: 20 },
    ])
    assert.deepEqual(lines(start), ['system: The call is transferred to +14155550123.'])
    for (const status of ['completed', 'busy', 'no_answer', 'failed'] as const) {
      const turn = resumeRun(workflow, start.state, { kind: 'transfer_ended', status }, calling)
      assert.equal(turn.state.variables['t'], status)
      assert.equal(lines(turn)[0], `system: The transfer ended: ${status.replace('_', ' ')}.`)
    }
  })

  it('shows the usual caller ID if the filled one is not a number, and says so', () => {
    const a = { ...steps.a, caller_id: '{{ customer.none }}' }
    const start = startRun(checked({ start: 'a', steps: { ...steps, a } }), calling)
    assert.deepEqual(start.instructions, [
      { kind: 'transfer', to: '+14155550123', callerId: null, timeoutSeconds: 20 },
    ])
    assert.deepEqual(lines(start), [
      'system: The step "a" gives no caller ID that can be shown; the usual one is.',
      'system: The call is transferred to +14155550123.',
    ])
  })

  it('does not say what is shown where the transfer does not fit into the turn', () => {
    const a = { ...steps.a, caller_id: '{{ customer.none }}' }
    const long = Array.from({ length: 9 }, (_, at): [string, object] => [
      `long${at}`,
      { kind: 'say', text: 'x'.repeat(3_900), next: at === 8 ? 'last' : `long${at + 1}` },
    ])
    // One of these leaves too little for the transfer alone.
    const said = Array.from({ length: 60 }, (_, at) => {
      const last = { kind: 'say', text: 'x'.repeat(40 * (at + 1)), next: 'a' }
      const definition = checked({
        start: 'long0',
        steps: { ...Object.fromEntries(long), ...steps, last, a },
      })
      const turn = startRun(definition, calling)
      return turn.ended && turn.steps.at(-1) === 'a' ? lines(turn).slice(10) : []
    })
    const overrun = 'system: The workflow says more in one turn than a call can carry.'
    assert.deepEqual(
      said.find(([first]) => first !== undefined),
      [overrun, 'agent: Goodbye.'],
    )
  })

  it('counts any other input as a failed transfer', () => {
    const turn = resumeRun(workflow, startRun(workflow, calling).state, silence, calling)
    assert.equal(turn.state.variables['t'], 'failed')
  })

  it('fails at once if the filled text is not a number', () => {
    for (const agent of ['', '0800', '+1415555012345678', '+14155550123</Number>', 'sip:a@b']) {
      const turn = startRun(workflow, { ...context, customer: { agent } })
      assert.equal(turn.ended, true)
      assert.deepEqual(lines(turn), [
        'system: The step "a" gives no number to transfer to.',
        'agent: It was failed.',
      ])
    }
  })

  it('never dials what was said or pressed, even by a definition that was not checked', () => {
    const steps = {
      a: { kind: 'listen', variable: 'x', next: 'b' },
      b: { kind: 'transfer', to: '+{{ variables.x }}' },
    }
    const definition = WorkflowDefinition.parse({ start: 'a', steps })
    const state = startRun(definition, context).state
    const turn = resumeRun(definition, state, { kind: 'keys', digits: '19005550100' }, context)
    assert.ok(turn.instructions.every((instruction) => instruction.kind !== 'transfer'))
  })
})

describe('open_ticket', () => {
  const steps = {
    a: { kind: 'listen', variable: 'words', next: 'b', no_input: 'b' },
    b: { kind: 'open_ticket', subject: '{{ customer.name }}:\n{{ variables.words }}', next: 'c' },
    c: { kind: 'open_ticket', subject: '{{ customer.nobody }}' },
  }
  const workflow = checked({ start: 'a', steps })

  it('opens a ticket with the filled subject, in one line, and goes on without a word', () => {
    const start = startRun(workflow, context)
    assert.deepEqual(start.tickets, [])
    const input = { kind: 'speech', text: 'broken {{ customer.tier }}', confidence: null } as const
    const turn = resumeRun(workflow, start.state, input, context)
    assert.deepEqual(turn.tickets, [{ subject: 'Maria: broken {{ customer.tier }}' }, { subject: null }])
    assert.deepEqual(turn.instructions, [{ kind: 'hang_up' }])
    assert.deepEqual(lines(turn).slice(1), [
      'system: A ticket was opened: Maria: broken {{ customer.tier }}',
      'system: A ticket was opened.',
    ])
  })

  it('cuts a long subject, between two characters', () => {
    const long = checked({
      start: 'a',
      steps: { a: { kind: 'open_ticket', subject: '{{ customer.name }}' } },
    })
    const customer = { name: `${'x'.repeat(999)}😀` }
    assert.deepEqual(startRun(long, { ...context, customer }).tickets, [{ subject: 'x'.repeat(999) }])
  })
})

describe('look_up', () => {
  const steps = {
    a: { kind: 'listen', variable: 'words', next: 'b' },
    b: {
      kind: 'look_up',
      question: 'For {{ customer.tier }}: {{ variables.words }}',
      into: 'answer',
      limit: 2,
      next: 'c',
      otherwise: 'd',
    },
    c: { kind: 'hang_up', text: 'Here it is: {{ variables.answer }}' },
    d: { kind: 'hang_up', text: 'Nobody knows{{ variables.answer }}.' },
  }
  const workflow = checked({ start: 'a', steps })
  const { state } = startRun(workflow, context)
  const input = { kind: 'speech', text: 'opening hours', confidence: null } as const
  const question = 'For Gold: opening hours'

  it('returns the filled question instead of a turn, and goes on with the passages found', () => {
    const asked = run.resumeRun(workflow, state, input, context)
    assert.deepEqual(asked, { kind: 'look_up', question, limit: 2 })
    const turn = resumeRun(workflow, state, input, context, [{ question, limit: 2, text: 'From 9 to 5.' }])
    assert.deepEqual(turn.state.variables, { words: 'opening hours', answer: 'From 9 to 5.' })
    assert.deepEqual(lines(turn), [
      'customer: opening hours',
      'system: The knowledge base had an answer.',
      'agent: Here it is: From 9 to 5.',
    ])
  })

  it('goes to otherwise if nothing is found, with the variable empty', () => {
    const earlier = { ...state, variables: { answer: 'of an earlier question' } }
    const turn = resumeRun(workflow, earlier, input, context, [{ question, limit: 2, text: '' }])
    assert.equal(turn.state.variables['answer'], '')
    assert.deepEqual(lines(turn).slice(1), [
      'system: The knowledge base had no answer.',
      'agent: Nobody knows.',
    ])
  })

  it('goes to next without an otherwise, and looks nothing up for an empty question', () => {
    const steps = {
      a: { kind: 'look_up', question: '{{ customer.nobody }}', into: 'answer', next: 'b' },
      b: { kind: 'hang_up', text: 'Well: {{ variables.answer | default: "no" }}' },
    }
    const turn = startRun(checked({ start: 'a', steps }), context)
    assert.equal(lines(turn).at(-1), 'agent: Well: no')
  })

  it('looks the same question up once in a turn, and a limited number of questions', () => {
    const names = Array.from({ length: lookUpsPerTurnMax + 2 }, (_, index) => `s${index}`)
    const steps = Object.fromEntries(
      names.map((name, index) => [
        name,
        {
          kind: 'look_up',
          question: `Question ${Math.max(index, 1)}`,
          into: `v${index}`,
          ...(index + 1 < names.length && { next: `s${index + 1}` }),
        },
      ]),
    )
    const many = checked({ start: 's0', steps })
    const lookedUp: LookedUp[] = []
    let result = run.startRun(many, context, lookedUp)
    while (result.kind === 'look_up') {
      lookedUp.push({ question: result.question, limit: result.limit, text: `Answer to ${result.question}` })
      result = run.startRun(many, context, lookedUp)
    }
    assert.deepEqual(
      lookedUp.map(({ question }) => question),
      ['Question 1', 'Question 2', 'Question 3', 'Question 4', 'Question 5'],
    )
    const { variables } = result.state
    assert.equal(variables['v0'], variables['v1'])
    assert.equal(variables['v5'], 'Answer to Question 5')
    assert.equal(variables['v6'], '')
  })
})

describe('the bounds of a turn', () => {
  it('ends a turn that takes too many steps', () => {
    const steps = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [
        `s${index}`,
        { kind: 'say', text: 'x', ...(index < 149 ? { next: `s${index + 1}` } : {}) },
      ]),
    )
    const turn = startRun(checked({ start: 's0', steps }), context)
    assert.match(lines(turn).at(-2) ?? '', /^system: The workflow took more than 100 steps/)
    assert.equal(lines(turn).at(-1), 'agent: Goodbye.')
  })

  it('ends a turn whose document would be larger than a carrier accepts', () => {
    for (const character of ['x', '&', '語', '😀', '"']) {
      const steps = Object.fromEntries(
        Array.from({ length: 90 }, (_, index) => [
          `s${index}`,
          {
            kind: 'say',
            text: '{{ customer.long }}',
            ...(index < 89 ? { next: `s${index + 1}` } : {}),
          },
        ]),
      )
      const customer = { long: `${character.repeat(1_000)}. `.repeat(3) }
      const definition = checked({ start: 's0', goodbye: '&'.repeat(500), steps })
      const turn = startRun(definition, { ...context, customer })
      assert.match(lines(turn).at(-2) ?? '', /^system: The workflow says more in one turn/)
      renderTwiml(turn.instructions, { continueUrl: `https://a.example/?${'&'.repeat(2_000)}` })
    }
  })
})
