import { Context, Liquid, toValueSync } from 'liquidjs'
import type { Emitter, Template } from 'liquidjs'
import { startThreadTime } from './thread-time.ts'

/**
 * The longest template, in characters: a step's text is shorter, a campaign's script or an agent's prompt may use all
 * of it.
 */
export const templateCharsMax = 8_000

/** The longest filled text, in characters: about nine minutes of speech. */
export const filledCharsMax = 8_000

/**
 * How much processor time the texts that are filled together may take, such as those of a turn. A text takes well under
 * one millisecond. By the clock, a machine that stalls would cut the texts of a live call.
 */
export const fillMsMax = 250

/** The time that a text has in any case, so that one that takes too long does not silence those after it. */
const textMsMin = 2

const cachedTemplatesMax = 500

type TextValue = string | number | boolean

/** The members of an object of the values, such as those of a customer. */
export type TextMembers = Readonly<Record<string, TextValue>>

/** The values that templates can use, by root name: one value, or an object whose members are not nested further. */
export type TextValues = Readonly<Record<string, TextValue | TextMembers>>

/**
 * `cut`: the template reached a limit (length, time, memory) or does not parse. `text` is what was filled until then,
 * which is the best that a call can speak. `reason` contains no value, so it may be logged.
 */
export type FilledText = { kind: 'whole'; text: string } | { kind: 'cut'; text: string; reason: string }

/** The processor time that is left for texts which are filled one after the other without a pause. */
export class FillTime {
  readonly #msMax: number
  #usedMs = 0

  /** @param msMax with 0, no text is filled. */
  constructor(msMax: number = fillMsMax) {
    this.#msMax = msMax
  }

  get usedMs(): number {
    return this.#usedMs
  }

  /** The most time of the next text. */
  get nextMs(): number {
    return this.#msMax <= 0 ? 0 : Math.max(this.#msMax - this.#usedMs, textMsMin)
  }

  use(ms: number): void {
    this.#usedMs += ms
  }
}

// Only these tags and filters exist. Excluded: tags that read files, `capture` (its output bypasses the length limit),
// and filters that take expressions, return random values or scan HTML with patterns.
const allowedTags = new Set('assign break case comment continue echo for if raw unless #'.split(' '))
const allowedFilters = new Set(
  `abs append array_to_sentence_string at_least at_most capitalize ceil date default divided_by downcase first floor
  join last lstrip minus modulo normalize_whitespace plus prepend remove remove_first remove_last replace
  replace_first replace_last reverse round rstrip size slice split strip strip_newlines times to_integer truncate
  truncatewords uniq upcase url_encode`.split(/\s+/),
)

const engine = restrictedEngine()
const parsed = new Map<string, Template[]>()

/**
 * Fills a Liquid template with the values, such as `{{ customer.name }}`. A missing value is empty (Rule 19). Liquid
 * within a value is not run. Only own members of the values are visible. Never throws: see `FilledText`.
 *
 * @param time is shared by the texts that are filled together; without it, the text has a time of its own.
 */
export function fillText(template: string, values: TextValues, time = new FillTime()): FilledText {
  const renderLimit = time.nextMs
  if (renderLimit === 0) return { kind: 'cut', text: '', reason: 'the texts before it took too long' }
  const emitter = new BoundedEmitter()
  const usedMs = startThreadTime()
  const beganAt = performance.now()
  let isLate = false
  try {
    const context = new Context(scopeOf(values), engine.options, { sync: true }, { liquid: engine })
    context.renderLimit.check = () => {
      const isOver = performance.now() - beganAt >= renderLimit
      // Processor time is counted by some milliseconds, so the least time is one by the clock.
      isLate = isOver && (renderLimit <= textMsMin || usedMs() >= renderLimit)
      if (isLate) throw new RangeError('filling the text takes too long')
    }
    toValueSync(engine.renderer.renderTemplates(parse(template), context, emitter))
    return { kind: 'whole', text: emitter.buffer }
  } catch (error) {
    // Liquid's errors have no common class: limits, wrong arguments of filters and deep nesting throw different ones.
    const reason = emitter.full
      ? 'the text is too long'
      : isLate
        ? 'filling it takes too long'
        : `Liquid stopped with ${errorName(error)}`
    return { kind: 'cut', text: emitter.buffer, reason }
  } finally {
    time.use(usedMs())
  }
}

/** Returns what is wrong with the template, in words for its author; null if it can be filled. */
export function checkText(template: string): string | null {
  if (template.length > templateCharsMax) return `the text has more than ${templateCharsMax} characters`
  try {
    parse(template)
    return null
  } catch (error) {
    return error instanceof Error
      ? (error.message.split('\n', 1)[0] ?? error.name)
      : 'the text cannot be read'
  }
}

/** Returns the root names that the template reads, such as `customer`; none for a template that does not parse. */
export function readsOf(template: string): string[] {
  if (checkText(template) !== null) return []
  return [...new Set(engine.globalVariableSegmentsSync(parse(template)).map(([root]) => String(root)))]
}

/**
 * Returns the members of a root that the template reads, such as `name` of `customer`; none for one that does not
 * parse.
 */
export function variablesOf(template: string, root: string): string[] {
  if (checkText(template) !== null) return []
  const segments = engine.globalVariableSegmentsSync(parse(template))
  return [
    ...new Set(
      segments.flatMap(([first, member]) => (first === root && member !== undefined ? [String(member)] : [])),
    ),
  ]
}

/** Parses a template, with a cache of the most recently used ones. */
function parse(template: string): Template[] {
  const templates = parsed.get(template) ?? engine.parse(template)
  parsed.delete(template)
  parsed.set(template, templates)
  if (parsed.size > cachedTemplatesMax) {
    const oldest = parsed.keys().next()
    if (!oldest.done) parsed.delete(oldest.value)
  }
  return templates
}

function restrictedEngine(): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    dynamicPartials: false,
    parseLimit: templateCharsMax,
    memoryLimit: 100_000,
    // Texts don't depend on the machine's zone: a time is shown in the zone in which it was given, else in UTC.
    timezoneOffset: 0,
    preserveTimezones: true,
    dateFormat: '%B %-d, %Y',
    locale: 'en-US',
  })
  for (const name of Object.keys(liquid.tags)) if (!allowedTags.has(name)) delete liquid.tags[name]
  for (const name of Object.keys(liquid.filters)) if (!allowedFilters.has(name)) liquid.unregisterFilter(name)
  return liquid
}

/** Copies the values with an empty `size`, which Liquid would otherwise compute for any object. */
function scopeOf(values: TextValues): object {
  const scope: Record<string, object | TextValue> = {}
  for (const [name, members] of Object.entries(values)) {
    if (typeof members !== 'object') {
      scope[name] = members
      continue
    }
    const copy = Object.fromEntries(Object.entries(members))
    if (!Object.hasOwn(copy, 'size')) Object.defineProperty(copy, 'size', { value: '', enumerable: false })
    scope[name] = copy
  }
  return scope
}

/** Collects the output up to `filledCharsMax`, then throws to end the filling. */
class BoundedEmitter implements Emitter {
  buffer = ''
  full = false

  write(value: unknown): void {
    this.buffer += outputText(value)
    if (this.buffer.length <= filledCharsMax) return
    this.buffer = this.buffer.slice(0, filledCharsMax).toWellFormed()
    this.full = true
    throw new RangeError('the filled text is too long')
  }
}

/** Returns the text of a value; objects have none. */
function outputText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? value.map(outputText).join('') : ''
}

function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'an error'
}
