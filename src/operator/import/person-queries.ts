import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { faultsMax, foundFaults } from './line-fault.ts'
import type { FoundFaults } from './line-fault.ts'

/**
 * Creates `named`: the profiles that the file names by id. The id of a merged profile means its survivor (Rule 56). A
 * profile that is being erased is not found. No erasure begins while the project is held.
 */
export async function createNamed(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    create temp table named on commit drop as
    select distinct organization_id, project_id, given_profile_id as given_id, null::uuid as profile_id
    from staged where given_profile_id is not null`)
  await lookUpNamed(transaction)
  await transaction.query(sql`analyze named`)
}

export async function lookUpNamed(transaction: Transaction): Promise<void> {
  await transaction.query(sql`
    update named n set profile_id = f.profile_id
    from (
      select organization_id, project_id, _id as given_id, _id as profile_id from profiles
      union all
      select organization_id, project_id, _id, survivor_id from merged_profiles) f
    where n.profile_id is null and f.organization_id = n.organization_id and f.project_id = n.project_id
      and f.given_id = n.given_id
      and not exists (select from erasures e where ${isErasing(sql`f.organization_id`, sql`f.profile_id`)})`)
}

/** Whether `e` is an erasure of the profile that has not ended. */
const isErasing = (organizationId: Sql, profileId: Sql) => sql`
  e.organization_id = ${organizationId} and e.profile_id = ${profileId} and e.ended_at is null`

export async function selectUnknownProfiles(transaction: Transaction): Promise<FoundFaults> {
  const rows = await transaction.query<{ line: number; found: number; erasing: boolean }>(sql`
    select s.line, count(*) over () as found,
      exists (select from erasures e where e.project_id = s.project_id
        and ${isErasing(sql`s.organization_id`, sql`s.given_profile_id`)}) as erasing
    from staged s
    join named n on n.organization_id = s.organization_id and n.project_id = s.project_id
      and n.given_id = s.given_profile_id
    where n.profile_id is null order by s.line limit ${faultsMax}`)
  return foundFaults(rows, 'customer_profile_id', ({ erasing }) =>
    erasing ? 'the profile is being erased' : 'there is no such profile in this project',
  )
}

/**
 * How often to look again when a concurrent merge removes a profile. Each time, the other transaction has made
 * progress.
 */
const triesMax = 20

/**
 * Locks the profiles in a table's `profile_id` against merges until the transaction ends. Profiles that were merged
 * since they were looked up are looked up again. It is the lock that a foreign key takes, so that only merges wait for
 * it.
 */
export async function holdProfiles(
  transaction: Transaction,
  table: Sql,
  lookUpAgain: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  for (let tries = 0; tries < triesMax; tries++) {
    const [row] = await transaction.query<{ gone: number }>(sql`
      with held as materialized (
        select p.organization_id, p._id from profiles p
        where (p.organization_id, p._id) in (
          select organization_id, profile_id from ${table} where profile_id is not null)
        order by p.organization_id, p._id for key share
      ), gone as (
        update ${table} t set profile_id = null
        where profile_id is not null
          and not exists (select from held h where h.organization_id = t.organization_id and h._id = t.profile_id)
        returning 1
      )
      select count(*) as gone from gone`)
    if ((row?.gone ?? 0) === 0) return
    await lookUpAgain(transaction)
  }
  throw new Error(
    `profiles of the file were merged away ${triesMax} times while they were looked up; import again`,
  )
}

/** Creates `taken`: the number after which the import's own display ids begin, for each project. */
export async function createTaken(
  transaction: Transaction,
  taken: readonly { organization_id: string; project_id: string; after: number }[],
): Promise<void> {
  await transaction.query(sql`
    create temp table taken (organization_id uuid, project_id uuid, after bigint) on commit drop`)
  await transaction.query(sql`
    insert into taken select * from unnest(${taken.map((row) => row.organization_id)}::uuid[],
      ${taken.map((row) => row.project_id)}::uuid[], ${taken.map((row) => row.after)}::bigint[])`)
}

/** Two profiles that are one person. */
export interface SamePerson {
  organization_id: string
  project_id: string
  one: string
  other: string
  /** A contact that both have, such as `email:ada@example.com`. */
  contact: string
}

/** Returns the profile that a line's person was met as: the merged one that the file names, else that of its number. */
export function metAsNamed(metAs: Sql): Sql {
  return sql`coalesce(nullif(n.given_id, n.profile_id), case when n.profile_id is null then ${metAs} end)`
}

/** Returns an identity in words, as its contact is. */
export function identityInWords(channelType: Sql, key: Sql): Sql {
  return sql`case when ${key} like '+%' then 'phone' else ${channelType} end || ':' || ${key}`
}

/**
 * Returns the SQL for a UUIDv7 like those of `uuidv7`. It contains the row's position in the statement, so that the ids
 * sort as the rows do.
 */
export function newIdAt(now: Date, place: Sql): Sql {
  return sql`(lpad(to_hex(${now.getTime()}::bigint + ${place} / 4096), 12, '0') || '7'
    || lpad(to_hex(${place} % 4096), 3, '0') || replace(substr(gen_random_uuid()::text, 20), '-', ''))::uuid`
}
