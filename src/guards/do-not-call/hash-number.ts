import type { SecretBox } from '../../base/secret-box.ts'
import type { Transaction } from '../../db/queryable.ts'
import { updateToHash } from './entry-queries.ts'
import { formsOf } from './entry.ts'

/**
 * Turns all entries of a number into their hashed form, for the erasure of a person: the number and what people wrote
 * about it are gone, and nobody may call it all the same. Returns how many entries were turned.
 *
 * @param number E.164.
 */
export function hashNumber(
  secretBox: SecretBox,
  transaction: Transaction,
  { organization_id, number }: { organization_id: string; number: string },
  now: Date,
): Promise<number> {
  return updateToHash(transaction, organization_id, formsOf(secretBox, organization_id, number), now)
}
