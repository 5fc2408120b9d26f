import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseDeclaration } from '../apply/parse-declaration.ts'
import { adaptDeclaration } from './adapt-declaration.ts'
import { checkScene } from './check-scene.ts'
import type { PlayedScene } from './played-scene.ts'
import { readRehearsal } from './rehearsal.ts'
import type { Rehearsal, Scene } from './rehearsal.ts'

const example = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../examples/rehearse/${name}`, import.meta.url)), 'utf8')

function read(scenes: unknown, more: object = {}): Rehearsal {
  const answer = readRehearsal(JSON.stringify({ agent: 'renewals', scenes, ...more }))
  assert.ok(answer.ok, JSON.stringify(answer))
  return answer.value
}

describe('a file of a rehearsal', () => {
  const turn = { caller: 'Hello', expect: { says: 'Hi' } }
  const cases: [string, object[], string][] = [
    ['neither turns nor persona', [{ name: 'a', outcome: { tickets: 0 } }], 'scenes[0]'],
    ['both', [{ name: 'a', turns: [turn], persona: 'Ada', outcome: { tickets: 0 } }], 'scenes[0]'],
    [
      'nothing expected',
      [{ name: 'a', turns: [{ caller: 'Hello' }], judge: { asks: 'Well?' } }],
      'scenes[0]',
    ],
    [
      'an expectation of nothing',
      [{ name: 'a', turns: [{ caller: 'a', expect: {} }] }],
      'scenes[0].turns[0].expect',
    ],
    [
      'a pattern that is none',
      [{ name: 'a', turns: [{ caller: 'a', expect: { says: '/(/' } }] }],
      'scenes[0].turns[0].expect.says',
    ],
    [
      'a silent caller',
      [{ name: 'a', turns: [turn, { expect: { says: 'b' } }] }],
      'scenes[0].turns[1].caller',
    ],
    ['more passes than runs', [{ name: 'a', runs: 2, passes: 3, turns: [turn] }], 'scenes[0].passes'],
    [
      'a name twice',
      [
        { name: 'a', turns: [turn] },
        { name: 'a', turns: [turn] },
      ],
      'scenes[1].name',
    ],
    [
      'an interruption in a chat',
      [{ name: 'a', turns: [{ ...turn, barge_in_after: 3 }] }],
      'scenes[0].turns[0].barge_in_after',
    ],
    [
      'an agent that writes first on WhatsApp',
      [{ name: 'a', channel: 'whatsapp', turns: [{ expect: { says: 'a' } }] }],
      'scenes[0].turns[0].caller',
    ],
    ['a field that nobody knows', [{ name: 'a', turns: [turn], expects: 1 }], 'scenes[0].expects'],
  ]
  for (const [what, scenes, path] of cases)
    it(`is refused for ${what}, with the path`, () => {
      const answer = readRehearsal(JSON.stringify({ agent: 'renewals', scenes }))
      assert.ok(!answer.ok)
      assert.ok(
        answer.faults.some((fault) => fault.path === path),
        JSON.stringify(answer.faults),
      )
    })

  it('is refused with line and column where it is no YAML', () => {
    const answer = readRehearsal('agent: [')
    assert.ok(!answer.ok)
    assert.match(answer.faults[0]!.path, /^line \d+, column \d+$/)
  })
})

describe('the declaration of a rehearsal', () => {
  const addresses = {
    phone: 'http://127.0.0.1:1',
    whatsapp: 'http://127.0.0.1:2',
    models: 'http://127.0.0.1:3',
    usualModelsPort: 9904,
    tools: 'http://127.0.0.1:4',
  }
  const declared = () => {
    const parsed = parseDeclaration(example('declaration.yaml'))
    assert.ok(parsed.ok)
    return parsed.value
  }
  const rehearsal = () => {
    const answer = readRehearsal(example('renewals.yaml'))
    assert.ok(answer.ok)
    return answer.value
  }

  it('reaches the sandbox alone', () => {
    const answer = adaptDeclaration(declared(), rehearsal(), addresses, 'desk')
    assert.ok(answer.ok)
    const text = JSON.stringify(answer.adapted.declaration)
    assert.doesNotMatch(text, /crm\.example\.com|:9904|sandbox-access-token/)
    const [project] = answer.adapted.declaration.organizations[0]!.projects!
    assert.equal(project!.agents![0]!.model, 'desk')
    assert.deepEqual(
      project!.campaigns!.map(({ agent, calling_hours }) => [agent, calling_hours]),
      [['renewals', undefined]],
    )
  })

  const faults: [string, (value: Rehearsal) => Rehearsal, string | null, string][] = [
    ['an agent that is not declared', (value) => ({ ...value, agent: 'nobody' }), null, 'agent'],
    ['a model account that is not declared', (value) => value, 'gpt', ''],
    [
      'a judge that is not declared',
      (value) => ({ ...value, scenes: [{ ...value.scenes[0]!, judge: { model: 'gpt', asks: 'Well?' } }] }),
      null,
      'scenes[0].judge.model',
    ],
  ]
  for (const [what, change, model, path] of faults)
    it(`is refused for ${what}`, () => {
      const answer = adaptDeclaration(declared(), change(rehearsal()), addresses, model)
      assert.ok(!answer.ok)
      assert.equal(answer.faults[0]!.path, path)
    })
})

describe('a run of a scene', () => {
  const [scene] = read([
    {
      name: 'a',
      turns: [
        { expect: { says: 'acme', within_ms: 100 } },
        {
          caller: 'Yes',
          expect: {
            calls: [{ renew_plan: { months: 12 } }],
            says: ['/renewed$/i'],
            never_says: 'free',
            within_ms: 100,
          },
        },
      ],
      outcome: {
        ended_by: 'agent',
        tickets: 1,
        properties: { intent: 'yes' },
        turns_max: 1,
        calls: ['renew_plan'],
      },
    },
  ]).scenes as [Scene]
  const renewed = { name: 'renew_plan', arguments: { months: 12, note: '' }, outcome: 'ok' }
  const good: PlayedScene = {
    greeting: { text: 'This is Acme.', ms: 20 },
    turns: [
      {
        caller: 'Yes',
        text: 'It is renewed',
        calls: [{ ...renewed, outcome: 'asked' }, renewed],
        first_text_ms: 50,
      },
    ],
    ended_by: 'agent',
    tickets: 1,
    properties: { intent: 'yes' },
  }
  const turn = good.turns[0]!
  const pathsOf = (played: PlayedScene) => checkScene(scene, played, null).map(({ path }) => path)

  it('passes where all is as expected', () => assert.deepEqual(pathsOf(good), []))

  const bad: [string, PlayedScene, string[]][] = [
    ['another greeting', { ...good, greeting: { text: 'Hello', ms: 20 } }, ['turns[0].expect.says']],
    ['a late greeting', { ...good, greeting: { text: 'Acme', ms: 101 } }, ['turns[0].expect.within_ms']],
    ['words that are missing', { ...good, turns: [{ ...turn, text: 'Done' }] }, ['turns[1].expect.says']],
    [
      'words that are forbidden',
      { ...good, turns: [{ ...turn, text: 'Free, renewed' }] },
      ['turns[1].expect.never_says'],
    ],
    ['silence', { ...good, turns: [{ ...turn, first_text_ms: null }] }, ['turns[1].expect.within_ms']],
    [
      'a tool that did not run',
      { ...good, turns: [{ ...turn, calls: [{ ...renewed, outcome: 'asked' }] }] },
      ['turns[1].expect.calls', 'outcome.calls[0]'],
    ],
    [
      'a tool too many',
      { ...good, turns: [{ ...turn, calls: [renewed, renewed] }] },
      ['turns[1].expect.calls'],
    ],
    [
      'other arguments',
      { ...good, turns: [{ ...turn, calls: [{ ...renewed, arguments: { months: 24 } }] }] },
      ['turns[1].expect.calls'],
    ],
    ['no answer', { ...good, turns: [{ ...turn, text: null, calls: [] }] }, ['turns[1]', 'outcome.calls[0]']],
    ['another end', { ...good, ended_by: 'caller' }, ['outcome.ended_by']],
    ['other tickets', { ...good, tickets: 0 }, ['outcome.tickets']],
    ['another property', { ...good, properties: {} }, ['outcome.properties.intent']],
    ['too many turns', { ...good, turns: [turn, turn] }, ['outcome.turns_max']],
  ]
  for (const [what, played, paths] of bad)
    it(`fails for ${what}`, () => assert.deepEqual(pathsOf(played), paths))

  it('fails where the judge says no', () =>
    assert.deepEqual(checkScene(scene, good, { passed: false, why: 'No.' }), [
      { path: 'judge.asks', message: 'the judge says no: No.' },
    ]))
})
