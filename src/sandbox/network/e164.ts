/** The form of a phone number: a plus sign and 7 to 15 digits, of which the first are the country code. */
export const e164 = /^\+[1-9]\d{6,14}$/

/** Returns whether a text is a phone number in E.164. */
export function isE164(text: string): boolean {
  return e164.test(text)
}
