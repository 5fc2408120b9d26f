import { isMapping } from '../base/unknown-shape.ts'
import { fault, notAnObject } from './fault.ts'
import type { JsonParameter, Parameter } from './fault.ts'

const textCharsMax = 8192
const stringCharsMax = 1024

/** Names that could reach an object's prototype. No field or key has one of them. */
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype'])

/** A parsed JSON object. Read its members with `Object.entries` or `Object.hasOwn`, never with `in`. */
export type JsonObject = Record<string, unknown>

export const isJsonObject: (value: unknown) => value is JsonObject = isMapping

/**
 * Parses the parameter's text as a JSON object.
 *
 * @throws a refusal (400) when it is too long or is not a JSON object.
 */
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

/** Refuses a string that the database can't store or that is too long. */
export function checkString(parameter: Parameter, place: string, text: string): void {
  if (charsOf(text, stringCharsMax) > stringCharsMax)
    throw fault(parameter, place, `a string is longer than ${stringCharsMax} characters`)
  checkCharacters(parameter, place, text)
}

/** Refuses text that `text` and `jsonb` can't store. The place may contain the same text, so it is cleaned first. */
export function checkCharacters(parameter: Parameter, place: string, text: string): void {
  const clean = place.toWellFormed().replaceAll('\0', '\u{fffd}')
  if (text.includes('\0')) throw fault(parameter, clean, 'contains a NUL character')
  if (!text.isWellFormed()) throw fault(parameter, clean, 'is not valid Unicode')
}

export function checkName(parameter: Parameter, place: string, name: string): void {
  if (forbiddenNames.has(name)) throw fault(parameter, place, `the name ${name} is not allowed`)
}

/** Returns the number of characters. They are counted one by one only when the UTF-16 length exceeds `max`. */
export function charsOf(text: string, max: number): number {
  return text.length <= max ? text.length : Array.from(text).length
}
