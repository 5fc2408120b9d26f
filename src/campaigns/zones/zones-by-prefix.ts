import { readFileSync } from 'node:fs'

let table: Map<string, readonly string[]> | null = null
let prefixDigitsMax = 0

/** A prefix of numbers with the zones in which they may be. */
export interface PrefixZones {
  /** Without the plus sign. */
  prefix: string
  zones: readonly string[]
  /** The zones that the prefix itself is listed with; `zones` may be more. */
  listed: readonly string[]
}

/** What was found by prefix. */
const found = new Map<string, PrefixZones>()

/** The most digits of an area code; a longer prefix names some subscribers of an area. */
const areaDigitsMax = 3

/**
 * Returns the longest prefix of a number that libphonenumber knows zones of, with these zones; null if it knows none.
 *
 * If subscribers below the prefix are listed by themselves, it stands for the rest of them, and the rest may be in any
 * of the listed zones. For example, +61 7 is listed with Sydney, and with Brisbane for some numbers of Brisbane, though
 * all of them have Brisbane's time. Area codes are complete: +34 9 is Madrid's time, except +34 922 and +34 928.
 *
 * The table is read with the first number, which takes about 2 ms, so that programs that ask for none don't pay for it.
 *
 * @param number E.164.
 */
export function zonesByPrefix(number: string, callingCode: string): PrefixZones | null {
  table ??= readTable()
  const digits = number.slice(1)
  for (let length = Math.min(prefixDigitsMax, digits.length); length > 0; length--) {
    const prefix = digits.slice(0, length)
    const listed = table.get(prefix)
    if (listed === undefined) continue
    let known = found.get(prefix)
    if (known === undefined)
      found.set(prefix, (known = { prefix, listed, zones: zonesBelow(table, prefix, callingCode) }))
    return known
  }
  return null
}

function zonesBelow(
  known: ReadonlyMap<string, readonly string[]>,
  prefix: string,
  callingCode: string,
): readonly string[] {
  const below = [...known].filter(([other]) => other.startsWith(prefix))
  const isRest = below.some(
    ([other]) => other !== prefix && other.length > callingCode.length + areaDigitsMax,
  )
  return isRest ? [...new Set(below.flatMap(([, zones]) => zones))] : known.get(prefix)!
}

/** Reads what `scripts/prefix-zones.ts` writes. */
function readTable(): Map<string, readonly string[]> {
  const text = readFileSync(new URL('./prefix-zones.txt', import.meta.url), 'utf8')
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const names = first.split(' ')
  const read = new Map<string, readonly string[]>()
  for (const line of lines) {
    const [numbers = '', prefixes = ''] = line.split('\t')
    const zones = numbers.split(' ').map((number) => names[Number(number)]!)
    for (const prefix of prefixes.split(' ')) {
      read.set(prefix, zones)
      prefixDigitsMax = Math.max(prefixDigitsMax, prefix.length)
    }
  }
  return read
}
