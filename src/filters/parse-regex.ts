import { fault } from './fault.ts'
import { checkString } from './json-text.ts'
import { at } from './parse-context.ts'
import type { ParseContext } from './parse-context.ts'
import { translateRegex } from './regex/emit-regex.ts'
import type { RegexOptions } from './regex/emit-regex.ts'
import type { Holds, Test } from './tree.ts'

/** Parses `$regex` and the `$options` beside it. The context is that of the field. */
export function parseRegex(pattern: unknown, options: unknown, holds: Holds, context: ParseContext): Test {
  const { place } = at(context, '$regex')
  if (holds === 'timestamp')
    throw fault('filters', place, '$regex does not apply to a timestamp; use $gte and $lt')
  if (typeof pattern !== 'string') throw fault('filters', place, '$regex takes a string')
  checkString('filters', place, pattern)
  const flags = parseOptions(options, at(context, '$options').place)
  const translation = translateRegex(pattern, flags)
  if (translation.kind === 'fault')
    throw fault('filters', place, `the pattern of $regex cannot be searched for: ${translation.message}`)
  return { kind: 'regex', pattern: translation.pattern, multiline: flags.m }
}

function parseOptions(options: unknown, place: string): RegexOptions {
  const letters = options === undefined ? '' : options
  if (typeof letters !== 'string' || !/^[ims]*$/.test(letters) || new Set(letters).size < letters.length)
    throw fault('filters', place, '$options takes any of the letters i, m and s, each once')
  return { i: letters.includes('i'), m: letters.includes('m'), s: letters.includes('s') }
}
