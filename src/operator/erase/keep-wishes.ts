import type { SecretBox } from '../../base/secret-box.ts'
import type { Transaction } from '../../db/queryable.ts'
import { hashNumber } from '../../guards/do-not-call/hash-number.ts'
import { hashOptOuts } from '../../whatsapp/people/erased-address.ts'
import type { ErasedPerson } from './erased-person.ts'

/**
 * Keeps what an erased person does not want, without who they are: each list has a keyed hash in place of the number or
 * address, and asks for both forms before it allows anything. Returns how many entries there are.
 */
export async function keepWishes(
  secretBox: SecretBox,
  transaction: Transaction,
  person: ErasedPerson,
  now: Date,
): Promise<number> {
  let kept = await hashOptOuts(secretBox, transaction, person, person.addresses)
  for (const number of person.numbers)
    kept += await hashNumber(secretBox, transaction, { organization_id: person.organization_id, number }, now)
  return kept
}
