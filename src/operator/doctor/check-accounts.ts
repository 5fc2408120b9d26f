import type { SecretBox } from '../../base/secret-box.ts'
import { unsealCredentials } from '../../calls/attempt/carrier-account.ts'
import { createTwilioClient } from '../../providers/twilio/client.ts'
import type { ConnectionRules } from '../../providers/web/guard/checked-connection.ts'
import { fetchPhoneNumber } from '../../providers/whatsapp-cloud/phone-number.ts'
import { limits } from '../point-number.ts'
import { fail, ok } from './check.ts'
import type { Finding } from './check.ts'
import type { StoredCarrier, StoredSender } from './queries.ts'

/** What opens stored accounts, and how hosts are reached that somebody gave for their APIs. */
export interface AccountAccess {
  box: SecretBox
  givenHosts: ConnectionRules
}

const declareAgain = 'declare the account again with `switchboard apply`'

/** Checks that the secret key decrypts all secrets of these accounts, and the others that are given. */
export function checkSecrets(
  secretBox: SecretBox,
  carriers: readonly StoredCarrier[],
  senders: readonly StoredSender[],
  others: readonly Buffer[],
): Finding {
  const secrets = [
    ...carriers.map(({ auth_token }) => auth_token),
    ...senders.flatMap(({ access_token, app_secret, verify_token }) => [
      access_token,
      app_secret,
      verify_token,
    ]),
    ...others,
  ]
  const closed = secrets.filter((sealed) => !opens(secretBox, sealed)).length
  if (closed === 0) return ok('secret key', `opens the ${secrets.length} stored secrets`)
  const mend =
    'set SECRET_KEY, or restore secret.key, as it was when they were stored; or declare the accounts again'
  return fail('secret key', `does not open ${closed} of ${secrets.length} stored secrets`, mend)
}

function opens(secretBox: SecretBox, sealed: Buffer): boolean {
  try {
    secretBox.open(sealed)
    return true
  } catch {
    return false
  }
}

/** Requests the account from the carrier, which shows it only to the right token. */
export async function checkCarrier(
  { box, givenHosts }: AccountAccess,
  carrier: StoredCarrier,
): Promise<Finding> {
  const check = `carrier account ${carrier.place}`
  const account = unsealCredentials(box, carrier)
  const outcome = await createTwilioClient(account, { ...limits, givenHosts }).fetchAccount()
  if (outcome.kind === 'accepted') return ok(check, 'the carrier accepts its credentials')
  const mend =
    outcome.kind === 'refused'
      ? `see whether the account is active at the carrier, or ${declareAgain}`
      : 'see whether this machine reaches the carrier'
  return fail(check, outcome.reason, mend)
}

/** Requests the number from Meta, which shows it only to a token of its account. */
export async function checkSender(
  { box, givenHosts }: AccountAccess,
  sender: StoredSender,
): Promise<Finding> {
  const check = `WhatsApp sender ${sender.place}`
  const { phone_number_id, api_url, api_url_given_by } = sender
  const account = {
    phone_number_id,
    api_url,
    api_url_given_by,
    access_token: box.open(sender.access_token),
    givenHosts,
  }
  const outcome = await fetchPhoneNumber(account)
  if (outcome.kind === 'found') return ok(check, 'WhatsApp accepts its token')
  const mend = outcome.kind === 'refused' ? declareAgain : 'see whether this machine reaches WhatsApp'
  return fail(check, outcome.reason, mend)
}
