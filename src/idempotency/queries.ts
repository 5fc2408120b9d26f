import type { Db } from '../db/database.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

/** How long a key is kept from its answer. One without an answer is kept until it has one (Promise 7). */
export const retentionHours = 24

export interface KeyName {
  organization_id: string
  project_id: string
  /** 1 to 255 characters. */
  key: string
}

/** What a key was first used for. */
export interface KeptKey<Answer> {
  fingerprint: Buffer
  subject_id: string
  /** Null while the outcome is not known. */
  answer: Answer | null
}

const isPast = (now: Date) =>
  sql`answered_at is not null and answered_at <= ${now}::timestamptz - ${retentionHours} * interval '1 hour'`

/** What is kept under the key; null where it is new, or past its time. */
export async function selectKey<Answer>(
  db: Queryable,
  { organization_id, project_id, key }: KeyName,
  now: Date,
): Promise<KeptKey<Answer> | null> {
  const [kept] = await db.query<KeptKey<Answer>>(sql`
    select fingerprint, subject_id, answer from idempotency_keys
    where organization_id = ${organization_id} and project_id = ${project_id} and key = ${key}
      and not (${isPast(now)})`)
  return kept ?? null
}

/**
 * Takes the key, in the transaction that writes what it is for; false where another request has it. Of several at the
 * same time the others wait for the first one's commit (Promises 1 and 5).
 */
export async function insertKey(
  transaction: Transaction,
  { organization_id, project_id, key }: KeyName,
  { fingerprint, subject_id }: { fingerprint: Buffer; subject_id: string },
  now: Date,
): Promise<boolean> {
  const taken = await transaction.query(sql`
    insert into idempotency_keys as k (organization_id, project_id, key, fingerprint, subject_id, created_at)
    values (${organization_id}, ${project_id}, ${key}, ${fingerprint}, ${subject_id}, ${now})
    on conflict (organization_id, project_id, key) do update set fingerprint = excluded.fingerprint,
      subject_id = excluded.subject_id, answer = null, answered_at = null, created_at = excluded.created_at
    where k.answered_at is not null and k.answered_at <= ${now}::timestamptz - ${retentionHours} * interval '1 hour'
    returning key`)
  return taken.length === 1
}

/** Keeps what is answered again. The first answer stays. */
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

/** Frees the key of something that did not come to be, for another try. */
export async function deleteKey(db: Queryable, organizationId: string, subjectId: string): Promise<void> {
  await db.write(sql`
    delete from idempotency_keys where organization_id = ${organizationId} and subject_id = ${subjectId}`)
}

/** Removes keys that are past their time, 1,000 at most, and answers how many. Index: idempotency_keys_by_age. */
export async function deletePastKeys(db: Db, now: Date): Promise<number> {
  const deleted = await db.write(sql`
    delete from idempotency_keys where (organization_id, project_id, key) in (
      select organization_id, project_id, key from idempotency_keys where ${isPast(now)}
      order by answered_at limit 1000 for update skip locked)
    returning key`)
  return deleted.length
}
