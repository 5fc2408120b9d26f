import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { isE164 } from '../../base/phone-number.ts'
import type { Transaction } from '../../db/queryable.ts'
import { addNumbersWithin } from '../../guards/do-not-call/add-numbers.ts'
import { writtenText } from '../../providers/whatsapp-cloud/received-text.ts'
import type { ReceivedMessageEvent } from '../../providers/whatsapp-cloud/webhook-event.ts'
import type { Address } from '../people/user-id-queries.ts'
import type { ClaimedEvent } from './event-queries.ts'
import { saidAt } from './event-time.ts'
import { deleteOptOuts, insertOptOut } from './inbound-queries.ts'
import type { InboundRules } from './inbound-queries.ts'
import { optOutRequest } from './opt-out-words.ts'

/** Returns whether a received message is a STOP or a START, or null. */
export function requestOf(
  event: ReceivedMessageEvent,
  { language }: Pick<InboundRules, 'language'>,
): 'stop' | 'start' | null {
  const written = writtenText({ ...event, document: documentOf(event.raw) })
  return written === null ? null : optOutRequest(written, language)
}

function documentOf(raw: unknown): unknown {
  return typeof raw === 'object' && raw !== null && 'document' in raw ? raw.document : undefined
}

/**
 * Bars or allows messages to the person, as their message asks. STOP bars calls, too, where the organization wants
 * that.
 */
export async function applyOptOutRequest(
  context: { clock: Clock; newId: NewId },
  transaction: Transaction,
  stored: ClaimedEvent,
  event: ReceivedMessageEvent,
  {
    request,
    recipient,
    rules,
  }: {
    request: 'stop' | 'start'
    recipient: Address
    rules: Pick<InboundRules, 'stop_covers_calls'>
  },
): Promise<void> {
  const { organization_id, project_id } = stored
  const requestedAt = saidAt(stored, event.at)
  const person = { organization_id, project_id, recipient }
  if (request === 'stop')
    await insertOptOut(transaction, person, { scope: 'all', source: 'message' }, requestedAt)
  else await deleteOptOuts(transaction, person, ['all', 'marketing'], requestedAt)
  if (request === 'stop' && rules.stop_covers_calls && isE164(recipient))
    // A worker cancels waiting calls within a second.
    await addNumbersWithin(context, transaction, {
      organization_id,
      numbers: [recipient],
      source: 'whatsapp',
      why: null,
      until: null,
      added_by: null,
      project_id,
    })
}
