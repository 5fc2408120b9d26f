import { parseInstant } from '../../filters/instants.ts'
import { writeSaidProperty } from '../../people/said-properties.ts'
import type { AgentTool } from '../definition.ts'
import { selectPersonOfConversation } from '../turn/step-queries.ts'
import { objectSchema } from './tool.ts'
import type { RunnableTool } from './tool.ts'

const textCharsMax = 500

type Rule = Extract<AgentTool, { kind: 'update_property' }>['properties'][string]

/** Writes a declared property of the person. What somebody else has set stays. */
export function updateProperty({
  properties,
}: Extract<AgentTool, { kind: 'update_property' }>): RunnableTool {
  return {
    name: 'update_property',
    description: 'Keeps what the customer said about themselves.',
    parameters: objectSchema({
      name: { type: 'string', enum: Object.keys(properties) },
      value: valueSchema(properties),
    }),
    mayRunAgain: true,
    isWriteOnce: false,
    confirm: null,
    run: async ({ context, conversation, turn, arguments: { name, value } }) => {
      const rule = properties[String(name)]
      if (rule === undefined)
        return { outcome: 'refused', text: `Nothing was kept: there is no property ${String(name)}.` }
      const fault = faultOf(rule, value)
      if (fault !== null)
        return { outcome: 'refused', text: `Nothing was kept: the value of ${String(name)} ${fault}.` }
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

/**
 * Returns the schema of what may be kept under any of the names. Providers refuse a union at the root of a tool's
 * parameters, so a name and its value are compared only when the tool runs.
 */
function valueSchema(properties: Readonly<Record<string, Rule>>): Record<string, unknown> {
  const rules = Object.entries(properties)
  const [first] = rules
  if (first !== undefined && rules.length === 1) return schemaOf(first[1])
  return { anyOf: rules.map(([name, rule]) => ({ title: name, ...schemaOf(rule) })) }
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

/** Returns what is wrong with a value, for the model; null if it fits. */
function faultOf(rule: Rule, value: unknown): string | null {
  if ('one_of' in rule)
    return rule.one_of.some((each) => each === value)
      ? null
      : `must be one of ${JSON.stringify(rule.one_of).slice(0, 500)}`
  switch (rule.type) {
    case 'text':
      return typeof value === 'string' && value !== '' && Array.from(value).length <= textCharsMax
        ? null
        : `must be a text of 1 to ${textCharsMax} characters`
    case 'number':
    case 'boolean':
      return typeof value === rule.type ? null : `must be a ${rule.type}`
    case 'instant':
      return isInstant(value) ? null : 'must be a time such as 2026-11-23T15:00:00Z'
  }
}

function isInstant(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
    parseInstant(value) !== null
  )
}
