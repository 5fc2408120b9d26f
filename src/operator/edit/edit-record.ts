import type { Actor, ChangedField } from '../../audit/record-change.ts'
import type { Fault, PlacedFault } from '../../base/faults.ts'
import { formatPath } from '../../base/faults.ts'
import { memberOf } from '../../base/unknown-shape.ts'
import type { Transaction } from '../../db/queryable.ts'
import { usualProjectRate } from '../../keys/limits/rates.ts'
import type { ApplyContext } from '../apply/apply-declaration.ts'
import { checkDeclaration } from '../apply/check-declaration.ts'
import { apiAddressFaults, endpointAddressFaults } from '../apply/check-endpoints.ts'
import { checkAgainstStored } from '../apply/check-records.ts'
import type { Declaration } from '../apply/declaration.ts'
import { checkJsonValue } from '../apply/json-value.ts'
import { sections } from '../apply/outline.ts'
import type { Outline, SectionName } from '../apply/outline.ts'
import { lockDeclarations } from '../apply/queries.ts'
import { sortFaults } from '../apply/sort-faults.ts'
import { loadStored } from '../apply/stored.ts'
import { writeProject } from '../apply/write-organization.ts'
import { writeRecords } from '../apply/write-records.ts'
import { runWriting } from '../apply/writing.ts'
import type { Writing } from '../apply/writing.ts'
import { kindOfSection } from '../configured/kinds.ts'
import type { ConfiguredRow } from '../configured/queries.ts'
import { selectConfigured } from '../configured/queries.ts'
import { recordDifferences } from '../configured/record-differences.ts'
import { describeEffects, effectsOf } from './effects.ts'
import type { Effect } from './effects.ts'
import { mergePatch } from './merge-patch.ts'
import { unknownNulls } from './unknown-nulls.ts'

/** Where the record of an edit lies: a list of a project, or the projects of an organization. */
export interface EditedPlace {
  section: Exclude<SectionName, 'api_keys'> | 'projects'
  organization_id: string
  /** Null for projects. */
  project_id: string | null
}

export interface EditRequest extends EditedPlace {
  /** Null makes a new record. */
  record_id: string | null
  /**
   * The fields that change (RFC 7396); a null returns a field to its default. Secrets are kept unless they are named.
   */
  patch: unknown
  /** The revision that the edit is based on; null: whatever it is now. */
  revision: number | null
  actor: Actor
  /** Whether it is an operator of the installation. */
  isOperator: boolean
  /** Whether everything is rolled back, so that only changes and effects are found. */
  dryRun: boolean
}

export type EditOutcome =
  | {
      kind: 'edited'
      /** As it is after the edit. */
      record: ConfiguredRow
      /** Empty where nothing differs; then nothing was written. */
      changes: ChangedField[]
      /** What a dry run would do beyond the record; else empty. */
      effects: Effect[]
      /** The secret of a webhook endpoint that the edit made; it is shown only now. Null: none was made. */
      secret: string | null
    }
  | { kind: 'faulty'; faults: Fault[] }
  /** Somebody has changed the record since. */
  | { kind: 'stale'; record: ConfiguredRow }
  | { kind: 'missing' }

/**
 * Makes or changes one configured record, with the checks and the writers of the declaration. It reads the record in
 * the form of the declaration, merges the patch into it, and applies the result as the only record of its project. The
 * edit and its entry in the audit are one transaction, which runs by itself, as those of other edits and of `apply` do.
 */
export async function editRecord(context: ApplyContext, request: EditRequest): Promise<EditOutcome> {
  const { organization_id: organization, dryRun } = request
  return runWriting(context.db, { organization, dryRun }, (transaction) =>
    edit(context, transaction, request),
  )
}

async function edit(
  context: ApplyContext,
  transaction: Transaction,
  request: EditRequest,
): Promise<EditOutcome> {
  await lockDeclarations(transaction)
  const { section, organization_id, project_id, record_id } = request
  const ids = [organization_id, project_id, record_id].filter((id) => id !== null)
  const rows = await selectConfigured(transaction, [organization_id], ids)
  const organization = rows.find(({ kind }) => kind === 'organization')
  const project = rows.find(({ kind, _id }) => kind === 'project' && _id === project_id) ?? null
  const stored = rows.find((row) => row._id === record_id && isAt(request, row)) ?? null
  const isPlaceMissing = organization === undefined || (project_id !== null && project === null)
  if (isPlaceMissing || (record_id !== null && stored === null)) return { kind: 'missing' }
  if (stored !== null && request.revision !== null && request.revision !== stored.revision)
    return { kind: 'stale', record: stored }

  const unsound = faultsOfUnsound(request.patch)
  if (unsound !== null) return { kind: 'faulty', faults: unsound }
  const merged = mergePatch(stored?.fields ?? {}, request.patch)
  const patched = stored === null ? merged : withRemovedSecrets(merged, request)
  const record = withUsualRate(request, patched)
  const [value, path] = declarationOf(section, { organization, project, record })
  const nulled = mergePatch(stored?.fields ?? {}, request.patch, true)
  const unknown = unknownNulls(value, declarationOf(section, { organization, project, record: nulled })[0])
  const checked = await checkEdit(context, transaction, { ...request, value, path, stored, unknown })
  if (!checked.ok) return { kind: 'faulty', faults: checked.faults }

  const now = context.clock.now()
  const { newId, secretBox } = context
  const writing: Writing = {
    transaction,
    now,
    newId,
    actor: request.actor,
    isOperator: request.isOperator,
    secretBox,
    stored: checked.stored,
    changes: { created: 0, updated: 0, unchanged: 0 },
    written: [],
  }
  const { _id, secret = null } = await writeOne(writing, request, organization, checked.declaration)
  const [difference] = await recordDifferences(writing, {
    organizationIds: [organization_id],
    before: rows,
  })
  const [written] = await selectConfigured(transaction, [organization_id], [_id])
  // An endpoint of webhooks is removed without the lock of declarations.
  if (written === undefined) return { kind: 'missing' }
  return {
    kind: 'edited',
    record: written,
    changes: (difference?.fields ?? []).map(({ path: at, before, after }) => ({ path: at, before, after })),
    effects: request.dryRun
      ? describeEffects(await effectsOf(transaction, { before: stored, after: written, now }))
      : [],
    secret,
  }
}

/** Returns the faults of a patch that can't be merged safely, such as one that is nested too deep; null if it can. */
export function faultsOfUnsound(patch: unknown): Fault[] | null {
  const { sound, faults } = checkJsonValue(patch)
  return sound ? null : sortFaults(patch, faults)
}

/**
 * A null in the patch returns the rate of a project to the usual one, though a declaration without it would keep it.
 */
function withUsualRate({ section }: EditedPlace, record: unknown): unknown {
  if (section !== 'projects' || typeof record !== 'object' || record === null) return record
  return { requests_per_second: usualProjectRate, ...record }
}

function isAt({ section, project_id }: EditedPlace, row: ConfiguredRow): boolean {
  if (section === 'projects') return row.kind === 'project'
  return row.kind === kindOfSection[section] && row.project_id === project_id
}

/** Returns the declaration of this record alone, and the record's place in it. */
function declarationOf(
  section: EditedPlace['section'],
  parts: { organization: ConfiguredRow; project: ConfiguredRow | null; record: unknown },
): [value: unknown, path: (string | number)[]] {
  const { organization, project, record } = parts
  const at = ['organizations', 0, 'projects', 0]
  const projects = section === 'projects' ? [record] : [{ ...project?.fields, [section]: [record] }]
  const value = { organizations: [{ ...organization.fields, projects }] }
  return [value, section === 'projects' ? at : [...at, section, 0]]
}

type CheckedEdit =
  | { ok: true; declaration: Declaration; stored: Awaited<ReturnType<typeof loadStored>> }
  | { ok: false; faults: Fault[] }

async function checkEdit(
  { privateHosts }: ApplyContext,
  transaction: Transaction,
  edited: {
    value: unknown
    path: (string | number)[]
    stored: ConfiguredRow | null
    section: EditedPlace['section']
    isOperator: boolean
    /** The faults of members that the patch sets to null. */
    unknown: readonly PlacedFault[]
  },
): Promise<CheckedEdit> {
  const { value, path, stored: record, section } = edited
  const { faults, outline, declaration } = checkDeclaration(value)
  faults.push(...edited.unknown)
  if (outline === null) return { ok: false, faults: relativeTo(path, sortFaults(value, faults)) }
  faults.push(...endpointAddressFaults(value, outline, privateHosts))
  if (!edited.isOperator) faults.push(...apiAddressFaults(value, outline, () => record?.fields, privateHosts))
  const key = keyOf(outline, section)
  const isRenamed = record !== null && key !== null && key !== record.key
  const found = await loadStored(transaction, outline)
  const renamed = isRenamed ? await loadStored(transaction, outline, { _id: record._id, key }) : found
  const holder = key === null ? null : holderOf(found, outline, section, key)
  if (holder !== null && holder !== record?._id)
    faults.push({ path: [...path, keyField(section)], message: taken(section) })
  else faults.push(...checkAgainstStored(outline, renamed, outline.organizations[0]?.name))
  if (section === 'projects') faults.push(...listsOf(value, path))
  if (faults.length > 0 || declaration === null)
    return { ok: false, faults: relativeTo(path, sortFaults(value, faults)) }
  return { ok: true, declaration, stored: renamed }
}

/** Records of a project have endpoints of their own, where each has a revision. */
function listsOf(
  value: unknown,
  path: (string | number)[],
): { path: (string | number)[]; message: string }[] {
  const project = (value as { organizations: { projects: unknown[] }[] }).organizations[0]!.projects[0]
  if (typeof project !== 'object' || project === null) return []
  return Object.keys(sections)
    .filter((section) => Object.hasOwn(project, section))
    .map((section) => ({
      path: [...path, section],
      message: 'has an address of its own, where its records are changed',
    }))
}

function keyOf({ organizations }: Outline, section: EditedPlace['section']): string | null {
  const project = organizations[0]?.projects[0]
  return (section === 'projects' ? project?.name : project?.records[0]?.key) ?? null
}

function holderOf(
  stored: Awaited<ReturnType<typeof loadStored>>,
  { organizations }: Outline,
  section: EditedPlace['section'],
  key: string,
): string | null {
  const organization = organizations[0]?.name ?? null
  if (section === 'projects') return stored.projectId(organization, key)
  const projectId = stored.projectId(organization, organizations[0]?.projects[0]?.name ?? null)
  return stored.record(projectId, section, key)?._id ?? null
}

function keyField(section: EditedPlace['section']): string {
  return section === 'projects' ? 'name' : sections[section].key
}

function taken(section: EditedPlace['section']): string {
  return section === 'projects'
    ? 'is taken: the organization has another project of this name'
    : `is taken: the project has another ${kindOfSection[section].replaceAll('_', ' ')} of this ${sections[section].key}`
}

/** Returns the faults with their places below the record, such as `calling_hours.windows[1].to`. */
export function relativeTo(path: (string | number)[], faults: readonly Fault[]): Fault[] {
  const prefix = formatPath(path)
  return faults.map((fault) => {
    if (!fault.path.startsWith(prefix)) return fault
    return { path: fault.path.slice(prefix.length).replace(/^\./, ''), message: fault.message }
  })
}

/** Writes the only record of the declaration and returns its id, and the secret that was made for it. */
async function writeOne(
  writing: Writing,
  { section, project_id }: EditedPlace,
  organization: ConfiguredRow,
  { organizations }: Declaration,
): Promise<{ _id: string; secret?: string }> {
  const project = organizations[0]!.projects[0]!
  const { _id: organization_id, key: name } = organization
  if (section === 'projects')
    return { _id: (await writeProject(writing, { _id: organization_id, name }, project))._id }
  if (project_id === null) throw new Error('the records of a project need its id')
  const applied = await writeRecords(writing, { organization_id, project_id }, project)
  return applied[section][0]!
}

/** Secrets that a record may lack, or gets by itself, beside those that new records must have. */
const otherSecrets: Partial<Record<EditedPlace['section'], readonly string[]>> = {
  model_accounts: ['api_key'],
  webhook_endpoints: ['secret'],
}

/**
 * Puts back the nulls by which a patch removes secrets. A merge drops what is null, and a secret that is left out
 * stays; so the patch would seem to have removed it. The checks refuse the null of a secret that the record must have.
 */
function withRemovedSecrets(
  record: unknown,
  { section, patch }: Pick<EditRequest, 'section' | 'patch'>,
): unknown {
  const required: readonly string[] = section === 'projects' ? [] : sections[section].secrets
  const removed = [...required, ...(otherSecrets[section] ?? [])].filter(
    (secret) => memberOf(patch, secret) === null,
  )
  return removed.length === 0
    ? record
    : { ...(record as object), ...Object.fromEntries(removed.map((secret) => [secret, null])) }
}
