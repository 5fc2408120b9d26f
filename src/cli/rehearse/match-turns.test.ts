import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchTurns } from './match-turns.ts'
import type { ShownTurn } from './project-api.ts'

/** Returns turns with these inputs, of which each says its number. */
function turnsOf(...inputs: string[]): ShownTurn[] {
  return inputs.map((input, index) => ({
    turn: index + 1,
    state: 'done',
    input,
    text: `turn ${index + 1}`,
    created_at: '2026-11-01T10:00:00.000Z',
    first_text_at: '2026-11-01T10:00:00.300Z',
    outcome: 'answered',
    steps: [{ tool: index === 1 ? 'renew_plan' : null, arguments: {}, outcome: 'ok' }],
  }))
}

const textsOf = (inputs: string[], turns: ShownTurn[]) => matchTurns(inputs, turns).map(({ text }) => text)

describe('the turn of what the caller said in a scene', () => {
  it('is the next one where the caller says the same again', () => {
    const played = matchTurns(['Yes.', 'Yes.'], turnsOf('Yes.', 'Yes.'))
    assert.deepEqual(
      played.map(({ text, calls }) => [text, calls.length]),
      [
        ['turn 1', 0],
        ['turn 2', 1],
      ],
    )
  })

  it('is a shared one where several inputs were answered together', () => {
    const turns = turnsOf('Yes.\nYes.\nAnd  tomorrow?', 'Tomorrow')
    assert.deepEqual(textsOf(['Yes.', 'yes.', 'And tomorrow?', 'Tomorrow'], turns), [
      'turn 1',
      'turn 1',
      'turn 1',
      'turn 2',
    ])
  })

  it('has the words whole', () => {
    assert.deepEqual(textsOf(['No'], turnsOf("I don't know", 'No')), ['turn 2'])
    assert.deepEqual(textsOf(['no', 'é'], turnsOf('nöel no', 'café é')), ['turn 1', 'turn 2'])
    assert.deepEqual(textsOf(['12#'], turnsOf('(pressed the keys 112#)', '(pressed the keys 12#)')), [
      'turn 2',
    ])
  })

  it('is none where no turn has the words, and the next ones are found all the same', () => {
    const [superseded, ...rest] = turnsOf('Hello', 'Yes.', 'Bye')
    const turns = [{ ...superseded!, state: 'superseded' }, ...rest]
    assert.deepEqual(textsOf(['Hello', 'Yes.', 'No.', 'Bye'], turns), [null, 'turn 2', null, 'turn 3'])
  })
})
