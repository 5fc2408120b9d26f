import { DatabaseError } from 'pg'
import type { Actor } from '../../audit/record-change.ts'
import type { NewId } from '../../base/ids.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { rollBackWith } from '../../db/roll-back.ts'
import { changeInTurn } from './change-queue.ts'
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
  /** Whether it is an operator of the installation, or the program itself. */
  isOperator: boolean
  secretBox: SecretBox
  stored: Stored
  changes: Changes
  /** The ids of the records that were created or updated, in the order of writing. */
  written: string[]
}

/** Thrown if another transaction has inserted a record since the stored ones were read. */
class CreatedMeanwhile extends Error {
  override name = 'CreatedMeanwhile'

  constructor(options?: ErrorOptions) {
    super('another program has just created a record of the declaration; apply it again', options)
  }
}

const triesMax = 5

/**
 * Runs the function in a transaction, and again where another program has just created one of its records, such as a
 * key or a template: it then finds the record stored. It runs up to five times in all.
 *
 * @param options.organization as for `changeInTurn`.
 * @param options.dryRun whether everything is rolled back in the end.
 * @throws {Refusal} `too_many_changes`.
 */
export async function runWriting<T>(
  db: Db,
  { organization, dryRun }: { organization: string; dryRun: boolean },
  run: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return changeInTurn(db, organization, async () => {
    for (let tries = 1; ; tries++) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- a try follows the failure of the one before
        return await (dryRun ? rollBackWith(db, run) : db.transaction(run))
      } catch (error) {
        if (!(error instanceof CreatedMeanwhile) || tries >= triesMax) throw error
      }
    }
  })
}

/** `unique_violation`. */
const nameTaken = '23505'

/**
 * Writes one record, counts the change, and returns the record's id.
 *
 * @param storedId null if the record is not stored.
 * @param upsert receives the record's id, a new one where it is not stored; returns the written id, null if nothing
 *   differs.
 * @throws {CreatedMeanwhile} Nothing is written then, and {@link runWriting} runs the transaction again.
 */
export async function keep(
  { newId, changes, written }: Pick<Writing, 'newId' | 'changes' | 'written'>,
  storedId: string | null,
  upsert: (_id: string) => Promise<string | null>,
): Promise<string> {
  const id = storedId ?? newId()
  const writtenId = await upsert(id).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === nameTaken)
      throw new CreatedMeanwhile({ cause: error })
    throw error
  })
  if (writtenId === null) {
    if (storedId === null) throw new CreatedMeanwhile()
    changes.unchanged++
    return storedId
  }
  if (storedId === null) changes.created++
  else changes.updated++
  written.push(writtenId)
  return writtenId
}
