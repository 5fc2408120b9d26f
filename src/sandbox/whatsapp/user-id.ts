/** A business-scoped id of a person in Meta's form; with `ENT` where it is of linked businesses. */
export const userIdForm = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/

/** The text where it is such an id, else null. */
export function userIdIn(text: unknown): string | null {
  return typeof text === 'string' && userIdForm.test(text) ? text : null
}
