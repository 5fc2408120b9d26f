import { selectLastChanges } from '../../audit/queries.ts'
import { selectCarrierStandings } from '../../calls/check-queries.ts'
import { openingAt } from '../../campaigns/calling-hours.ts'
import { missingForCalls } from '../../campaigns/readiness.ts'
import type { Clock } from '../../base/clock.ts'
import type { Reader } from '../../db/queryable.ts'
import { campaignFieldsOf, needsOf } from '../edit/campaign-fields.ts'
import { selectCarrierTokens, selectWorkflowIds } from '../configured/extra-queries.ts'
import { selectPlanUseOf } from '../configured/plan-queries.ts'
import type { ConfiguredRow } from '../configured/queries.ts'

/** Returns records of one organization as the management API shows them, with what only their screens need. */
export async function showRecords(
  { db, clock }: { db: Reader; clock: Clock },
  rows: readonly ConfiguredRow[],
): Promise<Record<string, unknown>[]> {
  const [first] = rows
  if (first === undefined) return []
  const { organization_id, kind } = first
  const ids = rows.map(({ _id }) => _id)
  const [changes, tokens, standings, workflows, uses] = await Promise.all([
    selectLastChanges(db, { organization_id, kind }, ids),
    kind === 'voice_carrier' ? selectCarrierTokens(db, organization_id, ids) : [],
    kind === 'voice_carrier' ? selectCarrierStandings(db, organization_id, ids) : [],
    kind === 'campaign' ? selectWorkflowIds(db, organization_id, ids) : [],
    kind === 'organization' ? selectPlanUseOf(db, ids) : [],
  ])
  const changeOf = new Map(changes.map(({ record_id, ...change }) => [record_id, change]))
  const tokenSetAt = new Map(tokens.map(({ _id, auth_token_set_at }) => [_id, auth_token_set_at]))
  const standingOf = new Map(standings.map(({ _id, ...one }) => [_id, one]))
  const useOf = new Map(uses.map(({ _id, ...one }) => [_id, one]))
  const workflowOf = new Map(workflows.map(({ _id, workflow_id }) => [_id, workflow_id]))
  return rows.map((row) => ({
    ...row.fields,
    ...(kind === 'voice_carrier' && {
      auth_token_set_at: tokenSetAt.get(row._id) ?? null,
      last_check: null,
      held_until: null,
      ...standingOf.get(row._id),
    }),
    ...(kind === 'organization' && { use: useOf.get(row._id) }),
    ...(kind === 'campaign' && {
      workflow_id: workflowOf.get(row._id) ?? null,
      ...standing(row, clock.now()),
    }),
    _id: row._id,
    revision: row.revision,
    created_at: row.created_at,
    updated_at: row.updated_at,
    last_change: changeOf.get(row._id) ?? null,
  }))
}

function standing(row: ConfiguredRow, now: Date) {
  const campaign = campaignFieldsOf(row)
  const lacks = missingForCalls(needsOf(campaign))
  const opening = openingAt(campaign.calling_hours, now)
  const changesAt = opening.isOpen ? opening.closesAt : opening.opensAt
  return {
    is_ready: lacks === null,
    lacks,
    opening: { is_open: opening.isOpen, changes_at: changesAt?.toISOString() ?? null },
  }
}
