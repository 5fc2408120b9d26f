import type { SecretBox } from '../../base/secret-box.ts'
import { selectCarrierAccount } from '../../campaigns/queries.ts'
import type { Db } from '../../db/database.ts'
import type { CarrierCredentials } from '../../providers/voice-carrier.ts'
import type { Attempt } from '../queries.ts'

/** Returns the carrier account of an attempt, with its token decrypted. */
export async function openAccount(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  attempt: Pick<Attempt, 'organization_id' | 'voice_carrier_id'>,
): Promise<CarrierCredentials & { unknownGraceSeconds: number }> {
  const account = await selectCarrierAccount(db, attempt.organization_id, attempt.voice_carrier_id)
  return {
    accountSid: account.account_sid,
    authToken: secretBox.open(account.auth_token),
    apiUrl: account.api_url,
    unknownGraceSeconds: account.unknown_grace_seconds,
  }
}
