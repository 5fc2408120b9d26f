import type { Transaction } from '../../db/queryable.ts'
import { meaningOf } from '../../providers/whatsapp-cloud/error-codes.ts'
import { insertOptOut } from '../inbound/inbound-queries.ts'
import type { LockedMessage } from './send-queries.ts'
import { updateSyncDue } from '../templates/template-queries.ts'

/** By these the provider refuses a template that it does not have as it is stored: other variables, or none such at all. */
const staleTemplateCodes: ReadonlySet<string> = new Set(['132000', '132001', '132012'])

/**
 * Takes in what the provider's code for a message tells beyond it, whether it came with its answer or by a webhook: the
 * recipient has opted out of marketing and we were not told (Rule 28); what is stored of the template is out of date.
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
  if (staleTemplateCodes.has(code)) await updateSyncDue(transaction, message, now)
}
