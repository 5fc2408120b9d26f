import type { SecretBox } from '../../base/secret-box.ts'
import { selectCarrierAccount } from '../../campaigns/queries.ts'
import type { Db } from '../../db/database.ts'
import type { Attempt } from '../queries.ts'

/** What is known of a carrier account that is needed to talk to it. */
export interface OpenAccount {
  accountSid: string
  authToken: string
  apiUrl: string | null
}

/** The carrier account of a dial, its token opened. */
export async function openAccount(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  attempt: Pick<Attempt, 'organization_id' | 'voice_carrier_id'>,
): Promise<OpenAccount & { unknownGraceSeconds: number }> {
  const account = await selectCarrierAccount(db, attempt.organization_id, attempt.voice_carrier_id)
  return {
    accountSid: account.account_sid,
    authToken: secretBox.open(account.auth_token),
    apiUrl: account.api_url,
    unknownGraceSeconds: account.unknown_grace_seconds,
  }
}
