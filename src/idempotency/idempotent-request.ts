import { refusals } from '../base/refusals.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { fingerprintOf } from './fingerprint.ts'
import { insertKey, selectKey } from './queries.ts'
import type { StoredKey, KeyName } from './queries.ts'

/** The idempotency key of a request, with the fingerprint of what it asks for. */
export interface IdempotencyKey extends KeyName {
  fingerprint: Buffer
}

/**
 * Returns the key of a request; null if it has none.
 *
 * @param operation what is done, with the ids of the path.
 */
export function idempotencyKeyOf(
  {
    organization_id,
    project_id,
    idempotencyKey: key,
  }: { organization_id: string; project_id: string; idempotencyKey: string | null },
  operation: readonly string[],
  body: unknown,
): IdempotencyKey | null {
  if (key === null) return null
  return { organization_id, project_id, key, fingerprint: fingerprintOf(operation, body) }
}

/**
 * Returns what was done under the key before; null if the key is new.
 *
 * @throws {Refusal} 409 if the key was used for another request.
 */
export async function selectEarlierUse<Answer>(
  db: Queryable,
  key: IdempotencyKey,
  now: Date,
): Promise<StoredKey<Answer> | null> {
  const earlier = await selectKey<Answer>(db, key, now)
  if (earlier !== null && !earlier.fingerprint.equals(key.fingerprint)) throw refusals.idempotencyKeyReused()
  return earlier
}

/**
 * Takes the key for `subjectId` in its transaction. Returns false if another request has it; true without a key.
 *
 * @param answer stored with the key, if it is known already.
 */
export async function takeKey(
  transaction: Transaction,
  key: IdempotencyKey | null,
  subjectId: string,
  now: Date,
  answer: unknown = null,
): Promise<boolean> {
  if (key === null) return true
  return insertKey(transaction, key, { fingerprint: key.fingerprint, subject_id: subjectId, answer }, now)
}

/** Rolls a decision back because another request was faster, for example with the same key. */
export class DecisionConflict extends Error {}

/**
 * Runs a request, and runs it again after each `DecisionConflict`. The next run finds what the other request has
 * committed.
 */
export async function retryOnConflict<Result>(run: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof DecisionConflict)) throw error
    }
  }
}
