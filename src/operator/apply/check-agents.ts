import type { PlacedFault } from '../../base/faults.ts'
import type { OutlinedProject, OutlinedRecord, SectionName } from './outline.ts'
import { recordKey } from './stored.ts'
import type { Stored } from './stored.ts'

/** A project of the declaration beside what is stored of it. */
interface Compared {
  records: readonly OutlinedRecord[]
  stored: Stored
  /** Null: it is not stored yet. */
  projectId: string | null
  /** Returns the declared record; null where the declaration leaves it out. */
  declared: (section: SectionName, key: string) => OutlinedRecord | null
}

/**
 * Returns what only a comparison of records shows of agents, of the broadcasts they answer under, and of their
 * campaigns.
 */
export function agentFaults(
  { records }: OutlinedProject,
  projectId: string | null,
  stored: Stored,
): PlacedFault[] {
  const byKey = new Map(records.map((record) => [recordKey('', record.section, record.key ?? ''), record]))
  const declared: Compared['declared'] = (section, key) => byKey.get(recordKey('', section, key)) ?? null
  const project = { records, stored, projectId, declared }
  return [...toolSecretFaults(project), ...sharedSenderFaults(project), ...endlessCallFaults(project)]
}

/** The secrets of tools are kept by the tool's name, so a tool that is stored may leave its secret out. */
function toolSecretFaults({ records, stored, projectId }: Compared): PlacedFault[] {
  return records.flatMap(({ section, key, toolsWithoutSecret }) => {
    const known = key === null ? [] : (stored.record(projectId, section, key)?.tools ?? [])
    return toolsWithoutSecret
      .filter(({ name }) => !known.includes(name))
      .map(({ path }) => ({
        path: [...path, 'secret'],
        message: 'is required: the tool is not stored yet, so there is no earlier value to keep',
      }))
  })
}

/** An agent that answers chats, as it is once the declaration is applied. */
interface AnsweringAgent {
  key: string
  sender: string
  /** The broadcast that leads to the sender. */
  broadcast: string
  /** Null: the declaration leaves the agent out. */
  record: OutlinedRecord | null
}

/** Returns the agents that answer chats: those that are stored alone, then the declared ones in their order. */
function answeringAgents(project: Compared): AnsweringAgent[] {
  const { records, stored, projectId, declared } = project
  const through = (section: SectionName, key: string, field: string): string | null => {
    const record = declared(section, key)
    if (record === null) return stored.through(projectId, section, key)
    return record.references.find((reference) => reference.field === field)?.key ?? null
  }
  const others = stored.keys(projectId, 'agents').filter((key) => declared('agents', key) === null)
  const keys = records.flatMap(({ section, key }) => (section === 'agents' && key !== null ? [key] : []))
  return [...others, ...new Set(keys)].flatMap((key) => {
    const broadcast = through('agents', key, 'whatsapp.broadcast')
    const sender = broadcast === null ? null : through('broadcasts', broadcast, 'sender')
    if (broadcast === null || sender === null) return []
    return [{ key, sender, broadcast, record: declared('agents', key) }]
  })
}

/**
 * Returns a fault for each agent that answers the chats of a sender which another agent answers. The later of two
 * declared ones has it; where neither is declared, the declared broadcast that leads one of them to the other's sender.
 */
function sharedSenderFaults(project: Compared): PlacedFault[] {
  const holders = new Map<string, AnsweringAgent>()
  return answeringAgents(project).flatMap((agent) => {
    const holder = holders.get(agent.sender)
    if (holder === undefined) {
      holders.set(agent.sender, agent)
      return []
    }
    const { sender, record } = agent
    if (record !== null) {
      const message = `leads to the sender ${sender}, whose chats the agent ${holder.key} answers`
      return [{ path: [...record.path, 'whatsapp', 'broadcast'], message }]
    }
    const changed = [agent, holder].find(
      ({ broadcast }) => project.declared('broadcasts', broadcast) !== null,
    )
    const place = changed && project.declared('broadcasts', changed.broadcast)
    if (changed === undefined || place == null) return []
    const other = changed === agent ? holder : agent
    const message = `gives the agent ${changed.key} the chats of ${sender}, which the agent ${other.key} answers`
    return [{ path: [...place.path, 'sender'], message }]
  })
}

/**
 * Returns a fault for each campaign and workflow whose agent can end no call; for the agent, where that is not
 * declared.
 */
function endlessCallFaults({ records, stored, projectId, declared }: Compared): PlacedFault[] {
  const leadOf = new Map(
    (['workflows', 'campaigns'] as const).flatMap((section) =>
      stored
        .keys(projectId, section)
        .filter((key) => declared(section, key) === null)
        .map((key) => [stored.through(projectId, section, key), `${section.slice(0, -1)} ${key}`]),
    ),
  )
  return records.flatMap((record) => {
    if (record.section === 'agents') {
      const leading = record.endsCalls ? undefined : leadOf.get(record.key)
      if (leading === undefined || record.key === null) return []
      const message = `must have end_call, since the agent leads the calls of the ${leading}`
      return [{ path: [...record.path, 'tools'], message }]
    }
    const reference = record.references.find(({ section }) => section === 'agents')
    if (reference === undefined) return []
    const agent = reference.key
    const endsCalls =
      declared('agents', agent)?.endsCalls ?? stored.record(projectId, 'agents', agent)?.endsCalls ?? true
    if (endsCalls) return []
    const message = `${agent} has no tool end_call, which an agent of calls needs`
    return [{ path: [...record.path, ...reference.path], message }]
  })
}
