import type { Queryable, Reader } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { horizon } from '../../events/read-log.ts'

/** How many accounts of each kind are checked. One more is read, which shows that there are others. */
export const accountsMax = 100

export interface StoredCarrier {
  place: string
  account_sid: string
  auth_token: Buffer
  api_url: string | null
  api_url_given_by: string | null
}

export interface StoredSender {
  place: string
  phone_number_id: string
  api_url: string | null
  api_url_given_by: string | null
  access_token: Buffer
  app_secret: Buffer
  verify_token: Buffer
}

/** Returns the first carrier accounts of all tenants, by organization, project and name. */
export async function selectStoredCarriers(db: Queryable): Promise<StoredCarrier[]> {
  return db.query<StoredCarrier>(sql`
    select o.name || ' / ' || p.name || ' / ' || c.name as place, c.account_sid, c.auth_token, c.api_url, c.api_url_given_by
    from voice_carriers c
    join organizations o on o._id = c.organization_id
    join projects p on p.organization_id = c.organization_id and p._id = c.project_id
    order by o.name, p.name, c.name limit ${accountsMax + 1}`)
}

/** Returns the first connected WhatsApp senders of all tenants, by organization, project and name. */
export async function selectStoredSenders(db: Queryable): Promise<StoredSender[]> {
  return db.query<StoredSender>(sql`
    select o.name || ' / ' || p.name || ' / ' || s.name as place, s.phone_number_id, s.api_url, s.api_url_given_by, s.access_token,
      s.app_secret, s.verify_token
    from whatsapp_senders s
    join organizations o on o._id = s.organization_id
    join projects p on p.organization_id = s.organization_id and p._id = s.project_id
    where s.status = 'connected'
    order by o.name, p.name, s.name limit ${accountsMax + 1}`)
}

/**
 * Returns the first secrets of each kind: of webhook endpoints, model accounts, tools of agents and second factors, of
 * all tenants.
 */
export async function selectOtherSecrets(db: Queryable): Promise<Buffer[]> {
  const rows = await db.query<{ secret: Buffer }>(sql`
    (select secret from webhook_endpoints where removed_at is null order by organization_id, _id limit ${accountsMax})
    union all
    (select old_secret from webhook_endpoints where removed_at is null and old_secret_until > now()
      order by organization_id, _id limit ${accountsMax})
    union all
    (select api_key from model_accounts where api_key is not null order by organization_id, _id limit ${accountsMax})
    union all (select secret from agent_tool_secrets order by organization_id, agent_id, tool limit ${accountsMax})
    union all (select secret from second_factors order by user_id limit ${accountsMax})`)
  return rows.map(({ secret }) => secret)
}

export async function selectServer(db: Queryable): Promise<{ version: string; now: string }> {
  const [row] = await db.query<{ version: string; now: string }>(sql`
    select current_setting('server_version') as version, clock_timestamp() as now`)
  if (row === undefined) throw new Error('the database does not answer')
  return row
}

/** Returns the time of an id by `uuidv7`, in its first 48 bits. PostgreSQL has a function for it since version 17. */
function timeOfId(id: Sql): Sql {
  return sql`to_timestamp(('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`
}

/** Events that can't be read yet, and the transaction that they wait for. */
export interface UnreadableEvents {
  /** How long the oldest has waited. */
  seconds: number
  /** The program whose transaction it is; null: a prepared transaction, which no session holds. */
  name: string | null
  /** Its process at the server; null for a prepared one. */
  pid: number | null
  /** Its name, where it is prepared. */
  gid: string | null
}

/**
 * Returns how long events have waited to be readable, and the oldest transaction that runs, in whatever database of the
 * server; null if none waits. They wait for transactions that began to write before their own (`horizon`). PostgreSQL
 * shows to everybody that a session writes, but since when only to roles that may know. The time of an event's id is
 * that of its insertion; after a copy it may be older than the transaction. Index: events_by_tx.
 */
export async function selectUnreadableEvents(db: Reader): Promise<UnreadableEvents | null> {
  const [found] = await db.query<UnreadableEvents>(sql`
    select extract(epoch from clock_timestamp() - greatest(${timeOfId(sql`e._id`)}, t.began_at))::double precision as seconds,
      t.name, t.pid, t.gid
    from (select _id from events where tx >= ${horizon} order by tx limit 1) e
    cross join (
      select * from (
        select coalesce(nullif(application_name, ''), backend_type, 'a program') as name, pid, null as gid,
          backend_xid as xid, xact_start as began_at
        from pg_stat_activity where backend_xid is not null
        union all
        select null, null, gid, transaction, prepared from pg_prepared_xacts) running
      order by age(xid) desc limit 1) t`)
  return found ?? null
}
