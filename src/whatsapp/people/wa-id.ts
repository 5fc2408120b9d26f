import { normalizePhoneNumber } from '../../base/phone-number.ts'

/**
 * The number of a person by the id that WhatsApp tells, digits without `+`. An id that is no number as far as we know is
 * kept as it is.
 */
export function numberOfWaId(waId: string): string {
  return validNumberOfWaId(waId) ?? `+${waId}`
}

/**
 * The number of an id that somebody else tells; null where it is no number as far as we know. In Mexico and Brazil the id
 * of a mobile number may have a digit that the number lacks, or lack one that it has: both forms become the number that is
 * dialled, so that a person who is written to and who writes is one. Argentina's 9 is no such digit: the number without it
 * may be a land line of somebody else, who can be on WhatsApp too.
 */
export function validNumberOfWaId(waId: string): string | null {
  const [, mexican] = /^521(\d{10})$/.exec(waId) ?? []
  const [, area, brazilian] = /^55(\d\d)([6-9]\d{7})$/.exec(waId) ?? []
  const dialled =
    mexican !== undefined ? `52${mexican}` : brazilian !== undefined ? `55${area}9${brazilian}` : waId
  return normalizePhoneNumber(`+${dialled}`, null)
}

/** The ids that WhatsApp may tell of a person with this number: those that `numberOfWaId` makes it of. */
export function waIdsOfNumber(number: string): string[] {
  const digits = number.slice(1)
  const [, mexican] = /^52(\d{10})$/.exec(digits) ?? []
  const [, area, brazilian] = /^55(\d\d)9([6-9]\d{7})$/.exec(digits) ?? []
  if (mexican !== undefined) return [digits, `521${mexican}`]
  return brazilian === undefined ? [digits] : [digits, `55${area}${brazilian}`]
}
