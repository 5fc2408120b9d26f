import type { NewId } from '../../base/ids.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { Stored } from './stored.ts'

/** How many records, organizations and projects included, a declaration made, changed and found as declared. */
export interface Changes {
  created: number
  updated: number
  unchanged: number
}

/** What writing needs; lives as long as one transaction. */
export interface Writing {
  transaction: Transaction
  now: Date
  newId: NewId
  secretBox: SecretBox
  stored: Stored
  changes: Changes
}

/**
 * Writes one record and counts what came of it; answers its id.
 *
 * @param storedId null: it is not stored, as far as was seen under the lock.
 * @param upsert takes the id for a record that is not stored; answers the id written, null where nothing differs.
 * @throws where somebody else made the same record, unseen, since the stored ones were read: nothing is kept then, and
 *   the declaration can be applied again.
 */
export async function keep(
  { newId, changes }: Pick<Writing, 'newId' | 'changes'>,
  storedId: string | null,
  upsert: (_id: string) => Promise<string | null>,
): Promise<string> {
  const id = storedId ?? newId()
  const written = await upsert(id)
  if (written === null) {
    if (storedId === null)
      throw new Error('a record of the declaration was made by somebody else just now; apply again')
    changes.unchanged++
    return storedId
  }
  if (storedId === null && written === id) changes.created++
  else changes.updated++
  return written
}
