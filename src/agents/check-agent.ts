import type { PlacedFault } from '../base/faults.ts'
import { checkText } from '../base/fill-text.ts'
import type { AgentDefinition } from './definition.ts'
import { toolName } from './definition.ts'
import { readClaim } from './guard/claims.ts'
import { readParameters } from './tools/check-arguments.ts'

/** The part of a definition that is checked here, also where other fields are at fault. */
type Checked = Pick<
  AgentDefinition,
  'prompt' | 'first_line' | 'disclosure' | 'disclosure_why' | 'lines' | 'tools' | 'claims' | 'whatsapp'
>

/**
 * Returns the faults that show only when the fields of an agent are checked together. These are texts that are no
 * Liquid, two tools of one name, invalid schemas, claims without their tool, and a chat agent without a way to a
 * person.
 */
export function checkAgent(agent: Checked): PlacedFault[] {
  return [...textFaults(agent), ...toolFaults(agent), ...claimFaults(agent), ...neededFaults(agent)]
}

function textFaults({ prompt, first_line, lines, tools }: Checked): PlacedFault[] {
  const texts: [path: (string | number)[], text: string | null][] = [
    [['prompt'], prompt],
    [['first_line'], first_line],
    ...Object.entries(lines).map(([name, text]): [string[], string] => [['lines', name], text]),
    ...tools.map((tool, index): [(string | number)[], string | null] => [
      ['tools', index, 'confirm'],
      tool.kind === 'http' ? tool.confirm : null,
    ]),
  ]
  return texts.flatMap(([path, text]) => {
    const fault = text === null ? null : checkText(text)
    return fault === null ? [] : [{ path, message: `must be Liquid: ${fault}` }]
  })
}

function toolFaults({ tools }: Checked): PlacedFault[] {
  const first = new Map<string, number>()
  return tools.flatMap((tool, index) => {
    const name = toolName(tool)
    const before = first.get(name)
    if (before === undefined) first.set(name, index)
    const at = ['tools', index, tool.kind === 'http' ? 'name' : 'kind']
    const repeated = { path: at, message: `names the same tool as tools[${before}]` }
    const reading = tool.kind === 'http' ? readParameters(name, tool.parameters) : null
    return [
      ...(before === undefined ? [] : [repeated]),
      ...(reading?.kind === 'fault'
        ? [{ path: ['tools', index, 'parameters'], message: reading.message }]
        : []),
    ]
  })
}

function claimFaults({ claims, tools }: Checked): PlacedFault[] {
  const names = tools.map(toolName)
  return claims.flatMap((claim, index) => {
    const reading = readClaim(claim)
    const known = names.length === 0 ? 'there are none' : names.join(', ')
    return [
      ...(reading.kind === 'fault' ? [{ path: ['claims', index, 'pattern'], message: reading.message }] : []),
      ...(names.includes(claim.needs)
        ? []
        : [
            {
              path: ['claims', index, 'needs'],
              message: `"${claim.needs}" is not among the tools of the agent: ${known}`,
            },
          ]),
    ]
  })
}

function neededFaults({ disclosure, disclosure_why, whatsapp, tools }: Checked): PlacedFault[] {
  const hasPerson = tools.some(({ kind }) => kind === 'hand_over' || kind === 'open_ticket')
  return [
    ...(disclosure === false && disclosure_why === null
      ? [{ path: ['disclosure_why'], message: 'is required where disclosure is false' }]
      : []),
    ...(whatsapp !== null && !hasPerson
      ? [
          {
            path: ['tools'],
            message: 'must have hand_over or open_ticket, since the agent answers on WhatsApp',
          },
        ]
      : []),
  ]
}
