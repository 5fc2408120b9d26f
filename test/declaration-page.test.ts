// Compares docs/declaration.md with `apply`: its example is applied, and its tables equal the schemas.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { systemClock } from '../src/base/clock.ts'
import { uuidv7 } from '../src/base/ids.ts'
import { createSecretBox } from '../src/base/secret-box.ts'
import { applyDeclaration } from '../src/operator/apply/apply-declaration.ts'
import { Declaration } from '../src/operator/apply/declaration.ts'
import { sections } from '../src/operator/apply/outline.ts'
import { parseDeclaration } from '../src/operator/apply/parse-declaration.ts'
import { createTestDatabase } from './support/database.ts'

const page = readFileSync(new URL('../docs/declaration.md', import.meta.url), 'utf8')

/** Returns the object schema in a field, alone or in a list, under any wrappers; null where there is none. */
function objectIn(schema: unknown): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema
  if (schema instanceof z.ZodArray) return objectIn(schema.element)
  const isWrapped =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional
  return isWrapped ? objectIn(schema.unwrap()) : null
}

/** Returns the kinds of objects in a field, as the tools of an agent have them, under any wrappers; else none. */
function kindsIn(schema: unknown): [kind: string, schema: z.ZodObject][] {
  if (schema instanceof z.ZodArray) return kindsIn(schema.element)
  if (schema instanceof z.ZodDefault) return kindsIn(schema.unwrap())
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return []
  return schema.options.map((option) => {
    assert.ok(option instanceof z.ZodObject)
    const { kind, ...shape } = option.shape as Record<string, z.ZodType>
    assert.ok(kind instanceof z.ZodLiteral)
    return [String(kind.value), z.strictObject(shape)]
  })
}

/** Returns every object of the schemas, by the key that holds it. */
function objectsBelow(name: string, schema: z.ZodObject): [name: string, schema: z.ZodObject][] {
  const below = Object.entries(schema.shape).flatMap(([key, field]) => {
    const object = objectIn(field)
    const kinds = kindsIn(field)
      .filter(([, { shape }]) => Object.keys(shape).length > 0)
      .map(([kind, of]): [string, z.ZodObject] => [`tool ${kind}`, of])
    return [...(object === null ? [] : objectsBelow(key, object)), ...kinds]
  })
  return [[name, schema], ...below]
}

const objects = objectsBelow('The whole file', Declaration)

interface Row {
  key: string
  takes: string
  byDefault: string
  does: string
}

/** The tables of keys, by their heading. */
const tables = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .flatMap((part): [string, Row[]][] => {
      const lines = part.split('\n')
      const start = lines.findIndex((line) => /^\| key +\|/.test(line))
      if (start === -1) return []
      const rows = lines.slice(start + 2)
      const end = rows.findIndex((line) => !line.startsWith('|'))
      // A table may be of several keys that take the same.
      return lines[0]!.split(', ').map((name) => [name, rows.slice(0, end).map(rowOf)])
    }),
)

function rowOf(line: string): Row {
  const cells = line.split('|').map((cell) => cell.trim())
  assert.equal(cells.length, 6, line)
  const [, key = '', takes = '', byDefault = '', does = ''] = cells
  return { key: key.replaceAll('`', ''), takes, byDefault, does }
}

/** Each field of the schemas with its row in the page. */
const fields = objects.flatMap(([name, { shape }]) =>
  Object.entries(shape).map(([key, field]) => {
    const row = tables.get(name)?.find((row) => row.key === key)
    return { name, key, field: field as z.ZodType, row: row ?? rowOf(`| ${key} | | | |`) }
  }),
)

/** Returns the default of a field as the page writes it; null where the page describes it in a sentence. */
function defaultOf(name: string, key: string, field: z.ZodType): string | null {
  const section = Object.hasOwn(sections, name) ? sections[name as keyof typeof sections] : null
  const secrets: readonly string[] = section?.secrets ?? []
  if (secrets.includes(key) || (name === 'tool http' && key === 'secret')) return 'required at first'
  const left = field.safeParse(undefined)
  if (!left.success) return 'required'
  if (Array.isArray(left.data)) return left.data.length === 0 ? 'empty' : `\`[${left.data.join(', ')}]\``
  const isSimple = ['string', 'number', 'boolean'].includes(typeof left.data)
  return isSimple ? `\`${String(left.data)}\`` : null
}

/** Returns the allowed words and bounds of a field, without those of an object in it. */
function boundsOf(schema: unknown): string[] {
  const bounds: string[] = []
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || 'properties' in value) return
    const words = wordsOf(value)
    bounds.push(...words)
    for (const [key, member] of Object.entries(value)) {
      // The bound of a list of distinct words follows from the words.
      const isOfWords = key === 'maxItems' && 'items' in value && wordsOf(value.items).length > 0
      if (/^(minimum|maximum|exclusiveMinimum|maxItems)$/.test(key) && !isOfWords)
        bounds.push(Number(member).toLocaleString('en'))
      walk(member)
    }
  }
  walk(schema)
  return bounds
}

function wordsOf(value: unknown): string[] {
  const words = typeof value === 'object' && value !== null && 'enum' in value ? value.enum : []
  return Array.isArray(words) ? words.map((word) => `\`${String(word)}\``) : []
}

describe('docs/declaration.md', () => {
  it('has a table for each object of the schemas, and no other', () => {
    const names = objects.map(([name]) => name)
    assert.ok(names.length > 10)
    assert.deepEqual([...tables.keys()].toSorted(), names.toSorted())
  })

  it('has each key of each object, in the order of the schema, and no other', () => {
    for (const [name, { shape }] of objects) {
      const keys = tables.get(name)?.map(({ key }) => key)
      assert.deepEqual(keys, Object.keys(shape), name)
    }
  })

  it('has each kind of tool', () => {
    const kinds = objects.flatMap(([, { shape }]) => Object.values(shape).flatMap(kindsIn))
    const part = /^## tools\n(.*?)^## /ms.exec(page)?.[1] ?? ''
    const shown = [...part.matchAll(/^\| `(\w+)` /gm)].map(([, kind]) => kind)
    assert.deepEqual(
      shown,
      kinds.map(([kind]) => kind),
    )
  })

  it('says what each key is by default, and what it does', () => {
    for (const { name, key, field, row } of fields) {
      const expected = defaultOf(name, key, field)
      if (expected === null)
        assert.ok(row.byDefault && !row.byDefault.startsWith('required'), `${name}.${key}`)
      else assert.equal(row.byDefault, expected, `${name}.${key}`)
      assert.ok(row.takes && row.does, `${name}.${key}`)
    }
  })

  it('says the words and the bounds of each key', () => {
    for (const { name, key, field, row } of fields) {
      const schema = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })
      for (const bound of boundsOf(schema)) {
        const whole = bound.startsWith('`') ? row.takes.includes(bound) : hasNumber(row.takes, bound)
        assert.ok(whole, `${name}.${key}: ${bound} is not in "${row.takes}"`)
      }
      const words = [...row.takes.matchAll(/`[A-Za-z_]+(?::[a-z]+)?`/g)].map(([word]) => word)
      if (boundsOf(schema).some((bound) => bound.startsWith('`')))
        assert.deepEqual(
          words,
          boundsOf(schema).filter((bound) => bound.startsWith('`')),
          `${name}.${key}`,
        )
    }
  })

  it('has an example with every key, which can be applied, and changes nothing the second time', async () => {
    const text = /^```yaml\n(.*?)^```$/ms.exec(page)?.[1] ?? ''
    const parsed = parseDeclaration(text)
    assert.ok(parsed.ok, JSON.stringify(parsed))
    assert.deepEqual(keysShown(parsed.value), new Set(fields.map(({ name, key }) => `${name}.${key}`)))
    await using database = await createTestDatabase()
    const secretBox = createSecretBox(Buffer.alloc(32))
    const context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
    const applied = await applyDeclaration(context, parsed.value)
    assert.ok(applied.ok, JSON.stringify(applied))
    const again = await applyDeclaration(context, parsed.value)
    assert.ok(again.ok, JSON.stringify(again))
    assert.deepEqual(again.changes, { created: 0, updated: 0, unchanged: applied.changes.created })
  })
})

function hasNumber(text: string, number: string): boolean {
  return text.split(/[^\d,.]+|[,.](?!\d)/).includes(number)
}

/** Returns each key in the example, by the object that holds it. */
function keysShown(value: unknown): Set<string> {
  const shown = new Set<string>()
  const known = new Map(objects)
  const walk = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const entry of value as unknown[]) walk(name, entry)
    else if (name === 'tools') walk(`tool ${(value as { kind: string }).kind}`, value)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        // A component has more keys, all defined by Meta.
        if (Object.hasOwn(known.get(name)?.shape ?? {}, key)) shown.add(`${name}.${key}`)
        if (known.has(key) || key === 'tools') walk(key, member)
      }
    }
  }
  walk('The whole file', value)
  return shown
}
