/** Codes of the carrier that are about the number, whichever account dials it. */
const numberCodes = /^(?:1322[345]|21202|2121[1467])$/
/** Codes that pass by themselves. */
const rateCodes = /^(?:10004|20429|22005)$/

/** Returns whose turn it is after a failed call: by the carrier's code, where it gave one. */
export function failedAdvice(code: string | null): 'number' | 'account' | 'rate' | 'general' {
  if (code === null) return 'general'
  if (numberCodes.test(code)) return 'number'
  return rateCodes.test(code) ? 'rate' : 'account'
}
