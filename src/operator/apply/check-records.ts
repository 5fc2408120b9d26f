import { formatPath } from '../../base/faults.ts'
import type { FaultPath, PlacedFault } from '../../base/faults.ts'
import { memberOf } from '../../base/unknown-shape.ts'
import { endpointsMax } from '../../webhooks/endpoints/endpoint-fields.ts'
import { checkWorkflow } from '../../workflows/check-definition.ts'
import { agentFaults } from './check-agents.ts'
import { inboundFaults } from './check-inbound.ts'
import { sectionNames, sections } from './outline.ts'
import type {
  Outline,
  OutlinedOrganization,
  OutlinedProject,
  OutlinedRecord,
  SectionName,
} from './outline.ts'
import type { DeclarationFault } from './sort-faults.ts'
import { recordKey } from './stored.ts'
import type { Stored } from './stored.ts'

/**
 * Returns faults for records of one parent with the same name, and for senders with the same number. The fault is at
 * the later one.
 */
export function checkRepetitions({ organizations }: Outline): PlacedFault[] {
  const projects = organizations.flatMap((organization) => organization.projects)
  const senders = projects
    .flatMap((project) => project.records)
    .filter((record) => record.phoneNumberId !== null)
  return [
    ...repetitions(organizations, 'name', (organization) => organization.name),
    ...organizations.flatMap(({ projects }) => repetitions(projects, 'name', (project) => project.name)),
    ...projects.flatMap(({ records }) =>
      Object.entries(Object.groupBy(records, (record) => record.section)).flatMap(([, group]) =>
        group === undefined
          ? []
          : repetitions(group, sections[group[0]!.section].key, (record) => record.key),
      ),
    ),
    ...repetitions(senders, 'phone_number_id', (sender) => sender.phoneNumberId),
  ]
}

function repetitions<Item extends { path: FaultPath }>(
  items: readonly Item[],
  field: string,
  keyOf: (item: Item) => string | null,
): PlacedFault[] {
  const first = new Map<string, FaultPath>()
  const faults: PlacedFault[] = []
  for (const item of items) {
    const key = keyOf(item)
    if (key === null) continue
    const before = first.get(key)
    if (before === undefined) first.set(key, item.path)
    else faults.push({ path: [...item.path, field], message: `is the ${field} of ${formatPath(before)} too` })
  }
  return faults
}

/** Returns the faults of the workflow definitions, according to the domain that runs them. */
export function checkDefinitions(value: unknown, { organizations }: Outline): DeclarationFault[] {
  const records = organizations.flatMap(({ projects }) => projects.flatMap((project) => project.records))
  return records.flatMap((record) => {
    if (record.section !== 'workflows') return []
    const path = [...record.path, 'definition']
    const definition = path.reduce<unknown>(memberOf, value)
    // The schema reports a missing definition.
    if (definition === undefined || definition === null) return []
    const checked = checkWorkflow(definition)
    return checked.ok ? [] : checked.faults.map(({ path: below, message }) => ({ path, below, message }))
  })
}

/**
 * Returns the faults that only a comparison with stored records shows: unknown names, missing secrets, and senders of
 * others.
 *
 * @param only the organization of whoever may see no other; null: the operator, who may see all.
 */
export function checkAgainstStored(
  { organizations }: Outline,
  stored: Stored,
  only: string | null = null,
): PlacedFault[] {
  return [
    ...organizations.flatMap((organization) =>
      organization.projects.flatMap((project) => {
        const projectId = stored.projectId(organization.name, project.name)
        const declared = declaredKeys(project)
        return [
          ...project.records.flatMap((record) => [
            ...referenceFaults(record, declared, projectId, stored),
            ...secretFaults(record, projectId, stored),
          ]),
          ...agentFaults(project, projectId, stored),
          ...endpointCountFaults(project, projectId, stored),
          ...inboundFaults(project, projectId, stored),
        ]
      }),
    ),
    ...foreignSenderFaults(organizations, stored, only),
  ]
}

type DeclaredKeys = ReadonlyMap<SectionName, ReadonlySet<string>>

function declaredKeys({ records }: OutlinedProject): DeclaredKeys {
  const keys = new Map<SectionName, Set<string>>(sectionNames.map((section) => [section, new Set()]))
  for (const { section, key } of records) if (key !== null) keys.get(section)?.add(key)
  return keys
}

function referenceFaults(
  record: OutlinedRecord,
  declared: DeclaredKeys,
  projectId: string | null,
  stored: Stored,
): PlacedFault[] {
  return record.references.flatMap(({ path, section, key }) => {
    const here = declared.get(section)
    if (here?.has(key) === true || stored.record(projectId, section, key) !== null) return []
    const known = [...new Set([...(here ?? []), ...stored.keys(projectId, section)])]
    return [{ path: [...record.path, ...path], message: unknownMessage(section, key, known) }]
  })
}

function unknownMessage(section: SectionName, key: string, known: readonly string[]): string {
  const there =
    known.length === 0 ? 'there are none' : known.slice(0, 10).join(', ') + (known.length > 10 ? ', …' : '')
  return `"${key}" is not among the ${section} of the project: ${there}`
}

function secretFaults(record: OutlinedRecord, projectId: string | null, stored: Stored): PlacedFault[] {
  if (record.key !== null && stored.record(projectId, record.section, record.key) !== null) return []
  return record.secretsLeftOut.map((secret) => ({
    path: [...record.path, secret],
    message: 'is required: the record is not stored yet, so there is no earlier value to keep',
  }))
}

/** Returns faults for new endpoints beyond the most that a project may have. */
function endpointCountFaults(
  { records }: OutlinedProject,
  projectId: string | null,
  stored: Stored,
): PlacedFault[] {
  const known = new Set(stored.keys(projectId, 'webhook_endpoints'))
  const made = records.filter(
    ({ section, key }) => section === 'webhook_endpoints' && key !== null && !known.has(key),
  )
  return made.slice(Math.max(0, endpointsMax - known.size)).map(({ path }) => ({
    path: [...path, 'name'],
    message: `is one too many: a project has at most ${endpointsMax}`,
  }))
}

/**
 * Returns faults for phone number ids that belong to other senders. Webhooks name a sender by that id only, so that an
 * id belongs to one sender of the whole service. A stored sender that the declaration contains counts with its declared
 * id, so that two senders may swap their ids.
 */
function foreignSenderFaults(
  organizations: readonly OutlinedOrganization[],
  stored: Stored,
  only: string | null,
): PlacedFault[] {
  const senders = organizations.flatMap((organization) =>
    organization.projects.flatMap((project) => {
      const projectId = stored.projectId(organization.name, project.name)
      return project.records
        .filter((record) => record.section === 'whatsapp_senders')
        .map((record) => ({ record, stored: recordKey(projectId ?? '', record.section, record.key ?? '') }))
    }),
  )
  const declared = new Set(senders.map((sender) => sender.stored))
  return senders.flatMap(({ record }) => {
    const holder = record.phoneNumberId === null ? null : stored.phoneNumberIdHolder(record.phoneNumberId)
    if (holder === null || declared.has(recordKey(holder.project_id, 'whatsapp_senders', holder.name)))
      return []
    const message =
      only === null || holder.organization === only
        ? `belongs to the sender ${holder.name} of ${holder.organization} / ${holder.project}`
        : 'belongs to another sender of this installation'
    return [{ path: [...record.path, 'phone_number_id'], message }]
  })
}
