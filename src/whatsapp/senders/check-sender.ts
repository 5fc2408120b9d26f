import type { Clock } from '../../base/clock.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { ConnectionRules } from '../../providers/web/guard/checked-connection.ts'
import { fetchMessagingLimit } from '../../providers/whatsapp-cloud/messaging-limit.ts'
import { fetchPhoneNumber } from '../../providers/whatsapp-cloud/phone-number.ts'
import { openToken } from '../inbound/verify-token.ts'
import { updateCheck } from './sender-queries.ts'
import type { CheckedSender, CheckResult } from './sender-queries.ts'

export interface CheckContext {
  db: Db
  clock: Clock
  secretBox: SecretBox
  /** How hosts are reached that somebody gave for WhatsApp's API. */
  givenHosts: ConnectionRules
}

/** A result that is younger than this is returned again: Meta counts the requests of an account. */
const againAfterMs = 5_000
const answerMs = 10_000

/**
 * Requests a sender's number from WhatsApp, which shows it only to a token of its account, and stores the result.
 * Returns the stored one if it is younger than five seconds.
 */
export async function checkSender(
  { db, clock, ...access }: CheckContext,
  sender: CheckedSender,
): Promise<{ checked_at: string; result: CheckResult }> {
  const { checked_at, check_result } = sender
  const isFresh = checked_at !== null && clock.now().getTime() - Date.parse(checked_at) < againAfterMs
  if (isFresh && check_result !== null) return { checked_at, result: check_result }
  const result = await readNumber(access, sender)
  const now = clock.now()
  await updateCheck(db, sender, result, now)
  return { checked_at: now.toISOString(), result }
}

async function readNumber(
  { secretBox, givenHosts }: Pick<CheckContext, 'secretBox' | 'givenHosts'>,
  { access_token: sealed, phone_number_id, api_url, api_url_given_by }: CheckedSender,
): Promise<CheckResult> {
  const access_token = openToken(secretBox, sealed)
  if (access_token === null) {
    const reason = 'the access token of the sender was stored under another SECRET_KEY; set it again'
    return { kind: 'refused', code: '', reason }
  }
  const account = { phone_number_id, access_token, api_url, api_url_given_by, givenHosts }
  const [read, messaging_limit] = await Promise.all([
    fetchPhoneNumber(account, { answerMs }),
    fetchMessagingLimit(account, { answerMs }),
  ])
  if (read.kind === 'refused') return { kind: 'refused', code: read.code, reason: read.reason }
  if (read.kind === 'unavailable') return { kind: 'unavailable', code: read.code, reason: read.reason }
  const { status, quality_rating, verified_name, name_status, throughput, health_status } = read.number
  return {
    kind: 'found',
    status,
    quality: quality_rating,
    verified_name,
    name_status,
    throughput: throughput?.level ?? null,
    messaging_limit,
    health: health_status?.can_send_message ?? null,
  }
}
