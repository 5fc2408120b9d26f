import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { SeparatedPair } from './separate-queries.ts'

/**
 * Returns the id of this profile, or of the one that it was merged into (Rule 56); null where the project has neither.
 */
export async function selectSurvivor(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  profileId: string,
): Promise<string | null> {
  const [profile] = await db.query<{ _id: string }>(sql`
    select _id from profiles where organization_id = ${organization_id} and project_id = ${project_id}
      and _id = coalesce((
        select survivor_id from merged_profiles where organization_id = ${organization_id} and _id = ${profileId}),
        ${profileId}::uuid)`)
  return profile?._id ?? null
}

/** Returns what was answered when somebody separated the two; null if nobody has. */
export async function selectSeparation<Moved>(
  transaction: Transaction,
  { organization_id, project_id, survivor_id, merged_id }: SeparatedPair,
): Promise<Moved | null> {
  const [row] = await transaction.query<{ moved: Moved | null }>(sql`
    select moved from profile_separations where organization_id = ${organization_id} and project_id = ${project_id}
      and one_id = ${survivor_id} and other_id = ${merged_id}`)
  return row?.moved ?? null
}

/** Copies the survivor's last interaction before the undone merge to the next merge into the same survivor. */
export async function copySurvivorLastInteraction(
  transaction: Transaction,
  { organization_id, merged_id }: SeparatedPair,
  nextId: string,
): Promise<void> {
  await transaction.query(sql`
    update merged_profiles t set kept = t.kept || jsonb_build_object('survivor_last_interaction_at',
      m.kept -> 'survivor_last_interaction_at')
    from merged_profiles m
    where t.organization_id = ${organization_id} and t._id = ${nextId}
      and m.organization_id = ${organization_id} and m._id = ${merged_id}`)
}

/** Stores last interactions of merged profiles, leaving out what goes to the separated profile. */
export async function updateLastInteractions(
  transaction: Transaction,
  organizationId: string,
  floors: readonly { _id: string; lastInteractionAt: string | null }[],
): Promise<void> {
  await transaction.query(sql`
    update merged_profiles t set kept = t.kept || jsonb_build_object('last_interaction_at', f.last_at)
    from unnest(${floors.map(({ _id }) => _id)}::uuid[],
      ${floors.map(({ lastInteractionAt }) => lastInteractionAt)}::timestamptz[]) f (_id, last_at)
    where t.organization_id = ${organizationId} and t._id = f._id and t.kept is not null`)
}

/** A merge as it is shown. */
export interface MergeRow {
  merged_id: string
  /** The profile that it was merged into: the one that was asked for, or one that was merged into it later. */
  into_id: string | null
  name: string | null
  display_id: string | null
  merged_at: string
  /** The channel of the call or message that joined the two, or `import`; null for merges of which nothing was kept. */
  merged_by: string | null
  /** The contacts that joined them, such as `email:ada@example.com`. */
  shared_contacts: string[]
  can_separate: boolean
}

/**
 * Returns one page of the merges of a profile, the latest first, and how many there are. Index:
 * merged_profiles_by_survivor.
 */
export async function selectMerges(
  db: Queryable,
  { organization_id, survivor_id }: { organization_id: string; survivor_id: string },
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: MergeRow[]; total: number }> {
  const mine = sql`organization_id = ${organization_id} and survivor_id = ${survivor_id}`
  const [items, counts] = await Promise.all([
    db.query<MergeRow>(sql`
      select _id as merged_id, into_id, kept ->> 'name' as name, kept ->> 'display_id' as display_id, merged_at, merged_by,
        coalesce(shared, '{}') as shared_contacts, kept is not null as can_separate
      from merged_profiles where ${mine} order by merged_at desc, _id limit ${limit} offset ${skip}`),
    db.query<{ total: number }>(sql`select count(*) as total from merged_profiles where ${mine}`),
  ])
  return { items, total: counts[0]!.total }
}
