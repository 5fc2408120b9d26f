import { createRandom } from '../faults/random.ts'
import type { Random } from '../faults/random.ts'
import type { Fields, Json, JsonObject } from './shape.ts'

/** A resource with a field of every kind. All but `status`, `attempts` and `_id` may be null. */
export const documentFields = {
  _id: 'string',
  name: 'string',
  status: 'string',
  active: 'boolean',
  attempts: 'number',
  duration_seconds: 'number',
  start_time: 'timestamp',
  created_at: 'timestamp',
  phones: {
    type: 'array',
    items: { value: 'string', seen_at: 'timestamp', rank: 'number', verified: 'boolean' },
  },
  work: {
    type: 'object',
    fields: {
      state: 'string',
      done: 'number',
      began_at: 'timestamp',
      tags: { type: 'list', each: 'string' },
      windows: { type: 'array', items: { days: { type: 'list', each: 'string' }, from: 'string' } },
    },
  },
  patterns: { type: 'list', each: 'string' },
  properties: 'bag',
} as const satisfies Fields

/** Strings that are hard for SQL, JSON or regular expressions. There are few, so that documents share them. */
export const strings = [
  '',
  'a',
  'A',
  'ab',
  'b',
  'vip',
  'eu',
  'VIP eu',
  'é',
  'É',
  'e\u0301',
  'Ödön Kovács',
  'ödön',
  'жук',
  'ЖУК',
  '中文',
  '😀',
  '～',
  '4',
  '10',
  'true',
  'null',
  'line1\nline2',
  'tab\there',
  'two  blanks ',
  'no\u00a0break',
  'a.b*c',
  'a\\b',
  '100%_',
  '"quoted"',
  "o'clock",
  '{"a":1}',
  '+14155550101',
  'under_score-dash',
  '2025-03-01',
  '2025-03-01T09:00:00.000Z',
]

export const numbers = [
  0, 1, -1, 2, 3, 4, 5, 7, -7, 10, 60, 61, 1.5, 4.7, -4.7, 0.1, 0.30000000000000004, 59.999, 2147483647,
  2147483648, -2147483648, -2147483649, 9007199254740991, 1e20, 1e-7, 1.5e300,
]

const wholeNumbers = [0, 1, -1, 2, 3, 5, 60, 2147483647, -2147483648]

export const instants = [
  '0001-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2024-02-29T12:30:00.500Z',
  '2025-02-28T23:59:59.999Z',
  '2025-03-01T00:00:00.000Z',
  '2025-03-01T00:00:00.001Z',
  '2025-03-01T09:00:00.000Z',
  '2025-03-01T23:59:59.999Z',
  '2025-03-02T00:00:00.000Z',
  '2025-03-30T01:30:00.000Z',
  '2025-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
]

export const statuses = ['live', 'completed', 'failed', 'no_answer']

/**
 * Keys of open objects. Those after the first six need quoting somewhere, or are inherited by every JavaScript object.
 */
export const bagKeys = [
  'a',
  'b',
  'c',
  'tags',
  '0',
  '1',
  'plan',
  'é',
  'x y',
  'q"uote',
  "o'clock",
  '01',
  'toString',
  '*',
]

/** Returns the same documents for the same seed. Their ids are ascending UUIDs. */
export function randomDocuments(seed: string, count: number): JsonObject[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, index) => randomDocument(random, index))
}

function randomDocument(random: Random, index: number): JsonObject {
  const orNull = (value: Json): Json => (random.chance(0.15) ? null : value)
  return {
    _id: `00000000-0000-7000-8000-${((index + 1) * 0xabc).toString(16).padStart(12, '0')}`,
    name: orNull(random.pick(strings)),
    status: random.pick(statuses),
    active: orNull(random.chance(0.5)),
    attempts: random.pick(wholeNumbers),
    duration_seconds: orNull(random.pick(numbers)),
    start_time: orNull(random.pick(instants)),
    created_at: random.pick(instants),
    phones: repeat(random.pick([0, 0, 1, 1, 2, 3]), () => ({
      value: orNull(random.pick(strings)),
      seen_at: orNull(random.pick(instants)),
      rank: orNull(random.pick(numbers)),
      verified: orNull(random.chance(0.5)),
    })),
    work: orNull({
      state: orNull(random.pick(statuses)),
      done: random.pick(numbers),
      began_at: orNull(random.pick(instants)),
      tags: randomTexts(random),
      windows: repeat(random.pick([0, 1, 2]), () => ({
        days: randomTexts(random),
        from: random.pick(strings),
      })),
    }),
    patterns: orNull(randomTexts(random)),
    properties: randomObject(random, 0),
  }
}

function randomTexts(random: Random): string[] {
  return repeat(random.pick([0, 1, 2, 3]), () => random.pick(strings))
}

function randomObject(random: Random, depth: number): JsonObject {
  const keys = repeat(random.integer(0, depth === 0 ? 8 : 3), () =>
    random.chance(0.7) ? random.pick(bagKeys.slice(0, 6)) : random.pick(bagKeys),
  )
  return Object.fromEntries(keys.map((key) => [key, randomJson(random, depth + 1)]))
}

/** Returns any JSON, down to arrays in objects in arrays; deeper levels have more scalars. */
export function randomJson(random: Random, depth: number): Json {
  const choice = random.next() * (depth < 5 ? 1 : 0.6)
  if (choice < 0.08) return null
  if (choice < 0.16) return random.chance(0.5)
  if (choice < 0.38) return random.pick(numbers)
  if (choice < 0.6) return random.pick(random.chance(0.5) ? strings.slice(0, 8) : strings)
  if (choice < 0.8) return randomObject(random, depth)
  const scalars = random.chance(0.4)
  return repeat(random.pick([0, 1, 1, 2, 2, 3]), () => randomJson(random, scalars ? 5 : depth + 1))
}

export function repeat<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}
