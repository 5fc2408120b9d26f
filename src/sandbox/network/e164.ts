/** The form of every number on this network: a plus sign, a country code, 7 to 15 digits in all. */
export const e164 = /^\+[1-9]\d{6,14}$/

/** Whether a text is a number that can be called. */
export function isE164(text: string): boolean {
  return e164.test(text)
}
