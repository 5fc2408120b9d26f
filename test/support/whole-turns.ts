import assert from 'node:assert/strict'
import * as run from '../../src/workflows/run-workflow.ts'

/**
 * Calls `startRun` for a workflow that searches nothing, or whose searches are answered, so that it completes the turn.
 */
export function startRun(...given: Parameters<typeof run.startRun>): run.WorkflowTurn {
  return whole(run.startRun(...given))
}

/** Does the same for `resumeRun`. */
export function resumeRun(...given: Parameters<typeof run.resumeRun>): run.WorkflowTurn {
  return whole(run.resumeRun(...given))
}

function whole(result: run.WorkflowTurn | run.LookUp): run.WorkflowTurn {
  assert.equal(result.kind, 'turn')
  return result
}
