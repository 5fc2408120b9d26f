type Schema = Readonly<Record<string, unknown>>

const depthMax = 5

/**
 * Returns arguments that fit a tool's JSON Schema, for the kinds of schema that tools use: properties with `type`,
 * `enum`, `const` or `anyOf`, nested objects and lists.
 */
export function sampleArguments(schema: Schema): Record<string, unknown> {
  return sampleObject(schema, 0)
}

function sampleObject(schema: Schema, depth: number): Record<string, unknown> {
  const properties = schemaOf(schema['properties'])
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []
  const names = Object.keys(properties).filter((name) => required.includes(name))
  return Object.fromEntries(names.map((name) => [name, sample(schemaOf(properties[name]), depth + 1)]))
}

function sample(schema: Schema, depth: number): unknown {
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0]
  if (Array.isArray(schema['anyOf'])) return sample(schemaOf(schema['anyOf'][0]), depth + 1)
  const type: unknown = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  switch (type) {
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? schema['maximum'] ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return Number(schema['minItems'] ?? 0) > 0 && depth < depthMax
        ? [sample(schemaOf(schema['items']), depth + 1)]
        : []
    case 'object':
      return depth < depthMax ? sampleObject(schema, depth) : {}
    default:
      return 'the same as before'
  }
}

function schemaOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {}
}
