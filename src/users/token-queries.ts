import type { Queryable, Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Role } from './roles.ts'

/** A personal token as its person sees it, without its value, which is not stored. */
export interface UserTokenRow {
  _id: string
  name: string
  prefix: string
  role: Role
  created_at: string
  ends_at: string
  last_used_at: string | null
}

const columns = sql`_id, name, prefix, role, created_at, ends_at, last_used_at`

export interface NewUserToken {
  _id: string
  user_id: string
  name: string
  token_hash: Buffer
  prefix: string
  role: Role
  created_at: Date
  ends_at: Date
}

/** Inserts a personal token. Returns null, with nothing written, where the person has `most` of them. */
export async function insertUserToken(
  db: Queryable,
  token: NewUserToken,
  most: number,
): Promise<UserTokenRow | null> {
  const [row] = await db.write<UserTokenRow>(sql`
    insert into user_tokens (_id, user_id, name, token_hash, prefix, role, created_at, ends_at)
    select ${token._id}, ${token.user_id}, ${token.name}, ${token.token_hash}, ${token.prefix}, ${token.role},
      ${token.created_at}, ${token.ends_at}
    where (select count(*) from user_tokens where user_id = ${token.user_id} and ends_at > ${token.created_at}) < ${most}
    returning ${columns}`)
  return row ?? null
}

/** Returns one page of a person's tokens that have not ended, newest first, and how many there are. */
export async function selectUserTokens(
  db: Reader,
  { userId, now }: { userId: string; now: Date },
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: UserTokenRow[]; total: number }> {
  const from = sql`from user_tokens where user_id = ${userId} and ends_at > ${now}`
  const [items, counts] = await Promise.all([
    db.query<UserTokenRow>(sql`
      select ${columns} ${from} order by created_at desc, _id desc limit ${limit}::bigint offset ${skip}::bigint`),
    db.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}

/** Revokes a token. Returns its name; null where the person has none with this id. */
export async function deleteUserToken(
  db: Queryable,
  userId: string,
  tokenId: string,
): Promise<string | null> {
  const [deleted] = await db.write<{ name: string }>(sql`
    delete from user_tokens where user_id = ${userId} and _id = ${tokenId} returning name`)
  return deleted?.name ?? null
}

/** Deletes tokens that ended before this instant. Returns how many, at most 1,000. */
export async function deletePastUserTokens(db: Queryable, before: Date): Promise<number> {
  const deleted = await db.write(sql`
    delete from user_tokens where _id in (
      select _id from user_tokens where ends_at < ${before} limit 1000
    ) returning _id`)
  return deleted.length
}
