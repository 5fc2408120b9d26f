import type { NewId } from '../../base/ids.ts'
import { insertConversationLines } from '../../conversations/queries.ts'
import { insertTicket } from '../../conversations/ticket-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { renderTwiml } from '../../providers/twilio/twiml.ts'
import { lookUp } from '../../workflows/look-up.ts'
import { resumeRun, startRun } from '../../workflows/run-workflow.ts'
import type { LookedUp, LookUp, WorkflowInput, WorkflowTurn } from '../../workflows/run-workflow.ts'
import { scriptInstructions } from '../../workflows/script-instructions.ts'
import { selectWorkflowDefinition, selectWorkflowRun, upsertWorkflowRun } from '../../workflows/queries.ts'
import { callbackAddresses } from './callback-addresses.ts'
import { lockCallOfAttempt } from '../queries.ts'
import type { Attempt, LockedCall } from '../queries.ts'
import { isOver } from './end-attempt.ts'
import type { SettleContext } from './end-attempt.ts'

/** What the line does once nothing is to be said any more. */
export const hangUpDocument = renderTwiml([{ kind: 'hang_up' }], { continueUrl: null })

/**
 * The next document for an answered call: its script, or the next turn of its workflow with what was heard taken in.
 * The new place, the answer, what was said and the tickets that were opened are committed before the answer goes out, so
 * that a restart between two requests changes nothing, and a request that the carrier repeats gets the same answer again.
 *
 * What a turn looks up is searched for outside the transaction, which would hold the call's lock meanwhile; then the turn
 * is taken from its beginning with what was found. A request that was repeated may have taken it by then.
 *
 * @param turn the turn that the carrier answers; 0 when it asks for the first time.
 */
export async function answerInstructions(
  { db, clock, newId, log, publicUrl }: SettleContext & { publicUrl: () => string },
  attempt: Attempt,
  turn: number,
  input: WorkflowInput,
): Promise<string> {
  const { organization_id, project_id, _id: attempt_id } = attempt
  for (const lookedUp: LookedUp[] = []; ;) {
    const answer = await db.transaction(async (transaction): Promise<string | LookUp> => {
      const locked = await lockCallOfAttempt(transaction, organization_id, attempt_id)
      if (locked === null || isOver(locked.attempt)) return hangUpDocument
      const now = clock.now()
      if (locked.attempt.workflow_id === null) return speakScript(transaction, locked, now)
      return reserveSendSlot(transaction, locked, {
        turn,
        input,
        lookedUp,
        now,
        newId,
        publicUrl: publicUrl(),
      })
    })
    if (typeof answer === 'string') return answer
    lookedUp.push(await lookUp({ db, log }, { organization_id, project_id, attempt_id }, answer))
  }
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
  /** What was found for it so far. */
  lookedUp: readonly LookedUp[]
  now: Date
  newId: NewId
  publicUrl: string
}

async function reserveSendSlot(
  transaction: Transaction,
  locked: LockedCall,
  { turn, input, lookedUp, now, newId, publicUrl }: Request,
): Promise<string | LookUp> {
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
  const next =
    run === null
      ? startRun(definition, context, lookedUp)
      : resumeRun(definition, run.state, input, context, lookedUp)
  if (next.kind === 'look_up') return next
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
  await openTickets({ newId }, transaction, locked, nextTurn, next.tickets, now)
  return reply
}

/** Each ticket has its place in the attempt for its occasion, so that no repetition can open it again. */
async function openTickets(
  { newId }: { newId: NewId },
  transaction: Transaction,
  { attempt }: LockedCall,
  turn: number,
  tickets: WorkflowTurn['tickets'],
  now: Date,
): Promise<void> {
  const { organization_id, project_id, conversation_id } = attempt
  for (const [place, { subject }] of tickets.entries()) {
    const ticket = {
      organization_id,
      project_id,
      channel_type: 'voice' as const,
      subject,
      conversation_id,
      profile_id: null,
      opened_by: 'workflow' as const,
      opening_key: `attempt ${attempt._id} turn ${turn} ticket ${place}`,
    }
    await insertTicket({ newId }, transaction, ticket, now)
  }
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
