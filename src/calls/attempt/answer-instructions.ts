import { selectAgentConversation } from '../../agents/conversation/queries.ts'
import type { NewId } from '../../base/ids.ts'
import { insertConversationLines } from '../../conversations/queries.ts'
import type { ConversationLine } from '../../conversations/queries.ts'
import { insertTicket } from '../../conversations/ticket-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { addNumbersWithin } from '../../guards/do-not-call/add-numbers.ts'
import type { Guard } from '../../guards/guard.ts'
import { refusedNumber, selectNumberRules } from '../../guards/numbers/number-rules.ts'
import type { VoiceInstruction } from '../../providers/voice-instructions.ts'
import { agentStepOf } from '../../workflows/definition.ts'
import type { WorkflowDefinition } from '../../workflows/definition.ts'
import { lookUp } from '../../workflows/look-up.ts'
import { selectWorkflowDefinition, selectWorkflowRun, upsertWorkflowRun } from '../../workflows/queries.ts'
import { resumeRun, startRun } from '../../workflows/run-workflow.ts'
import { scriptInstructions } from '../../workflows/script-instructions.ts'
import type {
  LookedUp,
  LookUp,
  WorkflowInput,
  WorkflowRunState,
  WorkflowTurn,
} from '../../workflows/workflow-turn.ts'
import type { DialContext } from '../call-context.ts'
import { publishCall } from '../publish-calls.ts'
import { lockCallOfAttempt } from '../queries.ts'
import type { Attempt, LockedCall } from '../queries.ts'
import { connectAgent } from '../relay/connect-agent.ts'
import { beginTransfer, recordRefusedTransfers } from './begin-transfer.ts'
import type { RefusedTransfer } from './begin-transfer.ts'
import { callbackAddresses } from './callback-addresses.ts'
import { isOver } from './end-attempt.ts'

/** The instructions for a call that should end. */
export const hangUp: VoiceInstruction[] = [{ kind: 'hang_up' }]

/** The longest that the customer waits until other calls to their number are stopped. */
const stopWaitMaxMs = 2_000

type Render = DialContext['voiceProvider']['renderInstructions']

/**
 * Returns the next document for an answered call: its script, the next turn of its workflow after the customer's input,
 * or what connects it with its agent. The workflow's new place, the reply, the transcript and the opened tickets are
 * committed before the response is sent. So a restart between two requests changes nothing, and a repeated request gets
 * the same reply.
 *
 * A workflow may give the call to an agent; it goes on when that has ended (Rule 131).
 *
 * A turn may need a look-up in the knowledge base. It runs outside of the transaction, which would hold the call's lock
 * meanwhile. Then the turn starts again with what was found, unless a repeated request has finished it by then.
 *
 * @param turn the turn whose input the carrier sends; 0 in its first request; null: whichever waits for the agent's
 * end.
 */
export async function answerInstructions(
  context: DialContext,
  attempt: Attempt,
  turn: number | null,
  input: WorkflowInput,
): Promise<string> {
  const { db, clock, newId, log, voiceProvider, publicUrl, lookUpMs } = context
  const { organization_id, project_id, _id: attempt_id } = attempt
  const render = voiceProvider.renderInstructions
  const addresses = callbackAddresses(publicUrl(), voiceProvider.name, attempt)
  for (const lookedUp: LookedUp[] = []; ;) {
    let optedOut: string | null = null
    const refusedTransfers: RefusedTransfer[] = []
    const answer = await db.transaction(async (transaction): Promise<string | LookUp> => {
      // A transaction that conflicts with another one runs again.
      optedOut = null
      refusedTransfers.length = 0
      const locked = await lockCallOfAttempt(transaction, organization_id, attempt_id)
      if (locked === null || isOver(locked.attempt)) return render(hangUp, { continueUrl: null })
      const now = clock.now()
      const { workflow_id, agent_id } = locked.attempt
      if (workflow_id === null && agent_id !== null)
        return (await connectAgent(context, transaction, locked)) ?? render(hangUp, { continueUrl: null })
      const spoken = speakScript(render, locked)
      if (spoken !== null) {
        await insertTranscript(transaction, locked, 0, spoken.transcript, now)
        return spoken.document
      }
      const continueUrlOf = addresses.turn
      const request = { turn, input, lookedUp, now, newId, render, continueUrlOf, refusedTransfers }
      const answered = await answerTurn(context, transaction, locked, request)
      optedOut = answered.optedOut
      return answered.reply
    })
    if (typeof answer === 'string') {
      // The call says that it is done, so it is done by then.
      if (optedOut !== null)
        await context.stopCallsTo(organization_id, [optedOut], { waitMaxMs: stopWaitMaxMs })
      publishCall(context, attempt)
      await recordRefusedTransfers(context, attempt, refusedTransfers)
      return answer
    }
    const call = { organization_id, project_id, attempt_id }
    lookedUp.push(await lookUp({ db, log, timeoutMs: lookUpMs, use: 'call' }, call, answer))
  }
}

function contextOf({ call, attempt }: LockedCall) {
  return { customer: call.customer, voice: attempt.voice, language: call.language }
}

/** Returns all that a call says which is led by a script, and its document; null for other calls. */
export function speakScript(
  render: Render,
  call: LockedCall,
): { transcript: ConversationLine[]; document: string } | null {
  const { script, voice, workflow_id, agent_id } = call.attempt
  if (workflow_id !== null || agent_id !== null) return null
  const spoken = scriptInstructions({ script: script ?? '', voice, language: null }, contextOf(call))
  return { transcript: spoken.transcript, document: render(spoken.instructions, { continueUrl: null }) }
}

interface RequestedTurn {
  /** Null: whichever waits for the agent's end. */
  turn: number | null
  input: WorkflowInput
  /** The results of its look-ups so far. */
  lookedUp: readonly LookedUp[]
  now: Date
  newId: NewId
  render: Render
  continueUrlOf: (turn: number) => string
  /** Gets the transfers that guards refuse in it. */
  refusedTransfers: RefusedTransfer[]
}

interface AnsweredTurn {
  reply: string | LookUp
  /** The number that this turn added to the do-not-call list, in E.164; null if it added none. */
  optedOut: string | null
}

async function answerTurn(
  context: DialContext,
  transaction: Transaction,
  locked: LockedCall,
  request: RequestedTurn,
): Promise<AnsweredTurn> {
  const { turn, now, newId, render, continueUrlOf } = request
  const { organization_id, _id, workflow_id, workflow_revision } = locked.attempt
  const run = await selectWorkflowRun(transaction, organization_id, _id)
  // Only the latest turn can be answered; a request for an earlier one is a repetition.
  if (run !== null && turn !== null && turn !== run.turn) return { reply: run.reply, optedOut: null }
  if (workflow_id === null || workflow_revision === null)
    return { reply: render(hangUp, { continueUrl: null }), optedOut: null }
  const definition = await selectWorkflowDefinition(
    transaction,
    organization_id,
    workflow_id,
    workflow_revision,
  )
  const isAtAgent = run !== null && agentStepOf(definition)?.name === run.state.step
  if (run !== null && isAtAgent !== (request.input.kind === 'agent_ended'))
    return { reply: run.reply, optedOut: null }
  const next = await nextTurnOf(transaction, locked, { definition, state: run?.state ?? null }, request)
  if (next.kind === 'look_up') return { reply: next, optedOut: null }
  const lastTurn = isAtAgent ? await lastTurnOfAgent(transaction, locked) : 0
  const nextTurn = Math.max(run?.turn ?? 0, lastTurn) + 1
  const reply = next.handsOver
    ? await connectAgent(context, transaction, locked, {
        turn: nextTurn + 1,
        instructions: next.instructions,
      })
    : render(next.instructions, { continueUrl: next.ended ? null : continueUrlOf(nextTurn) })
  const optedOut = await keepOptOut({ newId }, transaction, locked, next.optOut, now)
  if (reply === null) return { reply: render(hangUp, { continueUrl: null }), optedOut }
  await upsertWorkflowRun(
    transaction,
    organization_id,
    _id,
    { turn: nextTurn, state: next.state, reply },
    now,
  )
  await insertTranscript(transaction, locked, nextTurn, next.transcript, now)
  await openTickets({ newId }, transaction, locked, nextTurn, next.tickets, now)
  return { reply, optedOut }
}

/** Puts the number on the do-not-call list where a turn asks for it. Returns the number, else null. */
async function keepOptOut(
  { newId }: { newId: NewId },
  transaction: Transaction,
  { attempt: { organization_id, project_id, phone_number } }: LockedCall,
  source: WorkflowTurn['optOut'],
  now: Date,
): Promise<string | null> {
  // A caller who withholds the number can't be called anyway.
  if (source === null || phone_number === null) return null
  await addNumbersWithin({ clock: { now: () => now }, newId }, transaction, {
    organization_id,
    numbers: [phone_number],
    source,
    why: null,
    until: null,
    added_by: null,
    project_id,
  })
  return phone_number
}

/** Returns the next turn of a workflow, in which a transfer that a guard refuses has failed. */
async function nextTurnOf(
  transaction: Transaction,
  locked: LockedCall,
  { definition, state }: { definition: WorkflowDefinition; state: WorkflowRunState | null },
  { input, lookedUp, now, refusedTransfers }: RequestedTurn,
): Promise<WorkflowTurn | LookUp> {
  const context = contextOf(locked)
  const run = (whyNot: (number: string) => Guard | null) => {
    const whyNotTransfer = (number: string) => {
      const guard = whyNot(number)
      if (guard !== null) refusedTransfers.push({ guard, number })
      return guard
    }
    return state === null
      ? startRun(definition, { ...context, whyNotTransfer }, lookedUp)
      : resumeRun(definition, state, input, { ...context, whyNotTransfer }, lookedUp)
  }
  if (!Object.values(definition.steps).some(({ kind }) => kind === 'transfer')) return run(() => null)
  const rules = await selectNumberRules(transaction, locked.attempt)
  const next = run((number) => refusedNumber(rules, number)?.guard ?? null)
  const last = next.kind === 'turn' ? next.instructions.at(-1) : undefined
  if (last?.kind !== 'transfer') return next
  const begun = await beginTransfer(transaction, locked.attempt, last.to, { rules, now })
  if (begun.guard === null) {
    last.timeLimitSeconds = begun.timeLimitSeconds
    last.callerId ??= locked.attempt.caller_id_number
    return next
  }
  refusedTransfers.length = 0
  return run(() => begun.guard)
}

/** Returns the last turn of the agent that led the call until now; 0 where none did. */
async function lastTurnOfAgent(transaction: Transaction, { attempt }: LockedCall): Promise<number> {
  const { organization_id, conversation_id } = attempt
  if (conversation_id === null) return 0
  return (await selectAgentConversation(transaction, { organization_id, conversation_id }))?.turn ?? 0
}

/**
 * Opens the tickets of a turn. Each has a key by its place in the attempt, so that a repetition does not open it again.
 */
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
