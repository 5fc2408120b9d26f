import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { noFileIsStored } from '../../people/erasing.ts'
import type { ErasedPerson, ErasedPlace } from './erased-person.ts'

/** How many rows of each kind are erased, or would be. */
export type ErasedCounts = Record<string, number>

/** An erasure and how far it has come. */
export interface Erasure extends ErasedPlace {
  requested_at: string
  /** Null once everything is erased. */
  person: ErasedPerson | null
  step: number
  position: string | null
  erased: ErasedCounts
  ended_at: string | null
}

const columns = sql`organization_id, project_id, profile_id, requested_at, person, step, position, erased, ended_at`

/** Returns the erasure of a profile; null if there is none. By the primary key. */
export async function selectErasure(
  db: Queryable,
  { organization_id, project_id, profile_id }: ErasedPlace,
): Promise<Erasure | null> {
  const [erasure] = await db.query<Erasure>(sql`
    select ${columns} from erasures where organization_id = ${organization_id} and project_id = ${project_id}
      and profile_id = ${profile_id}`)
  return erasure ?? null
}

/**
 * Returns the last erasure of a profile into which this one was merged; null if there is none. Index:
 * erasures_by_merged.
 */
export async function selectErasureOfMerged(
  db: Queryable,
  { organization_id, project_id, profile_id }: ErasedPlace,
): Promise<Erasure | null> {
  const [erasure] = await db.query<Erasure>(sql`
    select ${columns} from erasures where organization_id = ${organization_id} and project_id = ${project_id}
      and merged_ids @> array[${profile_id}]::uuid[]
    order by requested_at desc limit 1`)
  return erasure ?? null
}

/** Inserts an erasure, in place of one of the same id that has ended. */
export async function insertErasure(
  transaction: Transaction,
  person: ErasedPerson,
  { erased, by, now }: { erased: ErasedCounts; by: string; now: Date },
): Promise<void> {
  const mergedIds = person.profile_ids.filter((id) => id !== person.profile_id)
  await transaction.query(sql`
    insert into erasures as e (organization_id, project_id, profile_id, merged_ids, requested_at, requested_by, person,
      erased)
    values (${person.organization_id}, ${person.project_id}, ${person.profile_id}, ${mergedIds}::uuid[], ${now}, ${by},
      ${JSON.stringify(person)}::jsonb, ${JSON.stringify(erased)}::jsonb)
    on conflict (organization_id, profile_id) do update set project_id = excluded.project_id,
      merged_ids = e.merged_ids || excluded.merged_ids, requested_at = excluded.requested_at,
      requested_by = excluded.requested_by, person = excluded.person, step = 0, position = null,
      erased = excluded.erased, ended_at = null`)
}

/**
 * Locks the oldest erasure that nobody works on and that can go on; null if there is none. At its first step, which
 * looks at rows of files, an erasure waits for files that are being stored, because it does not see their rows. Index:
 * erasures_due.
 */
export async function claimErasure(transaction: Transaction): Promise<Erasure | null> {
  const [erasure] = await transaction.query<Erasure>(sql`
    with waiting as materialized (
      select ${columns} from erasures where ended_at is null and is_here(organization_id)
      order by requested_at for update skip locked)
    select * from waiting
    where case when step = 0 and position is null then ${noFileIsStored(sql`project_id`)} else true end
    limit 1`)
  return erasure ?? null
}

/** Now, if there is an erasure that has not ended. Index: erasures_due. */
export const dueWhileErasing = (now: Date) =>
  sql`(select ${now}::timestamptz where exists (select from erasures where ended_at is null and is_here(organization_id)))`

export async function updateErasure(
  transaction: Transaction,
  { organization_id, profile_id }: ErasedPlace,
  { step, position, erased }: Pick<Erasure, 'step' | 'position' | 'erased'>,
): Promise<void> {
  await transaction.query(sql`
    update erasures set step = ${step}, position = ${position}, erased = ${JSON.stringify(erased)}::jsonb
    where organization_id = ${organization_id} and profile_id = ${profile_id}`)
}

/** Ends an erasure and forgets what was looked for. */
export async function endErasure(
  transaction: Transaction,
  { organization_id, profile_id }: ErasedPlace,
  erased: ErasedCounts,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update erasures set person = null, position = null, ended_at = ${now}, erased = ${JSON.stringify(erased)}::jsonb
    where organization_id = ${organization_id} and profile_id = ${profile_id}`)
}
