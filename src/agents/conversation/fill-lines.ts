import { fillText } from '../../base/fill-text.ts'
import type { AgentDefinition } from '../definition.ts'
import type { StoredAgent } from './queries.ts'
import type { CustomerValues, FilledLines } from './conversation.ts'

/** The longest value of a customer in a prompt, in characters. */
const valueCharsMax = 500

/** Returns the values as a prompt may show them: one line, not longer than 500 characters. */
export function promptValues(customer: CustomerValues): CustomerValues {
  return Object.fromEntries(
    Object.entries(customer).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? value.replace(/\s+/gu, ' ').trim().slice(0, valueCharsMax).toWellFormed()
        : value,
    ]),
  )
}

/**
 * Fills an agent's prompt and lines with the customer's values and the project. Liquid within a value
 * is not run.
 */
export function fillAgent(
  { definition, project }: Pick<StoredAgent, 'definition' | 'project'>,
  given: { customer: CustomerValues },
): { prompt: string; lines: FilledLines } {
  const values = {
    customer: promptValues(given.customer),
    project: { name: project.name, timezone: project.timezone, language: project.language },
  }
  const fill = (text: string): string => fillText(text, values).text
  const filled = Object.fromEntries(
    Object.entries(definition.lines).map(([name, line]) => [name, fill(line)]),
  ) as unknown as AgentDefinition['lines']
  return {
    prompt: fill(definition.prompt),
    lines: {
      ...filled,
      first_line: definition.first_line === null ? null : fill(definition.first_line),
      disclosure: definition.disclosure === false ? null : definition.disclosure,
    },
  }
}
