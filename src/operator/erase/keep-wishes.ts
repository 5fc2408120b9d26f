import type { NewId } from '../../base/ids.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import { cancelWaitingTo } from '../../calls/cancel/stop-calls.ts'
import type { Transaction } from '../../db/queryable.ts'
import { hashNumber } from '../../guards/do-not-call/hash-number.ts'
import { selectListedNumbers } from '../../guards/do-not-call/look-up-queries.ts'
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
  const numbers = addresses.filter(isNumber)
  await cancelListed({ secretBox, newId }, transaction, { organization_id, numbers }, now)
  for (const number of numbers)
    kept += await hashNumber(secretBox, transaction, { organization_id, number }, now)
  return kept
}

/**
 * Cancels up to 1,000 calls of all projects that wait for a number on the do-not-call list. No worker looks for them
 * once the entry has a hash; further ones are refused as they are to be dialed.
 */
async function cancelListed(
  { secretBox, newId }: { secretBox: SecretBox; newId: NewId },
  transaction: Transaction,
  { organization_id, numbers }: { organization_id: string; numbers: readonly string[] },
  now: Date,
): Promise<void> {
  const listed = await selectListedNumbers(transaction, secretBox, organization_id, numbers, now)
  if (listed.size > 0)
    await cancelWaitingTo({ clock: { now: () => now }, newId }, transaction, organization_id, [...listed])
}
