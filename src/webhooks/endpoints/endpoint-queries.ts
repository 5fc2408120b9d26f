import type { Reader, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** An endpoint's place. */
export interface EndpointPlace {
  organization_id: string
  project_id: string
  endpoint_id: string
}

/** An endpoint as it is stored, without how it stands. */
export interface Endpoint {
  organization_id: string
  project_id: string
  _id: string
  name: string
  url: string
  content: 'ids' | 'full'
  version: string
  secret: Buffer
  /** Null: no other secret signs now. */
  old_secret: Buffer | null
  disabled_at: string | null
  revision: number
}

const columns = (
  now: Date,
) => sql`organization_id, project_id, _id, name, url, content, version::text as version,
  secret, case when old_secret_until > ${now} then old_secret end as old_secret, disabled_at, revision`

/** Returns an endpoint of a project; null if it has none with this id. */
export async function selectEndpoint(
  db: Reader,
  { organization_id, project_id, endpoint_id }: EndpointPlace,
  now: Date,
): Promise<Endpoint | null> {
  const [endpoint] = await db.query<Endpoint>(sql`
    select ${columns(now)} from webhook_endpoints
    where organization_id = ${organization_id} and project_id = ${project_id} and _id = ${endpoint_id}
      and removed_at is null`)
  return endpoint ?? null
}

/** Selects an endpoint as `selectEndpoint` does, and locks it until the transaction ends. */
export async function lockEndpoint(
  transaction: Transaction,
  { organization_id, project_id, endpoint_id }: EndpointPlace,
  now: Date,
): Promise<Endpoint | null> {
  const [endpoint] = await transaction.write<Endpoint>(sql`
    select ${columns(now)} from webhook_endpoints
    where organization_id = ${organization_id} and project_id = ${project_id} and _id = ${endpoint_id}
      and removed_at is null for no key update`)
  return endpoint ?? null
}

type Key = Pick<Endpoint, 'organization_id' | '_id'>

/** Removes a locked endpoint. A job deletes its deliveries. */
export async function updateEndpointRemoved(
  transaction: Transaction,
  { organization_id, _id }: Key,
  now: Date,
): Promise<void> {
  await transaction.write(sql`
    update webhook_endpoints set removed_at = ${now}, revision = revision + 1, updated_at = ${now}
    where organization_id = ${organization_id} and _id = ${_id}`)
}

/** Gives a locked endpoint another secret. The former one signs too until the instant. */
export async function updateEndpointSecret(
  transaction: Transaction,
  { organization_id, _id }: Key,
  { secret, oldUntil }: { secret: Buffer; oldUntil: Date | null },
  now: Date,
): Promise<void> {
  await transaction.write(sql`
    update webhook_endpoints set secret = ${secret},
      old_secret = case when ${oldUntil}::timestamptz is not null then secret end, old_secret_until = ${oldUntil},
      revision = revision + 1, updated_at = ${now}
    where organization_id = ${organization_id} and _id = ${_id}`)
}

/** Enables a locked endpoint, as if it had never failed. What waits for a later try is sent at once. */
export async function updateEndpointEnabled(
  transaction: Transaction,
  { organization_id, _id }: Key,
  now: Date,
): Promise<void> {
  await transaction.write(sql`
    update webhook_endpoints set disabled_at = null, disabled_why = null, revision = revision + 1, updated_at = ${now}
    where organization_id = ${organization_id} and _id = ${_id}`)
  await transaction.write(sql`
    update webhook_lines set send_window = 10, failures = 0, first_failure_at = null, failing_since = null,
      recovering = true, held_until = null
    where organization_id = ${organization_id} and endpoint_id = ${_id}`)
}
