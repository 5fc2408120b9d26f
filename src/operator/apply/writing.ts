import { DatabaseError } from 'pg'
import type { Actor } from '../../audit/record-change.ts'
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
  /** Who applies the declaration or makes the edit. */
  actor: Actor
  secretBox: SecretBox
  stored: Stored
  changes: Changes
  /** The ids of the records that were created or updated, in the order of writing. */
  written: string[]
}

/** `unique_violation`. */
const nameTaken = '23505'

/**
 * Writes one record, counts the change, and returns the record's id.
 *
 * @param storedId null if the record is not stored.
 * @param upsert receives the record's id, a new one where it is not stored; returns the written id, null if nothing
 *   differs.
 * @throws if another transaction has inserted the record since the stored ones were read. Nothing is written then,
 *    and the declaration can be applied again.
 */
export async function keep(
  { newId, changes, written }: Pick<Writing, 'newId' | 'changes' | 'written'>,
  storedId: string | null,
  upsert: (_id: string) => Promise<string | null>,
): Promise<string> {
  const id = storedId ?? newId()
  const writtenId = await upsert(id).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === nameTaken)
      throw new Error(createdMeanwhile, { cause: error })
    throw error
  })
  if (writtenId === null) {
    if (storedId === null) throw new Error(createdMeanwhile)
    changes.unchanged++
    return storedId
  }
  if (storedId === null) changes.created++
  else changes.updated++
  written.push(writtenId)
  return writtenId
}

const createdMeanwhile = 'another program has just created a record of the declaration; apply it again'
