import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../audit/record-change.ts'
import type { Fault } from '../../base/faults.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { settingsToStore } from '../../guards/call-settings.ts'
import type { PrivateHosts } from '../../providers/web/guard/private-hosts.ts'
import { recordDifferences } from '../configured/record-differences.ts'
import type { RecordDifference } from '../configured/record-differences.ts'
import type { ConfiguredRow } from '../configured/queries.ts'
import { selectConfigured } from '../configured/queries.ts'
import { warnOfCustomerFields } from './customer-fields.ts'
import { warnOfHoursNeverOpen } from './hours-never-open.ts'
import { checkDeclaration } from './check-declaration.ts'
import { endpointAddressFaults } from './check-endpoints.ts'
import { checkAgainstStored } from './check-records.ts'
import type { Declaration } from './declaration.ts'
import { keepStored } from './keep-stored.ts'
import type { DeclarationValue, FieldsToWrite } from './keep-stored.ts'
import type { Outline } from './outline.ts'
import { sortFaults } from './sort-faults.ts'
import type { DeclarationFault } from './sort-faults.ts'
import { lockDeclarations } from './queries.ts'
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
   * Keeps the stored fields of stored records but those that it returns; records that are missing are created. By default
   * everything is written as declared.
   */
  fieldsToWrite?: FieldsToWrite | null
}

/** The organization of somebody who applies a declaration to it alone. */
export interface OnlyOrganization {
  name: string
  /** The fields that only an operator may change, as they are stored; null for an operator. */
  guarded: GuardedFields | null
}

/** The fields of an organization that only an operator of the installation changes in a declaration. */
export interface GuardedFields {
  plan: unknown
  calls: unknown
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
 * changed record; concurrent ones run one after the other.
 */
export async function applyDeclaration(
  context: ApplyContext,
  value: unknown,
  { actor = programItself, dryRun = false, only = null, fieldsToWrite = null }: ApplyOptions = {},
): Promise<ApplyOutcome> {
  const { faults, outline, declaration } = checkDeclaration(value)
  if (outline === null) return { ok: false, faults: sortFaults(value, faults) }
  faults.push(...endpointAddressFaults(value, outline, context.privateHosts))
  const seen = only?.name ?? null
  if (only !== null) faults.push(...foreignFaults(outline, declaration, only))
  if (declaration === null || faults.length > 0) {
    // Checked against the stored records too, so that all faults are reported at once.
    const known = only === null || outline.organizations.every(({ name }) => name === seen)
    const unmatched = known ? checkAgainstStored(outline, await loadStored(context.db, outline), seen) : []
    return { ok: false, faults: sortFaults(value, [...faults, ...unmatched]) }
  }
  const run = async (transaction: Transaction): Promise<ApplyOutcome> => {
    await lockDeclarations(transaction)
    const stored = await loadStored(transaction, outline)
    const unmatched = checkAgainstStored(outline, stored, seen)
    if (unmatched.length > 0) return { ok: false, faults: sortFaults(value, unmatched) }
    const before = await selectConfigured(transaction, stored.organizationIds, stored.ids)
    if (fieldsToWrite === null) return write(context, transaction, { declaration, stored, actor, before })
    const kept = keepStored(value as DeclarationValue, before, fieldsToWrite)
    const checked = checkDeclaration(kept)
    if (checked.declaration === null) return { ok: false, faults: sortFaults(kept, checked.faults) }
    return write(context, transaction, { declaration: checked.declaration, stored, actor, before })
  }
  return runWriting(context.db, { organization: seen ?? 'several', dryRun }, run)
}

function foreignFaults(
  { organizations }: Outline,
  declaration: Declaration | null,
  { name, guarded }: OnlyOrganization,
): DeclarationFault[] {
  const foreign = organizations
    .filter((organization) => organization.name !== null && organization.name !== name)
    .map(({ path }) => ({
      path: [...path, 'name'],
      message: `must be ${name}, the organization of the address`,
    }))
  if (guarded === null || declaration === null) return foreign
  const changed = declaration.organizations.flatMap(({ plan, calls }, index) => [
    ...(isDeepStrictEqual(plan, guarded.plan) ? [] : [['organizations', index, 'plan']]),
    ...(isDeepStrictEqual(settingsToStore(calls), guarded.calls) ? [] : [['organizations', index, 'calls']]),
  ])
  const message = 'can be changed by an operator of the installation alone'
  return [...foreign, ...changed.map((path) => ({ path, message }))]
}

async function write(
  { clock, newId, secretBox }: ApplyContext,
  transaction: Transaction,
  toWrite: { declaration: Declaration; stored: Stored; actor: Actor; before: readonly ConfiguredRow[] },
): Promise<ApplyOutcome> {
  const { declaration, stored, actor, before } = toWrite
  const changes: Changes = { created: 0, updated: 0, unchanged: 0 }
  const now = clock.now()
  const written: string[] = []
  const writing = { transaction, now, newId, actor, secretBox, stored, changes, written }
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
  ]
  return { ok: true, tree: { organizations }, changes, differences, warnings }
}
