import { refusals } from '../base/refusals.ts'
import type { Refusal } from '../base/refusals.ts'

export type JsonParameter = 'filters' | 'sort' | 'projection'
export type Parameter = JsonParameter | 'sort_field'

/**
 * The refusal for a fault at a place such as `status.$in.3`. Of what the caller sent, a message repeats the place and at
 * most one word, both shortened to 100 characters together.
 */
export function fault(parameter: Parameter, place: string, message: string): Refusal {
  const at = place === '' ? '' : ` at ${excerpt(place, 60)}:`
  return refusals.invalidRequest(`${parameter}:${at} ${message}`)
}

/** The refusal of text that is no JSON object. */
export function notAnObject(parameter: JsonParameter): Refusal {
  return refusals.invalidRequest(`${parameter} must be a JSON object, such as ${examples[parameter]}`)
}

const examples: Record<JsonParameter, string> = {
  filters: '{"status":"completed"}',
  sort: '{"created_at":-1}',
  projection: '{"name":1}',
}

/** A word of the caller's in a message. The end tells more of a place than the middle. */
export function excerpt(text: string, charsMax = 40): string {
  if (text.length <= charsMax) return text.toWellFormed()
  return `${text.slice(0, charsMax / 4).toWellFormed()}…${text.slice(1 - (charsMax * 3) / 4).toWellFormed()}`
}
