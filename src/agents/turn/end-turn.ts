import { addWebMessage } from '../../conversations/web-chat-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { publishEvents } from '../../events/event-of.ts'
import { factsOfReachedBudget } from '../agent-events.ts'
import type { ConversationKey } from '../conversation/conversation.ts'
import { releaseLocked } from '../conversation/lease-queries.ts'
import { setMode } from '../conversation/set-mode.ts'
import { firstDestination } from '../tools/hand-over.ts'
import { openTicketOfTurn } from '../tools/open-ticket.ts'
import { TurnLost } from './speaker.ts'
import type { AfterSpeech, Citation, EndedTurn } from './speech-output.ts'
import type { AgentContext } from './turn-context.ts'
import { updateTurnEnd } from './turn-queries.ts'
import { isGathered, turnsOverLimit } from './turn-run.ts'
import type { TurnRun } from './turn-run.ts'
import type { AgentTurn, ToolEffects, TurnStep } from './turn-state.ts'

/** Why a turn ended, for people and metrics. */
const turnOutcomes = [
  'answered',
  'asked',
  'opted_out',
  'machine',
  'over_limit',
  'handed_over',
  'transferred',
  'ended',
  'interrupted',
  'superseded',
  'claim_held',
  'faulty_calls',
  'empty',
  'model_refused',
  'model_failed',
] as const
export type EndReason = (typeof turnOutcomes)[number]

/** Ends of a chat after which a person answers. */
const handingOver: ReadonlySet<string> = new Set<EndReason>([
  'handed_over',
  'machine',
  'over_limit',
  'model_refused',
])

/** Tickets of ends that no tool opens one for. */
const ticketSubjects: Partial<Record<EndReason, string>> = {
  over_limit: 'An agent reached one of its limits; please go on',
  machine: 'The other side seems to be a machine; please look',
  model_refused: 'The language model refuses the requests of an agent; please go on',
}

/** Returns what the tools of a turn bring about. */
export function effectsOf(steps: readonly TurnStep[]): ToolEffects[] {
  return steps.flatMap((step) =>
    step.kind === 'tool' && step.content.effects !== null ? [step.content.effects] : [],
  )
}

/**
 * Returns whether a chat's agent stops answering after a turn: it ended so, or has handed over, however its answer
 * ended then, or while it is open. A turn that was superseded or interrupted hands nothing over.
 */
export function handsOver({ outcome, steps }: Pick<AgentTurn, 'outcome' | 'steps'>): boolean {
  if (outcome === 'superseded' || outcome === 'interrupted') return false
  return (outcome !== null && handingOver.has(outcome)) || handOverOf(steps) !== null
}

/** Returns what the person reads to whom the first of the steps hands over; null where none does. */
function handOverOf(steps: readonly TurnStep[]): { summary: string } | null {
  return effectsOf(steps).find((effects) => effects.handsOver !== undefined)?.handsOver ?? null
}

/**
 * Ends the turn: its reply, what follows from it, and who answers from here on, in one transaction. Then the channel
 * gets what the tools ask of it. The reply of a WhatsApp chat is sent by its channel, which ends the turn by
 * `finishReply`. A conversation on the web is let go with its turn.
 *
 * @returns what the turn came to.
 * @throws {TurnLost} where another process leads the conversation.
 */
export async function endTurn(run: TurnRun, reason: EndReason): Promise<EndedTurn> {
  const { context, key, hold, conversation, turn, speaker, output } = run
  const uncommitted = { step: run.lastStep, sentences: await speaker.takeRest() }
  const effects = effectsOf(turn.steps)
  const after = afterOf(run, reason, effects)
  const rests = isGathered(conversation) && speaker.text !== '' && reason !== 'superseded'
  const isOver = reason === 'superseded' || reason === 'interrupted'
  const state =
    reason === 'superseded'
      ? 'superseded'
      : reason.startsWith('model_')
        ? 'failed'
        : rests
          ? 'replying'
          : 'done'
  const citations = citationsOf(run, effects)
  const closes = after.some(({ kind }) => kind === 'end')
  const becomesPersons =
    !rests && handsOver({ ...turn, outcome: reason }) && conversation.channel_type !== 'voice'
  const now = context.clock.now()
  await context.db.transaction(async (transaction) => {
    const isHeld = await updateTurnEnd(
      transaction,
      key,
      hold,
      {
        state: rests ? 'replying' : state,
        outcome: reason,
        citations,
        text: isGathered(conversation) ? speaker.text : null,
        heard: null,
        // The farewell of a WhatsApp chat is not sent yet.
        isClosing: closes && !rests,
      },
      uncommitted,
      now,
    )
    if (!isHeld) throw new TurnLost('another process leads the conversation')
    const isLimitKnown = reason === 'over_limit' && turnsOverLimit(run).length > 0
    if (reason === 'over_limit' && !isLimitKnown)
      await publishEvents(transaction, conversation, factsOfReachedBudget(key, now))
    const subject = ticketSubjects[reason]
    if (subject !== undefined && !isLimitKnown)
      await openTicketOfTurn(context, transaction, conversation, { key: `${key.turn} ${reason}`, subject })
    if (conversation.channel_type === 'web' && speaker.text !== '')
      await addWebMessage(context, transaction, conversation, {
        direction: 'outbound',
        text: speaker.text,
        at: now,
      })
    if (becomesPersons) await giveToPerson(context, transaction, conversation, turn)
    if (conversation.channel_type === 'web') await releaseLocked(transaction, key, hold, null, now)
  })
  turn.state = rests ? 'replying' : state
  turn.outcome = reason
  context.agentMetrics.turns.inc({ channel: conversation.channel_type, outcome: reason })
  const { organization_id, project_id, conversation_id } = conversation
  context.hints.publish({ topic: 'conversations', organization_id, project_id, ids: [conversation_id] })
  for (const each of after) {
    // The model reads that the keys were pressed, also where somebody speaks before the turn has ended.
    const isDue = each.kind === 'press_keys' || (!isOver && each.kind !== 'switch_language')
    if (isDue) output.afterwards(each)
  }
  return {
    outcome: reason,
    citations,
    mode: becomesPersons ? 'person' : conversation.mode,
    isClosing: closes || conversation.closing_since !== null,
    inputIds: run.inputs.map(({ _id }) => _id),
  }
}

/** Gives a chat to a person after a turn that hands over, with what they read of it. */
export async function giveToPerson(
  context: Pick<AgentContext, 'clock' | 'newId' | 'recordOptOut' | 'agentMetrics'>,
  transaction: Transaction,
  key: ConversationKey,
  { steps }: Pick<AgentTurn, 'steps'>,
): Promise<void> {
  const summary = handOverOf(steps)?.summary ?? null
  await setMode(context, transaction, key, { mode: 'person', by: null, summary })
  context.agentMetrics.modes.inc({ mode: 'person' })
}

/** Returns what the channel is asked for: by tools, and at ends after which a call can not go on. */
function afterOf(
  { conversation }: TurnRun,
  reason: EndReason,
  effects: readonly ToolEffects[],
): AfterSpeech[] {
  // A customer who is handed over or connected is not hung up on, even if the agent has said goodbye.
  const asked = effects
    .flatMap(({ after }) => (after === undefined ? [] : [after]))
    .filter(({ kind }) => kind !== 'end' || reason === 'ended')
  if (conversation.channel_type !== 'voice') return asked
  if (reason === 'opted_out' || reason === 'over_limit') return [{ kind: 'end' }]
  // A turn that ended for another reason than a transfer has connected nobody, so the call goes on with the agent.
  if (reason !== 'model_refused')
    return asked.filter(({ kind }) => kind !== 'transfer' || reason === 'transferred')
  const destination = firstDestination(conversation.definition)
  return [destination === null ? { kind: 'end' } : { kind: 'transfer', ...destination }]
}

/** Returns the passages that the answer names. */
function citationsOf({ citedNumbers }: TurnRun, effects: readonly ToolEffects[]): Citation[] {
  const given = effects.flatMap(({ passages = [] }) => passages)
  return given
    .filter(({ number }) => citedNumbers.has(number))
    .map(({ id, title, url }) => ({ id, title, url }))
}
