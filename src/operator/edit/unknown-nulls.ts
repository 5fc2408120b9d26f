import type { PlacedFault } from '../../base/faults.ts'
import { memberOf } from '../../base/unknown-shape.ts'
import { unknownFields } from '../apply/check-fields.ts'

/**
 * Returns the faults of members that a patch sets to null though no schema has them (Rule 6): the merge leaves them
 * out, so that the check of the merged record can't find them.
 *
 * @param merged the declaration after the merge.
 * @param withNulls the same, with the nulls that remove nothing.
 */
export function unknownNulls(merged: unknown, withNulls: unknown): PlacedFault[] {
  return unknownFields(withNulls).filter(({ path }) => {
    const holder = path.slice(0, -1).reduce<unknown>(memberOf, merged)
    return memberOf(holder, path.at(-1)!) === undefined
  })
}
