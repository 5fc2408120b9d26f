import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

/** The tenant and the scopes of a key. */
export interface KeyHolder {
  _id: string
  organization_id: string
  project_id: string
  scopes: string[]
}

/**
 * Returns the holder of a key that works: it is not revoked, and its end, by the database's clock, has not come. Null if
 * there is none. It runs for every request and is never cached, so that a revocation takes effect in every process with its commit (Promise 42).
 * It is the only statement of a request that can't name its tenant, because it finds the tenant. Index: api_keys_by_hash.
 */
export async function selectKeyHolder(db: Queryable, keyHash: Buffer): Promise<KeyHolder | null> {
  const [holder] = await db.query<KeyHolder>(sql`
    select _id, organization_id, project_id, scopes from api_keys
    where key_hash = ${keyHash} and revoked_at is null and (ends_at is null or ends_at > clock_timestamp())`)
  return holder ?? null
}

export interface NewApiKey {
  _id: string
  organization_id: string
  project_id: string
  name: string
  key_hash: Buffer
  prefix: string
  scopes: readonly string[]
  created_at: Date
  /** The name of who makes it. */
  made_by: string
}

/** Inserts a key. Returns false, with nothing written, if the project has a key of this name. */
export async function insertApiKey(db: Queryable, key: NewApiKey): Promise<boolean> {
  const inserted = await db.write(sql`
    insert into api_keys (organization_id, project_id, _id, name, key_hash, prefix, scopes, created_at,
      made_by)
    values (${key.organization_id}, ${key.project_id}, ${key._id}, ${key.name}, ${key.key_hash}, ${key.prefix},
      ${key.scopes}, ${key.created_at}, ${key.made_by})
    on conflict (organization_id, project_id, name) do nothing
    returning _id`)
  return inserted.length === 1
}

/** A key as the operator's command lists it, without its value, which is not stored. */
export interface ApiKeyListItem {
  _id: string
  organization: string
  project: string
  name: string
  prefix: string
  scopes: string[]
  created_at: string
  ends_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}

/** Returns the keys of all tenants for the operator, oldest first; at most 10,000. */
export async function selectApiKeys(db: Queryable): Promise<ApiKeyListItem[]> {
  return db.query<ApiKeyListItem>(sql`
    select k._id, o.name as organization, p.name as project, k.name, k.prefix, k.scopes, k.created_at, k.ends_at,
      k.revoked_at, k.last_used_at
    from api_keys k
    join organizations o on o._id = k.organization_id
    join projects p on p.organization_id = k.organization_id and p._id = k.project_id
    order by k.created_at, k._id limit 10000`)
}

/** A key of a project, without its value. */
export interface ProjectKey {
  organization_id: string
  project_id: string
  _id: string
  name: string
  prefix: string
  scopes: string[]
  revision: number
  created_at: string
  /** Null: made before this was kept. */
  made_by: string | null
  last_used_at: string | null
  /** When a key that was replaced ends, or has ended. */
  ends_at: string | null
  revoked_at: string | null
}

const projectKey = sql`organization_id, project_id, _id, name, prefix, scopes, revision, created_at, made_by, last_used_at,
  ends_at, revoked_at`

/** Returns one page of a project's keys, those that work first, then the newest first, and how many there are. */
export async function selectProjectKeys(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  { skip, limit }: { skip: number; limit: number },
  now: Date,
): Promise<{ items: ProjectKey[]; total: number }> {
  const from = sql`from api_keys where organization_id = ${organization_id} and project_id = ${project_id}`
  const [items, counts] = await Promise.all([
    db.query<ProjectKey>(sql`
      select ${projectKey} ${from}
      order by (revoked_at is null and (ends_at is null or ends_at > ${now})) desc, created_at desc, _id desc
      limit ${limit} offset ${skip}`),
    db.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}

/** Locks a key by its id alone, which only an operator may do, and returns it; null if there is none. */
export async function lockApiKey(transaction: Queryable, keyId: string): Promise<ProjectKey | null> {
  const [key] = await transaction.write<ProjectKey>(sql`
    select ${projectKey} from api_keys where _id = ${keyId} for update`)
  return key ?? null
}

/** Locks a key of a project and returns it; null if the project has none with this id. */
export async function lockProjectKey(
  transaction: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  keyId: string,
): Promise<ProjectKey | null> {
  const [key] = await transaction.write<ProjectKey>(sql`
    select ${projectKey} from api_keys
    where organization_id = ${organization_id} and project_id = ${project_id} and _id = ${keyId} for update`)
  return key ?? null
}

/** Revokes a key that is not revoked. */
export async function updateApiKeyRevoked(
  db: Queryable,
  { organization_id, _id }: Pick<ProjectKey, 'organization_id' | '_id'>,
  now: Date,
): Promise<void> {
  await db.write(sql`
    update api_keys set revoked_at = ${now}, revision = revision + 1
    where organization_id = ${organization_id} and _id = ${_id} and revoked_at is null`)
}

/** Gives a key an end and another name, so that the key that replaces it can have its name. */
export async function updateApiKeyReplaced(
  transaction: Queryable,
  { organization_id, _id }: Pick<ProjectKey, 'organization_id' | '_id'>,
  { name, endsAt }: { name: string; endsAt: Date },
): Promise<void> {
  await transaction.write(sql`
    update api_keys set name = ${name}, ends_at = ${endsAt}, revision = revision + 1
    where organization_id = ${organization_id} and _id = ${_id}`)
}

/** Notes when keys were used, unless that was noted within the last minute. */
export async function updateKeysUsed(
  db: Queryable,
  keys: readonly Pick<KeyHolder, 'organization_id' | '_id'>[],
  now: Date,
): Promise<void> {
  await db.write(sql`
    update api_keys k set last_used_at = ${now}
    from unnest(${keys.map((key) => key.organization_id)}::uuid[], ${keys.map((key) => key._id)}::uuid[])
      as u (organization_id, _id)
    where k.organization_id = u.organization_id and k._id = u._id
      and (k.last_used_at is null or k.last_used_at <= ${now}::timestamptz - interval '1 minute')`)
}
