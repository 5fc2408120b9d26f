import type { Transaction } from '../../db/queryable.ts'
import { erasedWord } from '../../people/erasing.ts'
import { meaningOf } from '../../providers/whatsapp-cloud/error-codes.ts'
import type { CodeMeaning } from '../../providers/whatsapp-cloud/error-codes.ts'
import { insertOptOut } from '../inbound/inbound-queries.ts'
import { updateSenderFault } from '../senders/sender-queries.ts'
import { updateSyncDue } from '../templates/template-queries.ts'
import type { LockedMessage } from './send-queries.ts'

/**
 * Meta's codes for a template that differs from the stored one: it has other variables, which later versions of the API
 * report as 132018, does not exist, is paused or is disabled.
 */
const templateMismatchCodes: ReadonlySet<string> = new Set([
  '132000',
  '132001',
  '132008',
  '132012',
  '132015',
  '132016',
  '132018',
])

/** How long a limit is shown for which Meta names no pause. */
const pauseMs = 60_000

/**
 * Stores what Meta's error code for a message, in a response or a webhook, reveals about other data. The recipient has
 * opted out of marketing, which no webhook reported (Rule 28); the stored template is out of date; or the sender itself
 * can't send, or not so much.
 */
export async function learnFromCode(
  transaction: Transaction,
  message: LockedMessage,
  code: string | null,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  if (code === null) return
  const meaning = meaningOf(Number(code))
  // Nobody has the address of an erased person. Meta refuses the next message for the same reason.
  if (meaning?.about === 'opt_out' && message.recipient !== erasedWord)
    await insertOptOut(transaction, message, { scope: 'marketing', source: 'provider' }, at)
  if (templateMismatchCodes.has(code)) await updateSyncDue(transaction, message, now)
  await learnOfSender(transaction, message, code, at)
}

/**
 * Stores that Meta's error code says of the sender itself that it can't send, or not so much. Returns false if the code
 * says nothing of it.
 */
export async function learnOfSender(
  transaction: Transaction,
  sender: { organization_id: string; project_id: string; whatsapp_sender_id: string },
  code: string,
  at: Date,
): Promise<boolean> {
  const meaning = meaningOf(Number(code))
  if (meaning === null || !isAboutSender(meaning)) return false
  const { reason } = meaning
  await updateSenderFault(transaction, sender, { at, code, reason, until: pauseEnd(meaning, at) })
  return true
}

function isAboutSender({ about, verdict }: CodeMeaning): boolean {
  return about === 'sender' || verdict === 'rate_limit' || verdict === 'passing_fault'
}

/** Returns until when less can be sent; null for what somebody must mend. */
function pauseEnd({ about, retryAfterMs }: CodeMeaning, at: Date): Date | null {
  return about === 'sender' ? null : new Date(at.getTime() + (retryAfterMs ?? pauseMs))
}
