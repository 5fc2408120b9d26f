import assert from 'node:assert/strict'
import { it } from 'node:test'
import { WorkflowDefinition } from './definition.ts'
import { renewalWorkflow } from './example-renewal.ts'
import { workflowJsonSchema } from './workflow-schema.ts'

it('publishes JSON Schema 2020-12 under its own id, with no member beyond those described', () => {
  const schema = workflowJsonSchema()
  assert.equal(schema['$schema'], 'https://json-schema.org/draft/2020-12/schema')
  assert.equal(schema['$id'], 'urn:switchboard:schema:workflow-definition')
  assert.equal(schema['additionalProperties'], false)
  assert.deepEqual(schema['required'], ['start', 'steps'])
  assert.deepEqual(undescribed(schema, ''), [])
  const text = JSON.stringify(schema)
  assert.match(text, /"maxProperties":200/)
  assert.match(text, /"oneOf":\[\{"required":\["equals"\]\}/)
})

it('gives the same document each time, so that the published file can be compared', () => {
  assert.deepEqual(workflowJsonSchema(), workflowJsonSchema())
})

it('lets defaults be left out', () => {
  const parsed = WorkflowDefinition.parse(renewalWorkflow)
  const ask = parsed.steps['ask']
  assert.ok(ask?.kind === 'listen')
  assert.deepEqual([ask.input, ask.timeout_seconds, ask.finish_on_key], ['both', 5, '#'])
})

/** Paths of object members that have no description. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const found: string[] = []
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') {
      for (const [name, member] of Object.entries(value as Record<string, object>)) {
        if (!('description' in member)) found.push(`${path}.${name}`)
      }
    }
    found.push(...undescribed(value, `${path}.${key}`))
  }
  return found
}
