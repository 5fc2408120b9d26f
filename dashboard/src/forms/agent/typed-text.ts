import type { Json } from '../../hooks/merge-record.ts'

/** Reads words with commas between them, Arabic commas too. Empty ones are left out. */
export function readList(text: string): string[] {
  return text
    .split(/[,،]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/**
 * Reads names with a value each, as lines such as `billing: +14155550123`. Where a name stands twice, it returns the
 * text itself: a mapping would lose one of the two, and the service refuses the text.
 */
export function readMapping(text: string, read: (value: string) => Json): Record<string, Json> | string {
  if (repeatedName(text) !== null) return text
  return Object.fromEntries(linesOf(text).map(([name, value]) => [name, read(value)]))
}

/** Returns the first name that stands on more than one line; null where none does. */
export function repeatedName(text: string): string | null {
  const names = linesOf(text).map(([name]) => name)
  return names.find((name, at) => names.indexOf(name) < at) ?? null
}

function linesOf(text: string): [name: string, value: string][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...rest] = line.split(':')
      return [name.trim(), rest.join(':').trim()]
    })
}
