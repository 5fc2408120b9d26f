import { sql } from '../../db/sql.ts'
import {
  booleanField,
  fieldsOf,
  idField,
  numberField,
  textField,
  timestampField,
} from '../../filters/fields.ts'

const given = { nullable: false }
export const deliveryStates = ['waiting', 'sending', 'delivered', 'exhausted', 'held'] as const

const last = (column: 'status' | 'reason') => {
  const name = column === 'status' ? sql`status` : sql`reason`
  return sql`(select a.${name} from webhook_attempts a where a.organization_id = d.organization_id
    and a.endpoint_id = d.endpoint_id and a.event_id = d.event_id order by a.n desc limit 1)`
}

export const lastStatus = last('status')
export const lastReason = last('reason')
/**
 * The delivery for whose end this one waits: the oldest open one of its subject, where the endpoint has them in order.
 * New ones go before those that are sent again (`claimInOrder`). Index: webhook_deliveries_by_subject. `p` is the
 * endpoint.
 */
export const behind = sql`(case when p.delivery_order = 'by_subject' and d.state = 'waiting'
  then (select o.event_id from webhook_deliveries o
    where o.organization_id = d.organization_id and o.endpoint_id = d.endpoint_id and o.subject_id = d.subject_id
      and o.state in ('waiting', 'sending') and o.event_id < d.event_id
      and (d.resent or not o.resent or o.state = 'sending')
    order by o.created_at, o.event_id limit 1) end)`
/** When it is sent next; null: it is under way, waits behind another, or is not sent any more. */
export const nextAt = sql`(case when d.state = 'waiting' and ${behind} is null then d.due_at end)`

/** The fields of deliveries for filters: all that a list shows. `d` is the delivery, `e` its event, `p` its endpoint. */
export const deliveryFields = fieldsOf({
  _id: idField(sql`d.event_id`, given),
  type: textField(sql`e.type`, given),
  subject_kind: textField(sql`e.subject_kind`, given),
  subject_id: idField(sql`e.subject_id`, given),
  state: textField(sql`d.state`, given),
  created_at: timestampField(sql`d.created_at`, given),
  next_at: timestampField(nextAt),
  behind: idField(behind),
  tries: numberField(sql`d.tries`, given),
  resent: booleanField(sql`d.resent`, given),
  last_status: numberField(lastStatus),
  last_reason: textField(lastReason),
})
