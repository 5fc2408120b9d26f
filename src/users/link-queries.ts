import type { Queryable, Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

export const linkKinds = ['first_owner', 'invitation', 'password'] as const
export type LinkKind = (typeof linkKinds)[number]

export interface NewLink {
  _id: string
  kind: LinkKind
  /** Null for the first owner. */
  user_id: string | null
  token_hash: Buffer
  created_at: Date
  ends_at: Date
  /** The organizations that it opens; null: everything that its person has. */
  organization_ids: readonly string[] | null
}

/** Inserts a link and deletes the older ones of its person, or those of the first owner. */
export async function insertLink(db: Queryable, link: NewLink): Promise<void> {
  await db.write(sql`
    with older as (delete from user_links where user_id is not distinct from ${link.user_id}::uuid)
    insert into user_links (_id, kind, user_id, token_hash, created_at, ends_at, organization_ids)
    values (${link._id}, ${link.kind}, ${link.user_id}, ${link.token_hash}, ${link.created_at}, ${link.ends_at},
      ${link.organization_ids}::uuid[])`)
}

/**
 * Keeps the invitations of a person from opening an organization to which somebody else has invited them: they open
 * what they have opened beside it.
 */
export async function updateLinksNarrowed(
  db: Queryable,
  userId: string,
  organizationId: string,
): Promise<void> {
  await db.write(sql`
    update user_links set organization_ids = array_remove(
      coalesce(organization_ids, array(select organization_id from memberships where user_id = ${userId})),
      ${organizationId}::uuid)
    where user_id = ${userId} and kind = 'invitation'`)
}

/** The condition that a link is good. One for some organizations ends with their roles. */
const isGood = (now: Date): Sql => sql`l.ends_at > ${now} and (l.organization_ids is null or exists (
  select from memberships m where m.user_id = l.user_id and m.organization_id = any(l.organization_ids)))`

/** A link that is still good, and whose it is. */
export interface FoundLink {
  kind: LinkKind
  user_id: string | null
  email: string | null
  name: string | null
  ends_at: string
}

/** Returns a link that has not ended; null if there is none. It stays good. Index: user_links_by_token. */
export async function selectLink(db: Reader, tokenHash: Buffer, now: Date): Promise<FoundLink | null> {
  const [link] = await db.query<FoundLink>(sql`
    select l.kind, l.user_id, u.email, u.name, l.ends_at
    from user_links l left join users u on u._id = l.user_id
    where l.token_hash = ${tokenHash} and ${isGood(now)}`)
  return link ?? null
}

/** Uses a link up. Returns what it opens; null where it has ended, or somebody else has used it. */
export async function deleteLink(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<Pick<NewLink, 'organization_ids'> | null> {
  const [deleted] = await db.write<Pick<NewLink, 'organization_ids'>>(sql`
    delete from user_links l where l.token_hash = ${tokenHash} and ${isGood(now)} returning l.organization_ids`)
  return deleted ?? null
}

/** Deletes the links of a person of these kinds. */
export async function deleteLinksOf(
  db: Queryable,
  userId: string,
  kinds: readonly LinkKind[],
): Promise<void> {
  await db.write(sql`delete from user_links where user_id = ${userId} and kind = any(${kinds}::text[])`)
}

/** Deletes links that ended before this instant. Returns how many, at most 1,000. */
export async function deletePastLinks(db: Queryable, before: Date): Promise<number> {
  const deleted = await db.write(sql`
    delete from user_links where _id in (select _id from user_links where ends_at < ${before} limit 1000) returning _id`)
  return deleted.length
}
