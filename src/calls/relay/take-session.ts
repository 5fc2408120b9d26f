import { selectIsCutOff } from '../../agents/conversation/call-queries.ts'
import type { AgentConversation, Hold } from '../../agents/conversation/conversation.ts'
import { takeOverConversation } from '../../agents/conversation/lease-queries.ts'
import { selectAgentConversation } from '../../agents/conversation/queries.ts'
import { isOver } from '../attempt/end-attempt.ts'
import { recordCarrierEvent } from '../attempt/settle-attempt.ts'
import { lockCallOfAttempt, selectIsOthersSid } from '../queries.ts'
import type { Attempt } from '../queries.ts'
import type { RelayContext } from './relay-context.ts'
import { insertRelaySession, selectRelaySessions, updateAddressUsed } from './relay-queries.ts'

/** A session that leads its call. */
export interface TakenSession {
  attempt: Attempt
  conversation: AgentConversation
  hold: Hold
  /** Whether the carrier greets the customer. */
  isFirst: boolean
  /** Whether the service says that the line broke. */
  resumes: boolean
}

/** Why a session may not begin. */
export type RefusedSession = 'wrong_call' | 'used' | 'over'

/** What the first message of a session says about itself. */
export interface SessionSetup {
  session_id: string
  account_sid: string
  call_sid: string
}

/**
 * Lets a session lead its call: uses up its address and takes the conversation over from whoever led it. A call whose
 * SID was not known yet is recognized by it from here on, as with any callback (Rule 111).
 */
export async function takeSession(
  context: RelayContext,
  attempt: Attempt,
  { nonce, accountSid }: { nonce: string; accountSid: string },
  setup: SessionSetup,
): Promise<TakenSession | RefusedSession> {
  const { db, clock, newId } = context
  if (setup.account_sid !== accountSid) return 'wrong_call'
  if (attempt.carrier_call_sid === null) {
    if (await selectIsOthersSid(db, attempt, setup.call_sid)) return 'wrong_call'
    if ((await adoptSid(context, attempt, setup.call_sid)) !== 'recorded') return 'over'
  } else if (attempt.carrier_call_sid !== setup.call_sid) return 'wrong_call'
  return db.transaction(async (transaction) => {
    const now = clock.now()
    const locked = await lockCallOfAttempt(transaction, attempt.organization_id, attempt._id)
    if (locked === null || isOver(locked.attempt) || locked.attempt.conversation_id === null) return 'over'
    const { organization_id, conversation_id } = locked.attempt
    const key = { organization_id, conversation_id }
    if (!(await updateAddressUsed(transaction, attempt, nonce, now))) return 'used'
    const earlier = await selectRelaySessions(transaction, attempt)
    const hold = { token: newId() }
    const session = { session: setup.session_id, token: hold.token }
    if (!(await insertRelaySession(transaction, attempt, session, now))) return 'used'
    if (!(await takeOverConversation(transaction, key, hold, now))) return 'over'
    const conversation = await selectAgentConversation(transaction, key)
    if (conversation === null) return 'over'
    const last = earlier.at(-1)
    const isCutOff = await selectIsCutOff(transaction, key)
    const isFirst = !earlier.some(({ has_begun }) => has_begun)
    // A session that the agent itself has ended, as for a transfer, was not cut off.
    const resumes = !isFirst && (last?.status === 'failed' || (last?.status === 'moved' && isCutOff))
    return { attempt: locked.attempt, conversation, hold, isFirst, resumes }
  })
}

function adoptSid(context: RelayContext, attempt: Attempt, callSid: string) {
  return recordCarrierEvent(context, attempt.organization_id, attempt._id, {
    call_sid: callSid,
    call_status: 'in-progress',
    sequence_number: -1,
    source: 'instructions',
    occurred_at: null,
    received_at: context.clock.now().toISOString(),
    duration_seconds: null,
    answered_by: null,
    sip_response_code: null,
    error_code: null,
  })
}
