import { fault, notAnObject } from './fault.ts'
import type { JsonParameter, Parameter } from './fault.ts'

const textCharsMax = 8192
const stringCharsMax = 1024

/** Names that reach into every object's prototype; no field and no key is ever called so. */
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype'])

/** A parsed JSON object. Its members are looked up by `Object.entries` only, never by `in`. */
export type JsonObject = Record<string, unknown>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The JSON object that the parameter is. */
export function parseJsonObject(parameter: JsonParameter, text: string): JsonObject {
  if (charsOf(text, textCharsMax) > textCharsMax)
    throw fault(parameter, '', `must have at most ${textCharsMax} characters`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notAnObject(parameter)
  }
  if (!isJsonObject(value)) throw notAnObject(parameter)
  return value
}

/** Refuses a string that the database cannot hold, or that is longer than any value is. */
export function checkString(parameter: Parameter, place: string, text: string): void {
  if (charsOf(text, stringCharsMax) > stringCharsMax)
    throw fault(parameter, place, `a string is longer than ${stringCharsMax} characters`)
  checkCharacters(parameter, place, text)
}

/** Refuses text that `text` and `jsonb` cannot hold. The place may hold it too, and is mended. */
export function checkCharacters(parameter: Parameter, place: string, text: string): void {
  const clean = place.toWellFormed().replaceAll('\0', '\u{fffd}')
  if (text.includes('\0')) throw fault(parameter, clean, 'contains a NUL character')
  if (!text.isWellFormed()) throw fault(parameter, clean, 'is not valid Unicode')
}

export function checkName(parameter: Parameter, place: string, name: string): void {
  if (forbiddenNames.has(name)) throw fault(parameter, place, `the name ${name} is not allowed`)
}

/** How many characters; counted one by one only where the length in UTF-16 leaves it open. */
export function charsOf(text: string, max: number): number {
  return text.length <= max ? text.length : Array.from(text).length
}
