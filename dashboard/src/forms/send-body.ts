import type { Data } from '../api/operations.ts'
import { isRecord } from '../hooks/is-record.ts'

export const sendKinds = ['template', 'text', 'image', 'video', 'document', 'other'] as const
export type SendKind = (typeof sendKinds)[number]

/** What is typed into the form of a send. */
export interface SendValues {
  to: string
  kind: SendKind
  /** By variable of the template. */
  data: Record<string, string>
  text: string
  link: string
  caption: string
  /** A message of another type has that type's name, and its payload as JSON. */
  type: string
  payload: string
}

const mediaKinds: ReadonlySet<string> = new Set(['image', 'video', 'document'])

export const otherTypes = [
  'audio',
  'voice',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'reaction',
  'product',
  'product_list',
  'catalog',
  'text',
  'image',
  'video',
  'document',
] as const

/** Returns the form of a first send; a broadcast without a template sends free-form text. */
export function emptyValues(hasTemplate: boolean): SendValues {
  const kind = hasTemplate ? 'template' : 'text'
  return { to: '', kind, data: {}, text: '', link: '', caption: '', type: 'location', payload: '{}' }
}

/** Returns the form filled with the request of an earlier message. */
export function valuesOf({ to, request }: Pick<Data<'getProjectMessage'>, 'to' | 'request'>): SendValues {
  const empty = { ...emptyValues(true), to }
  const { type, data, payload } = request
  if (typeof type !== 'string') return { ...empty, data: textsOf(data) }
  const content = isRecord(payload) ? payload : {}
  const { body, link, caption, ...rest } = content
  if (type === 'text' && typeof body === 'string' && isPlainText(content))
    return { ...empty, kind: 'text', text: body }
  if (mediaKinds.has(type) && typeof link === 'string' && Object.keys(rest).length === 0)
    return { ...empty, kind: type as SendKind, link, caption: typeof caption === 'string' ? caption : '' }
  return { ...empty, kind: 'other', type, payload: JSON.stringify(content, null, 2) }
}

/** Returns whether a text is what its form sends. A text without `preview_url` has the preview of its first URL. */
function isPlainText({ preview_url = true, ...rest }: Record<string, unknown>): boolean {
  return preview_url === true && Object.keys(rest).join(',') === 'body'
}

/** Returns the body of the request, with a value for each variable of the template. */
export function bodyOf(values: SendValues, variables: readonly string[]): Record<string, unknown> {
  const { to, kind, text, link, caption, type, payload } = values
  if (kind === 'template') {
    const data = variables.map((name) => [name, valueOf(name, values.data[name] ?? '')] as const)
    return { to, data: Object.fromEntries(data) }
  }
  if (kind === 'text') return { to, type: 'text', payload: { body: text } }
  if (kind === 'other') return { to, type, payload: parseObject(payload) ?? {} }
  return { to, type: kind, payload: { link, ...(caption !== '' && { caption }) } }
}

/** Returns the object of a JSON text; null if it is none. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** A place in a header is the only value that is no text. */
function valueOf(name: string, text: string): unknown {
  return name === 'header_location' ? (parseObject(text) ?? text) : text
}

function textsOf(data: unknown): Record<string, string> {
  if (!isRecord(data)) return {}
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

/** Returns the path of a variable, as faults name it: `data.name`, `data["1"]`. */
export function pathOf(variable: string): string {
  return /^\d+$/.test(variable) ? `data["${variable}"]` : `data.${variable}`
}
