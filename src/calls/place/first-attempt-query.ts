import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { AttemptState, CallState } from '../call.ts'
import type { Attempt } from '../queries.ts'

/** A call with its first attempt. */
export interface CallWithFirstAttempt {
  state: CallState
  /** Without those that were never placed. */
  attempts_count: number
  error_reason: string | null
  /** Null if it was not dialed yet. */
  attempt:
    | (Pick<Attempt, 'state' | 'carrier_call_sid'> & {
        error_code: string | null
        error_reason: string | null
      })
    | null
}

/** Returns a call with its first attempt; null if there is no such call, because it was refused. */
export async function selectFirstAttempt(
  db: Db,
  organizationId: string,
  callId: string,
): Promise<CallWithFirstAttempt | null> {
  const [row] = await db.query<
    Omit<CallWithFirstAttempt, 'attempt'> & {
      attempt_state: AttemptState | null
      carrier_call_sid: string | null
      attempt_error_code: string | null
      attempt_error_reason: string | null
    }
  >(sql`
    select c.state, c.attempts_count, c.error_reason, a.state as attempt_state, a.carrier_call_sid,
      a.error_code as attempt_error_code, a.error_reason as attempt_error_reason
    from calls c left join lateral (
      select * from call_attempts a where a.organization_id = c.organization_id and a.call_id = c._id
      order by attempt_number, created_at, _id limit 1) a on true
    where c.organization_id = ${organizationId} and c._id = ${callId}`)
  if (row === undefined) return null
  const { state, attempts_count, error_reason, attempt_state, carrier_call_sid } = row
  const attempt = attempt_state && {
    state: attempt_state,
    carrier_call_sid,
    error_code: row.attempt_error_code,
    error_reason: row.attempt_error_reason,
  }
  return { state, attempts_count, error_reason, attempt }
}
