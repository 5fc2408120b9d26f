import type { NewId } from '../../base/ids.ts'
import { isE164 } from '../../base/phone-number.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { addNumbersWithin } from '../../guards/do-not-call/add-numbers.ts'
import { selectStopCoversCalls } from '../../guards/do-not-call/look-up-queries.ts'
import type { AgentChannel } from '../definition.ts'
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

/** Records that a person opted out, where each channel asks for it. */
export type RecordOptOut = (db: Queryable, person: OptingOut, since: Date) => Promise<void>

/** What recording an opt-out needs. */
export interface OptOutRecording {
  now: Date
  newId: NewId
  recordOptOut: RecordOptOut
}

/**
 * Records an opt-out that was said in a call or a WhatsApp chat and that no turn of the agent will read, because a
 * person takes over, no answer can be sent, or the call is over (Rule 96). It counts from when it was said, so that a
 * later START has ended it. Runs in the transaction that ends the waiting. A worker cancels waiting calls within a
 * second.
 */
export async function recordUnreadOptOut(
  recording: OptOutRecording,
  transaction: Transaction,
  key: ConversationKey,
): Promise<void> {
  const waiting = await selectWaitingWords(transaction, key)
  if (waiting === null || waiting.address === null) return
  const { texts, address, language } = waiting
  const since = lastOptOutOf(texts, language)
  if (since === null) return
  const person = { ...waiting, organization_id: key.organization_id, address }
  await barPerson(recording, transaction, person, since)
}

/** Returns when the last opt-out among the texts was said; null where none is one. */
export function lastOptOutOf(
  texts: readonly { text: string; sent_at: string }[],
  language: string,
): Date | null {
  const saidAt = texts
    .filter(({ text }) => isOptOut(text, language))
    .map(({ sent_at }) => Date.parse(sent_at))
  return saidAt.length === 0 ? null : new Date(Math.max(...saidAt))
}

/**
 * Stops messages to a person who opted out. If they did so on a call or on the web, or if a STOP of the organization
 * covers calls too, their number also comes onto the do-not-call list and is returned. The caller, or a worker, cancels
 * waiting calls.
 *
 * @param since when they said so.
 */
export async function barPerson(
  { now, newId, recordOptOut }: OptOutRecording,
  transaction: Transaction,
  { channel_type, ...person }: OptingOut & { channel_type: AgentChannel },
  since: Date,
): Promise<string | null> {
  const { organization_id, project_id, address } = person
  const isWhatsapp = channel_type === 'whatsapp'
  const isListed = isE164(address) && (!isWhatsapp || (await selectStopCoversCalls(transaction, person)))
  if (isListed)
    await addNumbersWithin({ clock: { now: () => now }, newId }, transaction, {
      organization_id,
      numbers: [address],
      source: isWhatsapp ? 'whatsapp' : 'voice',
      why: null,
      until: null,
      added_by: null,
      project_id,
    })
  await recordOptOut(transaction, person, since)
  return isListed ? address : null
}
