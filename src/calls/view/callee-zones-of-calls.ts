import type { Reader } from '../../db/queryable.ts'
import { selectZoneProperties } from '../callee/callee-queries.ts'
import { calleeZones } from '../callee/callee-zones.ts'
import type { CallRow } from './list-queries.ts'

/** Where the callees of calls may be, by the id of the call. */
export type ZonesOfCalls = ReadonlyMap<string, readonly string[]>

/** For calls of campaigns whose hours don't hold where the callee is. */
export const noZones: ZonesOfCalls = new Map()

/** Returns where the callees of waiting calls may be that nobody has found open yet; the others are left out. */
export async function readCalleeZones(
  db: Reader,
  project: { organization_id: string; project_id: string },
  calls: readonly CallRow[],
): Promise<ZonesOfCalls> {
  const asked = calls.flatMap(({ _id, phone_number, customer_timezone, waits_for }) =>
    waits_for === null || phone_number === null ? [] : [{ _id, phone_number, customer_timezone }],
  )
  if (asked.length === 0) return noZones
  const properties = await selectZoneProperties(
    db,
    project,
    asked.map(({ phone_number }) => phone_number),
  )
  return new Map(
    asked.map(({ _id, phone_number, customer_timezone }) => {
      const profile_timezone = properties.get(phone_number) ?? null
      return [_id, calleeZones({ phone_number, customer_timezone, profile_timezone }).zones]
    }),
  )
}
