import type { Queryable, Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

export interface NewSession {
  _id: string
  user_id: string
  token_hash: Buffer
  user_agent: string | null
  now: Date
}

/** Starts a session, in which the password has just been given, and records that its person is there. */
export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  const { _id, user_id, token_hash, user_agent, now } = session
  await db.write(sql`
    with session as (
      insert into sessions (_id, user_id, token_hash, user_agent, created_at, seen_at, confirmed_at)
      values (${_id}, ${user_id}, ${token_hash}, ${user_agent}, ${now}, ${now}, ${now}) returning user_id
    )
    update users u set seen_at = ${now} from session where u._id = session.user_id`)
}

/** A session as its person sees it. */
export interface SessionRow {
  _id: string
  user_agent: string | null
  created_at: string
  seen_at: string
}

/** Sessions that have not ended: used after `seenAfter`, and begun after `createdAfter`. */
export interface LiveSessions {
  seenAfter: Date
  createdAfter: Date
}

/** Returns one page of a person's sessions, the last used first, and how many there are. Index: sessions_by_user. */
export async function selectSessions(
  db: Reader,
  userId: string,
  { seenAfter, createdAfter }: LiveSessions,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: SessionRow[]; total: number }> {
  const from = sql`from sessions
    where user_id = ${userId} and seen_at > ${seenAfter} and created_at > ${createdAfter}`
  const [items, counts] = await Promise.all([
    db.query<SessionRow>(sql`
      select _id, user_agent, created_at, seen_at ${from}
      order by seen_at desc, _id desc limit ${limit}::bigint offset ${skip}::bigint`),
    db.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}

/** Ends a session. Returns false where the person has none with this id. */
export async function deleteSession(db: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const deleted = await db.write(sql`
    delete from sessions where user_id = ${userId} and _id = ${sessionId} returning _id`)
  return deleted.length === 1
}

/** Ends all sessions of a person but one, or all. Returns how many. */
export async function deleteSessions(db: Queryable, userId: string, kept: string | null): Promise<number> {
  const deleted = await db.write(sql`
    delete from sessions where user_id = ${userId} and _id is distinct from ${kept}::uuid returning _id`)
  return deleted.length
}

/** Gives a session another token, after the password was given in it. Returns false where it has ended. */
export async function updateSessionToken(
  db: Queryable,
  sessionId: string,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const updated = await db.write(sql`
    update sessions set token_hash = ${tokenHash}, confirmed_at = ${now} where _id = ${sessionId} returning _id`)
  return updated.length === 1
}

/** Records that the password was given in a session. */
export async function updateSessionConfirmed(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await db.write(sql`update sessions set confirmed_at = ${now} where _id = ${sessionId}`)
}

/** Deletes sessions that have ended by themselves. Returns how many, at most 1,000. */
export async function deletePastSessions(
  db: Queryable,
  { seenAfter, createdAfter }: LiveSessions,
): Promise<number> {
  const deleted = await db.write(sql`
    delete from sessions where _id in (
      select _id from sessions where seen_at <= ${seenAfter} or created_at <= ${createdAfter} limit 1000
    ) returning _id`)
  return deleted.length
}

/** Ends the sessions of a person beyond this many, the ones used longest ago. */
export async function deleteSurplusSessions(db: Queryable, userId: string, most: number): Promise<void> {
  await db.write(sql`
    delete from sessions where _id in (
      select _id from sessions where user_id = ${userId} order by seen_at desc, _id desc offset ${most}::bigint
    )`)
}
