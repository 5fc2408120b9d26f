import type { AgentChannel, AgentLines } from '../definition.ts'
import { fillPrompt } from '../prompt/fill-prompt.ts'
import { spokenText } from '../speech/spoken-text.ts'
import type { CustomerValues, FilledLines } from './conversation.ts'
import type { StoredAgent } from './queries.ts'

/**
 * Fills an agent's prompt and lines for one conversation. What is said in it is never filled in. On a call, the lines
 * are as they are spoken.
 */
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
  const shown = (line: string): string =>
    given.channel === 'voice' ? spokenText(line, definition.languages[0]!).trim() : line
  return {
    prompt,
    lines: {
      // Filled by name, so it has the same members.
      ...(Object.fromEntries(
        Object.entries(lines).map(([name, line]) => [name, shown(line)]),
      ) as unknown as AgentLines),
      first_line: firstLine === null ? null : shown(firstLine),
      disclosure: definition.disclosure === false ? null : shown(definition.disclosure),
    },
  }
}
