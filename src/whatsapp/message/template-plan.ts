/** A stored template. `components` is its definition as Meta's API returns it. */
export interface MessageTemplate {
  name: string
  language: string
  category: string
  components: readonly unknown[]
}

/** A placeholder in a text. `name` is the name in the braces; `variable` is the key of the caller's data. */
export interface Placeholder {
  name: string
  variable: string
}

export interface TextPlan {
  text: string
  /** In the order of Meta's parameters. */
  placeholders: readonly Placeholder[]
}

export type HeaderPlan =
  | ({ kind: 'text' } & TextPlan)
  | { kind: 'media'; format: 'image' | 'video' | 'document'; variable: 'header_media_url' }
  | { kind: 'location'; variable: 'header_location' }

/** A button that takes a value. `index` is its position among all buttons of the template, from 0. */
export type ButtonPlan =
  | { kind: 'url'; index: number; url: string; variable: string }
  | { kind: 'code'; index: number; variable: string }
  | { kind: 'coupon'; index: number; variable: string }

/** The parts of a template that are filled in at each send. */
export interface TemplatePlan {
  header: HeaderPlan | null
  body: TextPlan
  buttons: readonly ButtonPlan[]
  /** Whether it is an authentication template; its one value is a code. */
  isCode: boolean
}

export type TemplateReading =
  | { kind: 'sendable'; plan: TemplatePlan; variables: readonly string[] }
  | { kind: 'unsendable'; fault: string }

/** Components that need values which `data` can not express. */
const unsendableComponents: Readonly<Record<string, string>> = {
  CAROUSEL: 'a carousel',
  LIMITED_TIME_OFFER: 'a limited-time offer',
}
const unsendableButtons: Readonly<Record<string, string>> = {
  MPM: 'a button with several products',
  SPM: 'a button with a product',
  ORDER_DETAILS: 'a button with an order',
}

/**
 * Returns the names that `data` must have, exactly, for a template (Rule 53, Promise 29). They are the names of named
 * variables, the numbers of positional ones, `header_media_url`, `header_location`, and `button_0` for the first
 * button. A positional variable of the header is `1`, or `header_1` if the body has a `1` too.
 */
export function templateVariables(template: MessageTemplate): TemplateReading {
  const components = template.components.map(asRecord)
  const of = (type: string) => components.find((component) => upper(component['type']) === type)
  const buttons = listIn(of('BUTTONS'), 'buttons').map(asRecord)
  const isCode = isCodeTemplate(template)
  const body = bodyPlan(textIn(of('BODY'), 'text'), isCode)
  const header = headerPlan(of('HEADER'), body)
  const unsendable =
    firstNamed(components, unsendableComponents) ??
    firstNamed(buttons, unsendableButtons) ??
    header.unsendable
  if (unsendable !== undefined)
    return { kind: 'unsendable', fault: `the template has ${unsendable}, which can not be sent from here` }
  const plan = { header: header.plan, body, buttons: buttonPlans(buttons, body, isCode), isCode }
  return { kind: 'sendable', plan, variables: variablesOf(plan) }
}

/** Returns whether it is an authentication template; its one value is a code. */
export function isCodeTemplate({ category, components }: MessageTemplate): boolean {
  const buttons = components.map(asRecord).flatMap((component) => listIn(component, 'buttons').map(asRecord))
  return upper(category) === 'AUTHENTICATION' || buttons.some(({ type }) => upper(type) === 'OTP')
}

function variablesOf({ header, body, buttons }: TemplatePlan): string[] {
  const ofHeader =
    header === null ? [] : header.kind === 'text' ? header.placeholders.map(variableOf) : [header.variable]
  return [...new Set([...ofHeader, ...body.placeholders.map(variableOf), ...buttons.map(variableOf)])]
}

function variableOf({ variable }: { variable: string }): string {
  return variable
}

const placeholderPattern = /\{\{\s*(\w{1,100})\s*\}\}/g

/** Replaces each placeholder of a text by its value. */
export function substitute(text: string, valueOf: (name: string) => string): string {
  return text.replace(placeholderPattern, (_, name: string) => valueOf(name))
}

/** Cuts a text at its placeholders: fixed words, whose name is null, and the names between them. */
export function piecesOf(text: string): { text: string; name: string | null }[] {
  const pieces: { text: string; name: string | null }[] = []
  let from = 0
  for (const found of text.matchAll(placeholderPattern)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), name: null })
    pieces.push({ text: found[0], name: found[1] ?? '' })
    from = found.index + found[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), name: null })
  return pieces
}

/** Returns each name once: positional names by number, named ones in the order of their first occurrence. */
function namesIn(text: string): string[] {
  const names = [...new Set([...text.matchAll(placeholderPattern)].map(([, name = '']) => name))]
  return names.every(isPosition) ? names.sort((a, b) => Number(a) - Number(b)) : names
}

/** Returns whether a variable is positional. */
export function isPosition(name: string): boolean {
  return /^\d+$/.test(name)
}

/** Returns the plan of the body. Meta writes the text of an authentication template; the code is its first variable. */
function bodyPlan(text: string, isCode: boolean): TextPlan {
  const names = namesIn(text)
  if (isCode && names.length === 0) return { text, placeholders: [{ name: '1', variable: '1' }] }
  return { text, placeholders: names.map((name) => ({ name, variable: name })) }
}

function headerPlan(
  header: Component | undefined,
  body: TextPlan,
): { plan: HeaderPlan | null; unsendable?: string } {
  if (header === undefined) return { plan: null }
  const format = upper(header['format'] ?? 'TEXT')
  switch (format) {
    case 'TEXT': {
      const text = textIn(header, 'text')
      const taken = new Set(body.placeholders.map(variableOf))
      const variable = (name: string) => (isPosition(name) && taken.has(name) ? `header_${name}` : name)
      const placeholders = namesIn(text).map((name) => ({ name, variable: variable(name) }))
      return { plan: placeholders.length === 0 ? null : { kind: 'text', text, placeholders } }
    }
    case 'IMAGE':
      return { plan: { kind: 'media', format: 'image', variable: 'header_media_url' } }
    case 'VIDEO':
      return { plan: { kind: 'media', format: 'video', variable: 'header_media_url' } }
    case 'DOCUMENT':
      return { plan: { kind: 'media', format: 'document', variable: 'header_media_url' } }
    case 'LOCATION':
      return { plan: { kind: 'location', variable: 'header_location' } }
    default:
      return { plan: null, unsendable: `a header of the format ${format.slice(0, 50)}` }
  }
}

/** Returns the buttons that take a value. Quick replies, telephone numbers, flows and the catalog take none. */
function buttonPlans(buttons: readonly Component[], body: TextPlan, isCode: boolean): ButtonPlan[] {
  const code = body.placeholders[0]?.variable ?? '1'
  return buttons.flatMap((button, index): ButtonPlan[] => {
    const url = textIn(button, 'url')
    switch (upper(button['type'])) {
      case 'OTP':
        return [{ kind: 'code', index, variable: code }]
      case 'URL':
        if (namesIn(url).length === 0) return []
        return isCode
          ? [{ kind: 'code', index, variable: code }]
          : [{ kind: 'url', index, url, variable: `button_${index}` }]
      case 'COPY_CODE':
        return [
          isCode
            ? { kind: 'code', index, variable: code }
            : { kind: 'coupon', index, variable: `button_${index}` },
        ]
      default:
        return []
    }
  })
}

type Component = Readonly<Record<string, unknown>>

function asRecord(value: unknown): Component {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Returns the text in upper case: a declaration may write these names in any case. */
function upper(value: unknown): string {
  return typeof value === 'string' ? value.toUpperCase() : ''
}

function textIn(component: Component | undefined, name: string): string {
  const value = component?.[name]
  return typeof value === 'string' ? value : ''
}

function listIn(component: Component | undefined, name: string): readonly unknown[] {
  const value = component?.[name]
  return Array.isArray(value) ? value : []
}

function firstNamed(
  components: readonly Component[],
  names: Readonly<Record<string, string>>,
): string | undefined {
  const types = components.map(({ type }) => upper(type))
  return types.filter((type) => Object.hasOwn(names, type)).map((type) => names[type])[0]
}
