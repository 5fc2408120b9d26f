import { z } from 'zod'
import type { Refused } from './message-check.ts'
import type { TemplateComponent, WhatsappTemplate } from './templates.ts'

const Parameter = z.looseObject({
  type: z.string(),
  parameter_name: z.string().optional(),
  text: z.string().optional(),
})
type Parameter = z.infer<typeof Parameter>

const SentComponent = z.looseObject({
  type: z.string().transform((text) => text.toLowerCase()),
  sub_type: z
    .string()
    .transform((text) => text.toLowerCase())
    .optional(),
  index: z.union([z.string().regex(/^\d{1,2}$/), z.number().int()]).optional(),
  parameters: z.array(Parameter).default([]),
})
type SentComponent = z.infer<typeof SentComponent>

/**
 * Checks the values of a template send against the template's definition. Carousels and limited-time offers are not
 * checked. Provider: template messages; codes 132000 to 132018.
 *
 * @param components the components of the request
 */
export function checkTemplate(template: WhatsappTemplate, components: unknown): Refused | null {
  const state = refusalOfStatus(template.status)
  if (state !== null) return state
  const read = z.array(SentComponent).safeParse(components ?? [])
  if (!read.success) return refused(131009, 'components: not of the documented form')
  const sent = read.data
  for (const component of template.components) {
    const fault = checkComponent(template, component, sent)
    if (fault !== null) return fault
  }
  for (const component of sent) {
    const fault = checkIsInTemplate(template, component)
    if (fault !== null) return fault
  }
  return null
}

/** Returns the refusal of a header or button that the template does not have, or null. */
function checkIsInTemplate(
  { components }: WhatsappTemplate,
  { type, index, parameters }: SentComponent,
): Refused | null {
  const ofType = (type: string) => components.find((component) => component.type === type)
  if (type === 'header' && ofType('HEADER') === undefined)
    return refused(132000, `header: ${parameters.length} parameters, expected 0`)
  if (type === 'button' && ofType('BUTTONS')?.buttons?.[Number(index)] === undefined)
    return refused(132018, `the template has no button ${String(index)}`)
  return null
}

function refusalOfStatus(status: string): Refused | null {
  switch (status) {
    case 'APPROVED':
      return null
    case 'PAUSED':
      return refused(132015, 'The template is paused')
    case 'DISABLED':
      return refused(132016, 'The template is disabled')
    default:
      return refused(132001, 'The template is not approved')
  }
}

function checkComponent(
  template: WhatsappTemplate,
  component: TemplateComponent,
  sent: readonly SentComponent[],
): Refused | null {
  switch (component.type) {
    case 'HEADER':
      if (component.format !== undefined && component.format !== 'TEXT')
        return checkMediaHeader(component.format.toLowerCase(), parametersOf(sent, 'header'))
      return checkText(template, component.text ?? '', parametersOf(sent, 'header'), 'header', 60)
    case 'BODY':
      return checkText(template, component.text ?? '', parametersOf(sent, 'body'), 'body', 1024)
    case 'BUTTONS':
      return checkButtons(component, sent)
    default:
      return null
  }
}

function parametersOf(sent: readonly SentComponent[], type: string): readonly Parameter[] {
  return sent.find((component) => component.type === type)?.parameters ?? []
}

function checkMediaHeader(format: string, parameters: readonly Parameter[]): Refused | null {
  const [given] = parameters
  if (parameters.length === 1 && given?.type === format && given[format] !== undefined) return null
  return refused(132012, `header: expected ${format}, received ${given?.type ?? 'nothing'}`)
}

function checkText(
  template: WhatsappTemplate,
  text: string,
  parameters: readonly Parameter[],
  part: string,
  lengthMax: number,
): Refused | null {
  const names = [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))]
  // Meta writes the body of an authentication template: it takes the code, whatever the definition contains.
  const expected = template.category === 'AUTHENTICATION' && part === 'body' ? 1 : names.length
  if (parameters.length !== expected)
    return refused(132000, `${part}: ${parameters.length} parameters, expected ${expected}`)
  let filled = text
  for (const [index, parameter] of parameters.entries()) {
    const name = template.parameter_format === 'NAMED' ? parameter.parameter_name : String(index + 1)
    const named = template.parameter_format === 'NAMED' && template.category !== 'AUTHENTICATION'
    if (named !== (parameter.parameter_name !== undefined))
      return refused(132012, `${part}: the template is ${template.parameter_format.toLowerCase()}`)
    if (named && !names.includes(name ?? '')) return refused(132000, `${part}: unknown parameter ${name}`)
    if (parameter.type === 'text' && parameter.text === undefined)
      return refused(131008, `${part}: a text parameter without text`)
    const value = parameter.text ?? ''
    if (/[\n\r\t]| {5}/.test(value))
      return refused(132018, `${part}: no line breaks, tabs or more than four spaces in a parameter`)
    filled = filled.replaceAll(new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`, 'g'), () => value)
  }
  const { length } = Array.from(filled)
  return length > lengthMax ? refused(132005, `${part}: ${length} characters`) : null
}

function checkButtons(component: TemplateComponent, sent: readonly SentComponent[]): Refused | null {
  for (const [index, button] of (component.buttons ?? []).entries()) {
    const wanted = wantedParameter(button)
    const given = sent.find(({ type, index: at }) => type === 'button' && String(at) === String(index))
    if (wanted === null) {
      if (given !== undefined && ['URL', 'PHONE_NUMBER'].includes(button.type))
        return refused(132018, `button ${index} takes no parameter`)
      continue
    }
    const [parameter] = given?.parameters ?? []
    if (given === undefined || parameter === undefined)
      return refused(131008, `button ${index} of type ${button.type} requires a parameter`)
    if (given.sub_type !== wanted.subType || parameter.type !== wanted.type)
      return refused(132012, `button ${index}: expected ${wanted.type} of ${wanted.subType}`)
  }
  return null
}

/** Returns the value that a button requires, or null. */
function wantedParameter(button: { type: string; url?: string | undefined }) {
  const hasVariable = button.type === 'URL' && (button.url ?? '').includes('{{')
  if (hasVariable || button.type === 'OTP') return { subType: 'url', type: 'text' }
  return button.type === 'COPY_CODE' ? { subType: 'copy_code', type: 'coupon_code' } : null
}

function refused(code: number, details: string): Refused {
  return { kind: 'refused', code, details }
}
