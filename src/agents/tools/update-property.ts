import { parseInstant } from '../../filters/instants.ts'
import { writeSaidProperty } from '../../people/said-properties.ts'
import type { AgentTool } from '../definition.ts'
import { selectPersonOfConversation } from '../turn/step-queries.ts'
import type { RunnableTool } from './tool.ts'

const textCharsMax = 500

type Rule = Extract<AgentTool, { kind: 'update_property' }>['properties'][string]

/** Writes a declared property of the person. What somebody else has set stays. */
export function updateProperty({
  properties,
}: Extract<AgentTool, { kind: 'update_property' }>): RunnableTool {
  const names = Object.keys(properties)
  return {
    name: 'update_property',
    description: `Keeps what the customer said about themselves: ${names.join(', ')}.`,
    parameters: {
      type: 'object',
      // Each name has values of its own.
      oneOf: Object.entries(properties).map(([name, rule]) => ({
        properties: { name: { const: name }, value: schemaOf(rule) },
      })),
      properties: { name: { type: 'string', enum: names }, value: {} },
      required: ['name', 'value'],
      additionalProperties: false,
    },
    mayRunAgain: true,
    isWriteOnce: false,
    confirm: null,
    run: async ({ context, conversation, turn, arguments: { name, value } }) => {
      const rule = properties[String(name)]
      if (rule === undefined || !isInstantIfAsked(rule, value))
        return { outcome: 'refused', text: 'The value must be a time such as 2026-11-23T15:00:00Z.' }
      const { profile_id } = await selectPersonOfConversation(context.db, conversation)
      if (profile_id === null)
        return { outcome: 'failed', text: 'Nothing was kept: the person is not known.' }
      const result = await context.db.transaction((transaction) =>
        writeSaidProperty(
          transaction,
          { ...conversation, profile_id, turn },
          { name: String(name), value },
          context.clock.now(),
        ),
      )
      return result === 'written'
        ? { outcome: 'ok', text: 'It is kept.' }
        : { outcome: 'failed', text: 'Nothing was kept: a colleague has set another value.' }
    },
  }
}

function schemaOf(rule: Rule): Record<string, unknown> {
  if ('one_of' in rule) return { type: 'string', enum: rule.one_of }
  switch (rule.type) {
    case 'text':
      return { type: 'string', minLength: 1, maxLength: textCharsMax }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'instant':
      return { type: 'string', description: 'ISO 8601 with the zone, such as 2026-11-23T15:00:00Z.' }
  }
}

function isInstantIfAsked(rule: Rule, value: unknown): boolean {
  if (!('type' in rule) || rule.type !== 'instant') return true
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
    parseInstant(value) !== null
  )
}
