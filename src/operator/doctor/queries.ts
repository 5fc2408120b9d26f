import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

/** How many accounts of each kind are checked. */
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
    order by o.name, p.name, c.name limit ${accountsMax}`)
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
    order by o.name, p.name, s.name limit ${accountsMax}`)
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

/** Returns how many seconds ago a worker last recorded that it runs; null if none did within a day. */
export async function selectWorkerAge(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ age: number | null }>(sql`
    select extract(epoch from now() - max(seen_at))::double precision as age from workers`)
  return row?.age ?? null
}
