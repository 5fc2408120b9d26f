import type { NewId } from '../../base/ids.ts'
import { insertConversationLines } from '../../conversations/queries.ts'
import { insertTicket } from '../../conversations/ticket-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { VoiceInstruction } from '../../providers/voice-instructions.ts'
import { lookUp } from '../../workflows/look-up.ts'
import { selectWorkflowDefinition, selectWorkflowRun, upsertWorkflowRun } from '../../workflows/queries.ts'
import { resumeRun, startRun } from '../../workflows/run-workflow.ts'
import type { LookedUp, LookUp, WorkflowInput, WorkflowTurn } from '../../workflows/run-workflow.ts'
import { scriptInstructions } from '../../workflows/script-instructions.ts'
import type { DialContext } from '../call-context.ts'
import { lockCallOfAttempt } from '../queries.ts'
import { publishCall } from '../publish-calls.ts'
import { connectAgent } from '../relay/connect-agent.ts'
import type { Attempt, LockedCall } from '../queries.ts'
import { callbackAddresses } from './callback-addresses.ts'
import { isOver } from './end-attempt.ts'

/** The instructions for a call that should end. */
export const hangUp: VoiceInstruction[] = [{ kind: 'hang_up' }]

type Render = DialContext['voiceProvider']['renderInstructions']

/**
 * Returns the next document for an answered call: its script, the next turn of its workflow after the customer's input, or
 * what connects it with its agent.
 * The workflow's new place, the reply, the transcript and the opened tickets are committed before the response is sent. So
 * a restart between two requests changes nothing, and a repeated request gets the same reply.
 *
 * A turn may need a look-up in the knowledge base. It runs outside of the transaction, which would hold the call's lock
 * meanwhile. Then the turn starts again with what was found, unless a repeated request has finished it by then.
 *
 * @param turn the turn whose input the carrier sends; 0 in its first request.
 */
export async function answerInstructions(
  context: DialContext,
  attempt: Attempt,
  turn: number,
  input: WorkflowInput,
): Promise<string> {
  const { db, clock, newId, log, voiceProvider, publicUrl, lookUpMs } = context
  const { organization_id, project_id, _id: attempt_id } = attempt
  const render = voiceProvider.renderInstructions
  const addresses = callbackAddresses(publicUrl(), voiceProvider.name, attempt)
  for (const lookedUp: LookedUp[] = []; ;) {
    const answer = await db.transaction(async (transaction): Promise<string | LookUp> => {
      const locked = await lockCallOfAttempt(transaction, organization_id, attempt_id)
      if (locked === null || isOver(locked.attempt)) return render(hangUp, { continueUrl: null })
      const now = clock.now()
      if (locked.attempt.agent_id !== null)
        return (await connectAgent(context, transaction, locked)) ?? render(hangUp, { continueUrl: null })
      if (locked.attempt.workflow_id === null) return speakScript(render, transaction, locked, now)
      const request = { turn, input, lookedUp, now, newId, render, continueUrlOf: addresses.turn }
      return answerTurn(transaction, locked, request)
    })
    if (typeof answer === 'string') {
      publishCall(context, attempt)
      return answer
    }
    const call = { organization_id, project_id, attempt_id }
    lookedUp.push(await lookUp({ db, log, timeoutMs: lookUpMs, use: 'call' }, call, answer))
  }
}

function contextOf({ call, attempt }: LockedCall) {
  return { customer: call.customer, voice: attempt.voice, language: call.language }
}

async function speakScript(
  render: Render,
  transaction: Transaction,
  locked: LockedCall,
  now: Date,
): Promise<string> {
  const { script, voice } = locked.attempt
  const spoken = scriptInstructions({ script: script ?? '', voice, language: null }, contextOf(locked))
  await insertTranscript(transaction, locked, 0, spoken.transcript, now)
  return render(spoken.instructions, { continueUrl: null })
}

interface RequestedTurn {
  turn: number
  input: WorkflowInput
  /** The results of its look-ups so far. */
  lookedUp: readonly LookedUp[]
  now: Date
  newId: NewId
  render: Render
  continueUrlOf: (turn: number) => string
}

async function answerTurn(
  transaction: Transaction,
  locked: LockedCall,
  { turn, input, lookedUp, now, newId, render, continueUrlOf }: RequestedTurn,
): Promise<string | LookUp> {
  const { organization_id, _id, workflow_id, workflow_revision } = locked.attempt
  const run = await selectWorkflowRun(transaction, organization_id, _id)
  // Only the latest turn can be answered; a request for an earlier one is a repetition.
  if (run !== null && turn !== run.turn) return run.reply
  if (workflow_id === null || workflow_revision === null) return render(hangUp, { continueUrl: null })
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
  const reply = render(next.instructions, { continueUrl: next.ended ? null : continueUrlOf(nextTurn) })
  await upsertWorkflowRun(
    transaction,
    organization_id,
    _id,
    { turn: nextTurn, state: next.state, reply },
    now,
  )
  await insertTranscript(transaction, locked, nextTurn, next.transcript, now)
  await openTickets({ newId }, transaction, locked, nextTurn, next.tickets, now)
  return reply
}

/** Opens the tickets of a turn. Each has a key by its place in the attempt, so that a repetition does not open it again. */
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

async function insertTranscript(
  transaction: Transaction,
  { attempt }: LockedCall,
  turn: number,
  lines: WorkflowTurn['transcript'],
  now: Date,
): Promise<void> {
  const { organization_id, conversation_id } = attempt
  if (conversation_id === null) return
  await insertConversationLines(transaction, organization_id, conversation_id, turn, lines, now)
}
