import { Refusal, refusals } from '../../base/refusals.ts'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { fingerprintOf } from '../../idempotency/fingerprint.ts'
import { replayedHeader } from '../../idempotency/idempotency-key.ts'
import { deleteKey, selectKey, updateKeyAnswer } from '../../idempotency/queries.ts'
import type { KeptKey } from '../../idempotency/queries.ts'
import { answerOfFate, refusedAnswer } from './call-answer.ts'
import type { CallAnswer } from './call-answer.ts'
import type { CallRequest, PlacedBy, PlacedCall } from './call-request.ts'
import { selectCallFate } from '../queries.ts'
import type { NewCall } from '../queries.ts'

interface KeyContext {
  db: Db
  clock: Clock
}

export interface Key {
  organization_id: string
  project_id: string
  key: string
  fingerprint: Buffer
}

export function keyOf(placedBy: PlacedBy, request: CallRequest): Key | null {
  const { organization_id, project_id, campaign_id, customer, idempotencyKey: key } = request
  if (key === null) return null
  return { organization_id, project_id, key, fingerprint: fingerprintOf([placedBy, campaign_id], customer) }
}

/**
 * What was answered under the key before; null where it is new.
 *
 * @throws {Refusal} 409 where it was used for another request; the refusal that was answered before.
 */
export async function replay(context: KeyContext, key: Key, phoneNumber: string): Promise<PlacedCall | null> {
  const kept = await selectKey<CallAnswer>(context.db, key, context.clock.now())
  if (kept === null) return null
  if (!kept.fingerprint.equals(key.fingerprint)) throw refusals.idempotencyKeyReused()
  const answer = kept.answer ?? (await answerSince(context, key, kept))
  if (answer === null) return null
  const placed = { callId: kept.subject_id, phoneNumber, scheduled: false, scheduledFor: null }
  if (answer === 'processing' || answer === 'unresolved')
    return { ...placed, pending: answer, replayed: false }
  if (answer.kind === 'refused') throw new Refusal(answer.code, answer.message, replayedHeader)
  const scheduledFor = answer.scheduled_for === null ? null : new Date(answer.scheduled_for)
  return { ...placed, scheduled: answer.scheduled, scheduledFor, pending: null, replayed: true }
}

/** The answer to a request that was not answered, as it is known by now; null where its call came to nothing. */
async function answerSince(
  { db, clock }: KeyContext,
  { organization_id }: Key,
  { subject_id }: KeptKey<CallAnswer>,
): Promise<ReturnType<typeof answerOfFate> | null> {
  const fate = await selectCallFate(db, organization_id, subject_id)
  if (fate === null) {
    await deleteKey(db, organization_id, subject_id)
    return null
  }
  const answer = answerOfFate(fate)
  if (typeof answer !== 'string') await updateKeyAnswer(db, organization_id, subject_id, answer, clock.now())
  return answer
}

/** What the caller is told after a first dial, and what becomes of its idempotency key, if there is one. */
export type CallerAnswer =
  | { refusal: null; scheduled: boolean }
  | { refusal: Refusal; kept: 'kept' | 'open' | 'freed' }

/** Keeps the answer under the call's key, or frees the key where nothing came to be (Rule 24). */
export async function keep(
  { db, clock }: KeyContext,
  { organization_id, _id }: NewCall,
  end: CallerAnswer,
): Promise<void> {
  const now = clock.now()
  if (end.refusal === null) {
    const answer: CallAnswer = { kind: 'placed', scheduled: end.scheduled, scheduled_for: null }
    await updateKeyAnswer(db, organization_id, _id, answer, now)
  } else if (end.kept === 'kept')
    await updateKeyAnswer(db, organization_id, _id, refusedAnswer(end.refusal), now)
  else if (end.kept === 'freed') await deleteKey(db, organization_id, _id)
}

/** Keeps that the call waits, with the call itself. */
export function keepWaiting(
  transaction: Transaction,
  call: NewCall,
  opensAt: Date | null,
  now: Date,
): Promise<void> {
  const answer: CallAnswer = {
    kind: 'placed',
    scheduled: true,
    scheduled_for: opensAt?.toISOString() ?? null,
  }
  return updateKeyAnswer(transaction, call.organization_id, call._id, answer, now)
}
