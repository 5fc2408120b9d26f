import type { Queryable, Reader, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { MemberRole } from './roles.ts'

export const themes = ['light', 'dark'] as const

/** A user as they see themselves. */
export interface UserRow {
  _id: string
  email: string
  name: string
  is_operator: boolean
  language: string | null
  timezone: string | null
  theme: (typeof themes)[number] | null
  created_at: string
  updated_at: string
}

const columns = sql`_id, email, name, is_operator, language, timezone, theme, created_at, updated_at`

/** Returns whether anybody can sign in. */
export async function selectHasUser(db: Reader): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(sql`
    select exists (select from users where password_hash is not null) as has`)
  return row!.has
}

export async function selectUser(db: Reader, userId: string): Promise<UserRow | null> {
  const [user] = await db.query<UserRow>(sql`select ${columns} from users where _id = ${userId}`)
  return user ?? null
}

/** A user as sign-in needs them. */
export interface Account {
  _id: string
  name: string
  email: string
  is_operator: boolean
  password_hash: string | null
}

const accountColumns = sql`_id, name, email, is_operator, password_hash`

/** Returns the user with this address, in any case; null if there is none. Index: users_by_email. */
export async function selectAccountByEmail(db: Reader, email: string): Promise<Account | null> {
  const [account] = await db.query<Account>(sql`
    select ${accountColumns} from users where lower(email) = lower(${email})`)
  return account ?? null
}

/**
 * Returns the user with this address as `selectAccountByEmail` does, and locks them like `lockUser`. Index:
 * users_by_email.
 */
export async function lockAccountByEmail(transaction: Transaction, email: string): Promise<Account | null> {
  const [account] = await transaction.query<Account>(sql`
    select ${accountColumns} from users where lower(email) = lower(${email}) for update`)
  return account ?? null
}

/**
 * Locks a user before their roles and links are read, so that invitations of a person and links that are used go one
 * after the other.
 */
export async function lockUser(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query(sql`select from users where _id = ${userId} for update`)
}

export async function selectAccount(db: Reader, userId: string): Promise<Account | null> {
  const [account] = await db.query<Account>(sql`select ${accountColumns} from users where _id = ${userId}`)
  return account ?? null
}

/**
 * Keeps the password, and whether a code is needed, as they are until the transaction ends. Returns false where the
 * password is another one by now.
 */
export async function lockPassword(
  transaction: Transaction,
  { _id, password_hash }: Pick<Account, '_id' | 'password_hash'>,
): Promise<boolean> {
  const locked = await transaction.query(sql`
    select from users where _id = ${_id} and password_hash = ${password_hash} for share`)
  return locked.length === 1
}

export interface NewUser {
  _id: string
  email: string
  name: string
  password_hash: string | null
  is_operator: boolean
  now: Date
}

/** Inserts a user. Returns false, with nothing written, where somebody has the address. */
export async function insertUser(db: Queryable, user: NewUser): Promise<boolean> {
  const { _id, email, name, password_hash, is_operator, now } = user
  const inserted = await db.write(sql`
    insert into users (_id, email, name, password_hash, is_operator, created_at, updated_at)
    values (${_id}, ${email}, ${name}, ${password_hash}, ${is_operator}, ${now}, ${now})
    on conflict (lower(email)) do nothing returning _id`)
  return inserted.length === 1
}

/** Keeps two first owners from being made at the same time. */
export async function lockFirstOwner(transaction: Transaction): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock(hashtext('switchboard first owner'))`)
}

/** What a person changes of themselves; what is left out stays. */
export interface UserPatch {
  name?: string | undefined
  language?: string | null | undefined
  timezone?: string | null | undefined
  theme?: string | null | undefined
}

export async function updateUser(
  db: Queryable,
  userId: string,
  patch: UserPatch,
  now: Date,
): Promise<UserRow | null> {
  const given = (name: keyof UserPatch) => patch[name] !== undefined
  const [user] = await db.write<UserRow>(sql`
    update users set
      name = case when ${given('name')} then ${patch.name ?? null} else name end,
      language = case when ${given('language')} then ${patch.language ?? null} else language end,
      timezone = case when ${given('timezone')} then ${patch.timezone ?? null} else timezone end,
      theme = case when ${given('theme')} then ${patch.theme ?? null} else theme end,
      updated_at = ${now}
    where _id = ${userId} returning ${columns}`)
  return user ?? null
}

/** Sets a password, and the name where one is given. */
export async function updateUserPassword(
  db: Queryable,
  userId: string,
  { passwordHash, name, now }: { passwordHash: string; name: string | null; now: Date },
): Promise<void> {
  await db.write(sql`
    update users set password_hash = ${passwordHash}, name = coalesce(${name}::text, name), updated_at = ${now}
    where _id = ${userId}`)
}

/** Sets another password. Returns false, with nothing written, where the password is another one by now. */
export async function updateOwnPassword(
  transaction: Transaction,
  { _id, password_hash }: Pick<Account, '_id' | 'password_hash'>,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<boolean> {
  const updated = await transaction.write(sql`
    update users set password_hash = ${passwordHash}, updated_at = ${now}
    where _id = ${_id} and password_hash = ${password_hash} returning _id`)
  return updated.length === 1
}

/** Makes a user an operator of the installation, or no longer one. */
export async function updateUserOperator(
  db: Queryable,
  userId: string,
  { isOperator, now }: { isOperator: boolean; now: Date },
): Promise<void> {
  await db.write(sql`update users set is_operator = ${isOperator}, updated_at = ${now} where _id = ${userId}`)
}

/** Ends everything that lets a person in: roles, password, second factor, sessions, personal tokens and links. */
export async function deleteAccess(db: Queryable, userId: string): Promise<void> {
  await db.write(sql`
    with roles as (delete from memberships where user_id = ${userId}),
      tokens as (delete from user_tokens where user_id = ${userId}),
      links as (delete from user_links where user_id = ${userId}),
      second_factor as (delete from second_factors where user_id = ${userId}),
      password as (update users set password_hash = null where _id = ${userId})
    delete from sessions where user_id = ${userId}`)
}

/** Makes a user an owner of every organization where they have no role yet, and returns the ids of these. */
export async function insertOwnerships(db: Queryable, userId: string, now: Date): Promise<string[]> {
  const inserted = await db.write<{ organization_id: string }>(sql`
    insert into memberships (organization_id, user_id, role, created_at, updated_at)
    select _id, ${userId}, 'owner', ${now}::timestamptz, ${now}::timestamptz from organizations
    on conflict do nothing returning organization_id`)
  return inserted.map(({ organization_id }) => organization_id)
}

/** A user as the operator's command lists them, with one role. */
export interface ListedUser {
  _id: string
  email: string
  name: string
  is_operator: boolean
  has_password: boolean
  organization: string | null
  role: MemberRole | null
  seen_at: string | null
}

/** Returns users with their roles in all organizations, by address; at most 10,000 rows. */
export async function selectListedUsers(db: Reader): Promise<ListedUser[]> {
  return db.query<ListedUser>(sql`
    select u._id, u.email, u.name, u.is_operator, u.password_hash is not null as has_password, o.name as organization,
      m.role, u.seen_at
    from users u left join memberships m on m.user_id = u._id left join organizations o on o._id = m.organization_id
    order by lower(u.email), o.name limit 10000`)
}

/** Returns the organization that an operator names, by name or id; null where there is none. */
export async function selectOrganizationByName(
  db: Reader,
  name: string,
): Promise<{ _id: string; name: string } | null> {
  const [row] = await db.query<{ _id: string; name: string }>(sql`
    select _id, name from organizations where name = ${name} or _id::text = lower(${name}) limit 1`)
  return row ?? null
}
