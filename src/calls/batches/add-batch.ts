import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordChange } from '../../audit/record-change.ts'
import type { Actor } from '../../audit/record-change.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { Refusal } from '../../base/refusals/refusal.ts'
import { openingAt } from '../../campaigns/calling-hours.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { CampaignForCalls } from '../../campaigns/queries.ts'
import { isPaused } from '../../campaigns/readiness.ts'
import type { Db } from '../../db/database.ts'
import type { Reader, Transaction } from '../../db/queryable.ts'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import {
  DecisionConflict,
  idempotencyKeyOf,
  retryOnConflict,
  selectEarlierUse,
  takeKey,
} from '../../idempotency/idempotent-request.ts'
import type { IdempotencyKey } from '../../idempotency/idempotent-request.ts'
import { updateKeyAnswer } from '../../idempotency/queries.ts'
import { neededVariables, textsOf } from '../../workflows/needed-variables.ts'
import { selectWorkflowDefinition } from '../../workflows/queries.ts'
import { checkRules } from '../place/place-call.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import type { AcceptedRow, IncludableKind, RowFault } from './batch.ts'
import {
  insertBatch,
  insertBatchRows,
  selectBatch,
  selectBatchOfFile,
  selectMeasuredCalls,
  tryLockFile,
  updateBatchChecked,
} from './batch-queries.ts'
import type { BatchRow } from './batch-queries.ts'
import { checkFile } from './check-file.ts'
import type { FileCheck } from './check-file.ts'
import { estimateAttempts } from './estimate-attempts.ts'
import type { AttemptEstimate, Assumptions } from './estimate-attempts.ts'
import { formatOf, UnusableFile } from './read-rows.ts'
import type { FileFormat } from './read-rows.ts'

export interface CallFile extends CampaignKey {
  bytes: Buffer
  /** The name of the file; null: none was given. */
  name: string | null
  /** Rows that are queued although something is found about them. */
  include: readonly IncludableKind[]
}

export interface GivenFile extends CallFile {
  /** The same bytes make another batch; else they are the batch that they made before. */
  isAgain: boolean
  idempotencyKey: string | null
}

interface ReadContext {
  db: Db
  clock: Clock
}

export interface AddContext extends ReadContext {
  newId: NewId
  hints: Pick<HintPublisher, 'publish'>
}

/** What would happen with a file. */
export interface CheckedFile extends FileCheck {
  format: FileFormat
  file_bytes: number
  /** Why the campaign takes no calls now; null if it does. */
  refusal: { code: string; message: string } | null
  is_paused: boolean
  hours: { is_open: boolean; opens_at: string | null; closes_at: string | null; timezone: string | null }
  ends_at: string | null
  estimate: AttemptEstimate & { assumes: Assumptions & { seconds_from: 'latest_calls' | 'assumption' } }
  /** The batch that these bytes have made; null: the campaign had no such file. */
  earlier_batch_id: string | null
}

/** For how long a call is taken to hold its slot if none of the campaign has ended. */
const secondsAssumed = 60
/** Faults in the answer to a refused file. */
const refusedFaultsMax = 100

/**
 * Checks a file whole and says what would happen, without any trace.
 *
 * @throws {Refusal} 404 for the campaign; 400 if the file can't be read as a whole.
 */
export async function checkCallFile({ db, clock }: ReadContext, file: CallFile): Promise<CheckedFile> {
  const found = await findCampaign(db, file)
  const { campaign } = found
  const format = formatOf(file.bytes)
  const check = await checked(db, file, { ...found, format }, async () => {})
  const [measured, earlier] = await Promise.all([
    selectMeasuredCalls(db, file, campaign.voice_carrier_id),
    selectBatchOfFile(db, file, sha256Of(file.bytes)),
  ])
  const now = clock.now()
  const opening = openingAt(campaign.calling_hours, now)
  const endsAt = campaign.ends_at === null ? null : new Date(campaign.ends_at)
  const assumptions: Assumptions = {
    slots: campaign.slots,
    seconds_per_call: Math.max(1, Math.round(measured.seconds_per_call ?? secondsAssumed)),
    calls_per_second: measured.calls_per_second ?? 1,
    calls_before: measured.calls_before,
  }
  const estimate = estimateAttempts(check.accepted, assumptions, {
    hours: campaign.calling_hours,
    endsAt,
    now,
  })
  return {
    ...check,
    format,
    file_bytes: file.bytes.length,
    refusal: refusalNow({ clock }, campaign),
    is_paused: isPaused(campaign),
    hours: {
      is_open: opening.isOpen,
      opens_at: opening.isOpen ? null : (opening.opensAt?.toISOString() ?? null),
      closes_at: opening.isOpen ? (opening.closesAt?.toISOString() ?? null) : null,
      timezone: campaign.calling_hours?.timezone ?? null,
    },
    ends_at: campaign.ends_at,
    estimate: {
      ...(check.accepted === 0 ? { first_attempt_at: null, last_attempt_at: null, too_late: 0 } : estimate),
      assumes: {
        ...assumptions,
        seconds_from: measured.seconds_per_call === null ? 'assumption' : 'latest_calls',
      },
    },
    earlier_batch_id: earlier?._id ?? null,
  }
}

function refusalNow({ clock }: Pick<ReadContext, 'clock'>, campaign: CampaignForCalls) {
  try {
    checkRules({ clock }, 'queue', { campaign })
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, message: error.message }
  }
}

/**
 * Checks a file whole and stores the rows that become calls, in one transaction. A worker queues them. The same key, or the
 * same bytes, is the batch that was made before.
 *
 * @throws {Refusal} 404 for the campaign; 400 if it takes no calls, or nothing of the file would become one; 409 if the key
 *   was used for something else.
 */
export async function addBatch(
  context: AddContext,
  file: GivenFile,
  actor: Actor,
): Promise<{ batch: BatchRow; isReplayed: boolean }> {
  return retryOnConflict(() => addOnce(context, file, actor))
}

/** How long to wait for another request with the same file, and how often. */
const busyMs = 500
const busyTriesMax = 100

async function addOnce(context: AddContext, file: GivenFile, actor: Actor) {
  const found = await findCampaign(context.db, file)
  const sha256 = sha256Of(file.bytes)
  const request = { sha256: sha256.toString('hex'), include: [...file.include].sort(), again: file.isAgain }
  const key = idempotencyKeyOf(file, ['call-batches', file.campaign_id], request)
  const earlier = await findEarlier(context, file, sha256, key)
  if (earlier !== null) return { batch: earlier, isReplayed: true }
  checkRules(context, 'queue', found)
  const adding = { file, actor, found, sha256, key, batch_id: context.newId() }
  for (let tries = 1; ; tries++) {
    const batch = await context.db.transaction((transaction) => store(context, transaction, adding))
    if (batch !== null) {
      publishBatch(context, batch)
      return { batch, isReplayed: false }
    }
    if (tries >= busyTriesMax) throw refusals.tooManyCallFiles()
    await sleep(busyMs)
    // The other request has made the batch, or failed.
    if (!file.isAgain && (await selectBatchOfFile(context.db, file, sha256)) !== null)
      throw new DecisionConflict()
  }
}

/** Returns the batch that was made under the key, or of the same bytes; null if there is none. */
async function findEarlier(
  { db, clock }: AddContext,
  file: GivenFile,
  sha256: Buffer,
  key: IdempotencyKey | null,
): Promise<BatchRow | null> {
  const used = key && (await selectEarlierUse<unknown>(db, key, clock.now()))
  if (used) {
    const batch = await selectBatch(db, { ...file, batch_id: used.subject_id })
    if (batch !== null) return batch
  }
  const earlier = file.isAgain ? null : await selectBatchOfFile(db, file, sha256)
  if (earlier !== null && key !== null)
    await db.transaction(async (transaction) => {
      const now = clock.now()
      if (!(await takeKey(transaction, key, earlier._id, now))) throw new DecisionConflict()
      await updateKeyAnswer(transaction, file.organization_id, earlier._id, { batch: earlier._id }, now)
    })
  return earlier
}

interface Adding {
  file: GivenFile
  actor: Actor
  found: FoundCampaign
  sha256: Buffer
  key: IdempotencyKey | null
  batch_id: string
}

/** Stores a batch with its rows. Returns null if another request works on the same file. */
async function store(
  context: AddContext,
  transaction: Transaction,
  { file, actor, found, sha256, key, batch_id }: Adding,
): Promise<BatchRow | null> {
  const { clock, newId } = context
  if (!(await tryLockFile(transaction, file.campaign_id, sha256))) return null
  const now = clock.now()
  const batchKey = { ...keyOf(file), batch_id }
  const format = formatOf(file.bytes)
  const batch = {
    ...batchKey,
    name: file.name,
    format,
    file_bytes: file.bytes.length,
    file_sha256: sha256,
    is_again: file.isAgain,
    made_by: actor.name,
  }
  if (!(await insertBatch(transaction, batch, now))) throw new DecisionConflict()
  const check = await checked(transaction, file, { ...found, format }, (rows) =>
    storeRows(context, transaction, batchKey, rows),
  )
  if (check.accepted === 0) throw nothingToQueue(check)
  await updateBatchChecked(transaction, batchKey, check, now)
  // Last, because others with the same key wait for it.
  if (!(await takeKey(transaction, key, batch_id, now))) throw new DecisionConflict()
  if (key !== null)
    await updateKeyAnswer(transaction, file.organization_id, batch_id, { batch: batch_id }, now)
  await recordChange(transaction, { now, newId, actor }, addedChange(file, batch_id, check))
  return selectBatch(transaction, batchKey)
}

function storeRows(
  { newId }: Pick<AddContext, 'newId'>,
  transaction: Transaction,
  key: Parameters<typeof insertBatchRows>[1],
  rows: readonly AcceptedRow[],
): Promise<void> {
  return insertBatchRows(
    transaction,
    key,
    rows.map((row) => ({ ...row, call_id: newId() })),
  )
}

interface FoundCampaign {
  campaign: CampaignForCalls
  default_country: string | null
  needed: string[]
}

/** Finds the campaign, and what it speaks of a customer. */
async function findCampaign(db: Db, key: CampaignKey): Promise<FoundCampaign> {
  const { organization_id, project_id, campaign_id } = key
  const found = isUuid(campaign_id)
    ? await selectCampaignForCalls(db, organization_id, project_id, campaign_id)
    : null
  if (!found?.campaign) throw refusals.campaignNotFound()
  const { campaign, default_country } = found
  const { script, workflow_id, workflow_revision } = campaign
  const texts =
    campaign.campaign_type === 'workflow' && workflow_id !== null && workflow_revision !== null
      ? textsOf(await selectWorkflowDefinition(db, organization_id, workflow_id, workflow_revision))
      : textsOf(script)
  return { campaign, default_country, needed: neededVariables(texts, 'customer') }
}

async function checked(
  db: Reader,
  file: CallFile,
  { default_country, needed, format }: FoundCampaign & { format: FileFormat },
  take: (rows: AcceptedRow[]) => Promise<void>,
): Promise<FileCheck> {
  const options = { format, defaultCountry: default_country, needed, include: new Set(file.include) }
  try {
    return await checkFile(db, file, file.bytes, options, take)
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error
    const { line, message } = error
    const where = line === 0 ? '' : `line ${line}`
    throw refusals.callFileUnusable(where === '' ? message : `${where}: ${message}`, [
      { path: where, message },
    ])
  }
}

function nothingToQueue({ rows, faults, faults_count }: FileCheck): Refusal {
  return refusals.callFileUnusable(
    `None of the ${rows} rows would become a call; ${faults_count} faults were found`,
    faults.slice(0, refusedFaultsMax).map(({ message, ...fault }) => ({ path: pathOf(fault), message })),
  )
}

/** Returns where a fault is, such as `line 12, phone_number`. */
export function pathOf({ line, field }: Pick<RowFault, 'line' | 'field'>): string {
  return field === null ? `line ${line}` : `line ${line}, ${field}`
}

function keyOf({ organization_id, project_id, campaign_id }: CampaignKey): CampaignKey {
  return { organization_id, project_id, campaign_id }
}

function sha256Of(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function addedChange(file: GivenFile, batchId: string, check: FileCheck) {
  return {
    organization_id: file.organization_id,
    project_id: file.project_id,
    kind: 'call_batch',
    record_id: batchId,
    record_name: file.name ?? batchId,
    action: 'created',
    revision: null,
    fields: [
      { path: 'campaign_id', before: null, after: file.campaign_id },
      { path: 'calls', before: null, after: check.accepted },
    ],
  }
}

/** Publishes that a batch and its calls may have changed. To be called after the commit. */
export function publishBatch(
  { hints }: Pick<AddContext, 'hints'>,
  { organization_id, project_id }: Pick<BatchRow, 'organization_id' | 'project_id'>,
): void {
  hints.publish({ topic: 'calls', organization_id, project_id, ids: null })
}
