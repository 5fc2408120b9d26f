import type { Random } from '../faults/random.ts'
import { instants, numbers, randomJson, repeat, statuses, strings } from './documents.ts'
import { isObject } from './shape.ts'
import type { Json, JsonObject, Leaf } from './shape.ts'

/** Returns an operand for equality on the field; `found` is a document's value there. */
export function randomOperand(random: Random, leaf: Leaf, found: Json): Json {
  if (random.chance(0.08)) return null
  if (leaf.kind === 'timestamp') {
    if (random.chance(0.1)) return random.pick<Json>([0, 5, true, [], {}, 1740819600000])
    return randomInstant(
      random,
      typeof found === 'string' && random.chance(0.7) ? found : random.pick(instants),
    )
  }
  if (leaf.kind === 'open' && random.chance(0.03)) return { $date: random.pick(instants) }
  if (random.chance(0.55)) return random.chance(0.6) ? found : nearMiss(random, found)
  return anyJson(random)
}

/** Returns an operand for a range, which is never an array or object. */
export function randomBound(random: Random, leaf: Leaf, found: Json): Json {
  const operand = randomOperand(random, leaf, found)
  if (typeof operand !== 'object' || operand === null || '$date' in operand) return operand
  return leaf.kind === 'timestamp' ? 5 : randomScalar(random)
}

function randomScalar(random: Random): Json {
  return random.pick<Json>([
    null,
    true,
    false,
    random.pick(numbers),
    random.pick(numbers),
    random.pick(strings),
    random.pick(strings),
    random.pick(statuses),
  ])
}

function anyJson(random: Random): Json {
  return random.chance(0.7) ? randomScalar(random) : randomJson(random, 3)
}

/** Returns a value that is almost this one: adjacent, of a similar type, in another order, or around it. */
function nearMiss(random: Random, value: Json): Json {
  if (random.chance(0.1)) return [value]
  if (typeof value === 'number')
    return random.pick<Json>([value + 1, value - 1, value + 0.001, -value, String(value)])
  if (typeof value === 'boolean') return random.pick<Json>([!value, Number(value), String(value)])
  if (typeof value === 'string') {
    const asNumber = value !== '' && Number.isFinite(Number(value)) ? Number(value) : `${value} `
    return random.pick<Json>([value.toUpperCase(), `${value}a`, value.slice(0, -1).toWellFormed(), asNumber])
  }
  if (value === null) return random.pick<Json>(['null', 0, false, '', [], {}])
  return isObject(value) ? nearMissOfObject(random, value) : nearMissOfArray(random, value)
}

function nearMissOfArray(random: Random, value: readonly Json[]): Json {
  const [first = null, ...rest] = value
  const reversed = value.toReversed()
  return random.pick<Json>([
    reversed,
    rest,
    [...value, null],
    [...rest, first],
    first,
    Object.fromEntries(value.entries()),
  ])
}

function nearMissOfObject(random: Random, value: JsonObject): Json {
  const entries = Object.entries(value)
  const [first, ...rest] = entries
  return random.pick<Json>([
    Object.fromEntries(entries.toReversed()),
    Object.fromEntries(rest),
    { ...value, zz: null },
    first === undefined ? [] : { ...value, [first[0]]: null },
    first === undefined ? null : first[1],
    Object.values(value),
  ])
}

/** Returns one of the spellings of the instant, an adjacent instant, or its day. */
function randomInstant(random: Random, instant: string): Json {
  const ms = Date.parse(instant) + random.pick([0, 0, 0, 0, 0, 0, 1, -1, 86_400_000])
  const inRange = ms >= Date.parse('0001-01-01T00:00:00Z') && ms <= Date.parse('9999-12-31T23:59:59.999Z')
  const text = inRange ? new Date(ms).toISOString() : instant
  const shifted = Date.parse(text) + 5_400_000
  const east = new Date(shifted).toISOString().slice(0, 23)
  return random.pick<Json>([
    text,
    text,
    text.slice(0, 10),
    text.slice(0, 10),
    text.slice(0, 23),
    `${text.slice(0, 23)}987Z`,
    `${text.slice(0, 16)}Z`,
    `${text.slice(0, 19)}+00:00`,
    east.length === 23 && !text.startsWith('9999-12-31')
      ? `${east}${random.pick(['+01:30', '+0130'])}`
      : text,
    { $date: text },
    { $date: Date.parse(text) },
    { $date: { $numberLong: String(Date.parse(text)) } },
  ])
}

/** Returns a mostly short list. Long lists are tested by binary search. */
export function randomList(random: Random, leaf: Leaf, found: Json): Json[] {
  const members = Array.isArray(found) ? found : [found]
  return repeat(random.pick([0, 1, 1, 2, 3, 4, 5, 16]), () => {
    const value: Json = random.chance(0.5) && members.length > 0 ? random.pick(members) : found
    return randomOperand(random, leaf, value)
  })
}
