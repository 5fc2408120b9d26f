import type { AgentChannel, AgentLines } from '../definition.ts'
import { fillPrompt } from '../prompt/fill-prompt.ts'
import type { CustomerValues, FilledLines } from './conversation.ts'
import type { StoredAgent } from './queries.ts'

/** Fills an agent's prompt and lines for one conversation. What is said in it is never filled in. */
export function fillAgent(
  { definition, project }: Pick<StoredAgent, 'definition' | 'project'>,
  given: { customer: CustomerValues; channel: AgentChannel; beginsAt: Date },
): { prompt: string; lines: FilledLines } {
  const { prompt, firstLine, lines } = fillPrompt(
    { prompt: definition.prompt, firstLine: definition.first_line, lines: definition.lines },
    {
      ...given,
      project: { name: project.name, language: project.language },
      timezone: project.timezone,
      language: definition.languages[0]!,
    },
  )
  return {
    prompt,
    lines: {
      // Filled by name, so it has the same members.
      ...(lines as unknown as AgentLines),
      first_line: firstLine,
      disclosure: definition.disclosure === false ? null : definition.disclosure,
    },
  }
}
