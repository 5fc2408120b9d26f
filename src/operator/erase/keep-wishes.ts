import type { NewId } from '../../base/ids.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Transaction } from '../../db/queryable.ts'
import { hashNumber } from '../../guards/do-not-call/hash-number.ts'
import { dropPendingEvents } from '../../whatsapp/inbound/drop-pending-events.ts'
import { hashOptOuts } from '../../whatsapp/people/erased-address.ts'
import { isNumber } from '../../whatsapp/people/user-id-queries.ts'
import type { ErasedPerson } from './erased-person.ts'

/**
 * Keeps what an erased person does not want, without who they are: each list has a keyed hash in place of the number or
 * address, and asks for both forms before it allows anything. What came from the person and no worker has processed yet
 * would make them known again, so it is deleted; what it asks for is kept. Returns how many entries there are.
 */
export async function keepWishes(
  { secretBox, newId }: { secretBox: SecretBox; newId: NewId },
  transaction: Transaction,
  person: ErasedPerson,
  now: Date,
): Promise<number> {
  const { organization_id } = person
  const asking = await dropPendingEvents({ now, newId }, transaction, person, person.addresses)
  const addresses = [...new Set([...person.addresses, ...asking])]
  let kept = await hashOptOuts(secretBox, transaction, person, addresses)
  for (const number of addresses.filter(isNumber))
    kept += await hashNumber(secretBox, transaction, { organization_id, number }, now)
  return kept
}
