import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { callFilterFields } from '../../src/calls/view/list-queries.ts'
import { campaignFields } from '../../src/campaigns/queries.ts'
import { conversationFields } from '../../src/conversations/list-queries.ts'
import type { Fields as Declared } from '../../src/filters/fields.ts'
import { profileFields } from '../../src/people/list-queries.ts'
import { projectFields } from '../../src/projects/queries.ts'
import { sourceFields } from '../../src/sources/queries.ts'
import { messageFields } from '../../src/whatsapp/list-queries.ts'
import { fieldsOfModel } from './declared-shape.ts'
import type { FieldKind, Fields, ScalarKind } from './shape.ts'

// Everything that an item shows can be filtered: the fields of the filters equal the items in the OpenAPI document,
// down to the last member.

/** The parts of JSON Schema that the document uses. */
interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}

const description = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, { get: { responses: { 200: { content: Record<string, { schema: Schema }> } } } }>
  components: { schemas: Record<string, Schema> }
}

const organization = '/organizations/{organization_id}'
const project = `${organization}/projects/{project_id}`
/** Why a call waits is computed for each shown call, so it is no field. */
const computedFields = ['waiting']
const lists: [path: string, fields: Declared, notAsked?: readonly string[]][] = [
  [`${project}/campaigns`, campaignFields],
  [`${project}/conversations`, conversationFields],
  [`${project}/customer-profiles`, profileFields],
  [`${project}/sources`, sourceFields],
  [`${organization}/projects`, projectFields],
  [`${project}/campaigns/{campaign_id}/calls`, callFilterFields, computedFields],
  [`${project}/broadcasts/{broadcast_id}/messages`, messageFields],
]

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : description.components.schemas[schema.$ref.split('/').at(-1)!]!
}

/** Leaves null out, which every field may be as far as filters are concerned. */
function choicesOf(schema: Schema): Schema[] {
  const { anyOf, oneOf = anyOf, ...plain } = resolved(schema)
  return (oneOf ?? [plain])
    .flatMap((one) => (one === plain ? [one] : choicesOf(one)))
    .filter(({ type }) => type !== 'null')
}

function kindOf(schema: Schema): FieldKind {
  const choices = choicesOf(schema)
  const [first] = choices
  assert.ok(first, JSON.stringify(schema))
  const type = [first.type].flat().find((one) => one !== 'null')
  if (type === 'object') {
    const members = choices.flatMap(({ properties }) => Object.entries(properties ?? {}))
    return members.length === 0 ? 'bag' : { type: 'object', fields: fieldsOf(members) }
  }
  if (type === 'array') {
    const each = kindOf(first.items!)
    return typeof each === 'object' && each.type === 'object'
      ? { type: 'array', items: each.fields }
      : { type: 'list', each: each as ScalarKind }
  }
  if (type === 'string') return first.format === 'date-time' ? 'timestamp' : 'string'
  if (type === 'boolean') return 'boolean'
  assert.ok(type === 'number' || type === 'integer', `${type}`)
  return 'number'
}

function fieldsOf(members: [string, Schema][]): Fields {
  return Object.fromEntries(members.map(([name, schema]) => [name, kindOf(schema)] as const))
}

for (const [path, fields, notAsked = []] of lists)
  it(`the filter fields of ${path} are the members of its items`, () => {
    const { schema } = description.paths[path]!.get.responses[200].content['application/json']!
    const items = resolved(resolved(schema.properties!['data']!).properties!['items']!).items!
    const shown = Object.entries(resolved(items).properties!).filter(([name]) => !notAsked.includes(name))
    assert.deepEqual(fieldsOfModel(fields), fieldsOf(shown))
  })
