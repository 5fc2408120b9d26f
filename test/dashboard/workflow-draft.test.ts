// What the outline of a workflow does to its steps, and how its map is laid out.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changedPaths } from '../../dashboard/src/hooks/changed-paths.ts'
import * as draftsOf from '../../dashboard/src/hooks/workflow-draft.ts'
import { layOutFlow } from '../../dashboard/src/ui/flow-layout.ts'
import { checkWorkflow } from '../../src/workflows/check-definition.ts'
import { renewalWorkflow } from '../../src/workflows/example-renewal.ts'

const { addAfter, draftOf, duplicateStep, freeName, orderSteps, removeStep, renameStep, setStep } = draftsOf

const draft = draftOf({
  start: 'greet',
  steps: {
    bye: { kind: 'hang_up', text: 'Goodbye' },
    lost: { kind: 'hang_up' },
    greet: { kind: 'say', text: 'Hello', next: 'ask' },
    ask: { kind: 'listen', variable: 'answer', next: 'decide', no_input: 'bye' },
    decide: {
      kind: 'choose',
      branches: [{ variable: 'answer', equals: 'again', next: 'ask' }],
      otherwise: 'bye',
    },
  },
})

describe('a draft of a workflow', () => {
  it('has its steps in the order of the talk, with those that nothing reaches last', () => {
    assert.deepEqual(
      orderSteps(draft).map(({ name, distance }) => [name, distance]),
      [
        ['greet', 0],
        ['ask', 1],
        ['decide', 2],
        ['bye', 2],
        ['lost', null],
      ],
    )
  })

  it('puts a step between another one and what followed it', () => {
    const { steps } = addAfter(draft, 'ask', 'thanks', { kind: 'say', text: '' })
    assert.equal(steps['ask']!['next'], 'thanks')
    assert.equal(steps['thanks']!['next'], 'decide')
    const ofChoice = addAfter(draft, 'decide', 'sorry', { kind: 'say', text: '' }).steps
    assert.equal(ofChoice['decide']!['otherwise'], 'sorry')
    assert.equal(ofChoice['sorry']!['next'], 'bye')
    assert.equal(addAfter(draftOf({}), null, 'first', { kind: 'hang_up' }).start, 'first')
  })

  it('follows a new name wherever the step is named', () => {
    const renamed = renameStep(renameStep(draft, 'ask', 'question'), 'greet', 'hello')
    assert.equal(renamed.start, 'hello')
    assert.equal(renamed.steps['hello']!['next'], 'question')
    assert.deepEqual(renamed.steps['decide']!['branches'], [
      { variable: 'answer', equals: 'again', next: 'question' },
    ])
    for (const name of Object.keys(renewalWorkflow.steps)) {
      const other = renameStep(draftOf(renewalWorkflow), name, 'another_name')
      assert.ok(checkWorkflow(other).ok, `${name} can have another name`)
    }
  })

  it('keeps the name of a removed step where it is used, for the check to find', () => {
    const checked = checkWorkflow(removeStep(removeStep(draft, 'bye'), 'lost'))
    assert.ok(!checked.ok)
    assert.deepEqual(checked.faults.map(({ path }) => path).toSorted(), [
      'steps.ask.no_input',
      'steps.decide.otherwise',
    ])
  })

  it('makes copies with free names, and takes members away', () => {
    assert.equal(freeName(draft, 'ask'), 'ask_2')
    assert.deepEqual(duplicateStep(draft, 'bye', 'bye_2').steps['bye_2'], {
      kind: 'hang_up',
      text: 'Goodbye',
    })
    assert.deepEqual(setStep(draft, 'greet', { next: undefined }).steps['greet'], {
      kind: 'say',
      text: 'Hello',
    })
  })
})

describe('the layout of a map', () => {
  it('places every step once without overlap, and draws a line for each way', () => {
    const nodes = orderSteps(draft).map(({ name, step, distance }) => ({
      id: name,
      row: distance,
      leadsTo: draftsOf.exitsOf(step).map(({ to }) => to),
    }))
    const { nodes: placed, lines, width } = layOutFlow(nodes)
    assert.equal(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size, nodes.length)
    for (const { x } of placed) assert.ok(x >= 0 && x < width)
    assert.deepEqual(lines.map(({ key }) => key).toSorted(), [
      'ask bye',
      'ask decide',
      'decide ask',
      'decide bye',
      'greet ask',
    ])
    assert.deepEqual(layOutFlow([]).nodes, [])
  })
})

describe('the difference of two revisions', () => {
  it('names each place with what was before and after', () => {
    const changes = changedPaths(
      { start: 'a', steps: { a: { text: 'Hi', hints: ['x'] }, b: { kind: 'hang_up' } } },
      { start: 'a', steps: { a: { text: 'Hello', hints: ['x', 'y'] } } },
    )
    assert.deepEqual(changes, [
      { path: 'steps.a.text', before: 'Hi', after: 'Hello' },
      { path: 'steps.a.hints[1]', before: null, after: 'y' },
      { path: 'steps.b', before: { kind: 'hang_up' }, after: null },
    ])
  })
})
