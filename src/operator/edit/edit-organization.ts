import type { Actor } from '../../audit/record-change.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { ApplyContext } from '../apply/apply-declaration.ts'
import { checkDeclaration } from '../apply/check-declaration.ts'
import { lockChangedPlans } from '../apply/lock-changed-plans.ts'
import { lockDeclarations, selectOrganizationsByName } from '../apply/queries.ts'
import { sortFaults } from '../apply/sort-faults.ts'
import { loadStored } from '../apply/stored.ts'
import { writeOrganization } from '../apply/write-organization.ts'
import { runWriting } from '../apply/writing.ts'
import type { Writing } from '../apply/writing.ts'
import { selectConfigured } from '../configured/queries.ts'
import { recordDifferences } from '../configured/record-differences.ts'
import { faultsOfUnsound, relativeTo } from './edit-record.ts'
import type { EditOutcome } from './edit-record.ts'
import { describeEffects } from './effects.ts'
import { effectsOnGuards } from './guard-effects.ts'
import { mergePatch } from './merge-patch.ts'
import { effectsOnPlan } from './plan-effects.ts'
import { unknownNulls } from './unknown-nulls.ts'

export interface OrganizationEdit {
  /** Null makes a new organization. */
  organization_id: string | null
  /** The fields that change (RFC 7396): `name`, `plan` and `calls`. */
  patch: unknown
  /** The revision that the edit is based on; null: whatever it is now. */
  revision: number | null
  actor: Actor
  dryRun: boolean
}

const place = ['organizations', 0]

/**
 * Makes or changes an organization by the checks and the writer of the declaration, as `editRecord` does with others.
 */
export async function editOrganization(
  context: ApplyContext,
  request: OrganizationEdit,
): Promise<EditOutcome> {
  const { organization_id, dryRun } = request
  return runWriting(context.db, { organization: organization_id ?? 'new', dryRun }, (transaction) =>
    edit(context, transaction, request),
  )
}

async function edit(
  { clock, newId, secretBox }: ApplyContext,
  transaction: Transaction,
  { organization_id, patch, revision, actor, dryRun }: OrganizationEdit,
): Promise<EditOutcome> {
  await lockDeclarations(transaction)
  const rows =
    organization_id === null ? [] : await selectConfigured(transaction, [organization_id], [organization_id])
  const [stored = null] = rows
  if (organization_id !== null && stored === null) return { kind: 'missing' }
  if (stored !== null && revision !== null && revision !== stored.revision)
    return { kind: 'stale', record: stored }

  const unsound = faultsOfUnsound(patch)
  if (unsound !== null) return { kind: 'faulty', faults: unsound }
  const record = mergePatch(stored?.fields ?? {}, patch)
  const value = { organizations: [record] }
  const { faults, outline, declaration } = checkDeclaration(value)
  faults.push(...unknownNulls(value, { organizations: [mergePatch(stored?.fields ?? {}, patch, true)] }))
  if (typeof record === 'object' && record !== null && Object.hasOwn(record, 'projects'))
    faults.push({
      path: [...place, 'projects'],
      message: 'have an address of their own, where they are changed',
    })
  const name = outline?.organizations[0]?.name ?? null
  const [holder] =
    name === null || name.includes('\0') ? [] : await selectOrganizationsByName(transaction, [name])
  if (holder !== undefined && holder._id !== organization_id)
    faults.push({ path: [...place, 'name'], message: 'is taken: there is another organization of this name' })
  if (faults.length > 0 || outline === null || declaration === null)
    return { kind: 'faulty', faults: relativeTo(place, sortFaults(value, faults)) }

  const now = clock.now()
  const writing: Writing = {
    transaction,
    now,
    newId,
    actor,
    // It writes no records, in which this would matter.
    isOperator: false,
    secretBox,
    // Under its new name, the organization is still this one.
    stored: { ...(await loadStored(transaction, outline)), organizationId: () => organization_id },
    changes: { created: 0, updated: 0, unchanged: 0 },
    written: [],
  }
  const { _id } = await writeOrganization(writing, declaration.organizations[0]!)
  const differences = await recordDifferences(writing, { organizationIds: [_id], before: rows })
  const [difference] = differences
  const [written] = await selectConfigured(transaction, [_id], [_id])
  if (written === undefined) throw new Error('the written organization is not there')
  const effects = dryRun
    ? describeEffects([
        ...(await effectsOnPlan(transaction, stored, written)),
        ...(await effectsOnGuards(transaction, stored, written)),
      ])
    : []
  if (!dryRun) await lockChangedPlans(transaction, differences)
  return {
    kind: 'edited',
    record: written,
    changes: (difference?.fields ?? []).map(({ path, before, after }) => ({ path, before, after })),
    secret: null,
    effects,
  }
}
