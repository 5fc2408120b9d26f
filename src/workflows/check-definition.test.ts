import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkWorkflow, faultsMax } from './check-definition.ts'
import type { WorkflowFault } from './check-definition.ts'

const bye = { kind: 'hang_up' }

function faultsOf(value: unknown): WorkflowFault[] {
  const check = checkWorkflow(value)
  return check.ok ? [] : check.faults
}

function withSteps(steps: Record<string, unknown>, start = 'a'): unknown {
  return { start, steps }
}

describe('checkWorkflow', () => {
  const sound: [string, unknown][] = [
    ['a text and nothing else', withSteps({ a: { kind: 'say', text: 'Hi' } })],
    [
      'a loop through a listen',
      withSteps({
        a: { kind: 'listen', variable: 'x', next: 'b' },
        b: { kind: 'choose', branches: [{ variable: 'x', equals: 1, next: 'bye' }], otherwise: 'a' },
        bye,
      }),
    ],
    [
      'a loop through a transfer',
      withSteps({
        a: { kind: 'transfer', to: '+14155550123', variable: 't', next: 'b' },
        b: { kind: 'choose', branches: [{ variable: 't', equals: 'busy', next: 'a' }], otherwise: 'bye' },
        bye,
      }),
    ],
    [
      'a branch on a customer variable of any name',
      withSteps({
        a: {
          kind: 'choose',
          branches: [{ variable: 'customer.Kunden Nr', is_empty: true, next: 'bye' }],
          otherwise: 'bye',
        },
        bye,
      }),
    ],
    [
      'a transfer to a number of the customer',
      withSteps({ a: { kind: 'transfer', to: '{{ customer.agent }}', caller_id: '+14155550100' } }),
    ],
    [
      'a branch on what was looked up',
      withSteps({
        a: { kind: 'look_up', question: '{{ customer.topic }}', into: 'found', next: 'b', otherwise: 'bye' },
        b: { kind: 'choose', branches: [{ variable: 'found', is_empty: true, next: 'c' }], otherwise: 'bye' },
        c: { kind: 'open_ticket', subject: 'Unanswered: {{ customer.topic }}' },
        bye,
      }),
    ],
  ]
  sound.push([
    'a branch on how an agent ended',
    withSteps({
      a: { kind: 'agent', agent: 'desk', variable: 'how', next: 'b' },
      b: { kind: 'choose', branches: [{ variable: 'how', equals: 'failed', next: 'c' }], otherwise: 'bye' },
      c: { kind: 'open_ticket', subject: 'Please call back' },
      bye,
    }),
  ])
  for (const [name, value] of sound) {
    it(`passes ${name}`, () => assert.deepEqual(faultsOf(value), []))
  }

  it('returns the definition with its defaults', () => {
    const check = checkWorkflow(withSteps({ a: { kind: 'transfer', to: '+14155550123' } }))
    assert.ok(check.ok)
    assert.deepEqual(check.definition.steps['a'], {
      kind: 'transfer',
      to: '+14155550123',
      timeout_seconds: 30,
    })
    assert.equal(check.definition.goodbye, 'Goodbye.')
  })

  const faulty: [string, unknown, [string, RegExp][]][] = [
    ['what is no object', null, [['', /object/]]],
    [
      'nothing at all',
      {},
      [
        ['start', /./],
        ['steps', /./],
      ],
    ],
    ['no steps', withSteps({}), [['start', /there is no step "a"; there are none/]]],
    [
      'members it does not know',
      { ...(withSteps({ a: { ...bye, txt: 'x' } }) as object), begin: 'a' },
      [
        ['steps.a.txt', /no such member/],
        ['begin', /no such member/],
      ],
    ],
    [
      'kinds it does not know',
      withSteps({ a: { kind: 'shout' } }),
      [
        [
          'steps.a.kind',
          /one of say, play, listen, choose, transfer, open_ticket, opt_out, look_up, agent, hang_up/,
        ],
      ],
    ],
    [
      'bad step names',
      withSteps({ a: bye, A: bye, constructor: bye }),
      [
        ['steps.A', /lower-case/],
        ['steps.constructor', /constructor/],
      ],
    ],
    [
      'a step named as an object’s own prototype',
      JSON.parse('{"start":"a","steps":{"a":{"kind":"hang_up"},"__proto__":{"kind":"hang_up"}}}'),
      [['steps.__proto__', /not a name/]],
    ],
    [
      'reserved variable names',
      withSteps({
        a: { kind: 'listen', variable: '__proto__' },
        b: { kind: 'listen', variable: 'constructor' },
        c: { kind: 'listen', variable: 'prototype' },
      }),
      [
        ['steps.a.variable', /name/],
        ['steps.b.variable', /name/],
        ['steps.c.variable', /name/],
      ],
    ],
    [
      'names that lead nowhere',
      {
        start: 'z',
        steps: {
          a: { kind: 'listen', variable: 'x', next: 'foo', no_input: 'bar' },
          b: { kind: 'choose', branches: [{ variable: 'x', equals: 1, next: 'baz' }], otherwise: 'qux' },
        },
      },
      [
        ['start', /no step "z"; the steps are a, b/],
        ['steps.a.next', /no step "foo"/],
        ['steps.a.no_input', /no step "bar"/],
        ['steps.b.branches[0].next', /no step "baz"/],
        ['steps.b.otherwise', /no step "qux"/],
      ],
    ],
    ['steps nobody reaches', withSteps({ a: bye, b: bye }), [['steps.b', /no step leads here/]]],
    [
      'steps from which no end is reached',
      withSteps({
        a: { kind: 'listen', variable: 'x', next: 'b', no_input: 'bye' },
        b: { kind: 'listen', variable: 'x', next: 'b' },
        bye,
      }),
      [['steps.b', /comes to an end/]],
    ],
    [
      'a round that talks for ever',
      withSteps({
        a: { kind: 'say', text: 'x', next: 'b' },
        b: { kind: 'choose', branches: [{ variable: 'customer.x', equals: 1, next: 'bye' }], otherwise: 'c' },
        c: { kind: 'play', url: 'https://a.example/x.mp3', next: 'a' },
        bye,
      }),
      [['steps.a', /the steps b, c, a go round without a listen or transfer/]],
    ],
    [
      'a round that looks things up and opens tickets for ever',
      withSteps({
        a: { kind: 'look_up', question: 'x', into: 'y', next: 'bye', otherwise: 'b' },
        b: { kind: 'open_ticket', subject: 'x', next: 'a' },
        bye,
      }),
      [['steps.a', /the steps bye, b, a go round|the steps b, a go round/]],
    ],
    [
      'two steps for an agent, and a way back to one',
      withSteps({
        a: { kind: 'agent', agent: 'desk', next: 'b' },
        b: { kind: 'listen', variable: 'x', next: 'a', no_input: 'c' },
        c: { kind: 'agent', agent: 'desk', next: 'bye' },
        bye,
      }),
      [
        ['steps.c', /one step for an agent, which is "a"/],
        ['steps.a.next', /handed to an agent once/],
      ],
    ],
    [
      'tickets and questions that are none',
      withSteps({
        a: { kind: 'open_ticket', subject: '{{', next: 'nowhere' },
        b: { kind: 'look_up', question: '{% if %}', into: 'X', limit: 6, otherwise: 'nowhere' },
        c: { kind: 'look_up', question: '{% if %}', into: 'x', limit: 5, otherwise: 'nowhere' },
        d: { kind: 'open_ticket', subject: '' },
      }),
      [
        ['steps.a.subject', /not Liquid/],
        ['steps.a.next', /no step "nowhere"/],
        ['steps.b.into', /lower-case/],
        ['steps.b.limit', /./],
        ['steps.c.question', /not Liquid/],
        ['steps.c.otherwise', /no step "nowhere"/],
        ['steps.d.subject', /./],
      ],
    ],
    [
      'a step that follows itself',
      withSteps({
        a: { kind: 'choose', branches: [{ variable: 'customer.x', equals: 1, next: 'bye' }], otherwise: 'a' },
        bye,
      }),
      [['steps.a', /go round/]],
    ],
    [
      'texts that are not Liquid',
      {
        goodbye: '{{',
        ...(withSteps({
          a: { kind: 'say', text: '{% if %}', next: 'b' },
          b: { kind: 'listen', variable: 'x', text: '{{ a | nope }}', next: 'c' },
          c: { kind: 'hang_up', text: "{% include 'x' %}" },
        }) as object),
      },
      [
        ['goodbye', /not Liquid/],
        ['steps.a.text', /not Liquid/],
        ['steps.b.text', /undefined filter: nope/],
        ['steps.c.text', /"include" not found/],
      ],
    ],
    [
      'transfers to what is no number',
      withSteps({ a: { kind: 'transfer', to: '0800 123', caller_id: 'Acme' } }),
      [
        ['steps.a.to', /E\.164/],
        ['steps.a.caller_id', /E\.164/],
      ],
    ],
    [
      'transfers to a number that the called person chooses',
      withSteps({
        a: { kind: 'listen', variable: 'x', next: 'b' },
        b: { kind: 'transfer', to: '+{% assign v = variables %}{{ v.x }}' },
      }),
      [['steps.b.to', /may read customer only, not variables/]],
    ],
    [
      'branches with no test or two',
      withSteps({
        a: {
          kind: 'choose',
          branches: [
            { variable: 'customer.x', next: 'bye' },
            { variable: 'customer.x', equals: 1, contains: 'x', next: 'bye' },
          ],
          otherwise: 'bye',
        },
        bye,
      }),
      [
        ['steps.a.branches[0]', /exactly one/],
        ['steps.a.branches[1]', /exactly one/],
      ],
    ],
    [
      'branches on variables that nothing sets',
      withSteps({
        a: { kind: 'listen', variable: 'answer', next: 'b' },
        b: { kind: 'choose', branches: [{ variable: 'anwser', equals: 1, next: 'bye' }], otherwise: 'bye' },
        bye,
      }),
      [['steps.b.branches[0].variable', /no step sets "anwser"; the variables are answer/]],
    ],
    [
      'recordings that are no absolute address',
      withSteps({
        a: { kind: 'play', url: '/x.mp3', next: 'b' },
        b: { kind: 'play', url: 'file:///x', next: 'c' },
        c: { kind: 'play', url: 'https://a.example/{{ customer.x }}' },
      }),
      [
        ['steps.a.url', /absolute/],
        ['steps.b.url', /absolute/],
        ['steps.c.url', /absolute/],
      ],
    ],
    [
      'numbers out of bounds and long texts',
      withSteps({
        a: {
          kind: 'listen',
          variable: 'x',
          timeout_seconds: 0,
          keys_count: 33,
          finish_on_key: 'x',
          next: 'b',
        },
        b: { kind: 'say', text: 'x'.repeat(4_001) },
      }),
      [
        ['steps.a.timeout_seconds', /./],
        ['steps.a.keys_count', /./],
        ['steps.a.finish_on_key', /one key/],
        ['steps.b.text', /./],
      ],
    ],
    [
      'more steps than may be',
      withSteps(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`a${index}`, bye])), 'a0'),
      [['steps', /at most 200/]],
    ],
    [
      'misshapen and misspelt steps at once',
      withSteps({ a: { kind: 'say', text: 3, next: 'b' }, b: { kind: 'say', text: '{{', next: 'nowhere' } }),
      [
        ['steps.a.text', /string/],
        ['steps.b.text', /not Liquid/],
        ['steps.b.next', /no step "nowhere"/],
      ],
    ],
  ]
  for (const [name, value, expected] of faulty) {
    it(`faults ${name}, each with its path`, () => {
      const faults = faultsOf(value)
      assert.deepEqual(
        faults.map((fault) => fault.path).toSorted(),
        expected.map(([path]) => path).toSorted(),
      )
      for (const [path, message] of expected) {
        assert.match(faults.find((fault) => fault.path === path)?.message ?? '', message)
      }
    })
  }

  it('reports at most so many faults at once', () => {
    const steps = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`a${index}`, { kind: 'shout' }]),
    )
    assert.equal(faultsOf(withSteps(steps, 'a0')).length, faultsMax)
  })

  it('never throws, whatever value a reader of YAML or JSON returns', () => {
    for (const value of [
      undefined,
      1,
      'x',
      [],
      { steps: [] },
      { steps: null },
      { start: {}, steps: { a: null, b: [], c: 1 } },
    ]) {
      assert.equal(checkWorkflow(value).ok, false)
    }
  })
})
