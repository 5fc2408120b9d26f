import { recordChange } from '../../audit/record-change.ts'
import type { Actor } from '../../audit/record-change.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import { doNotCallKind } from './add-numbers.ts'
import type { DoNotCallContext } from './add-numbers.ts'
import { publishEntries } from './entry-events.ts'
import { updateEnded } from './entry-queries.ts'
import { formsOf } from './entry.ts'

/**
 * Ends the entry of a number, so that it may be called again. Calls that were canceled stay canceled. Returns false if
 * the number is not on the list.
 *
 * @param number E.164; it finds an entry of which only the hash is left too.
 */
export async function endNumber(
  { db, clock, newId, secretBox }: Omit<DoNotCallContext, 'stopCallsTo'> & { secretBox: SecretBox },
  { organization_id, number }: { organization_id: string; number: string },
  why: string | null,
  actor: Actor,
): Promise<boolean> {
  const forms = formsOf(secretBox, organization_id, number)
  return db.transaction(async (transaction) => {
    const now = clock.now()
    const ended = await updateEnded(transaction, organization_id, forms, { by: actor.name, why, now })
    if (ended.length === 0) return false
    await publishEntries(transaction, organization_id, { type: 'do_not_call.ended', numbers: [number] }, now)
    await recordChange(
      transaction,
      { now, newId, actor },
      {
        organization_id,
        kind: doNotCallKind,
        record_id: number,
        record_name: number,
        action: 'ended',
        revision: null,
        fields: [
          { path: 'since', before: ended[0]!.since, after: null },
          ...(why === null ? [] : [{ path: 'why', before: null, after: why }]),
        ],
      },
    )
    return true
  })
}
