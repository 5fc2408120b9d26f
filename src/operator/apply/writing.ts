import type { NewId } from '../../base/ids.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { Stored } from './stored.ts'

/** How many records, with organizations and projects, a declaration created, updated, and left unchanged. */
export interface Changes {
  created: number
  updated: number
  unchanged: number
}

/** What the writers need for one transaction. */
export interface Writing {
  transaction: Transaction
  now: Date
  newId: NewId
  secretBox: SecretBox
  stored: Stored
  changes: Changes
}

/**
 * Writes one record, counts the change, and returns the record's id.
 *
 * @param storedId null if the record is not stored.
 * @param upsert receives the id for a record that is not stored; returns the written id, null if nothing differs.
 * @throws if another transaction has inserted the record since the stored ones were read. Nothing is written then,
 *    and the declaration can be applied again.
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
      throw new Error('another program has just created a record of the declaration; apply it again')
    changes.unchanged++
    return storedId
  }
  if (storedId === null && written === id) changes.created++
  else changes.updated++
  return written
}
