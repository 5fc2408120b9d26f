import type { Clock } from '../base/clock.ts'
import type { SecretBox } from '../base/secret-box.ts'
import type { Db } from '../db/database.ts'
import type { VoiceProvider } from '../providers/voice-carrier.ts'
import { unsealCredentials } from './attempt/carrier-account.ts'
import { selectCheckedAccount, upsertCarrierCheck } from './check-queries.ts'
import type { CarrierCheck, CheckState } from './check-queries.ts'

export interface CheckContext {
  db: Db
  clock: Clock
  secretBox: SecretBox
  voiceProvider: Pick<VoiceProvider, 'connect'>
}

/** The time limit of one question to the carrier. */
const checkMsMax = 10_000

/**
 * Asks the carrier whether it accepts the credentials of an account, and stores what it says. Null where the project
 * has no such account.
 */
export async function checkCarrier(
  { db, clock, secretBox, voiceProvider }: CheckContext,
  place: { organization_id: string; project_id: string },
  carrierId: string,
): Promise<CarrierCheck | null> {
  const account = await selectCheckedAccount(db, place, carrierId)
  if (account === null) return null
  const carrier = voiceProvider.connect(unsealCredentials(secretBox, account))
  const outcome = await carrier.fetchAccount(AbortSignal.timeout(checkMsMax))
  const reason = outcome.kind === 'accepted' ? null : outcome.reason
  const found: { state: CheckState; reason: string | null } = { state: outcome.kind, reason }
  return upsertCarrierCheck(db, place.organization_id, account, { ...found, now: clock.now() })
}
