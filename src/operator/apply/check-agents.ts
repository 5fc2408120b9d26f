import type { PlacedFault } from '../../base/faults.ts'
import type { OutlinedProject, OutlinedRecord, SectionName } from './outline.ts'
import type { Stored } from './stored.ts'

/** Returns what only a comparison with other records shows of agents, and of campaigns whose calls they lead. */
export function agentFaults(
  record: OutlinedRecord,
  project: OutlinedProject,
  projectId: string | null,
  stored: Stored,
): PlacedFault[] {
  switch (record.section) {
    case 'agents':
      return [
        ...toolSecretFaults(record, projectId, stored),
        ...sharedSenderFaults(record, project, projectId, stored),
        ...endlessAgentFaults(record, project, projectId, stored),
      ]
    case 'campaigns':
      return endlessCallFaults(record, project, projectId, stored)
    default:
      return []
  }
}

/** The secrets of tools are kept by the tool's name, so a tool that is stored may leave its secret out. */
function toolSecretFaults(record: OutlinedRecord, projectId: string | null, stored: Stored): PlacedFault[] {
  const known = record.key === null ? [] : (stored.record(projectId, record.section, record.key)?.tools ?? [])
  return record.toolsWithoutSecret
    .filter(({ name }) => !known.includes(name))
    .map(({ path }) => ({
      path: [...path, 'secret'],
      message: 'is required: the tool is not stored yet, so there is no earlier value to keep',
    }))
}

/**
 * Returns a fault for an agent that answers the chats of a sender which another agent answers. Agents and broadcasts that
 * are stored and not declared count too.
 */
function sharedSenderFaults(
  record: OutlinedRecord,
  { records }: OutlinedProject,
  projectId: string | null,
  stored: Stored,
): PlacedFault[] {
  const declaredOf = (section: SectionName, key: string | null) =>
    records.find((other) => other.section === section && other.key === key)
  const through = (section: SectionName, key: string, field: string): string | null => {
    const declared = declaredOf(section, key)
    if (declared === undefined) return stored.record(projectId, section, key)?.through ?? null
    return declared.references.find((reference) => reference.field === field)?.key ?? null
  }
  const senderOf = (agent: string): string | null => {
    const broadcast = through('agents', agent, 'whatsapp.broadcast')
    return broadcast === null ? null : through('broadcasts', broadcast, 'sender')
  }
  const sender = record.key === null ? null : senderOf(record.key)
  if (record.key === null || sender === null) return []
  const before = records
    .slice(0, records.indexOf(record))
    .flatMap(({ section, key }) => (section === 'agents' && key !== null ? [key] : []))
  const others = stored.keys(projectId, 'agents').filter((key) => declaredOf('agents', key) === undefined)
  const holder = [...before, ...others].find((key) => key !== record.key && senderOf(key) === sender)
  if (holder === undefined) return []
  const message = `leads to the sender ${sender}, whose chats the agent ${holder} answers`
  return [{ path: [...record.path, 'whatsapp', 'broadcast'], message }]
}

/** Returns a fault for an agent that can end no call, although a campaign gives it calls. */
function endlessAgentFaults(
  record: OutlinedRecord,
  { records }: OutlinedProject,
  projectId: string | null,
  stored: Stored,
): PlacedFault[] {
  if (record.endsCalls || record.key === null) return []
  const declared = records.filter(({ section }) => section === 'campaigns')
  // A declared campaign has a fault of its own.
  const others = stored.keys(projectId, 'campaigns').filter((key) => !declared.some((one) => one.key === key))
  const campaign = others.find((key) => stored.record(projectId, 'campaigns', key)?.through === record.key)
  if (campaign === undefined) return []
  const message = `must have end_call, since the agent leads the calls of the campaign ${campaign}`
  return [{ path: [...record.path, 'tools'], message }]
}

/** Returns a fault for a campaign whose agent can end no call. */
function endlessCallFaults(
  record: OutlinedRecord,
  { records }: OutlinedProject,
  projectId: string | null,
  stored: Stored,
): PlacedFault[] {
  const agent = record.references.find(({ section }) => section === 'agents')?.key
  if (agent === undefined) return []
  const declared = records.find(({ section, key }) => section === 'agents' && key === agent)
  const endsCalls = declared?.endsCalls ?? stored.record(projectId, 'agents', agent)?.endsCalls ?? true
  if (endsCalls) return []
  return [
    {
      path: [...record.path, 'agent'],
      message: `${agent} has no tool end_call, which an agent of calls needs`,
    },
  ]
}
