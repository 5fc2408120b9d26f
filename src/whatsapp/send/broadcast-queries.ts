import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { areEventsWanted } from '../../events/event-of.ts'
import type { TemplateStatus } from '../templates/template-status.ts'

/** A broadcast with all that a send needs. */
export interface BroadcastForSend {
  broadcast_id: string
  plan_status: 'active' | 'inactive'
  /** The plan's sends that are neither consumed nor reserved; below 0 if the plan was lowered. */
  sends_left: number
  default_country: string | null
  /** BCP 47; selects the opt-out words. */
  language: string
  /** Whether somebody wants the project's events. */
  events_wanted: boolean
  sender: {
    _id: string
    status: 'connected' | 'disconnected'
    phone_number_id: string
    /** Sealed. */
    access_token: Buffer
    api_url: string | null
    api_url_given_by: string | null
    catalog_id: string | null
  }
  template: {
    /** Meta's name of the template. */
    name: string
    language: string
    category: 'utility' | 'marketing' | 'authentication'
    status: TemplateStatus
    components: unknown[]
  } | null
}

const placeOfBroadcast = { organization_id: sql`b.organization_id`, project_id: sql`b.project_id` }

/** Returns the broadcast with all that a send needs; null if the project has none with this id. By primary keys. */
export async function selectBroadcastForSend(
  db: Queryable,
  organizationId: string,
  projectId: string,
  broadcastId: string,
): Promise<BroadcastForSend | null> {
  type Row = Omit<BroadcastForSend, 'sender' | 'template'> &
    Omit<BroadcastForSend['sender'], '_id' | 'status'> & {
      sender_id: string
      sender_status: 'connected' | 'disconnected'
      template_name: string | null
      template_language: string
      category: 'utility' | 'marketing' | 'authentication'
      template_status: TemplateStatus
      components: unknown[]
    }
  const [row] = await db.query<Row>(sql`
    select b._id as broadcast_id, o.plan_status,
      o.plan_whatsapp_sends - coalesce(q.reserved + q.consumed, 0) as sends_left,
      p.default_country, p.language, s._id as sender_id, s.status as sender_status, s.phone_number_id, s.access_token, s.api_url,
      s.api_url_given_by, s.catalog_id, t.provider_name as template_name, t.language as template_language, t.category,
      t.status as template_status, t.components,
      ${areEventsWanted(placeOfBroadcast)} as events_wanted
    from broadcasts b
    join organizations o on o._id = b.organization_id
    join projects p on p.organization_id = b.organization_id and p._id = b.project_id
    left join whatsapp_quotas q on q.organization_id = b.organization_id
    join whatsapp_senders s on s.organization_id = b.organization_id and s._id = b.whatsapp_sender_id
    left join whatsapp_templates t on t.organization_id = b.organization_id and t._id = b.whatsapp_template_id
    where b.organization_id = ${organizationId} and b.project_id = ${projectId} and b._id = ${broadcastId}`)
  if (row === undefined) return null
  const {
    sender_id,
    sender_status,
    phone_number_id,
    access_token,
    api_url,
    api_url_given_by,
    catalog_id,
    ...rest
  } = row
  const { template_name, template_language, category, template_status, components, ...broadcast } = rest
  return {
    ...broadcast,
    sender: {
      _id: sender_id,
      status: sender_status,
      phone_number_id,
      access_token,
      api_url,
      api_url_given_by,
      catalog_id,
    },
    template:
      template_name === null
        ? null
        : { name: template_name, language: template_language, category, status: template_status, components },
  }
}
