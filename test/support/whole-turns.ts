import assert from 'node:assert/strict'
import * as run from '../../src/workflows/run-workflow.ts'

/** `startRun` of a workflow that looks nothing up, or whose questions are answered: it comes to a whole turn. */
export function startRun(...given: Parameters<typeof run.startRun>): run.WorkflowTurn {
  return whole(run.startRun(...given))
}

/** The same for `resumeRun`. */
export function resumeRun(...given: Parameters<typeof run.resumeRun>): run.WorkflowTurn {
  return whole(run.resumeRun(...given))
}

function whole(result: run.WorkflowTurn | run.LookUp): run.WorkflowTurn {
  assert.equal(result.kind, 'turn')
  return result
}
