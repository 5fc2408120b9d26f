import { recordChange } from '../../audit/record-change.ts'
import type { Actor } from '../../audit/record-change.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import { addOptOut, removeOptOut } from '../../whatsapp/inbound/operator-opt-out.ts'
import { readPerson } from './person.ts'

/** A person to be opted out or in, and why. */
export interface OptOutChange {
  place: { organization_id: string; project_id: string }
  profileId: string
  isOut: boolean
  why: string
}

export type OptOutResult =
  | { kind: 'changed'; profileId: string }
  | { kind: 'not_found' }
  | { kind: 'no_address' }

/** Bars or allows all WhatsApp messages to a person in the name of a user (Rule 28). */
export async function changeOptOut(
  { db, clock, newId }: { db: Db; clock: Clock; newId: NewId },
  { place, profileId, isOut, why }: OptOutChange,
  actor: Actor,
): Promise<OptOutResult> {
  const person = await readPerson(db, place, profileId)
  if (person === null) return { kind: 'not_found' }
  const { whatsapp_address: number, _id, name, display_id } = person
  if (number === null) return { kind: 'no_address' }
  return db.transaction(async (transaction): Promise<OptOutResult> => {
    const context = { db: transaction, clock }
    const change = isOut
      ? await addOptOut(context, { ...place, number }, why)
      : await removeOptOut(context, { ...place, number })
    if (change === null) return { kind: 'no_address' }
    if (change.changed)
      await recordChange(
        transaction,
        { now: clock.now(), newId, actor },
        {
          ...place,
          kind: 'customer_profile',
          record_id: _id,
          record_name: name ?? display_id,
          action: isOut ? 'opted_out' : 'opted_in',
          revision: null,
          fields: [
            { path: 'opted_out', before: !isOut, after: isOut },
            { path: 'why', before: null, after: why },
          ],
        },
      )
    return { kind: 'changed', profileId: _id }
  })
}
