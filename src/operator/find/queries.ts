import type { Db } from '../../db/database.ts'
import { join, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { containsFolded } from '../../people/list-queries.ts'
import type { ConfiguredKind } from '../configured/kinds.ts'

export const foundKinds = [
  'call',
  'conversation',
  'message',
  'person',
  'campaign',
  'broadcast',
  'workflow',
  'agent',
  'source',
  'ticket',
  'whatsapp_sender',
  'whatsapp_template',
  'voice_carrier',
  'caller_id',
  'model_account',
  'api_key',
  'webhook_endpoint',
  'project',
] as const
export type FoundKind = (typeof foundKinds)[number]

/** Where to search. */
export interface Scope {
  organization_id: string
  /** The projects that the user may see; null: all. */
  project_ids: readonly string[] | null
}

/** Something that was found. */
export interface Found {
  kind: FoundKind
  _id: string
  project_id: string
  campaign_id: string | null
  title: string
  detail: string | null
  at: string | null
  is_exact: boolean
}

/** A table of records with an id, and what is shown of a row `r`. */
interface Shown {
  table: Sql
  title: Sql
  detail?: Sql
  at?: Sql
  campaign?: Sql
  project?: Sql
}
interface Kind extends Shown {
  kind: FoundKind
}

const named = sql`r.name`
/** The number of a profile `r` that was known first. */
const numberOf = sql`(
  select k.normalized from profile_contacts k
  where k.organization_id = r.organization_id and k.profile_id = r._id and k.kind = 'phone'
  order by k.created_at, k.normalized limit 1)`
/** The username of a profile `r` on WhatsApp, else the id by which WhatsApp knows it. */
const handleOf = sql`(
  select coalesce(i.username, i.identity_key) from channel_identities i
  where i.organization_id = r.organization_id and i.profile_id = r._id and i.channel_type = 'whatsapp'
  order by i.username is null, i.last_seen_at desc limit 1)`
/** Records that calls and messages make. */
const made = {
  call: {
    kind: 'call',
    table: sql`calls`,
    title: sql`r.phone_number`,
    detail: sql`r.state`,
    campaign: sql`r.campaign_id`,
  },
  conversation: {
    kind: 'conversation',
    table: sql`conversations`,
    title: sql`coalesce(r.phone_number, (
      select p.name from profiles p where p.organization_id = r.organization_id and p._id = r.profile_id), r._id::text)`,
    detail: sql`r.status`,
    at: sql`r.start_time`,
  },
  message: {
    kind: 'message',
    table: sql`whatsapp_messages`,
    title: sql`r.recipient`,
    detail: sql`r.status`,
  },
  person: {
    kind: 'person',
    table: sql`profiles`,
    title: sql`coalesce(r.name, ${numberOf}, ${handleOf}, r.display_id)`,
    detail: sql`case when r.name is null then r.display_id else coalesce(${numberOf}, ${handleOf}, r.display_id) end`,
    at: sql`r.last_interaction_at`,
  },
  ticket: {
    kind: 'ticket',
    table: sql`tickets`,
    title: sql`coalesce(r.subject, r._id::text)`,
    detail: sql`r.status`,
  },
} as const satisfies Record<string, Kind>
type NamedKind = Exclude<ConfiguredKind, 'organization'> | 'source'
/** Records that somebody configures: few enough in a project to be read through. */
const byConfiguredKind: Readonly<Record<NamedKind, Shown>> = {
  campaign: { table: sql`campaigns`, title: named, detail: sql`r.status` },
  broadcast: { table: sql`broadcasts`, title: named },
  workflow: { table: sql`workflows`, title: named },
  agent: { table: sql`agents`, title: named },
  source: { table: sql`sources`, title: named, detail: sql`r.sync_status` },
  whatsapp_sender: { table: sql`whatsapp_senders`, title: named, detail: sql`r.status` },
  whatsapp_template: { table: sql`whatsapp_templates`, title: named, detail: sql`r.status` },
  voice_carrier: { table: sql`voice_carriers`, title: named, detail: sql`r.kind` },
  caller_id: { table: sql`caller_ids`, title: sql`r.number` },
  model_account: { table: sql`model_accounts`, title: named, detail: sql`r.model` },
  api_key: { table: sql`api_keys`, title: named, detail: sql`r.prefix` },
  webhook_endpoint: {
    table: sql`(select * from webhook_endpoints where removed_at is null)`,
    title: named,
    detail: sql`r.url`,
  },
  project: { table: sql`projects`, title: named, detail: sql`r.status`, project: sql`r._id` },
}
const configured = Object.entries(byConfiguredKind).map(([kind, shown]): Kind => ({
  kind: kind as NamedKind, // Object.entries forgets the literal type.
  ...shown,
}))

function columnsOf({ kind, title, detail, at, campaign, project }: Kind, isExact: Sql): Sql {
  return sql`${kind}::text as kind, r._id, ${project ?? sql`r.project_id`} as project_id,
    ${campaign ?? sql`null::uuid`} as campaign_id, ${title} as title, ${detail ?? sql`null`}::text as detail,
    ${at ?? sql`r.created_at`} as at, ${isExact} as is_exact`
}

function within({ organization_id, project_ids }: Scope, project: Sql): Sql {
  const all = project_ids === null
  return sql`r.organization_id = ${organization_id} and (${all}::boolean or ${project} = any(${project_ids ?? []}::uuid[]))`
}

/**
 * Returns the record with this id, the call of an attempt with it, and the person that it was merged into. By primary
 * keys.
 */
export async function selectById(db: Db, scope: Scope, id: string): Promise<Found[]> {
  const each = [...Object.values(made), ...configured].map(
    (kind: Kind) => sql`(select ${columnsOf(kind, sql`true`)} from ${kind.table} r
      where r._id = ${id} and ${within(scope, kind.project ?? sql`r.project_id`)})`,
  )
  const ofAttempt = sql`(select ${columnsOf(made.call, sql`true`)} from call_attempts a
      join calls r on r.organization_id = a.organization_id and r._id = a.call_id
      where a.organization_id = ${scope.organization_id} and a._id = ${id} and ${within(scope, sql`r.project_id`)})`
  const survivor = sql`(select ${columnsOf(made.person, sql`true`)} from merged_profiles g
      join profiles r on r.organization_id = g.organization_id and r._id = g.survivor_id
      where g.organization_id = ${scope.organization_id} and g._id = ${id} and ${within(scope, sql`r.project_id`)})`
  return db.query<Found>(join([...each, ofAttempt, survivor], sql` union all `))
}

/**
 * Returns the latest calls and messages to a number, and the calls that wait. Indexes: call_attempts_by_number,
 * calls_waiting_by_number and whatsapp_messages_by_recipient within each project.
 */
export async function selectByNumber(db: Db, scope: Scope, number: string, max: number): Promise<Found[]> {
  const { call, conversation, message } = made
  const { organization_id } = scope
  return db.limited(organization_id).query<Found>(sql`
    (select ${columnsOf(call, sql`true`)} from (
        select call_id from call_attempts where organization_id = ${organization_id} and phone_number = ${number}
        order by created_at desc limit ${max}) a
      join calls r on r.organization_id = ${organization_id} and r._id = a.call_id
      where ${within(scope, sql`r.project_id`)} order by r.created_at desc limit ${max})
    union all
    (select ${columnsOf(call, sql`true`)} from projects p cross join lateral (
        select * from calls c where c.organization_id = p.organization_id and c.project_id = p._id
          and c.phone_number = ${number} and c.state = 'waiting' limit ${max}) r
      where p.organization_id = ${organization_id} and ${within(scope, sql`r.project_id`)} limit ${max})
    union all
    (select ${columnsOf(message, sql`true`)} from projects p cross join lateral (
        select * from whatsapp_messages m where m.organization_id = p.organization_id and m.project_id = p._id
          and m.recipient = ${number} order by m.created_at desc, m._id limit ${max}) r
      where p.organization_id = ${organization_id} and ${within(scope, sql`r.project_id`)}
      order by r.created_at desc limit ${max})
    union all
    (select ${columnsOf(conversation, sql`true`)} from projects p cross join lateral (
        select * from conversations c where c.organization_id = p.organization_id and c.project_id = p._id
          and c.caller = ${number} order by c.start_time desc limit ${max}) r
      where p.organization_id = ${organization_id} and ${within(scope, sql`r.project_id`)}
      order by r.start_time desc limit ${max})`)
}

/**
 * Returns people by part of a name, address or id, or of a number. Indexes: profile_search_words,
 * profile_search_digits.
 */
export async function selectPeople(
  db: Db,
  scope: Scope,
  { words, digits }: { words: string | null; digits: string | null },
  max: number,
): Promise<Found[]> {
  const matches =
    words === null ? sql`s.digits like ${likeOf(digits ?? '')}` : containsFolded(sql`s.words`, words)
  const isExact =
    words === null
      ? sql`${numberOf} = ${`+${digits ?? ''}`}`
      : sql`(lower(coalesce(r.name, '')) = lower(${words}) or lower(r.display_id) = lower(${words}))`
  return db.limited(scope.organization_id).query<Found>(sql`
    with found as materialized (
      select r._id, ${isExact} as is_exact, r.last_interaction_at
      from (select s.profile_id from profile_search s
            where s.organization_id = ${scope.organization_id} and ${matches} limit 1000) s
      join profiles r on r.organization_id = ${scope.organization_id} and r._id = s.profile_id
      where ${within(scope, sql`r.project_id`)}
      order by is_exact desc, r.last_interaction_at desc nulls last, r._id limit ${max})
    select ${columnsOf(made.person, sql`f.is_exact`)}
    from found f join profiles r on r.organization_id = ${scope.organization_id} and r._id = f._id
    order by f.is_exact desc, f.last_interaction_at desc nulls last, f._id`)
}

/** Returns configured records by part of their name, the shortest names first. */
export async function selectByName(db: Db, scope: Scope, text: string, max: number): Promise<Found[]> {
  const like = likeOf(text.toLowerCase())
  const each = configured.map(
    (
      kind,
    ) => sql`(select ${columnsOf(kind, sql`lower(${kind.title}) = ${text.toLowerCase()}`)} from ${kind.table} r
      where ${within(scope, kind.project ?? sql`r.project_id`)} and lower(${kind.title}) like ${like}
      order by length(${kind.title}), r._id limit ${max})`,
  )
  return db.limited(scope.organization_id).query<Found>(sql`
    select * from (${join(each, sql` union all `)}) found order by is_exact desc, length(title), _id limit ${max}`)
}

/** Returns the pattern for a text somewhere within another; its own wild cards stand for themselves. */
function likeOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
