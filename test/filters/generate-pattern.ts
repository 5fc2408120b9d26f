import type { Random } from '../faults/random.ts'
import { repeat, strings } from './documents.ts'

/** Returns a regular expression of the supported kind, made of the characters in the documents. */
export function randomPattern(random: Random): string {
  if (random.chance(0.15))
    return random.pick(['', '.', '^$', '^', '$', 'a|', '(|a)b', '[^]', '\\B', '^.$', '^.*$'])
  if (random.chance(0.25)) return anchored(random, escaped(partOf(random, random.pick(strings))))
  return anchored(random, alternatives(random, 0, { boundaries: boundariesMax }))
}

/** The most word boundaries in a row; the compiler refuses patterns with more. */
const boundariesMax = 10
/** The most repetitions by a generated quantifier. */
const timesMax = 3

/** What may still be added to a pattern. */
interface Left {
  boundaries: number
}

export function randomOptions(random: Random): string {
  return ['i', 'm', 's'].filter(() => random.chance(0.4)).join('')
}

function anchored(random: Random, pattern: string): string {
  return `${random.chance(0.25) ? '^' : ''}${pattern}${random.chance(0.25) ? '$' : ''}`
}

function alternatives(random: Random, depth: number, left: Left): string {
  return repeat(random.chance(0.25) ? 2 : 1, () => sequence(random, depth, left)).join('|')
}

function sequence(random: Random, depth: number, left: Left): string {
  return repeat(random.integer(1, 3), () => {
    if (random.chance(0.12)) return assertion(random, depth, left)
    return atom(random, depth, left) + (random.chance(0.35) ? quantifier(random) : '')
  }).join('')
}

function assertion(random: Random, depth: number, left: Left): string {
  const times = timesMax ** depth
  if (left.boundaries < times || random.chance(0.4)) return random.pick(['^', '$'])
  left.boundaries -= times
  return random.pick(['\\b', '\\b', '\\B'])
}

function atom(random: Random, depth: number, left: Left): string {
  const choice = random.next()
  if (choice < 0.15) return '.'
  if (choice < 0.3) return random.pick(['\\d', '\\w', '\\s', '\\D', '\\W', '\\S'])
  if (choice < 0.45) return characterClass(random)
  if (choice < 0.6 && depth < 2)
    return `${random.pick(['(', '(?:'])}${alternatives(random, depth + 1, left)})`
  if (choice < 0.66)
    return random.pick(['\\n', '\\t', '\\u0061', '\\u00e9', '\\u4E2D', '\\-', '\\@', '\\"', '\\/'])
  return escaped(partOf(random, random.pick(strings)).slice(0, 2)) || 'a'
}

function characterClass(random: Random): string {
  const members = repeat(random.integer(1, 3), () =>
    random.pick([
      'a-z',
      'A-Z',
      '0-9',
      'а-я',
      '\\d',
      '\\D',
      '\\w',
      '\\W',
      '\\s',
      '\\n',
      '\\-',
      '\\]',
      '\\\\',
      '\\^',
      '\\u00e9',
      'é',
      'b',
      '.',
      '*',
      '\\[',
      ':',
      '=',
      '+',
      '_',
      '😀',
    ]),
  )
  return `[${random.chance(0.3) ? '^' : ''}${members.join('')}]`
}

function quantifier(random: Random): string {
  return (
    random.pick(['*', '+', '?', '{2}', '{0}', '{1,}', '{0,2}', '{1,3}', '{0,}']) +
    (random.chance(0.2) ? '?' : '')
  )
}

/** Returns a random part, cut between code points. */
function partOf(random: Random, text: string): string {
  const points = Array.from(text)
  const from = random.integer(0, points.length)
  return points.slice(from, from + random.integer(0, 6)).join('')
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&')
}
