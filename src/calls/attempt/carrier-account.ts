import type { SecretBox } from '../../base/secret-box.ts'
import { selectCarrierAccount } from '../../campaigns/queries.ts'
import type { SealedAccount } from '../../campaigns/queries.ts'
import type { Db } from '../../db/database.ts'
import type { CarrierCredentials } from '../../providers/voice-carrier.ts'
import type { Attempt } from '../queries.ts'

export type OpenedAccount = CarrierCredentials & { unknownGraceSeconds: number }

/** Reads the carrier account of an attempt, and returns it with its token decrypted. */
export async function openAccount(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  attempt: Pick<Attempt, 'organization_id' | 'voice_carrier_id'>,
): Promise<OpenedAccount> {
  return unsealAccount(
    secretBox,
    await selectCarrierAccount(db, attempt.organization_id, attempt.voice_carrier_id),
  )
}

/** Returns a carrier account that was read, with its token decrypted. */
export function unsealAccount(secretBox: SecretBox, account: SealedAccount): OpenedAccount {
  return {
    ...unsealCredentials(secretBox, account),
    unknownGraceSeconds: account.unknown_grace_seconds,
  }
}

/** Returns what connects to a carrier account, with its token decrypted. */
export function unsealCredentials(
  secretBox: SecretBox,
  account: Omit<SealedAccount, 'unknown_grace_seconds'>,
): CarrierCredentials {
  return {
    accountSid: account.account_sid,
    authToken: secretBox.open(account.auth_token),
    apiUrl: account.api_url,
    apiUrlGivenBy: account.api_url_given_by,
  }
}
