import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { nextSyncAt } from './templates/sync-time.ts'

/** A declared sender; `_id` is used if the sender is new. */
export interface DeclaredWhatsappSenderRow {
  organization_id: string
  project_id: string
  _id: string
  name: string
  phone_number_id: string
  business_account_id: string
  /** E.164. */
  display_phone_number: string
  /**
   * These three are sealed. An unchanged secret keeps its stored bytes, because sealing it again gives different bytes.
   */
  access_token: Buffer
  app_secret: Buffer
  verify_token: Buffer
  /** The keyed digest by which a handshake's token is looked up; null if the declaration does not change the token. */
  verify_token_digest: Buffer | null
  status: string
  catalog_id: string | null
  api_url: string | null
  /** Who gives `api_url`, if it is another one than the stored. */
  api_url_given_by: string | null
  messages_per_second: number
}

/**
 * Inserts or updates the project's sender of this id as declared. Returns its id, or null if nothing differs: then
 * nothing is written and `updated_at` stays. The caller ensures that no other sender has the phone number id.
 */
export async function upsertWhatsappSender(
  transaction: Transaction,
  row: DeclaredWhatsappSenderRow,
  now: Date,
): Promise<string | null> {
  const [written] = await transaction.query<{ _id: string }>(sql`
    insert into whatsapp_senders as s
      (organization_id, project_id, _id, name, phone_number_id, business_account_id, display_phone_number,
       access_token, app_secret, verify_token, verify_token_digest, status, catalog_id, api_url, api_url_given_by, messages_per_second, templates_due_at,
       access_token_set_at, app_secret_set_at, verify_token_set_at, created_at, updated_at)
    values (${row.organization_id}, ${row.project_id}, ${row._id}, ${row.name}, ${row.phone_number_id},
      ${row.business_account_id}, ${row.display_phone_number}, ${row.access_token}, ${row.app_secret},
      ${row.verify_token}, ${row.verify_token_digest}, ${row.status}, ${row.catalog_id}, ${row.api_url}, ${row.api_url_given_by}, ${row.messages_per_second},
      ${nextSyncAt(row._id, now)}, ${now}, ${now}, ${now}, ${now}, ${now})
    on conflict (organization_id, _id) do update set
      name = excluded.name, phone_number_id = excluded.phone_number_id, business_account_id = excluded.business_account_id,
      display_phone_number = excluded.display_phone_number, access_token = excluded.access_token,
      app_secret = excluded.app_secret, verify_token = excluded.verify_token,
      verify_token_digest = coalesce(excluded.verify_token_digest, s.verify_token_digest), status = excluded.status,
      catalog_id = excluded.catalog_id, api_url = excluded.api_url,
      api_url_given_by = case when s.api_url is distinct from excluded.api_url then excluded.api_url_given_by
        else s.api_url_given_by end,
      messages_per_second = excluded.messages_per_second,
      access_token_set_at = case when s.access_token = excluded.access_token then s.access_token_set_at
        else excluded.updated_at end,
      app_secret_set_at = case when s.app_secret = excluded.app_secret then s.app_secret_set_at
        else excluded.updated_at end,
      verify_token_set_at = case when s.verify_token = excluded.verify_token then s.verify_token_set_at
        else excluded.updated_at end,
      revision = s.revision + 1, updated_at = excluded.updated_at
    where (s.name, s.phone_number_id, s.business_account_id, s.display_phone_number, s.access_token, s.app_secret,
        s.verify_token, s.status, s.catalog_id, s.api_url, s.messages_per_second)
      is distinct from (excluded.name, excluded.phone_number_id, excluded.business_account_id, excluded.display_phone_number,
        excluded.access_token, excluded.app_secret, excluded.verify_token, excluded.status, excluded.catalog_id,
        excluded.api_url, excluded.messages_per_second)
    returning _id`)
  return written?._id ?? null
}

/** A declared template; `_id` is used if the template is new. */
export interface DeclaredWhatsappTemplateRow {
  organization_id: string
  project_id: string
  _id: string
  /**
   * The same as Meta's name for it. Only the sync gives other names, to further languages of a template (see
   * `templateChanges`).
   */
  name: string
  whatsapp_sender_id: string
  /** As Meta writes it, with an underscore. */
  language: string
  category: string
  status: string
  /** In Meta's format. */
  components: unknown[]
}

/**
 * Inserts or updates the project's template of this id, which keeps its name. Returns its id, or null if nothing
 * differs.
 */
export async function upsertWhatsappTemplate(
  transaction: Transaction,
  row: DeclaredWhatsappTemplateRow,
  now: Date,
): Promise<string | null> {
  const [written] = await transaction.query<{ _id: string }>(sql`
    insert into whatsapp_templates as t
      (organization_id, project_id, _id, name, provider_name, whatsapp_sender_id, language, category, status, components,
       status_since, created_at, updated_at)
    values (${row.organization_id}, ${row.project_id}, ${row._id}, ${row.name}, ${row.name}, ${row.whatsapp_sender_id},
      ${row.language}, ${row.category}, ${row.status}, ${JSON.stringify(row.components)}::jsonb, ${now}, ${now}, ${now})
    on conflict (organization_id, _id) do update set
      whatsapp_sender_id = excluded.whatsapp_sender_id, language = excluded.language, category = excluded.category,
      status = excluded.status, components = excluded.components,
      status_since = case when t.status = excluded.status then t.status_since else excluded.updated_at end,
      status_reason = case when t.status = excluded.status then t.status_reason end,
      status_explanation = case when t.status = excluded.status then t.status_explanation end,
      revision = t.revision + 1, updated_at = excluded.updated_at
    where (t.whatsapp_sender_id, t.language, t.category, t.status, t.components)
      is distinct from (excluded.whatsapp_sender_id, excluded.language, excluded.category, excluded.status,
        excluded.components)
    returning _id`)
  return written?._id ?? null
}

/** A declared broadcast; `_id` is used if the broadcast is new. */
export interface DeclaredBroadcastRow {
  organization_id: string
  project_id: string
  _id: string
  name: string
  whatsapp_sender_id: string
  /** Null for a broadcast that sends typed messages only. */
  whatsapp_template_id: string | null
}

/** Inserts or updates the project's broadcast of this id. Returns its id, or null if nothing differs. */
export async function upsertBroadcast(
  transaction: Transaction,
  row: DeclaredBroadcastRow,
  now: Date,
): Promise<string | null> {
  const [written] = await transaction.query<{ _id: string }>(sql`
    insert into broadcasts as b
      (organization_id, project_id, _id, name, whatsapp_sender_id, whatsapp_template_id, created_at, updated_at)
    values (${row.organization_id}, ${row.project_id}, ${row._id}, ${row.name}, ${row.whatsapp_sender_id},
      ${row.whatsapp_template_id}, ${now}, ${now})
    on conflict (organization_id, _id) do update set
      name = excluded.name, whatsapp_sender_id = excluded.whatsapp_sender_id,
      whatsapp_template_id = excluded.whatsapp_template_id, revision = b.revision + 1, updated_at = excluded.updated_at
    where (b.name, b.whatsapp_sender_id, b.whatsapp_template_id)
      is distinct from (excluded.name, excluded.whatsapp_sender_id, excluded.whatsapp_template_id)
    returning _id`)
  return written?._id ?? null
}
