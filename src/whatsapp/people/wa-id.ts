import { normalizePhoneNumber } from '../../base/phone-number.ts'

/**
 * Returns the number for a `wa_id`, the digits without `+` by which WhatsApp names a person. Returns `+` and the digits
 * if they are no valid number.
 */
export function numberOfWaId(waId: string): string {
  return validNumberOfWaId(waId) ?? `+${waId}`
}

/**
 * Returns the number for a `wa_id`, or null if it is no valid number. In Mexico and Brazil the `wa_id` of a mobile
 * number may have an additional digit or lack one. Both forms become the number that is dialed, so that sent and
 * received messages belong to one person. Argentina's 9 is different: without it the number may be another person's
 * land line, and that person can use WhatsApp too.
 */
export function validNumberOfWaId(waId: string): string | null {
  const [, mexican] = /^521(\d{10})$/.exec(waId) ?? []
  const [, area, brazilian] = /^55(\d\d)([6-9]\d{7})$/.exec(waId) ?? []
  const dialed =
    mexican !== undefined ? `52${mexican}` : brazilian !== undefined ? `55${area}9${brazilian}` : waId
  return normalizePhoneNumber(`+${dialed}`, null)
}

/** Returns every `wa_id` that WhatsApp may use for this number: those that `numberOfWaId` converts to it. */
export function waIdsOfNumber(number: string): string[] {
  const digits = number.slice(1)
  const [, mexican] = /^52(\d{10})$/.exec(digits) ?? []
  const [, area, brazilian] = /^55(\d\d)9([6-9]\d{7})$/.exec(digits) ?? []
  if (mexican !== undefined) return [digits, `521${mexican}`]
  return brazilian === undefined ? [digits] : [digits, `55${area}${brazilian}`]
}
