import { refusals } from '../../base/refusals.ts'
import type { Refusal, RefusalCode } from '../../base/refusals.ts'
import { meaningOf } from '../../providers/twilio/error-codes.ts'
import type { CallFate } from '../queries.ts'

/** What a caller was told of a call, as it is kept under an idempotency key. */
export type CallAnswer =
  | { kind: 'placed'; scheduled: boolean; scheduled_for: string | null }
  | { kind: 'refused'; code: RefusalCode; message: string }

export function refusedAnswer({ code, message }: Refusal): CallAnswer {
  return { kind: 'refused', code, message }
}

/** Why the carrier did not take the first dial of a call, in the words that its caller is told. */
export function rejectionOf({
  code,
  reason,
  about,
}: {
  code: string
  reason: string
  about: string
}): Refusal {
  return about === 'number'
    ? refusals.carrierRefusedNumber(reason, code)
    : refusals.dialFailed(`${reason} (carrier code ${code})`)
}

/**
 * What is to be said of a call whose caller was not answered, because the process ended or the carrier's answer was
 * lost, from what has become of its first dial; or that it is not known yet.
 */
export function answerOfFate(fate: CallFate): CallAnswer | 'processing' | 'unresolved' {
  const { dial, state, error_reason } = fate
  const waits: CallAnswer = { kind: 'placed', scheduled: true, scheduled_for: null }
  if (dial === null) return waits
  if (dial.state === 'never_placed')
    return state === 'failed'
      ? refusedAnswer(refusals.dialFailed(error_reason ?? dial.error_reason ?? ''))
      : waits
  if (dial.carrier_call_sid !== null) return { kind: 'placed', scheduled: false, scheduled_for: null }
  if (dial.state === 'dialling') return 'processing'
  if (dial.state === 'unresolved') return 'unresolved'
  const code = dial.error_code ?? ''
  const about = meaningOf(Number(code))?.about ?? 'account'
  return refusedAnswer(rejectionOf({ code, reason: dial.error_reason ?? 'rejected', about }))
}
