import { escapeHtml, inlineHtml } from './markup.ts'

/** What the page reads of a JSON schema. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  pattern?: string
}

/** One line of a list of fields. */
export interface Field {
  name: string
  schema: Schema
  isRequired: boolean
  description?: string | undefined
}

const typeWords: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  array: 'list',
  null: 'null',
}

/** Returns the last part of a reference: `Call` of `#/components/schemas/Call`. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** Returns what values a schema has, in words, as HTML. */
export function typeHtml(schema: Schema): string {
  const { $ref, anyOf, oneOf, items, additionalProperties, format } = schema
  if ($ref !== undefined) return `<a href="#schema-${refName($ref)}">${escapeHtml(refName($ref))}</a>`
  if (schema.const !== undefined) return codeOf(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(codeOf).join(' · ')
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return choices.map((choice) => typeHtml(choice)).join(' or ')
  if (items !== undefined) return `list of ${typeHtml(items)}`
  if (schema.type === 'object' && typeof additionalProperties === 'object' && schema.properties === undefined)
    return `object of ${typeHtml(additionalProperties)}`
  if (format === 'date-time') return 'instant'
  const words = [schema.type ?? 'object'].flat().map((type) => typeWords[type] ?? type)
  return words.join(' or ')
}

function codeOf(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`
}

/** Returns whether a bound is worth showing: those of JavaScript's safe integers are not. */
const isSaid = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER

function boundsOf(schema: Schema): string[] {
  const said: string[] = []
  const range = (least: number | undefined, most: number | undefined, unit: string) => {
    const isLeast = isSaid(least)
    if (isLeast && isSaid(most)) said.push(`${least} to ${most}${unit}`)
    else if (isLeast) said.push(`${least}${unit} or more`)
    else if (isSaid(most)) said.push(`at most ${most}${unit}`)
  }
  range(schema.minimum, schema.maximum, '')
  range(schema.minLength, schema.maxLength, ' characters')
  range(schema.minItems, schema.maxItems, ' items')
  range(undefined, schema.maxProperties, ' fields')
  if (schema.default !== undefined) said.push(`default ${codeOf(schema.default)}`)
  if (schema.pattern !== undefined) said.push(`matches ${codeOf(schema.pattern)}`)
  if (schema.examples?.[0] !== undefined) said.push(`such as ${codeOf(schema.examples[0])}`)
  return said
}

/** Returns fields as a list, with the fields of objects inside of them. */
export function fieldsHtml(fields: readonly Field[]): string {
  return `<ul class="fields">${fields.map(fieldHtml).join('')}</ul>`
}

function fieldHtml({ name, schema, isRequired, description = schema.description }: Field): string {
  const notes = [isRequired ? null : 'optional', ...boundsOf(schema)].filter((note) => note !== null)
  const inside = insideOf(schema)
  return `<li><div class="field"><code class="name">${escapeHtml(name)}</code><span class="type">${typeHtml(schema)}${
    notes.length > 0 ? `<span class="note">, ${notes.join(', ')}</span>` : ''
  }</span></div>${description === undefined ? '' : `<p>${inlineHtml(description)}</p>`}${
    inside === null ? '' : fieldsHtml(inside)
  }</li>`
}

/**
 * Returns the fields of an object that has no name of its own, or of the items of a list; null where there are none.
 */
export function insideOf(schema: Schema): Field[] | null {
  const { properties, required = [], items, additionalProperties } = schema
  if (properties !== undefined)
    return Object.entries(properties).map(([name, field]) => ({
      name,
      schema: field,
      isRequired: required.includes(name),
    }))
  if (items !== undefined) return insideOf(items)
  if (typeof additionalProperties === 'object') return insideOf(additionalProperties)
  for (const choice of schema.anyOf ?? schema.oneOf ?? []) {
    const inside = insideOf(choice)
    if (inside !== null) return inside
  }
  return null
}

/** Returns a value that fits a schema, with its required fields only, for an example. */
export function sampleOf(schema: Schema, schemas: Record<string, Schema>, depth = 0): unknown {
  const { $ref, anyOf, oneOf, examples, properties, required = [] } = schema
  if ($ref !== undefined && depth < 6) return sampleOf(schemas[refName($ref)] ?? {}, schemas, depth + 1)
  if (examples?.[0] !== undefined) return examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  const [choice] = anyOf ?? oneOf ?? []
  if (choice !== undefined) return sampleOf(choice, schemas, depth + 1)
  const type = [schema.type ?? 'object'].flat()[0]
  if (type === 'string') return schema.format === 'date-time' ? '2026-11-23T09:00:00.000Z' : '…'
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  if (type === 'array') return []
  return Object.fromEntries(
    Object.entries(properties ?? {})
      .filter(([name]) => required.includes(name))
      .map(([name, field]) => [name, sampleOf(field, schemas, depth + 1)]),
  )
}
