/** The form of a business-scoped user id; with `ENT` if linked businesses share it. */
export const userIdForm = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/

/** Returns the text if it is a user id, else null. */
export function userIdIn(text: unknown): string | null {
  return typeof text === 'string' && userIdForm.test(text) ? text : null
}

/** Returns seconds since 1970, as a string, as Meta writes them. */
export function unixSeconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000))
}

/** Returns a number as Meta writes it, without the plus sign. */
export function bareNumber(number: string): string {
  return number.replace(/^\+/, '')
}
