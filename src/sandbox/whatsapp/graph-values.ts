/** A business-scoped id of a person in Meta's form; with `ENT` where it is of linked businesses. */
export const userIdForm = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/

/** The text where it is such an id, else null. */
export function userIdIn(text: unknown): string | null {
  return typeof text === 'string' && userIdForm.test(text) ? text : null
}

/** Seconds since 1970 as Meta writes them. */
export function unixSeconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000))
}

/** A number as Meta writes it: without the plus sign. */
export function bareNumber(number: string): string {
  return number.replace(/^\+/, '')
}
