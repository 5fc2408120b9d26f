import { updateInputsAnswered, updateOpenTurnCutOff } from '../../agents/conversation/input-queries.ts'
import { updateEnded } from '../../agents/conversation/queries.ts'
import { recordUnreadOptOut } from '../../agents/conversation/record-unread-opt-out.ts'
import type { OptOutRecording } from '../../agents/conversation/record-unread-opt-out.ts'
import type { NewId } from '../../base/ids.ts'
import { insertTicket } from '../../conversations/ticket-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Attempt } from '../queries.ts'
import { selectRelaySessions } from './relay-queries.ts'

type EndedAttempt = Pick<Attempt, 'organization_id' | 'project_id' | '_id' | 'conversation_id' | 'agent_id'>

/**
 * Ends the agent's conversation of a call that is over. Does nothing for a call without one. Searches unread inputs for
 * an opt-out (Rule 96): the customer may have hung up right after saying it.
 */
export async function endAgent(
  transaction: Transaction,
  attempt: EndedAttempt,
  recording: OptOutRecording,
): Promise<void> {
  const { organization_id, conversation_id, agent_id } = attempt
  if (agent_id === null || conversation_id === null) return
  const key = { organization_id, conversation_id }
  const { now } = recording
  if (!(await updateEnded(transaction, key, now))) return
  await recordUnreadOptOut(recording, transaction, key)
  await updateOpenTurnCutOff(transaction, key, now)
  await updateInputsAnswered(transaction, key)
}

/**
 * Opens a ticket for an agent's call that turns out to be over though nobody has ended it: the agent did not say
 * goodbye, and the carrier could not say how the last session ended. Call it before `endAgent`.
 */
export async function openBrokenOffTicket(
  { newId }: { newId: NewId },
  transaction: Transaction,
  attempt: EndedAttempt,
  now: Date,
): Promise<void> {
  const { organization_id, conversation_id, agent_id } = attempt
  if (agent_id === null || conversation_id === null) return
  const [open] = await transaction.query<{ closing_since: string | null }>(sql`
    select closing_since from agent_conversations
    where organization_id = ${organization_id} and conversation_id = ${conversation_id} and ended_at is null`)
  if (open === undefined || open.closing_since !== null) return
  const last = (await selectRelaySessions(transaction, attempt)).at(-1)
  if (last !== undefined && last.ended_at !== null && last.status !== 'moved' && last.status !== 'failed')
    return
  await openCallTicket({ newId }, transaction, attempt, brokenOff, now)
}

/** The subject of the ticket about an agent's call that can't go on. */
export const brokenOff = 'The call with an agent broke off'

/** Returns whether the ticket about an agent's call that can't go on was opened. Index: tickets_by_opening. */
export async function selectHasBrokenOff(
  transaction: Transaction,
  attempt: Pick<EndedAttempt, 'organization_id' | '_id'>,
): Promise<boolean> {
  const found = await transaction.query(sql`
    select _id from tickets
    where organization_id = ${attempt.organization_id} and opening_key = ${openingKey(attempt, brokenOff)}`)
  return found.length === 1
}

/** Opens a ticket about an agent's call, once for its subject. */
export async function openCallTicket(
  { newId }: { newId: NewId },
  transaction: Transaction,
  attempt: EndedAttempt,
  subject: string,
  now: Date,
): Promise<void> {
  const { organization_id, project_id, conversation_id } = attempt
  const ticket = {
    organization_id,
    project_id,
    channel_type: 'voice' as const,
    subject,
    conversation_id,
    profile_id: null,
    opened_by: 'agent' as const,
    opening_key: openingKey(attempt, subject),
  }
  await insertTicket({ newId }, transaction, ticket, now)
}

function openingKey({ _id }: Pick<EndedAttempt, '_id'>, subject: string): string {
  return `attempt ${_id}: ${subject}`
}
