import { setTimeout as sleep } from 'node:timers/promises'
import { recordChange } from '../../audit/record-change.ts'
import type { Actor } from '../../audit/record-change.ts'
import type { NewId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import { refusals } from '../../base/refusals.ts'
import type { Refusal } from '../../base/refusals/refusal.ts'
import type { Transaction } from '../../db/queryable.ts'
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
import { holdRowErasures } from '../../people/erasing.ts'
import type { CallMetrics } from '../call-metrics.ts'
import { recordRefusedCall } from '../guarded-calls.ts'
import { checkRules } from '../place/place-call.ts'
import { campaignKeyOf } from '../queue/queue-queries.ts'
import {
  insertBatch,
  insertBatchRows,
  selectBatch,
  selectBatchOfFile,
  tryLockFile,
  updateBatchChecked,
} from './batch-queries.ts'
import type { BatchRow } from './batch-queries.ts'
import type { AcceptedRow, RowFault } from './batch.ts'
import { checked, findCampaign, placesOf, sha256Of } from './check-call-file.ts'
import type { CallFile, FoundCampaign, ReadContext } from './check-call-file.ts'
import type { FileCheck } from './check-file.ts'
import { formatOf } from './read-rows.ts'

export interface GivenFile extends CallFile {
  /** The same bytes make another batch; else they are the batch that they made before. */
  isAgain: boolean
  idempotencyKey: string | null
}

export interface AddContext extends ReadContext {
  newId: NewId
  hints: Pick<HintPublisher, 'publish'>
  log: Log
  metrics: CallMetrics
}

/** Faults in the answer to a refused file. */
const refusedFaultsMax = 100

/**
 * Checks a file whole and stores the rows that become calls, in one transaction. A worker queues them. The same key, or
 * the same bytes, is the batch that was made before.
 *
 * @throws {Refusal} 404 for the campaign; 400 if it takes no calls, or nothing of the file would become one; 409 if the
 *   key was used for something else.
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
  const guarded: FileCheck['guarded'] = new Map()
  const adding = { file, actor, found, sha256, key, batch_id: context.newId(), guarded }
  for (let tries = 1; ; tries++) {
    const batch = await storeRecording(context, adding)
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

/** Stores a batch, and records the rows that guards refuse, whether or not the other rows become calls. */
async function storeRecording(context: AddContext, adding: Adding): Promise<BatchRow | null> {
  const { organization_id, project_id, campaign_id } = adding.file
  try {
    return await context.db.transaction((transaction) => store(context, transaction, adding))
  } catch (error) {
    // The other request with the key has recorded its own, of the same file.
    if (error instanceof DecisionConflict) adding.guarded.clear()
    throw error
  } finally {
    for (const [guard, { count, number: phone_number }] of adding.guarded)
      await recordRefusedCall(
        context,
        { organization_id, project_id, campaign_id, phone_number },
        guard,
        count,
      )
    adding.guarded.clear()
  }
}

interface Adding {
  file: GivenFile
  actor: Actor
  found: FoundCampaign
  sha256: Buffer
  key: IdempotencyKey | null
  batch_id: string
  /** Gets what guards refuse of the file. */
  guarded: FileCheck['guarded']
}

/** Stores a batch with its rows. Returns null if another request works on the same file. */
async function store(
  context: AddContext,
  transaction: Transaction,
  { file, actor, found, sha256, key, batch_id, guarded }: Adding,
): Promise<BatchRow | null> {
  const { clock, newId } = context
  if (!(await tryLockFile(transaction, file.campaign_id, sha256))) return null
  // Before the time of the batch: an erasure that is requested later finds its rows.
  await holdRowErasures(transaction, file.project_id)
  const now = clock.now()
  const batchKey = { ...campaignKeyOf(file), batch_id }
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
  const places = placesOf(transaction, file, found.campaign, now)
  const check = await checked(context, transaction, file, { ...found, format, places }, (rows) =>
    storeRows(context, transaction, batchKey, rows),
  )
  guarded.clear()
  for (const [guard, rows] of check.guarded) guarded.set(guard, rows)
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

function addedChange(file: GivenFile, batchId: string, check: FileCheck) {
  return {
    organization_id: file.organization_id,
    project_id: file.project_id,
    kind: 'call_batch' as const,
    record_id: batchId,
    record_name: file.name ?? batchId,
    action: 'created' as const,
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
