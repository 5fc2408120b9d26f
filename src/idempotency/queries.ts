import type { Db } from '../db/database.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

/** How long a key is kept after its answer. A key without an answer is kept until it has one (Promise 7). */
export const retentionHours = 24

/** A key by its project and text. */
export interface KeyName {
  organization_id: string
  project_id: string
  /** 1 to 255 characters. */
  key: string
}

/** What a key was first used for. */
export interface StoredKey<Answer> {
  fingerprint: Buffer
  subject_id: string
  /** Null while the outcome is unknown. */
  answer: Answer | null
}

const isExpired = (now: Date, answeredAt = sql`answered_at`) =>
  sql`${answeredAt} is not null and ${answeredAt} <= ${now}::timestamptz - ${retentionHours} * interval '1 hour'`

/** Returns what is stored under the key; null if it is new or expired. */
export async function selectKey<Answer>(
  db: Queryable,
  { organization_id, project_id, key }: KeyName,
  now: Date,
): Promise<StoredKey<Answer> | null> {
  const [stored] = await db.query<StoredKey<Answer>>(sql`
    select fingerprint, subject_id, answer from idempotency_keys
    where organization_id = ${organization_id} and project_id = ${project_id} and key = ${key}
      and not (${isExpired(now)})`)
  return stored ?? null
}

/**
 * Takes the key, in the transaction that writes what it is for. Returns false if another request has it. If several
 * requests try at the same time, the others wait until the first one commits (Promises 1 and 5).
 */
export async function insertKey(
  transaction: Transaction,
  { organization_id, project_id, key }: KeyName,
  { fingerprint, subject_id, answer }: { fingerprint: Buffer; subject_id: string; answer: unknown },
  now: Date,
): Promise<boolean> {
  const stored = answer === null ? null : JSON.stringify(answer)
  const taken = await transaction.query(sql`
    insert into idempotency_keys as k (organization_id, project_id, key, fingerprint, subject_id, created_at, answer,
      answered_at)
    values (${organization_id}, ${project_id}, ${key}, ${fingerprint}, ${subject_id}, ${now}, ${stored}::jsonb,
      ${answer === null ? null : now})
    on conflict (organization_id, project_id, key) do update set fingerprint = excluded.fingerprint,
      subject_id = excluded.subject_id, answer = excluded.answer, answered_at = excluded.answered_at,
      created_at = excluded.created_at
    where ${isExpired(now, sql`k.answered_at`)}
    returning key`)
  return taken.length === 1
}

/** Stores the answer of a key. A stored answer is not replaced. */
export async function updateKeyAnswer(
  db: Queryable,
  organizationId: string,
  subjectId: string,
  answer: unknown,
  now: Date,
): Promise<void> {
  await db.write(sql`
    update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb, answered_at = ${now}
    where organization_id = ${organizationId} and subject_id = ${subjectId} and answer is null`)
}

/** Frees a key for another try, because its request did nothing. */
export async function deleteKey(db: Queryable, organizationId: string, subjectId: string): Promise<void> {
  await db.write(sql`
    delete from idempotency_keys where organization_id = ${organizationId} and subject_id = ${subjectId}`)
}

/** Frees a key for another try if its request did nothing and has no answer yet. */
export async function deleteUnansweredKey(
  transaction: Transaction,
  organizationId: string,
  subjectId: string,
): Promise<void> {
  await transaction.query(sql`
    delete from idempotency_keys
    where organization_id = ${organizationId} and subject_id = ${subjectId} and answer is null`)
}

/** Deletes expired keys, at most 1,000. Returns how many. Index: idempotency_keys_by_age. */
export async function deletePastKeys(db: Db, now: Date): Promise<number> {
  const deleted = await db.write(sql`
    delete from idempotency_keys where (organization_id, project_id, key) in (
      select organization_id, project_id, key from idempotency_keys where ${isExpired(now)} and is_here(organization_id)
      order by answered_at limit 1000 for update skip locked)
    returning key`)
  return deleted.length
}
