import assert from 'node:assert/strict'
import * as run from '../../src/workflows/run-workflow.ts'
import type { LookUp, WorkflowTurn } from '../../src/workflows/workflow-turn.ts'

/**
 * Calls `startRun` for a workflow that searches nothing, or whose searches are answered, so that it completes the turn.
 */
export function startRun(...given: Parameters<typeof run.startRun>): WorkflowTurn {
  return whole(run.startRun(...given))
}

/** Does the same for `resumeRun`. */
export function resumeRun(...given: Parameters<typeof run.resumeRun>): WorkflowTurn {
  return whole(run.resumeRun(...given))
}

function whole(result: WorkflowTurn | LookUp): WorkflowTurn {
  assert.equal(result.kind, 'turn')
  return result
}
