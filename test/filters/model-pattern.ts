/** A text as its characters; positions between them count from 0. */
type Text = readonly string[]
/** A set of positions in a text, one bit each. */
type Positions = bigint
/** Returns where a part of a pattern can end when it begins at one of the positions. */
type Part = (from: Positions, text: Text) => Positions
type Test = (character: string) => boolean

/**
 * Returns a function for whether a regular expression matches somewhere in a text. It follows all ways through the
 * pattern at once. It does not use JavaScript's engine, which has bugs: V8 (Node 26) finds neither `[^=]$` in 😀 nor,
 * with `s`, `(?:.+?.^)?.` in `_`.
 *
 * @throws on a pattern that is malformed or not supported.
 */
export function finderOf(pattern: string, options: string): (text: string) => boolean {
  const part = partOf(pattern, {
    i: options.includes('i'),
    m: options.includes('m'),
    s: options.includes('s'),
  })
  const known = new Map<string, boolean>()
  return (value) => {
    let found = known.get(value)
    if (found === undefined) {
      const text = Array.from(value)
      found = part((1n << BigInt(text.length + 1)) - 1n, text) !== 0n
      known.set(value, found)
    }
    return found
  }
}

const isBreak: Test = (character) => /^[\n\r\u2028\u2029]$/.test(character)
const isWord: Test = (character) => /^[A-Za-z0-9_]$/.test(character)
const classes: Readonly<Record<string, Test>> = {
  d: (character) => /^[0-9]$/.test(character),
  w: isWord,
  s: (character) => /^[\t-\r ]$/.test(character),
}

function partOf(pattern: string, { i, m, s }: { i: boolean; m: boolean; s: boolean }): Part {
  const characters = Array.from(pattern)
  let at = 0

  const malformed = (): never => {
    throw new Error(`not a pattern from character ${at}: ${pattern}`)
  }
  const take = (character: string): boolean => {
    if (characters[at] !== character) return false
    at++
    return true
  }

  const alternatives = (): Part => {
    const parts = [sequence()]
    while (take('|')) parts.push(sequence())
    return (from, text) => parts.reduce((ends, part) => ends | part(from, text), 0n)
  }

  const sequence = (): Part => {
    const parts: Part[] = []
    while (at < characters.length && characters[at] !== '|' && characters[at] !== ')') {
      const assertion = assertionOf()
      parts.push(assertion ?? repeated(atom()))
    }
    return (from, text) => parts.reduce((ends, part) => (ends === 0n ? ends : part(ends, text)), from)
  }

  const assertionOf = (): Part | undefined => {
    if (take('^')) return where((before) => before === undefined || (m && isBreak(before)))
    if (take('$')) return where((_, after) => after === undefined || (m && isBreak(after)))
    const letter = characters[at] === '\\' ? characters[at + 1] : undefined
    if (letter !== 'b' && letter !== 'B') return undefined
    at += 2
    return where((before = '', after = '') => (isWord(before) !== isWord(after)) === (letter === 'b'))
  }

  const atom = (): Part => {
    if (take('(')) {
      if (take('?') && !take(':')) malformed()
      const inner = alternatives()
      return take(')') ? inner : malformed()
    }
    if (take('.')) return one((character) => s || !isBreak(character))
    if (take('[')) return characterClass()
    const test = member('^$.*+?()[]{}|')
    return one(test.of)
  }

  /** Parses a character or an escape, in a class or outside. `is` is set when it is one character. */
  const member = (special: string): { of: Test; is?: string } => {
    const character = characters[at++]
    if (character === undefined || special.includes(character)) return malformed()
    if (character !== '\\') return literal(character)
    const escape = characters[at++] ?? malformed()
    const named = classes[escape.toLowerCase()]
    if (named !== undefined) return { of: escape in classes ? named : (character) => !named(character) }
    const control = { n: '\n', t: '\t', r: '\r' }[escape]
    if (control !== undefined) return literal(control)
    if (escape !== 'u') return /^[A-Za-z0-9_]$/.test(escape) ? malformed() : literal(escape)
    const digits = characters.slice(at, at + 4).join('')
    at += 4
    return /^[0-9A-Fa-f]{4}$/.test(digits)
      ? literal(String.fromCharCode(Number.parseInt(digits, 16)))
      : malformed()
  }

  const characterClass = (): Part => {
    const negated = take('^')
    const tests: Test[] = []
    if (characters[at] === '[' && ':=.'.includes(characters[at + 1] ?? ' ')) malformed()
    while (!take(']')) {
      const first = member('')
      if (characters[at] !== '-' || characters[at + 1] === ']') {
        tests.push(first.of)
        continue
      }
      at++
      const [least, most] = [first.is?.codePointAt(0), member('').is?.codePointAt(0)]
      if (least === undefined || most === undefined || least > most) return malformed()
      tests.push((character) => least <= character.codePointAt(0)! && character.codePointAt(0)! <= most)
    }
    return one((character) => tests.some((test) => test(character)), negated)
  }

  /** Consumes one character that passes or, with `i`, whose other case does. */
  const one = (test: Test, negated = false): Part => {
    const passes: Test = (character) => (i ? casesOf(character).some(test) : test(character)) !== negated
    return (from, text) => {
      let ends = 0n
      text.forEach((character, index) => {
        if (((from >> BigInt(index)) & 1n) === 1n && passes(character)) ends |= 1n << BigInt(index + 1)
      })
      return ends
    }
  }

  const repeated = (part: Part): Part => {
    const written = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(characters.slice(at).join(''))
    if (written === null) return part
    at += written[0].length
    const [sign = '', fixed, comma, bound] = written
    const least = Number(fixed ?? (sign.startsWith('+') ? 1 : 0))
    const most =
      fixed === undefined ? (sign.startsWith('?') ? 1 : Infinity) : comma ? Number(bound || Infinity) : least
    if (least > most || least > 255 || (most > 255 && most !== Infinity)) return malformed()
    return (from, text) => {
      let ends = from
      for (let times = 0; times < least; times++) ends = part(ends, text)
      for (let times = least, more = ends; times < most && more !== 0n; times++) {
        more = part(more, text) & ~ends
        ends |= more
      }
      return ends
    }
  }

  const whole = alternatives()
  return at === characters.length ? whole : malformed()
}

function literal(expected: string): { of: Test; is: string } {
  return { of: (character) => character === expected, is: expected }
}

/** Consumes nothing; keeps the positions that have such characters before and after them. */
function where(holds: (before: string | undefined, after: string | undefined) => boolean): Part {
  return (from, text) => {
    let ends = 0n
    for (let position = 0; position <= text.length; position++)
      if (holds(text[position - 1], text[position])) ends |= 1n << BigInt(position)
    return from & ends
  }
}

/** Returns the character in both cases. One that becomes two characters in the other case stays alone. */
function casesOf(character: string): string[] {
  const others = [character.toLowerCase(), character.toUpperCase()]
  return [character, ...others.filter((other) => Array.from(other).length === 1)]
}
