import { publicLinkFault } from './public-link.ts'
import type { TemplateData } from './template-data.ts'
import { isPosition, substitute, templateVariables } from './template-plan.ts'
import type { ButtonPlan, HeaderPlan, MessageTemplate, TemplatePlan, TextPlan } from './template-plan.ts'
import { countCharacters, withoutEmpty } from './text.ts'

const headerCharactersMax = 60
const bodyCharactersMax = 1_024
const urlCharactersMax = 2_000
const codeCharactersMax = 15
const couponCharactersMax = 20
/** A fault lists at most this many names, so that it stays readable. */
const listedNamesMax = 20

/** A component of a template message with its values, in the format of Meta's API. */
export interface TemplateComponent {
  type: 'header' | 'body' | 'button'
  sub_type?: 'url' | 'copy_code'
  /** The position of a button among all buttons, from 0. */
  index?: string
  parameters: readonly object[]
}

export type FilledTemplate =
  | { kind: 'filled'; components: readonly TemplateComponent[] }
  | { kind: 'refused'; faults: readonly string[] }

/**
 * Puts the caller's values into a template. Refuses missing and unknown variables, all in one fault (Rule 53). Refuses
 * values that Meta does not accept, and texts that are too long with their values. Faults name members of the
 * body and never quote their values.
 */
export function fillTemplate(template: MessageTemplate, data: TemplateData): FilledTemplate {
  const reading = templateVariables(template)
  if (reading.kind === 'unsendable') return { kind: 'refused', faults: [reading.fault] }
  const named = namesFault(reading.variables, Object.keys(data))
  if (named !== null) return { kind: 'refused', faults: [named] }
  const valueFaults = valueFaultsOf(reading.plan, data)
  const faults = valueFaults.length > 0 ? valueFaults : lengthFaultsOf(reading.plan, data)
  return faults.length > 0
    ? { kind: 'refused', faults }
    : { kind: 'filled', components: componentsOf(reading.plan, data) }
}

function namesFault(variables: readonly string[], given: readonly string[]): string | null {
  const missing = variables.filter((name) => !given.includes(name))
  const surplus = given.filter((name) => !variables.includes(name))
  if (missing.length === 0 && surplus.length === 0) return null
  const problems = [
    ...(missing.length > 0 ? [`missing ${list(missing)}`] : []),
    ...(surplus.length > 0 ? [`unknown ${list(surplus)}`] : []),
  ].join('; ')
  return variables.length === 0
    ? `data: the template has no variables; ${problems}`
    : `data: must have the template's variables exactly (${list(variables)}): ${problems}`
}

function list(names: readonly string[]): string {
  const listed = names.slice(0, listedNamesMax).map((name) => name.slice(0, 100))
  return names.length > listedNamesMax ? `${listed.join(', ')} and others` : listed.join(', ')
}

/** Checks each value against every placeholder that uses it; a variable may have several placeholders. */
function valueFaultsOf({ header, body, buttons, isCode }: TemplatePlan, data: TemplateData): string[] {
  const faults = new Set<string>()
  const check = (variable: string, fault: string | null): void => {
    if (fault !== null) faults.add(`${dataPath(variable)}: ${fault}`)
  }
  const checkText = (variable: string, charactersMax: number): void =>
    check(variable, textFault(data[variable], charactersMax))

  if (header?.kind === 'media') check(header.variable, mediaFault(data[header.variable]))
  if (header?.kind === 'location')
    check(header.variable, typeof data[header.variable] === 'object' ? null : locationWanted)
  if (header?.kind === 'text') for (const { variable } of header.placeholders) checkText(variable, Infinity)
  for (const { variable } of body.placeholders) checkText(variable, isCode ? codeCharactersMax : Infinity)
  for (const { kind, variable } of buttons)
    checkText(variable, { url: Infinity, code: codeCharactersMax, coupon: couponCharactersMax }[kind])
  return [...faults]
}

const locationWanted = 'must be an object with latitude and longitude'

function mediaFault(value: TemplateData[string] | undefined): string | null {
  return typeof value === 'string' ? publicLinkFault(value) : 'must be the URL of the media, a string'
}

/** @param charactersMax the longest value; Infinity if only the length of the whole text is bounded. */
function textFault(value: TemplateData[string] | undefined, charactersMax: number): string | null {
  if (typeof value === 'object') return 'must be a string or a number'
  const text = String(value)
  if (text.trim() === '') return 'must not be empty'
  if (/[\r\n\t]| {5}/.test(text)) return 'must not contain line breaks, tabs or more than 4 spaces in a row'
  return countCharacters(text) > charactersMax ? `is longer than ${charactersMax} characters` : null
}

/** Checks the length of each text with its values: Meta's bounds apply to what the recipient gets. */
function lengthFaultsOf({ header, body, buttons }: TemplatePlan, data: TemplateData): string[] {
  const faults: string[] = []
  const check = (what: string, text: string, charactersMax: number): void => {
    const characters = countCharacters(text)
    if (characters > charactersMax)
      faults.push(
        `data: ${what} is ${characters} characters long with these values, at most ${charactersMax} go`,
      )
  }
  if (header?.kind === 'text') check('the header', filledText(header, data), headerCharactersMax)
  check('the body', filledText(body, data), bodyCharactersMax)
  for (const button of buttons)
    if (button.kind === 'url')
      check(
        `the URL of button ${button.index}`,
        substitute(button.url, () => textOf(data, button.variable)),
        urlCharactersMax,
      )
  return faults
}

function filledText({ text, placeholders }: TextPlan, data: TemplateData): string {
  const variables = new Map(placeholders.map(({ name, variable }) => [name, variable]))
  return substitute(text, (name) => textOf(data, variables.get(name) ?? name))
}

/** Returns the value as text. The values have been checked: an object is a location, which no text contains. */
function textOf(data: TemplateData, variable: string): string {
  const value = data[variable]
  return typeof value === 'object' ? '' : String(value)
}

/** Returns the components that have values, in the order of Meta's API. */
function componentsOf({ header, body, buttons }: TemplatePlan, data: TemplateData): TemplateComponent[] {
  const ofBody: TemplateComponent = { type: 'body', parameters: textParameters(body, data) }
  return [
    ...(header === null ? [] : [headerComponent(header, data)]),
    ...(body.placeholders.length === 0 ? [] : [ofBody]),
    ...buttons.map((button) => buttonComponent(button, data)),
  ]
}

function headerComponent(header: HeaderPlan, data: TemplateData): TemplateComponent {
  switch (header.kind) {
    case 'text':
      return { type: 'header', parameters: textParameters(header, data) }
    case 'media': {
      const link = textOf(data, header.variable)
      return { type: 'header', parameters: [{ type: header.format, [header.format]: { link } }] }
    }
    case 'location':
      return {
        type: 'header',
        parameters: [{ type: 'location', location: withoutEmpty(Object(data[header.variable])) }],
      }
  }
}

/**
 * Returns the parameters of a text. Meta requires `parameter_name` for a named variable and refuses it for a positional
 * one.
 */
function textParameters({ placeholders }: TextPlan, data: TemplateData): object[] {
  return placeholders.map(({ name, variable }) => ({
    type: 'text',
    ...(!isPosition(name) && { parameter_name: name }),
    text: textOf(data, variable),
  }))
}

/**
 * Returns the component of a button. Meta's API treats the button that copies or fills in a one-time code as a URL
 * button.
 */
function buttonComponent({ kind, index, variable }: ButtonPlan, data: TemplateData): TemplateComponent {
  const text = textOf(data, variable)
  return kind === 'coupon'
    ? {
        type: 'button',
        sub_type: 'copy_code',
        index: String(index),
        parameters: [{ type: 'coupon_code', coupon_code: text }],
      }
    : { type: 'button', sub_type: 'url', index: String(index), parameters: [{ type: 'text', text }] }
}

function dataPath(variable: string): string {
  return isPosition(variable) ? `data["${variable}"]` : `data.${variable}`
}
