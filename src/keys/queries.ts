import type { Queryable, Reader } from '../db/queryable.ts'
import { flushedPosition } from '../db/replicas/position.ts'
import { sql } from '../db/sql.ts'
import type { KeyRate } from './limits/rates.ts'

/** The tenant, the scopes and the limits of a key. The four of its rate are null together: then it has no limit. */
export interface KeyHolder {
  _id: string
  organization_id: string
  project_id: string
  scopes: string[]
  requests_per_second: number | null
  burst: number | null
  writes_per_second: number | null
  write_burst: number | null
  /** What all keys of the project may make together; null: no limit. */
  project_requests_per_second: number | null
  /** The primary's position where the key has written lately: its lists must show all up to it. Null: it has not. */
  must_see: string | null
}

/**
 * Returns the holder of a key that works: it is not revoked, and its end, by the database's clock, has not come. Null
 * if there is none. It runs for every request and is never cached, so that a revocation and another rate take effect in
 * every process with their commit (Promise 42). It can't name a tenant, because it finds the tenant
 * (docs/architecture.md lists all such statements). Indexes: api_keys_by_hash, projects_pkey.
 */
export async function selectKeyHolder(db: Queryable, keyHash: Buffer): Promise<KeyHolder | null> {
  const [holder] = await db.query<KeyHolder>(sql`
    select k._id, k.organization_id, k.project_id, k.scopes, k.requests_per_second, k.burst, k.writes_per_second,
      k.write_burst, p.requests_per_second as project_requests_per_second,
      case when k.wrote_until > clock_timestamp() then ${flushedPosition} end as must_see
    from api_keys k join projects p on p.organization_id = k.organization_id and p._id = k.project_id
    where k.key_hash = ${keyHash} and k.revoked_at is null and (k.ends_at is null or k.ends_at > clock_timestamp())`)
  return holder ?? null
}

/** Returns the name of a key, which is kept with what it changes. */
export async function selectKeyName(db: Reader, organizationId: string, keyId: string): Promise<string> {
  const [key] = await db.query<{ name: string }>(sql`
    select name from api_keys where organization_id = ${organizationId} and _id = ${keyId}`)
  return key?.name ?? 'an API key'
}

export interface NewApiKey {
  _id: string
  organization_id: string
  project_id: string
  name: string
  key_hash: Buffer
  prefix: string
  scopes: readonly string[]
  /** Null: no limit. */
  rate: KeyRate | null
  created_at: Date
  /** The name of who makes it. */
  made_by: string
}

/** Inserts a key. Returns false, with nothing written, if the project has a key of this name. */
export async function insertApiKey(db: Queryable, key: NewApiKey): Promise<boolean> {
  const inserted = await db.write(sql`
    insert into api_keys (organization_id, project_id, _id, name, key_hash, prefix, scopes,
      requests_per_second, burst, writes_per_second, write_burst, created_at, made_by)
    values (${key.organization_id}, ${key.project_id}, ${key._id}, ${key.name}, ${key.key_hash}, ${key.prefix},
      ${key.scopes}, ${key.rate?.requests_per_second ?? null}, ${key.rate?.burst ?? null}, ${key.rate?.writes_per_second ?? null},
      ${key.rate?.write_burst ?? null}, ${key.created_at}, ${key.made_by})
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
  /** Null: no limit. */
  rate: KeyRate | null
  revision: number
  created_at: string
  /** Null: made before this was kept. */
  made_by: string | null
  last_used_at: string | null
  /** When a key that was replaced ends, or has ended. */
  ends_at: string | null
  revoked_at: string | null
}

const projectKey = sql`organization_id, project_id, _id, name, prefix, scopes,
  case when requests_per_second is not null then jsonb_build_object('requests_per_second', requests_per_second,
    'burst', burst, 'writes_per_second', writes_per_second, 'write_burst', write_burst) end as rate, revision, created_at, made_by, last_used_at,
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

/**
 * Gives a key another rate, unless it has it or is revoked. Returns its id; null with nothing written.
 *
 * @param rate null: no limit.
 */
export async function updateApiKeyRate(
  transaction: Queryable,
  { organization_id, _id }: Pick<ProjectKey, 'organization_id' | '_id'>,
  rate: KeyRate | null,
  now: Date,
): Promise<string | null> {
  const given = sql`${rate?.requests_per_second ?? null}::integer, ${rate?.burst ?? null}::integer,
    ${rate?.writes_per_second ?? null}::integer, ${rate?.write_burst ?? null}::integer`
  const [written] = await transaction.write<{ _id: string }>(sql`
    update api_keys set (requests_per_second, burst, writes_per_second, write_burst) = row(${given}),
      rate_set_at = ${now}, revision = revision + 1
    where organization_id = ${organization_id} and _id = ${_id} and revoked_at is null
      and (requests_per_second, burst, writes_per_second, write_burst) is distinct from (${given})
    returning _id`)
  return written?._id ?? null
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

/**
 * Marks a key as one that writes, for at least `keptSeconds` and half as long again at most. Requests at the same time
 * write once.
 */
export async function updateKeyWrote(
  db: Queryable,
  { organization_id, _id }: Pick<KeyHolder, 'organization_id' | '_id'>,
  keptSeconds: number,
): Promise<void> {
  const kept = sql`clock_timestamp() + ${keptSeconds}::integer * interval '1 second'`
  await db.write(sql`
    update api_keys set wrote_until = ${kept} + ${keptSeconds}::integer * interval '0.5 second'
    where organization_id = ${organization_id} and _id = ${_id} and (wrote_until is null or wrote_until < ${kept})`)
}
