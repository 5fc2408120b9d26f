import { insertConversationLines } from '../conversations/queries.ts'
import type { Transaction } from '../db/database.ts'
import { renderTwiml } from '../providers/twilio/twiml.ts'
import { resumeRun, startRun } from '../workflows/run-workflow.ts'
import type { WorkflowInput, WorkflowTurn } from '../workflows/run-workflow.ts'
import { scriptInstructions } from '../workflows/script-instructions.ts'
import { selectWorkflowDefinition, selectWorkflowRun, upsertWorkflowRun } from '../workflows/queries.ts'
import { callbackAddresses } from './callback-addresses.ts'
import { lockCallOfAttempt } from './queries.ts'
import type { Attempt, LockedCall } from './queries.ts'
import { isOver } from './settle-attempt.ts'
import type { SettleContext } from './settle-attempt.ts'

/** What the line does once nothing is to be said any more. */
export const hangUpDocument = renderTwiml([{ kind: 'hang_up' }], { continueUrl: null })

/**
 * The next document for an answered call: its script, or the next turn of its workflow with what was heard taken in.
 * The new place, the answer and what was said are committed before the answer goes out, so that a restart between two
 * requests changes nothing, and a request that the carrier repeats gets the same answer again.
 *
 * @param turn the turn that the carrier answers; 0 when it asks for the first time.
 */
export function answerInstructions(
  { db, clock, publicUrl }: SettleContext & { publicUrl: () => string },
  attempt: Attempt,
  turn: number,
  input: WorkflowInput,
): Promise<string> {
  return db.transaction(async (transaction) => {
    const locked = await lockCallOfAttempt(transaction, attempt.organization_id, attempt._id)
    if (locked === null || isOver(locked.attempt)) return hangUpDocument
    const now = clock.now()
    if (locked.attempt.workflow_id === null) return speakScript(transaction, locked, now)
    return takeTurn(transaction, locked, { turn, input, now, publicUrl: publicUrl() })
  })
}

function contextOf({ call, attempt }: LockedCall) {
  return { customer: call.customer, voice: attempt.voice, language: call.language }
}

async function speakScript(transaction: Transaction, locked: LockedCall, now: Date): Promise<string> {
  const { script, voice } = locked.attempt
  const said = scriptInstructions({ script: script ?? '', voice, language: null }, contextOf(locked))
  await keepLines(transaction, locked, 0, said.transcript, now)
  return renderTwiml(said.instructions, { continueUrl: null })
}

interface Request {
  turn: number
  input: WorkflowInput
  now: Date
  publicUrl: string
}

async function takeTurn(
  transaction: Transaction,
  locked: LockedCall,
  { turn, input, now, publicUrl }: Request,
): Promise<string> {
  const { organization_id, _id, workflow_id, workflow_revision } = locked.attempt
  const run = await selectWorkflowRun(transaction, organization_id, _id)
  // Only the turn that is open can be answered; anything before it is a repetition.
  if (run !== null && turn !== run.turn) return run.reply
  if (workflow_id === null || workflow_revision === null) return hangUpDocument
  const definition = await selectWorkflowDefinition(
    transaction,
    organization_id,
    workflow_id,
    workflow_revision,
  )
  const context = contextOf(locked)
  const next: WorkflowTurn =
    run === null ? startRun(definition, context) : resumeRun(definition, run.state, input, context)
  const nextTurn = (run?.turn ?? 0) + 1
  const continueUrl = next.ended ? null : callbackAddresses(publicUrl, locked.attempt).turn(nextTurn)
  const reply = renderTwiml(next.instructions, { continueUrl })
  await upsertWorkflowRun(
    transaction,
    organization_id,
    _id,
    { turn: nextTurn, state: next.state, reply },
    now,
  )
  await keepLines(transaction, locked, nextTurn, next.transcript, now)
  return reply
}

async function keepLines(
  transaction: Transaction,
  { attempt }: LockedCall,
  turn: number,
  lines: WorkflowTurn['transcript'],
  now: Date,
): Promise<void> {
  if (attempt.conversation_id === null) return
  await insertConversationLines(
    transaction,
    attempt.organization_id,
    attempt.conversation_id,
    turn,
    lines,
    now,
  )
}
