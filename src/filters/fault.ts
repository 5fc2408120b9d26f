import { refusals } from '../base/refusals.ts'
import type { Refusal } from '../base/refusals/refusal.ts'

export type JsonParameter = 'filters' | 'sort' | 'projection'
export type Parameter = JsonParameter | 'sort_field'

/**
 * Returns the refusal for a fault at a place such as `status.$in.3`. It repeats at most 100 characters of what the
 * caller sent: the place and one word.
 */
export function fault(parameter: Parameter, place: string, message: string): Refusal {
  const at = place === '' ? '' : `at ${excerpt(place, 60)}: `
  return refusals.faultyRequest({ path: parameter, message: `${at}${message}` })
}

/** Returns the refusal of text that is not a JSON object. */
export function notAnObject(parameter: JsonParameter): Refusal {
  const message = `must be a JSON object, such as ${examples[parameter]}`
  return refusals.invalidRequest(`${parameter} ${message}`, [{ path: parameter, message }])
}

const examples: Record<JsonParameter, string> = {
  filters: '{"status":"completed"}',
  sort: '{"created_at":-1}',
  projection: '{"name":1}',
}

/**
 * Shortens a word of the caller for a message. It keeps more of the end, which identifies a place better than the
 * middle.
 */
export function excerpt(text: string, charsMax = 40): string {
  if (text.length <= charsMax) return text.toWellFormed()
  return `${text.slice(0, charsMax / 4).toWellFormed()}…${text.slice(1 - (charsMax * 3) / 4).toWellFormed()}`
}
