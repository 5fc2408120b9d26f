import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { TemplateCategory } from './template-changes.ts'
import type { TemplateStatus } from './template-status.ts'

interface Project {
  organization_id: string
  project_id: string
}

/** A template as screens show it. */
export interface ShownTemplateRow {
  _id: string
  /** Unique in the project. */
  name: string
  /** Meta's name for it, which its languages share. */
  provider_name: string
  language: string
  category: TemplateCategory
  status: TemplateStatus
  status_since: string | null
  status_reason: string | null
  status_explanation: string | null
  quality: string | null
  components: unknown[]
  whatsapp_sender_id: string
  sender_name: string
  business_account_id: string
  /** When the templates of its sender were last read. */
  read_at: string | null
  /** Why the last reading failed. */
  read_fault: string | null
  created_at: string
  updated_at: string
}

const shown = sql`t._id, t.name, t.provider_name, t.language, t.category, t.status, t.status_since, t.status_reason,
  t.status_explanation, t.quality, t.components, t.whatsapp_sender_id, s.name as sender_name, s.business_account_id,
  s.templates_read_at as read_at, s.templates_fault as read_fault, t.created_at, t.updated_at`

/** What a list of templates is narrowed by; null: by nothing. */
export interface TemplateFilter {
  status: TemplateStatus | null
  senderId: string | null
  /** A part of the name. */
  text: string | null
}

/**
 * Returns one page of a project's templates, by name, and how many there are of each status. Index:
 * whatsapp_templates_organization_id_project_id_name_key; a project has some thousand templates at most.
 */
export async function selectTemplatePage(
  db: Db,
  { organization_id, project_id }: Project,
  { status, senderId, text }: TemplateFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: (ShownTemplateRow & { broadcasts: number })[]; counts: Record<string, number> }> {
  const mine = sql`t.organization_id = ${organization_id} and t.project_id = ${project_id}
    and (${senderId}::uuid is null or t.whatsapp_sender_id = ${senderId}::uuid)
    and (${text}::text is null or strpos(lower(t.name), lower(${text}::text)) > 0)`
  const [items, rows] = await Promise.all([
    db.query<ShownTemplateRow & { broadcasts: number }>(sql`
      select ${shown}, (
        select count(*) from broadcasts b
        where b.organization_id = t.organization_id and b.whatsapp_template_id = t._id) as broadcasts
      from whatsapp_templates t
      join whatsapp_senders s on s.organization_id = t.organization_id and s._id = t.whatsapp_sender_id
      where ${mine} and (${status}::text is null or t.status = ${status}::text)
      order by t.name, t._id limit ${limit} offset ${skip}`),
    db.query<{ status: TemplateStatus; count: number }>(sql`
      select t.status, count(*) as count from whatsapp_templates t where ${mine} group by t.status`),
  ])
  return { items, counts: Object.fromEntries(rows.map(({ status: of, count }) => [of, count])) }
}

/** The most languages of a template that are shown. */
export const languagesMax = 100

/**
 * Returns a template and all languages of it: templates of the same account with the same name at Meta. The template
 * itself comes first. Empty if there is none. Indexes: the primary key, whatsapp_templates_by_sender.
 */
export async function selectTemplateLanguages(
  db: Db,
  { organization_id, project_id }: Project,
  templateId: string,
): Promise<ShownTemplateRow[]> {
  return db.query<ShownTemplateRow>(sql`
    select ${shown} from whatsapp_templates o
    join whatsapp_senders a on a.organization_id = o.organization_id and a._id = o.whatsapp_sender_id
    join whatsapp_senders s on s.organization_id = o.organization_id and s.project_id = o.project_id
      and s.business_account_id = a.business_account_id
    join whatsapp_templates t on t.organization_id = s.organization_id and t.whatsapp_sender_id = s._id
      and t.provider_name = o.provider_name
    where o.organization_id = ${organization_id} and o.project_id = ${project_id} and o._id = ${templateId}
    order by (t._id = o._id) desc, t.language, t._id limit ${languagesMax}`)
}

/** A broadcast that uses a template, with what it sent last. */
export interface UsingBroadcastRow {
  _id: string
  name: string
  whatsapp_template_id: string
  sender_name: string
  business_account_id: string
  /** When its newest template message was made; null: none. */
  last_at: string | null
  /** The names of that message's values; null: none, or its content was removed. */
  last_variables: string[] | null
  /** Its messages of the last 24 hours; more than `messagesMax` are not counted. */
  messages_of_day: number
  /** Messages that Meta refused, because they differ from the template, since the template last changed. */
  refused: number
  refused_at: string | null
  refused_code: string | null
  refused_reason: string | null
}

/** The messages of a day that are counted. */
export const messagesMax = 10_000
/** The newest messages of a broadcast among which refused ones are looked for. */
const recentMax = 50
/** The broadcasts of a template that are shown. */
export const broadcastsMax = 100

/** Meta's codes for values that don't fit the template, or for a template that is not there. */
const mismatchCodes = ['132000', '132001', '132012', '132018', '132008']

/**
 * Returns the broadcasts that use templates, by name; or one broadcast with a template. Indexes:
 * broadcasts_by_template, whatsapp_messages_by_broadcast.
 */
export async function selectUsingBroadcasts(
  db: Db,
  { organization_id, project_id }: Project,
  by: { templateIds: readonly string[] } | { broadcastId: string },
  now: Date,
): Promise<UsingBroadcastRow[]> {
  const which =
    'broadcastId' in by
      ? sql`b._id = ${by.broadcastId}`
      : sql`b.whatsapp_template_id = any(${by.templateIds}::uuid[])`
  return db.query<UsingBroadcastRow>(sql`
    select b._id, b.name, b.whatsapp_template_id, s.name as sender_name, s.business_account_id, l.last_at, l.last_variables,
      d.messages_of_day, r.refused, r.refused_at, r.refused_code, r.refused_reason
    from broadcasts b
    join whatsapp_senders s on s.organization_id = b.organization_id and s._id = b.whatsapp_sender_id
    join whatsapp_templates t on t.organization_id = b.organization_id and t._id = b.whatsapp_template_id
    left join lateral (
      select m.created_at as last_at, case when m.request = '{}' then null when jsonb_typeof(m.request->'data') = 'object'
        then array(select jsonb_object_keys(m.request->'data')) else '{}' end as last_variables
      from (
        select created_at, request, type from whatsapp_messages m
        where m.organization_id = b.organization_id and m.broadcast_id = b._id
        order by m.created_at desc limit ${recentMax}) m
      where m.type = 'template' order by m.created_at desc limit 1) l on true
    cross join lateral (
      select count(*) as messages_of_day from (
        select from whatsapp_messages m
        where m.organization_id = b.organization_id and m.broadcast_id = b._id
          and m.created_at > ${now}::timestamptz - interval '24 hours' limit ${messagesMax}) m) d
    cross join lateral (
      select count(*) as refused, max(m.status_since) as refused_at,
        (array_agg(m.error_code order by m.created_at desc))[1] as refused_code,
        (array_agg(m.error_reason order by m.created_at desc))[1] as refused_reason
      from (
        select created_at, status, status_since, error_code, error_reason from whatsapp_messages m
        where m.organization_id = b.organization_id and m.broadcast_id = b._id
        order by m.created_at desc limit ${recentMax}) m
      where m.status = 'failed' and m.error_code = any(${mismatchCodes}::text[]) and m.created_at > t.updated_at) r
    where b.organization_id = ${organization_id} and b.project_id = ${project_id} and ${which}
    order by b.name, b._id limit ${broadcastsMax}`)
}

/**
 * Returns the template of a broadcast; `template` is null if it has none. Null if the project has no such broadcast.
 */
export async function selectBroadcastTemplate(
  db: Db,
  { organization_id, project_id }: Project,
  broadcastId: string,
): Promise<{ _id: string; name: string; template: ShownTemplateRow | null } | null> {
  const [broadcast] = await db.query<{ _id: string; name: string; whatsapp_template_id: string | null }>(sql`
    select _id, name, whatsapp_template_id from broadcasts
    where organization_id = ${organization_id} and project_id = ${project_id} and _id = ${broadcastId}`)
  if (broadcast === undefined) return null
  const { _id, name, whatsapp_template_id } = broadcast
  if (whatsapp_template_id === null) return { _id, name, template: null }
  const [template] = await db.query<ShownTemplateRow>(sql`
    select ${shown} from whatsapp_templates t
    join whatsapp_senders s on s.organization_id = t.organization_id and s._id = t.whatsapp_sender_id
    where t.organization_id = ${organization_id} and t._id = ${whatsapp_template_id}`)
  return { _id, name, template: template ?? null }
}
