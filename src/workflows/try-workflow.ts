import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { FillTime, fillMsMax } from '../base/fill-text.ts'
import type { WorkflowDefinition } from './definition.ts'
import { lookUpsPerTurnMax, resumeRun, startRun } from './run-workflow.ts'
import type { CallContext } from './turn.ts'
import type { LookedUp, LookUp, WorkflowInput, WorkflowTurn } from './workflow-turn.ts'

/** The most inputs of a trial. */
export const trialInputsMax = 50

/** The most look-ups of a trial: each may take as long as one in a call. */
const trialLookUpsMax = 20

/** How long all texts of a trial may take; those of a turn have no more than in a call. */
const trialFillMsMax = 1_000

/** A turn of a trial, with the input that it answers; null for the start. */
export interface TriedTurn {
  input: WorkflowInput | null
  turn: WorkflowTurn
}

/**
 * Runs a workflow as a call would, with these inputs one after the other, and returns its turns. Nothing is stored,
 * nobody is called. Inputs after the end of the call are left unread. Other requests are served between the turns;
 * texts are cut once all have taken too long.
 *
 * @param lookUp searches the knowledge base. It is asked once for each question, and no more once `trialLookUpsMax` are
 * done.
 */
export async function tryWorkflow(
  definition: WorkflowDefinition,
  context: CallContext,
  inputs: readonly WorkflowInput[],
  lookUp: (asked: LookUp) => Promise<LookedUp>,
): Promise<TriedTurn[]> {
  const known: LookedUp[] = []
  const find = async (asked: LookUp): Promise<LookedUp> => {
    const same = known.find(({ question, limit }) => question === asked.question && limit === asked.limit)
    if (same !== undefined) return same
    const { question, limit } = asked
    const found = known.length < trialLookUpsMax ? await lookUp(asked) : { question, limit, text: '' }
    known.push(found)
    return found
  }
  let leftMs = trialFillMsMax
  const complete = async (
    take: (timed: CallContext, found: readonly LookedUp[]) => WorkflowTurn | LookUp,
  ): Promise<WorkflowTurn> => {
    const found: LookedUp[] = []
    for (;;) {
      const fillTime = new FillTime(Math.min(fillMsMax, leftMs))
      const taken = take({ ...context, fillTime }, found)
      leftMs -= fillTime.usedMs
      await yieldToOthers()
      if (taken.kind === 'turn') return taken
      if (found.length >= lookUpsPerTurnMax) throw new Error('a turn asks for more look-ups than it may')
      found.push(await find(taken))
    }
  }
  let turn = await complete((timed, found) => startRun(definition, timed, found))
  const tried: TriedTurn[] = [{ input: null, turn }]
  for (const input of inputs) {
    if (turn.ended) break
    const { state } = turn
    turn = await complete((timed, found) => resumeRun(definition, state, input, timed, found))
    tried.push({ input, turn })
  }
  return tried
}
