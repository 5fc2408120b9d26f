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
 * Returns the holder of a key that is not revoked; null if there is none. It runs for every request and is never cached, so
 * that a revocation takes effect in every process with its commit (Promise 42). It is the only statement of a request that
 * can't name its tenant, because it finds the tenant. Index: api_keys_by_hash.
 */
export async function selectKeyHolder(db: Queryable, keyHash: Buffer): Promise<KeyHolder | null> {
  const [holder] = await db.query<KeyHolder>(sql`
    select _id, organization_id, project_id, scopes from api_keys
    where key_hash = ${keyHash} and revoked_at is null`)
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
}

/** Inserts a key. Returns false, with nothing written, if the project has a key of this name. */
export async function insertApiKey(db: Queryable, key: NewApiKey): Promise<boolean> {
  const inserted = await db.write(sql`
    insert into api_keys (organization_id, project_id, _id, name, key_hash, prefix, scopes, created_at)
    values (${key.organization_id}, ${key.project_id}, ${key._id}, ${key.name}, ${key.key_hash}, ${key.prefix},
      ${key.scopes}, ${key.created_at})
    on conflict (organization_id, project_id, name) do nothing
    returning _id`)
  return inserted.length === 1
}

/** A key as lists show it, without its value, which is not stored. */
export interface ApiKeyListItem {
  _id: string
  organization: string
  project: string
  name: string
  prefix: string
  scopes: string[]
  created_at: string
  revoked_at: string | null
}

/** Returns the keys of all tenants for the operator, oldest first; at most 10,000. */
export async function selectApiKeys(db: Queryable): Promise<ApiKeyListItem[]> {
  return db.query<ApiKeyListItem>(sql`
    select k._id, o.name as organization, p.name as project, k.name, k.prefix, k.scopes, k.created_at, k.revoked_at
    from api_keys k
    join organizations o on o._id = k.organization_id
    join projects p on p.organization_id = k.organization_id and p._id = k.project_id
    order by k.created_at, k._id limit 10000`)
}

/**
 * Revokes a key by its id alone, which only an operator may do. Returns when it was revoked, which may be earlier; null if
 * there is no such key.
 */
export async function updateApiKeyRevoked(db: Queryable, keyId: string, now: Date): Promise<string | null> {
  const [revoked] = await db.write<{ revoked_at: string }>(sql`
    update api_keys set revoked_at = coalesce(revoked_at, ${now}) where _id = ${keyId} returning revoked_at`)
  return revoked?.revoked_at ?? null
}
