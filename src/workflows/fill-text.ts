import { Context, Liquid, toValueSync } from 'liquidjs'
import type { Emitter, Template } from 'liquidjs'

/** The longest template, in characters: a step's text is shorter, a campaign's script may use all of it. */
export const templateCharsMax = 8_000

/** The longest filled text, in characters: some nine minutes of speech. */
export const filledCharsMax = 8_000

const cachedTemplatesMax = 500

/** What customers and answers are filled in as. Nested values do not occur in either. */
export type TextValues = Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>

/**
 * `cut`: the template met a limit (length, time, memory) or does not parse; `text` is what was filled until then, at a
 * call the best that can be spoken. `reason` names no value, so that it may be logged.
 */
export type FilledText = { kind: 'whole'; text: string } | { kind: 'cut'; text: string; reason: string }

// What is not listed does not exist. Kept out: tags that read files, `capture` (its output escapes the limit of length),
// filters that take expressions, draw at random or scan HTML with patterns.
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
 * Fills a Liquid template with the values, as for `{{ customer.name }}`. A missing value is empty (Rule 19), a value
 * that holds Liquid is spoken as it stands, and only own members of the values are seen. Never throws: see `FilledText`.
 */
export function fillText(template: string, values: TextValues): FilledText {
  const emitter = new BoundedEmitter()
  try {
    const context = new Context(scopeOf(values), engine.options, { sync: true }, { liquid: engine })
    toValueSync(engine.renderer.renderTemplates(parse(template), context, emitter))
    return { kind: 'whole', text: emitter.buffer }
  } catch (error) {
    // Liquid's errors have no common class: a limit, a filter's wrong argument and deep nesting each throw their own.
    const reason = emitter.full ? 'the text is too long' : `Liquid stopped with ${errorName(error)}`
    return { kind: 'cut', text: emitter.buffer, reason }
  }
}

/** What is wrong with the template, in words for whoever wrote it; null when it can be filled. */
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

/** The names at the root of what the template reads, such as `customer`; empty for a template that does not parse. */
export function readsOf(template: string): string[] {
  if (checkText(template) !== null) return []
  return [...new Set(engine.globalVariableSegmentsSync(parse(template)).map(([root]) => String(root)))]
}

/** Least recently used templates make room. */
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
    // Milliseconds. A text takes well under one; the room is for a machine that stalls during a live call.
    renderLimit: 250,
    memoryLimit: 100_000,
    // Texts don't depend on the zone of the machine: a time is told in the zone it was given in, else in UTC.
    timezoneOffset: 0,
    preserveTimezones: true,
    dateFormat: '%B %-d, %Y',
    locale: 'en-US',
  })
  for (const name of Object.keys(liquid.tags)) if (!allowedTags.has(name)) delete liquid.tags[name]
  for (const name of Object.keys(liquid.filters)) if (!allowedFilters.has(name)) liquid.unregisterFilter(name)
  return liquid
}

/** Copies, so that `size`, which Liquid counts for any object, is empty like every other missing name. */
function scopeOf(values: TextValues): object {
  const scope: Record<string, object> = {}
  for (const [name, members] of Object.entries(values)) {
    const copy = Object.fromEntries(Object.entries(members))
    if (!Object.hasOwn(copy, 'size')) Object.defineProperty(copy, 'size', { value: '', enumerable: false })
    scope[name] = copy
  }
  return scope
}

/** Collects the output up to `filledCharsMax`, then ends the filling. */
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

/** Objects have no spoken form. */
function outputText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? value.map(outputText).join('') : ''
}

function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'an error'
}
