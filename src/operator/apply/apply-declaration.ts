import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../audit/record-change.ts'
import type { Clock } from '../../base/clock.ts'
import type { Fault } from '../../base/faults.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { settingsToStore } from '../../guards/call-settings.ts'
import type { PrivateHosts } from '../../providers/web/guard/private-hosts.ts'
import type { ConfiguredRow } from '../configured/queries.ts'
import { selectConfigured } from '../configured/queries.ts'
import { recordDifferences } from '../configured/record-differences.ts'
import type { RecordDifference } from '../configured/record-differences.ts'
import { warnOfCallsBeyondDay } from './calls-beyond-day.ts'
import { checkDeclaration } from './check-declaration.ts'
import { apiAddressFaults, endpointAddressFaults } from './check-endpoints.ts'
import { checkAgainstStored } from './check-records.ts'
import { warnOfCustomerFields } from './customer-fields.ts'
import type { Declaration } from './declaration.ts'
import { warnOfHoursNeverOpen } from './hours-never-open.ts'
import { keepStored } from './keep-stored.ts'
import type { DeclarationValue, FieldsToWrite } from './keep-stored.ts'
import { lockChangedPlans } from './lock-changed-plans.ts'
import { countRecords } from './outline.ts'
import type { Outline } from './outline.ts'
import { lockDeclarations } from './queries.ts'
import { sortFaults } from './sort-faults.ts'
import type { DeclarationFault } from './sort-faults.ts'
import { loadStored } from './stored.ts'
import type { Stored } from './stored.ts'
import { writeOrganization } from './write-organization.ts'
import type { AppliedOrganization } from './write-organization.ts'
import { runWriting } from './writing.ts'
import type { Changes } from './writing.ts'

export interface ApplyContext {
  db: Db
  clock: Clock
  newId: NewId
  secretBox: SecretBox
  /** Private hosts that endpoints of webhooks may have; none by default. */
  privateHosts?: PrivateHosts
}

/** The output of `apply --json`: the declaration's records in its order, with their ids, without their secrets. */
export interface AppliedTree {
  organizations: AppliedOrganization[]
}

export type ApplyOutcome =
  | {
      ok: true
      tree: AppliedTree
      changes: Changes
      /** The records that were created or updated, in the order of writing. */
      differences: RecordDifference[]
      /** What was applied and is probably a mistake, with its place in the declaration. */
      warnings: Fault[]
    }
  | { ok: false; faults: Fault[] }

export interface ApplyOptions {
  /** Who applies it, for the audit. By default the program itself, as when it loads the demo. */
  actor?: Actor
  /** Whether everything is rolled back in the end, so that only the differences are found. */
  dryRun?: boolean
  /** The only organization that the declaration may have, of somebody who may not see others; null: any. */
  only?: OnlyOrganization | null
  /**
   * Keeps the stored fields of stored records but those that it returns; records that are missing are created. By
   * default everything is written as declared.
   */
  fieldsToWrite?: FieldsToWrite | null
}

/** The organization of somebody who applies a declaration to it alone. */
export interface OnlyOrganization {
  organization_id: string
  /** Whether they may change the fields that only an operator may change. */
  isOperator: boolean
}

/**
 * At most so many projects and records are in a declaration of somebody who is no operator: others wait meanwhile with
 * their changes, since one declaration is applied at a time (`lockDeclarations`).
 */
const recordsOfOthersMax = 5_000

/** The fields of an organization that only an operator of the installation changes in a declaration. */
interface GuardedFields {
  plan: unknown
  calls: unknown
}

/** The only organization as it is stored. */
interface StoredOnly {
  name: string
  guarded: GuardedFields
  isOperator: boolean
}

/** The actor of what the program does of its own accord, such as loading the demo. */
export const programItself: Actor = {
  kind: 'cli',
  id: null,
  name: 'switchboard',
  via: 'apply',
  requestId: null,
}

/**
 * Makes the database match a declaration that `parseDeclaration` has read. Records are matched by name inside their
 * parent, and created or updated, never deleted; equal records are not written. With any fault nothing changes, and all
 * faults are reported in the order of their places. It is one transaction, in which the audit gets an entry for each
 * changed record; concurrent ones run one after the other. Where it may have one organization only, the stored plan and
 * limits of calls stay if it leaves them out.
 *
 * @throws {Refusal} 404 if the only organization is not there.
 */
export async function applyDeclaration(
  context: ApplyContext,
  value: unknown,
  { actor = programItself, dryRun = false, only = null, fieldsToWrite = null }: ApplyOptions = {},
): Promise<ApplyOutcome> {
  const own = await selectOwn(context.db, only)
  const first = check(context, value, own)
  // Checked against the stored records too, so that all faults are reported at once.
  if (!first.ok) return { ok: false, faults: await allFaults(context.db, first, own) }
  const run = async (transaction: Transaction): Promise<ApplyOutcome> => {
    await lockDeclarations(transaction)
    // An operator may have changed the plan or the name until the lock was had.
    const locked = await selectOwn(transaction, only)
    const checked = isDeepStrictEqual(locked, own) ? first : check(context, value, locked)
    if (!checked.ok) return { ok: false, faults: await allFaults(transaction, checked, locked) }
    const { declaration, outline } = checked
    const stored = await loadStored(transaction, outline)
    const unmatched = checkAgainstStored(outline, stored, locked?.name ?? null)
    if (unmatched.length > 0) return { ok: false, faults: sortFaults(checked.value, unmatched) }
    const before = await selectConfigured(transaction, stored.organizationIds, stored.ids)
    const isOperator = locked === null || locked.isOperator
    const unreachable = isOperator ? [] : foreignAddressFaults(context, checked, stored, before)
    if (unreachable.length > 0) return { ok: false, faults: sortFaults(checked.value, unreachable) }
    const toWrite = { stored, actor, isOperator, before }
    if (fieldsToWrite === null) return write(context, transaction, { ...toWrite, declaration })
    const kept = keepStored(checked.value as DeclarationValue, before, fieldsToWrite)
    const keeping = checkDeclaration(kept)
    if (keeping.declaration === null) return { ok: false, faults: sortFaults(kept, keeping.faults) }
    return write(context, transaction, { ...toWrite, declaration: keeping.declaration })
  }
  return runWriting(context.db, { organization: only?.organization_id ?? 'several', dryRun }, run)
}

async function selectOwn(db: Queryable, only: OnlyOrganization | null): Promise<StoredOnly | null> {
  if (only === null) return null
  const { organization_id, isOperator } = only
  const [organization] = await selectConfigured(db, [organization_id], [organization_id])
  if (organization === undefined) throw refusals.projectNotFound()
  const { plan, calls } = organization.fields
  return { name: organization.key, guarded: { plan, calls }, isOperator }
}

type Checked =
  | { ok: true; value: unknown; outline: Outline; declaration: Declaration }
  | { ok: false; value: unknown; outline: Outline | null; faults: DeclarationFault[] }

/** Checks what can be checked without the stored records, but for those of the only organization itself. */
function check({ privateHosts }: ApplyContext, given: unknown, own: StoredOnly | null): Checked {
  if (own !== null && !own.isOperator && countRecords(given) > recordsOfOthersMax) {
    const message = `may have at most ${recordsOfOthersMax} projects and records; an operator can apply more`
    return { ok: false, value: given, outline: null, faults: [{ path: ['organizations'], message }] }
  }
  const value = own === null ? given : withGuarded(given, own.guarded)
  const { faults, outline, declaration } = checkDeclaration(value)
  if (outline === null) return { ok: false, value, outline, faults }
  faults.push(...endpointAddressFaults(value, outline, privateHosts))
  if (own !== null) faults.push(...foreignFaults(outline, declaration, own))
  if (declaration === null || faults.length > 0) return { ok: false, value, outline, faults }
  return { ok: true, value, outline, declaration }
}

/** Returns the faults, with those that a comparison with the stored records finds. */
async function allFaults(
  db: Queryable,
  { value, outline, faults }: Extract<Checked, { ok: false }>,
  own: StoredOnly | null,
): Promise<Fault[]> {
  const isKnown =
    outline !== null && (own === null || outline.organizations.every(({ name }) => name === own.name))
  const unmatched = isKnown
    ? checkAgainstStored(outline, await loadStored(db, outline), own?.name ?? null)
    : []
  return sortFaults(value, [...faults, ...unmatched])
}

/**
 * Returns the declaration with the stored plan and limits of calls where it leaves them out, so that it resets neither.
 */
function withGuarded(value: unknown, guarded: GuardedFields): unknown {
  if (typeof value !== 'object' || value === null || !('organizations' in value)) return value
  const { organizations } = value
  if (!Array.isArray(organizations)) return value
  const filled = organizations.map((organization: unknown) =>
    typeof organization === 'object' && organization !== null
      ? { ...guarded, ...organization }
      : organization,
  )
  return { ...value, organizations: filled }
}

function foreignFaults(
  { organizations }: Outline,
  declaration: Declaration | null,
  { name, guarded, isOperator }: StoredOnly,
): DeclarationFault[] {
  const foreign = organizations
    .filter((organization) => organization.name !== null && organization.name !== name)
    .map(({ path }) => ({
      path: [...path, 'name'],
      message: `must be ${name}, the organization of the address`,
    }))
  if (isOperator || declaration === null) return foreign
  const changed = declaration.organizations.flatMap(({ plan, calls }, index) => [
    ...(isDeepStrictEqual(plan, guarded.plan) ? [] : [['organizations', index, 'plan']]),
    ...(isDeepStrictEqual(settingsToStore(calls), guarded.calls) ? [] : [['organizations', index, 'calls']]),
  ])
  const message = 'can be changed by an operator of the installation alone'
  return [...foreign, ...changed.map((path) => ({ path, message }))]
}

/** Returns the faults of addresses of APIs that are not the stored ones. */
function foreignAddressFaults(
  { privateHosts }: ApplyContext,
  { value, outline }: Extract<Checked, { ok: true }>,
  stored: Stored,
  before: readonly ConfiguredRow[],
): DeclarationFault[] {
  const [organization] = outline.organizations
  return apiAddressFaults(
    value,
    outline,
    (project, { section, key }) => {
      const projectId = stored.projectId(organization?.name ?? null, project.name)
      const id = key === null ? undefined : stored.record(projectId, section, key)?._id
      return before.find(({ _id }) => _id === id)?.fields
    },
    privateHosts,
  )
}

interface ToWrite {
  declaration: Declaration
  stored: Stored
  actor: Actor
  isOperator: boolean
  before: readonly ConfiguredRow[]
}

async function write(
  { clock, newId, secretBox }: ApplyContext,
  transaction: Transaction,
  toWrite: ToWrite,
): Promise<ApplyOutcome> {
  const { declaration, stored, actor, isOperator, before } = toWrite
  const changes: Changes = { created: 0, updated: 0, unchanged: 0 }
  const now = clock.now()
  const written: string[] = []
  const writing = { transaction, now, newId, actor, isOperator, secretBox, stored, changes, written }
  const organizations: AppliedOrganization[] = []
  for (const organization of declaration.organizations)
    organizations.push(await writeOrganization(writing, organization))
  const differences = await recordDifferences(writing, {
    organizationIds: organizations.map(({ _id }) => _id),
    before,
  })
  const warnings = [
    ...(await warnOfCustomerFields(transaction, organizations, differences)),
    ...warnOfHoursNeverOpen(organizations, differences, now),
    ...(await warnOfCallsBeyondDay(transaction, organizations, differences)),
  ]
  await lockChangedPlans(transaction, differences)
  return { ok: true, tree: { organizations }, changes, differences, warnings }
}
