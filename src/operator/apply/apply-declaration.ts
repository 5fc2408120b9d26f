import type { Fault } from '../../base/faults.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { checkFields } from './check-fields.ts'
import { checkAgainstStored, checkDefinitions, checkRepetitions } from './check-records.ts'
import type { Declaration } from './declaration.ts'
import { sortFaults } from './sort-faults.ts'
import type { DeclarationFault } from './sort-faults.ts'
import { checkJsonValue } from './json-value.ts'
import { outlineOf } from './outline.ts'
import type { Outline } from './outline.ts'
import { lockDeclarations } from './queries.ts'
import { loadStored } from './stored.ts'
import type { Stored } from './stored.ts'
import { writeOrganization } from './write-organization.ts'
import type { AppliedOrganization } from './write-organization.ts'
import type { Changes } from './writing.ts'

export interface ApplyContext {
  db: Db
  clock: Clock
  newId: NewId
  secretBox: SecretBox
}

/** The output of `apply --json`: the declaration's records in its order, with their ids, without their secrets. */
export interface AppliedTree {
  organizations: AppliedOrganization[]
}

export type ApplyOutcome = { ok: true; tree: AppliedTree; changes: Changes } | { ok: false; faults: Fault[] }

/**
 * Makes the database match a declaration that `parseDeclaration` has read. Records are matched by name inside their
 * parent, and created or updated, never deleted; equal records are not written. With any fault nothing changes, and all
 * faults are reported in the order of their places. It is one transaction; concurrent ones run one after the other.
 */
export async function applyDeclaration(context: ApplyContext, value: unknown): Promise<ApplyOutcome> {
  const json = checkJsonValue(value)
  if (!json.sound) return { ok: false, faults: sortFaults(value, json.faults) }
  const fields = checkFields(value)
  const outline = outlineOf(value)
  const faults = [
    ...json.faults,
    ...(fields.ok ? [] : fields.faults),
    ...outline.faults,
    ...checkRepetitions(outline),
    ...checkDefinitions(value, outline),
  ]
  if (!fields.ok || faults.length > 0) return refuse(context, value, outline, faults)
  return context.db.transaction(async (transaction): Promise<ApplyOutcome> => {
    await lockDeclarations(transaction)
    const stored = await loadStored(transaction, outline)
    const unmatched = checkAgainstStored(outline, stored)
    if (unmatched.length > 0) return { ok: false, faults: sortFaults(value, unmatched) }
    return write(context, transaction, fields.declaration, stored)
  })
}

/** Checks a faulty declaration against the stored records too, so that all its faults are reported at once. */
async function refuse(
  { db }: ApplyContext,
  value: unknown,
  outline: Outline,
  faults: DeclarationFault[],
): Promise<ApplyOutcome> {
  const unmatched = checkAgainstStored(outline, await loadStored(db, outline))
  return { ok: false, faults: sortFaults(value, [...faults, ...unmatched]) }
}

async function write(
  { clock, newId, secretBox }: ApplyContext,
  transaction: Transaction,
  declaration: Declaration,
  stored: Stored,
): Promise<ApplyOutcome> {
  const changes: Changes = { created: 0, updated: 0, unchanged: 0 }
  const writing = { transaction, now: clock.now(), newId, secretBox, stored, changes }
  const organizations: AppliedOrganization[] = []
  for (const organization of declaration.organizations)
    organizations.push(await writeOrganization(writing, organization))
  return { ok: true, tree: { organizations }, changes }
}
