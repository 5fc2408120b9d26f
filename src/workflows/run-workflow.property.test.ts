import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fc } from '../../test/support/properties.ts'
import { resumeRun, startRun } from '../../test/support/whole-turns.ts'
import { renderTwiml } from '../providers/twilio/twiml.ts'
import { checkWorkflow } from './check-definition.ts'
import { turnsMax } from './run-workflow.ts'
import { scriptInstructions } from './script-instructions.ts'
import type { CallContext } from './turn.ts'
import type { WorkflowInput, WorkflowRunState, WorkflowTurn } from './workflow-turn.ts'

const continueUrl = 'https://calls.example.com/webhooks/twilio/a1?turn=1&token=x'
const kinds = ['say', 'play', 'listen', 'choose', 'transfer', 'open_ticket', 'opt_out', 'hang_up'] as const
const answers = ['yes', 'no', '1', 'completed', 'busy', ''] as const

/** A step and the indexes of the steps that follow it; -1 is the end of the call. */
const rawStep = fc.record({
  kind: fc.constantFrom(...kinds),
  exits: fc.array(fc.integer({ min: -1, max: 11 }), { minLength: 3, maxLength: 3 }),
  back: fc.boolean(),
  answer: fc.constantFrom(...answers),
})

type RawStep = typeof rawStep extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Builds a random graph that is likely to be valid: most steps lead forward, and steps that nothing leads to are left
 * out. The check refuses the graphs that break its other rules.
 */
function definitionOf(raw: RawStep[]): unknown {
  const nameOf = (from: number, exit: number, back: boolean): string | undefined => {
    const to = back ? exit % raw.length : from + 1 + exit
    return exit < 0 || to >= raw.length ? undefined : `s${to}`
  }
  const all = new Map<string, Record<string, unknown>>([
    ['end', { kind: 'hang_up', text: 'Bye {{ customer.name }}' }],
  ])
  for (const [index, { kind, exits, back, answer }] of raw.entries()) {
    const [first, second, third] = exits.map((exit) => nameOf(index, exit, back))
    const next = first === undefined ? {} : { next: first }
    const forms: Record<(typeof kinds)[number], Record<string, unknown>> = {
      say: { kind, text: 'Hello {{ customer.name }} {{ variables.v }}', ...next },
      play: { kind, url: 'https://a.example/x.mp3', ...next },
      listen: {
        kind,
        text: 'So, {{ customer.name }}?',
        variable: 'v',
        ...next,
        ...(second ? { no_input: second } : {}),
      },
      choose: {
        kind,
        branches: [
          { variable: 'v', equals: answer, next: first ?? 'end' },
          { variable: 'customer.name', contains: 'x', next: second ?? 'end' },
        ],
        otherwise: third ?? 'end',
      },
      transfer: { kind, to: '{{ customer.agent }}', variable: 'v', ...next },
      open_ticket: { kind, subject: 'About {{ variables.v }}', ...next },
      opt_out: { kind, ...next },
      hang_up: { kind },
    }
    all.set(`s${index}`, forms[kind])
  }
  const reached = new Set(['s0'])
  for (const name of reached) {
    for (const to of JSON.stringify(all.get(name)).match(/(?<=")(?:s\d+|end)(?=")/g) ?? []) reached.add(to)
  }
  return { start: 's0', steps: Object.fromEntries([...reached].map((name) => [name, all.get(name)])) }
}

const input: fc.Arbitrary<WorkflowInput> = fc.oneof(
  fc.record({
    kind: fc.constant('speech' as const),
    text: fc.oneof(fc.constantFrom(...answers), fc.string({ unit: 'binary', maxLength: 40 })),
    confidence: fc.constant(null),
  }),
  fc.record({ kind: fc.constant('keys' as const), digits: fc.constantFrom('1', '2', '*#', '') }),
  fc.constant<WorkflowInput>({ kind: 'silence' }),
  fc.record({
    kind: fc.constant('transfer_ended' as const),
    status: fc.constantFrom('completed' as const, 'busy' as const, 'no_answer' as const, 'failed' as const),
  }),
)

const customerValue = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(
    '</Say><Dial>+19005550100</Dial>',
    '{{ customer.agent }}',
    ']]>',
    '&lt;Hangup/&gt;',
    '\u0000<',
  ),
)

const context: fc.Arbitrary<CallContext> = fc.record({
  customer: fc.record({ name: customerValue, agent: fc.oneof(fc.constant('+14155550123'), customerValue) }),
  voice: fc.constantFrom('alice', 'Polly.Joanna', null),
  language: fc.constantFrom('en', 'de-DE', null),
})

/** Returns every "<" of the document with the name that follows it. No text can contain one. */
function elementsOf(document: string): string[] {
  return (document.match(/<[^/?][^\s/>]*|</g) ?? []).filter((tag) => tag !== '<').map((tag) => tag.slice(1))
}

/** Returns the elements that a list of instructions may become. The texts are short here, so that each is one Say. */
function expectedElements(turn: WorkflowTurn): string[] {
  return turn.instructions.flatMap((instruction) => {
    switch (instruction.kind) {
      case 'say':
        return ['Say']
      case 'play':
        return ['Play']
      case 'listen':
        return [
          'Gather',
          ...instruction.prompts.map((prompt) => (prompt.kind === 'say' ? 'Say' : 'Play')),
          'Redirect',
        ]
      case 'transfer':
        return ['Dial', 'Number']
      case 'connect_relay':
      case 'pause':
        throw new Error('a workflow opens no relay and makes no pause')
      case 'hang_up':
        return ['Hangup']
      default:
        return instruction satisfies never
    }
  })
}

function assertSoundTurn(turn: WorkflowTurn): void {
  const waiting = turn.instructions.filter(
    ({ kind }) => kind === 'listen' || kind === 'transfer' || kind === 'hang_up',
  )
  assert.equal(waiting.length, 1)
  assert.equal(turn.instructions.at(-1), waiting[0])
  assert.equal(turn.ended, waiting[0]?.kind === 'hang_up')
  assert.equal(turn.ended, turn.state.step === null)
  assert.ok(turn.transcript.every(({ text }) => !/[\p{Cc}\uFFFE\uFFFF]/u.test(text) && text.isWellFormed()))
  assert.deepEqual(elementsOf(renderTwiml(turn.instructions, { continueUrl })), [
    'Response',
    ...expectedElements(turn),
  ])
}

it('in every workflow that passes the check, each turn ends or waits, and the call ends within the limit of turns', () => {
  let passed = 0
  let resumed = 0
  fc.assert(
    fc.property(
      fc.array(rawStep, { minLength: 1, maxLength: 12 }),
      context,
      fc.array(input, { minLength: 1, maxLength: 12 }),
      (raw, context, inputs) => {
        const check = checkWorkflow(definitionOf(raw))
        if (!check.ok) return
        passed++
        const { definition } = check
        let turn = startRun(definition, context)
        assertSoundTurn(turn)
        if (!turn.ended) resumed++
        for (let index = 0; !turn.ended; index++) {
          assert.ok(index <= turnsMax)
          const given = inputs[index % inputs.length]!
          // As after a restart: the definition and the state have been through the database.
          const stored = JSON.parse(JSON.stringify(turn.state)) as WorkflowRunState
          const again = resumeRun(
            JSON.parse(JSON.stringify(definition)) as typeof definition,
            stored,
            given,
            context,
          )
          turn = resumeRun(definition, turn.state, given, context)
          assert.deepEqual(again, turn)
          assertSoundTurn(turn)
        }
      },
    ),
    { numRuns: 1_500 },
  )
  assert.ok(passed > 300, `only ${passed} graphs passed the check`)
  assert.ok(resumed > 100, `only ${resumed} runs waited for an answer`)
})

it('a script speaks its text and nothing else, whatever the customer is called', () => {
  fc.assert(
    fc.property(context, (context) => {
      const script = { script: 'Hello {{ customer.name }}!', voice: 'alice', language: null }
      const { instructions } = scriptInstructions(script, context)
      const elements = elementsOf(renderTwiml(instructions, { continueUrl: null }))
      assert.deepEqual(elements, ['Response', 'Say', 'Hangup'])
    }),
    { numRuns: 300 },
  )
})
