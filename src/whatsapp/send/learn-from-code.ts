import type { Transaction } from '../../db/queryable.ts'
import { meaningOf } from '../../providers/whatsapp-cloud/error-codes.ts'
import { insertOptOut } from '../inbound/inbound-queries.ts'
import type { LockedMessage } from './send-queries.ts'
import { updateSyncDue } from '../templates/template-queries.ts'

/** Meta's codes for a template that differs from the stored one: it has other variables, or it does not exist. */
const templateMismatchCodes: ReadonlySet<string> = new Set(['132000', '132001', '132012'])

/**
 * Stores what Meta's error code for a message, in a response or a webhook, reveals about other data. The recipient has opted
 * out of marketing, which no webhook reported (Rule 28); or the stored template is out of date.
 */
export async function learnFromCode(
  transaction: Transaction,
  message: LockedMessage,
  code: string | null,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  if (code === null) return
  if (meaningOf(Number(code))?.about === 'opt_out')
    await insertOptOut(transaction, message, { scope: 'marketing', source: 'provider' }, at)
  if (templateMismatchCodes.has(code)) await updateSyncDue(transaction, message, now)
}
