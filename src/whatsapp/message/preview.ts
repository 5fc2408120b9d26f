import { asMapping } from '../../base/unknown-shape.ts'
import type { TypedRequest } from './send-body.ts'
import type { TemplateData } from './template-data.ts'
import { piecesOf, templateVariables } from './template-plan.ts'
import type { MessageTemplate } from './template-plan.ts'

/** A part of a text: fixed words, or the value of a variable. */
export interface PreviewPiece {
  text: string
  /** The key in `data` whose value it is; null for fixed words. */
  variable: string | null
}

/** What the recipient sees on the phone. */
export interface MessagePreview {
  header: PreviewPiece[]
  body: PreviewPiece[]
  footer: string | null
  /** The labels of the buttons. */
  buttons: string[]
}

/** Returns what a recipient sees of a template. A variable without a value is shown by its name in braces. */
export function previewTemplate(template: MessageTemplate, data: TemplateData): MessagePreview {
  const components = template.components.map(asMapping)
  const of = (type: string) =>
    components.find((component) => textOf(component['type']).toUpperCase() === type) ?? {}
  const reading = templateVariables(template)
  const variables = new Map<string, string>()
  if (reading.kind === 'sendable' && reading.plan.header?.kind === 'text')
    for (const { name, variable } of reading.plan.header.placeholders) variables.set(name, variable)
  const valueOf = (variable: string): string => {
    const value = Object.hasOwn(data, variable) ? data[variable] : undefined
    const text = typeof value === 'object' ? '' : String(value ?? '')
    return text === '' ? `{{${variable}}}` : text
  }
  const fill = (text: string, variableOf: (name: string) => string): PreviewPiece[] =>
    piecesOf(text).map(({ text: fixed, name }) => {
      if (name === null) return { text: fixed, variable: null }
      const variable = variableOf(name)
      return { text: valueOf(variable), variable }
    })
  const header = of('HEADER')
  const format = (textOf(header['format']) || 'TEXT').toUpperCase()
  const { buttons = [] } = of('BUTTONS')
  return {
    header:
      format === 'TEXT'
        ? fill(textOf(header['text']), (name) => variables.get(name) ?? name)
        : [{ text: format.toLowerCase(), variable: null }],
    body: fill(textOf(of('BODY')['text']), (name) => name),
    footer: textOf(of('FOOTER')['text']) || null,
    buttons: (Array.isArray(buttons) ? buttons : []).map((button) => textOf(asMapping(button)['text'])),
  }
}

/** Returns what a recipient sees of a typed message, as far as it is text. */
export function previewTyped({ type, payload }: TypedRequest): MessagePreview {
  const content = asMapping(payload)
  const texts = (value: unknown): string => textOf(value) || textOf(asMapping(value)['text'])
  const header = texts(content['header']) || (type === 'text' ? '' : type)
  const body = texts(content['body']) || textOf(content['caption']) || textOf(content['emoji'])
  const { buttons = [] } = asMapping(content['action'])
  return {
    header: header === '' ? [] : [{ text: header, variable: null }],
    body: body === '' ? [] : [{ text: body, variable: null }],
    footer: texts(content['footer']) || null,
    buttons: (Array.isArray(buttons) ? buttons : []).map((button) =>
      textOf(asMapping(asMapping(button)['reply'])['title']),
    ),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
