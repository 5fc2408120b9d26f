import type { Queryable, Reader } from '../db/queryable.ts'
import { flushedPosition } from '../db/replicas/position.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import type { MemberRole, Role } from './roles.ts'

/** The organization and project of a path, as UUIDs; null where the path has none. */
export interface Place {
  organization_id: string | null
  project_id: string | null
}

/** A person who makes a request, and what they have at its place. */
export interface FoundPerson {
  user_id: string
  name: string
  is_operator: boolean
  /** Null without a membership in the organization. */
  role: MemberRole | null
  project_ids: string[] | null
  /** Whether the organization, or the project in it, exists. */
  is_place: boolean
  /** The primary's position: lists must show all up to it. */
  must_see: string
}

/** A person with what they are known by. */
export interface FoundUser extends FoundPerson {
  /** The id of the session or token. */
  credential_id: string
  /** When the session or token was used last, to the minute. */
  seen_at: string | null
}

export interface FoundSession extends FoundUser {
  confirmed_at: string
}

export interface FoundToken extends FoundUser {
  token_name: string
  token_role: Role
}

/** Returns the columns of the person, after `from … users u`. */
function userColumns({ organization_id, project_id }: Place): Sql {
  return sql`u._id as user_id, u.name, u.is_operator, m.role, m.project_ids, ${flushedPosition} as must_see,
    case when ${project_id}::uuid is null
      then exists (select from organizations where _id = ${organization_id}::uuid)
      else exists (select from projects where organization_id = ${organization_id}::uuid and _id = ${project_id}::uuid)
    end as is_place`
}

const membershipAt = ({ organization_id }: Place): Sql =>
  sql`left join memberships m on m.organization_id = ${organization_id}::uuid and m.user_id = u._id`

/**
 * Returns whose session a cookie is, unless it has ended; null if there is none. It runs for every request and is never
 * cached, so that the end of a session and a change of role take effect in every process with their commit. Index:
 * sessions_by_token.
 */
export async function selectSession(
  db: Reader,
  tokenHash: Buffer,
  place: Place,
  { seenAfter, createdAfter }: { seenAfter: Date; createdAfter: Date },
): Promise<FoundSession | null> {
  const [found] = await db.query<FoundSession>(sql`
    select ${userColumns(place)}, c._id as credential_id, c.seen_at, c.confirmed_at
    from sessions c join users u on u._id = c.user_id ${membershipAt(place)}
    where c.token_hash = ${tokenHash} and c.seen_at > ${seenAfter} and c.created_at > ${createdAfter}`)
  return found ?? null
}

/** Returns the person with an address, and what they have at a place; null if there is none. Index: users_by_email. */
export async function selectPerson(db: Reader, email: string, place: Place): Promise<FoundPerson | null> {
  const [found] = await db.query<FoundPerson>(sql`
    select ${userColumns(place)} from users u ${membershipAt(place)} where lower(u.email) = lower(${email})`)
  return found ?? null
}

/** Returns whose personal token this is, unless it has ended; null if there is none. Index: user_tokens_by_token. */
export async function selectUserToken(
  db: Reader,
  tokenHash: Buffer,
  place: Place,
  now: Date,
): Promise<FoundToken | null> {
  const [found] = await db.query<FoundToken>(sql`
    select ${userColumns(place)}, c._id as credential_id, c.last_used_at as seen_at, c.name as token_name, c.role as token_role
    from user_tokens c join users u on u._id = c.user_id ${membershipAt(place)}
    where c.token_hash = ${tokenHash} and c.ends_at > ${now}`)
  return found ?? null
}

/** Records that a session and its person are there. Processes that do so at the same time do it once. */
export async function updateSessionSeen(
  db: Queryable,
  sessionId: string,
  { now, seenBefore }: { now: Date; seenBefore: Date },
): Promise<void> {
  await db.write(sql`
    with seen as (
      update sessions set seen_at = ${now} where _id = ${sessionId} and seen_at < ${seenBefore} returning user_id
    )
    update users u set seen_at = ${now} from seen where u._id = seen.user_id`)
}

/** Records that a token is used, and that its person is there. */
export async function updateUserTokenUsed(
  db: Queryable,
  tokenId: string,
  { now, seenBefore }: { now: Date; seenBefore: Date },
): Promise<void> {
  await db.write(sql`
    with seen as (
      update user_tokens set last_used_at = ${now}
      where _id = ${tokenId} and (last_used_at is null or last_used_at < ${seenBefore}) returning user_id
    )
    update users u set seen_at = ${now} from seen where u._id = seen.user_id`)
}
