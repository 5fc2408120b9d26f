import type { NewId } from '../../base/ids.ts'
import { isE164 } from '../../base/phone-number.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { addNumbersWithin } from '../../guards/do-not-call/add-numbers.ts'
import { selectStopCoversCalls } from '../../guards/do-not-call/look-up-queries.ts'
import { isOptOut } from '../guard/opt-out-phrases.ts'
import type { ConversationKey } from './conversation.ts'
import { selectWaitingWords } from './input-queries.ts'

/** Somebody who wants to be called and written to no more. */
export interface OptingOut {
  organization_id: string
  project_id: string
  /** E.164, or the id that WhatsApp has given a person who hides their number. */
  address: string
}

/** Keeps that a person opted out, where each channel asks for it. */
export type RecordOptOut = (db: Queryable, person: OptingOut, since: Date) => Promise<void>

/** What a wish is kept with. */
export interface WishKeeping {
  now: Date
  newId: NewId
  recordOptOut: RecordOptOut
}

/**
 * Keeps a wish to be called or written to no more that waits in a call or a WhatsApp chat of which no turn reads it any more: a
 * person takes over, no answer can be sent, or the call is over (Rule 96). Runs in the transaction that ends the waiting. A
 * worker cancels waiting calls within a second.
 */
export async function keepWaitingWish(
  { now, newId, recordOptOut }: WishKeeping,
  transaction: Transaction,
  key: ConversationKey,
): Promise<void> {
  const waiting = await selectWaitingWords(transaction, key)
  if (waiting === null || !waiting.texts.some((text) => isOptOut(text, waiting.language))) return
  const { channel_type, project_id, address } = waiting
  const isOnCall = channel_type === 'voice'
  if (address === null) return
  if (isE164(address) && (isOnCall || (await selectStopCoversCalls(transaction, key))))
    await addNumbersWithin({ clock: { now: () => now }, newId }, transaction, {
      organization_id: key.organization_id,
      numbers: [address],
      source: isOnCall ? 'voice' : 'whatsapp',
      why: null,
      until: null,
      added_by: null,
      project_id,
    })
  await recordOptOut(transaction, { organization_id: key.organization_id, project_id, address }, now)
}
