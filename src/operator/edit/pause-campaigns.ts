import type { Actor } from '../../audit/record-change.ts'
import { upsertQueue } from '../../calls/queue/queue-queries.ts'
import {
  selectCampaignIds,
  updateCampaignsPaused,
  updateCampaignsResumed,
} from '../../campaigns/pause-queries.ts'
import type { Transaction } from '../../db/queryable.ts'
import { rollBackWith } from '../../db/roll-back.ts'
import type { ApplyContext } from '../apply/apply-declaration.ts'
import { changeInTurn } from '../apply/change-queue.ts'
import { lockDeclarations } from '../apply/queries.ts'
import { selectConfigured } from '../configured/queries.ts'
import type { ConfiguredRow } from '../configured/queries.ts'
import { recordDifferences } from '../configured/record-differences.ts'
import { describeEffects, effectsOf } from './effects.ts'
import type { CountedEffect, Effect } from './effects.ts'

export interface PauseRequest {
  organization_id: string
  project_id: string
  /** Null: all campaigns of the project. */
  campaign_id: string | null
  actor: Actor
  dryRun: boolean
}

export interface PauseOutcome {
  /** The campaigns that were paused or resumed; others were so already, or have ended. */
  campaigns: ConfiguredRow[]
  /** What it does to calls, over all campaigns. */
  effects: Effect[]
}

/**
 * Pauses campaigns: calls that wait are held back, calls under way go on. It asks for no revision and checks no other
 * field, since a stop must not fail for an old page. Returns null if the project has no such campaign.
 */
export async function pauseCampaigns(
  context: ApplyContext,
  request: PauseRequest,
): Promise<PauseOutcome | null> {
  return change(context, request, updateCampaignsPaused)
}

/** Gives paused campaigns the status back that they had before. Returns null if the project has no such campaign. */
export async function resumeCampaigns(
  context: ApplyContext,
  request: PauseRequest,
): Promise<PauseOutcome | null> {
  return change(context, request, updateCampaignsResumed)
}

async function change(
  context: ApplyContext,
  request: PauseRequest,
  update: typeof updateCampaignsPaused,
): Promise<PauseOutcome | null> {
  const run = (transaction: Transaction) => changeWithin(context, transaction, request, update)
  // A turn of its own: a stop must not wait behind all changes that the organization has asked for.
  return changeInTurn(context.db, `pauses of ${request.organization_id}`, () =>
    request.dryRun ? rollBackWith(context.db, run) : context.db.transaction(run),
  )
}

async function changeWithin(
  { clock, newId }: ApplyContext,
  transaction: Transaction,
  request: PauseRequest,
  update: typeof updateCampaignsPaused,
): Promise<PauseOutcome | null> {
  await lockDeclarations(transaction)
  const { organization_id, project_id, campaign_id, actor } = request
  const ids = await selectCampaignIds(transaction, request)
  if (campaign_id !== null && ids.length === 0) return null
  const before = await selectConfigured(transaction, [organization_id], ids)
  const now = clock.now()
  const changed = await update(transaction, request, now)
  const writing = { transaction, now, newId, actor, written: changed.map(({ _id }) => _id) }
  const differences = await recordDifferences(writing, { organizationIds: [organization_id], before })
  // The queues are checked again, in one order, so that two do not deadlock.
  for (const { _id, slots } of changed.toSorted((a, b) => (a._id < b._id ? -1 : 1)))
    await upsertQueue(transaction, { organization_id, project_id, campaign_id: _id }, slots, now)
  const earlier = new Map(before.map((row) => [row._id, row]))
  const effects: CountedEffect[] = []
  for (const { record } of differences)
    effects.push(...(await effectsOf(transaction, { before: earlier.get(record._id)!, after: record, now })))
  return { campaigns: differences.map(({ record }) => record), effects: describeEffects(effects) }
}
