import type { FaultPath, PlacedFault } from '../../base/faults.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { memberOf } from '../../base/unknown-shape.ts'

/**
 * The lists of a project: the field that matches their records, what they refer to, and which secrets a new record
 * needs. A reference may lie in a mapping, as `whatsapp.broadcast` does. Records that others refer to come before
 * those.
 */
export const sections = {
  voice_carriers: { key: 'name', references: {}, secrets: ['auth_token'] },
  // The only reference to a later section: campaigns name caller IDs too.
  caller_ids: {
    key: 'number',
    references: { carrier: 'voice_carriers', inbound_campaign: 'campaigns' },
    secrets: [],
  },
  whatsapp_senders: { key: 'name', references: {}, secrets: ['access_token', 'app_secret', 'verify_token'] },
  whatsapp_templates: { key: 'name', references: { sender: 'whatsapp_senders' }, secrets: [] },
  broadcasts: {
    key: 'name',
    references: { sender: 'whatsapp_senders', template: 'whatsapp_templates' },
    secrets: [],
  },
  // The server of a model may ask for no key.
  model_accounts: { key: 'name', references: {}, secrets: [] },
  agents: {
    key: 'name',
    references: {
      model: 'model_accounts',
      fallback: 'model_accounts',
      'whatsapp.broadcast': 'broadcasts',
      'whatsapp.after_window': 'broadcasts',
    },
    // A tool's secret is checked with its tool.
    secrets: [],
  },
  // The agent of a step is found in the definition.
  workflows: { key: 'name', references: {}, secrets: [] },
  campaigns: {
    key: 'name',
    references: { workflow: 'workflows', agent: 'agents', caller_id: 'caller_ids' },
    secrets: [],
  },
  api_keys: { key: 'name', references: {}, secrets: [] },
  // A new endpoint without a secret gets one.
  webhook_endpoints: { key: 'name', references: {}, secrets: [] },
} as const satisfies Record<
  string,
  { key: string; references: Record<string, SectionName>; secrets: readonly string[] }
>

export type SectionName =
  | 'voice_carriers'
  | 'caller_ids'
  | 'workflows'
  | 'whatsapp_senders'
  | 'whatsapp_templates'
  | 'broadcasts'
  | 'model_accounts'
  | 'agents'
  | 'campaigns'
  | 'api_keys'
  | 'webhook_endpoints'

/**
 * The names and references of a declaration, read without regard to faults in its fields. So a misspelled reference is
 * reported together with a wrong field elsewhere, and not only after that is corrected. A key is null if it cannot
 * be read.
 */
export interface Outline {
  organizations: OutlinedOrganization[]
  /** Faults of numbers that were found in reading. */
  faults: PlacedFault[]
}

export interface OutlinedOrganization {
  path: FaultPath
  name: string | null
  projects: OutlinedProject[]
}

export interface OutlinedProject {
  path: FaultPath
  name: string | null
  records: OutlinedRecord[]
}

export interface OutlinedRecord {
  section: SectionName
  path: FaultPath
  /** The name; the E.164 number for a caller ID. */
  key: string | null
  references: { field: string; path: string[]; section: SectionName; key: string }[]
  /** The secrets of the section that the declaration leaves out. */
  secretsLeftOut: string[]
  /** Set for WhatsApp senders, else null. */
  phoneNumberId: string | null
  /** The `http` tools of an agent whose secret the declaration leaves out. */
  toolsWithoutSecret: { path: FaultPath; name: string }[]
  /** Whether it is an agent that can end a call. */
  endsCalls: boolean
  /** Whether it is a campaign that answers calls. */
  isInbound: boolean
}

export const sectionNames = Object.keys(sections) as SectionName[] // Object.keys forgets the literal type.

export function outlineOf(value: unknown): Outline {
  const faults: PlacedFault[] = []
  const organizations = entriesOf(value, 'organizations', []).map(({ entry, path }) => ({
    path,
    name: textOf(entry, 'name'),
    projects: entriesOf(entry, 'projects', path).map((project) => ({
      path: project.path,
      name: textOf(project.entry, 'name'),
      records: sectionNames.flatMap((section) =>
        entriesOf(project.entry, section, project.path).map((record) =>
          outlineRecord(section, record, textOf(project.entry, 'default_country'), faults),
        ),
      ),
    })),
  }))
  return { organizations, faults }
}

/** Returns how many projects and records a declaration names, without reading them. */
export function countRecords(value: unknown): number {
  return entriesOf(value, 'organizations', []).reduce((sum, organization) => {
    const projects = entriesOf(organization.entry, 'projects', organization.path)
    return projects.reduce(
      (all, { entry, path }) =>
        sectionNames.reduce((count, section) => count + entriesOf(entry, section, path).length, all + 1),
      sum,
    )
  }, 0)
}

interface Entry {
  entry: unknown
  path: FaultPath
}

function outlineRecord(
  section: SectionName,
  { entry, path }: Entry,
  country: string | null,
  faults: PlacedFault[],
): OutlinedRecord {
  const keyOf = (field: string, of: SectionName): string | null => {
    const parts = field.split('.')
    const text = textOf(parts.slice(0, -1).reduce<unknown>(memberOf, entry), parts.at(-1)!)
    if (text === null || of !== 'caller_ids') return text
    const number = normalizePhoneNumber(text, country)
    if (number === null && text !== '')
      faults.push({ path: [...path, field], message: numberMessage(country) })
    return number
  }
  const { key, references, secrets } = sections[section]
  return {
    section,
    path,
    key: keyOf(key, section),
    references: [
      ...Object.entries<SectionName>(references).flatMap(([field, to]) => {
        const referred = keyOf(field, to)
        return referred === null ? [] : [{ field, path: field.split('.'), section: to, key: referred }]
      }),
      ...(section === 'workflows' ? agentReferences(entry) : []),
    ],
    secretsLeftOut: secrets.filter((secret) => memberOf(entry, secret) === undefined),
    phoneNumberId: section === 'whatsapp_senders' ? textOf(entry, 'phone_number_id') : null,
    toolsWithoutSecret: section === 'agents' ? toolsWithoutSecret({ entry, path }) : [],
    endsCalls:
      section === 'agents' &&
      entriesOf(entry, 'tools', path).some((tool) => textOf(tool.entry, 'kind') === 'end_call'),
    isInbound: section === 'campaigns' && textOf(entry, 'call_direction') === 'inbound',
  }
}

/** Returns the agents that steps of a workflow name. */
function agentReferences(workflow: unknown): OutlinedRecord['references'] {
  const steps = memberOf(memberOf(workflow, 'definition'), 'steps')
  if (typeof steps !== 'object' || steps === null) return []
  return Object.entries(steps).flatMap(([name, step]) => {
    const agent = textOf(step, 'kind') === 'agent' ? textOf(step, 'agent') : null
    const path = ['definition', 'steps', name, 'agent']
    return agent === null ? [] : [{ field: path.join('.'), path, section: 'agents' as const, key: agent }]
  })
}

function toolsWithoutSecret(agent: Entry): { path: FaultPath; name: string }[] {
  return entriesOf(agent.entry, 'tools', agent.path).flatMap(({ entry, path }) => {
    const name = textOf(entry, 'name')
    const lacks = textOf(entry, 'kind') === 'http' && memberOf(entry, 'secret') === undefined
    return lacks && name !== null ? [{ path, name }] : []
  })
}

function numberMessage(country: string | null): string {
  return country === null
    ? 'must be a telephone number with its country code, such as "+14155550100"'
    : `must be a telephone number, with its country code unless it is one of ${country}`
}

function entriesOf(holder: unknown, name: string, path: FaultPath): Entry[] {
  const list = memberOf(holder, name)
  if (!Array.isArray(list)) return []
  return list.map((entry: unknown, index) => ({ entry, path: [...path, name, index] }))
}

function textOf(holder: unknown, name: string): string | null {
  const text = memberOf(holder, name)
  return typeof text === 'string' ? text : null
}
