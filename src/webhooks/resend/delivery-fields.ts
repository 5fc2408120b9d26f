import { sql } from '../../db/sql.ts'
import {
  booleanField,
  fieldsOf,
  idField,
  numberField,
  textField,
  timestampField,
} from '../../filters/fields.ts'
import { openOfSubject } from '../delivery/claim-queries.ts'

const given = { nullable: false }
export const deliveryStates = ['waiting', 'sending', 'delivered', 'exhausted', 'held'] as const

const last = (column: 'status' | 'reason') => {
  const name = column === 'status' ? sql`status` : sql`reason`
  return sql`(select a.${name} from webhook_attempts a where a.organization_id = d.organization_id
    and a.endpoint_id = d.endpoint_id and a.event_id = d.event_id order by a.n desc limit 1)`
}

export const lastStatus = last('status')
export const lastReason = last('reason')
/** The oldest open delivery of the subject before this one. */
const oldestBefore = (leavesOutResent: boolean) => sql`(
    select o.event_id
    from (${openOfSubject(sql`d.organization_id`, sql`d.endpoint_id`, sql`d.subject_id`, leavesOutResent)}) o
    where o.event_id < d.event_id order by o.event_id limit 1)`
/**
 * The delivery for whose end this one waits: the oldest open one of its subject, where the endpoint has them in order.
 * New ones go before those that are sent again (`claimInOrder`). `p` is the endpoint.
 */
export const behind = sql`(case when p.delivery_order = 'by_subject' and d.state = 'waiting'
  then case when d.resent then ${oldestBefore(false)} else ${oldestBefore(true)} end end)`
/** When it is sent next; null: it is under way, waits behind another, or is not sent any more. */
export const nextAt = sql`(case when d.state = 'waiting' and ${behind} is null then d.due_at end)`

/** The fields of deliveries for filters: all that lists show. `d` is the delivery, `e` its event, `p` the endpoint. */
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
