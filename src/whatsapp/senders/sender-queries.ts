import type { Queryable, Reader, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { eventsOf } from '../../events/event-of.ts'
import { factsOfSenders } from '../message-events.ts'
import { numberOfWaId, waIdsOfNumber } from '../people/wa-id.ts'

interface SenderKey {
  organization_id: string
  _id: string
}

/** Writes when a webhook came for these senders. Webhooks in quick succession write it once (`webhookSeenMs`). */
export async function updateLastWebhook(
  db: Queryable,
  senders: readonly SenderKey[],
  at: Date,
): Promise<void> {
  const of = (name: keyof SenderKey) => senders.map((sender) => sender[name])
  await db.write(sql`
    update whatsapp_senders s set last_webhook_at = greatest(s.last_webhook_at, ${at}::timestamptz)
    from unnest(${of('organization_id')}::uuid[], ${of('_id')}::uuid[]) k (organization_id, _id)
    where s.organization_id = k.organization_id and s._id = k._id`)
}

/**
 * The newest error of WhatsApp about a sender is written again after this long, so that sends don't wait for its row.
 */
const faultSeconds = 10

/**
 * Stores an error of WhatsApp that is about the sender itself. An older one, or the same within 10 s, changes nothing.
 */
export async function updateSenderFault(
  transaction: Transaction,
  sender: { organization_id: string; project_id: string; whatsapp_sender_id: string },
  fault: { at: Date; code: string; reason: string; until: Date | null },
): Promise<void> {
  const { at, code, reason, until } = fault
  const { organization_id, whatsapp_sender_id } = sender
  await transaction.query(sql`
    with old as (
      select last_fault_code from whatsapp_senders
      where organization_id = ${organization_id} and _id = ${whatsapp_sender_id}
    ), changed as (
    update whatsapp_senders set last_fault_at = ${at}, last_fault_code = ${code}, last_fault_reason = ${reason},
      last_fault_until = ${until}
    where organization_id = ${organization_id} and _id = ${whatsapp_sender_id}
      and (last_fault_at is null or last_fault_at < ${at}::timestamptz - ${faultSeconds} * interval '1 second'
        or (last_fault_at <= ${at} and last_fault_code is distinct from ${code}))
    returning *
    ), ${eventsOf(sender, factsOfSenders(sql`select c.* from changed c, old where old.last_fault_code is distinct from c.last_fault_code`, at))}
    select`)
}

/** What WhatsApp has reported about a number or its account. */
export interface SenderNotice {
  /** The field of the webhook, such as `account_update`. */
  field: string
  /** Meta's word, such as `ACCOUNT_VIOLATION`. */
  event: string | null
  /** How many people a day may be written to first, such as `TIER_10K`. */
  limit: string | null
}

/**
 * Stores WhatsApp's newest notice about a sender's number or account. An older one changes nothing.
 *
 * @param displayPhoneNumber the number that the notice is about, in any spelling; if the sender has another one,
 *   nothing changes. Null: it is about the account.
 */
export async function updateSenderNotice(
  transaction: Transaction,
  sender: { organization_id: string; project_id: string; whatsapp_sender_id: string },
  notice: SenderNotice,
  at: Date,
  displayPhoneNumber: string | null = null,
): Promise<void> {
  const digits = displayPhoneNumber?.replaceAll(/\D/g, '') ?? ''
  const forms = digits === '' ? null : [digits, ...waIdsOfNumber(numberOfWaId(digits))]
  const changed = sql`select n.* from noticed n, old where old.notice is distinct from n.notice`
  await transaction.query(sql`
    with old as (
      select notice from whatsapp_senders
      where organization_id = ${sender.organization_id} and _id = ${sender.whatsapp_sender_id}
        and (${forms}::text[] is null or regexp_replace(display_phone_number, '\\D', '', 'g') = any(${forms}::text[]))
      for update
    ), noticed as (
      update whatsapp_senders set noticed_at = ${at}, notice = ${JSON.stringify(notice)}::jsonb
      where organization_id = ${sender.organization_id} and _id = ${sender.whatsapp_sender_id}
        and (noticed_at is null or noticed_at <= ${at}) and exists (select from old)
      returning *
    ), ${eventsOf(sender, factsOfSenders(changed, at))}
    select`)
}

/** The result of a check at WhatsApp. */
export type CheckResult =
  | {
      kind: 'found'
      /** Meta's words, all of these. */
      status: string | null
      quality: string | null
      verified_name: string | null
      name_status: string | null
      throughput: string | null
      messaging_limit: string | null
      health: string | null
    }
  /** WhatsApp refused the token or the number. */
  | { kind: 'refused'; code: string; reason: string }
  /** WhatsApp was not reached, or failed. */
  | { kind: 'unavailable'; code: string | null; reason: string }

/** A sender that is checked. */
export interface CheckedSender extends SenderKey {
  name: string
  phone_number_id: string
  /** Sealed. */
  access_token: Buffer
  api_url: string | null
  api_url_given_by: string | null
  checked_at: string | null
  check_result: CheckResult | null
}

export async function selectSenderForCheck(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
  senderId: string,
): Promise<CheckedSender | null> {
  const [sender] = await db.query<CheckedSender>(sql`
    select organization_id, _id, name, phone_number_id, access_token, api_url, api_url_given_by, checked_at, check_result
    from whatsapp_senders
    where organization_id = ${organization_id} and project_id = ${project_id} and _id = ${senderId}`)
  return sender ?? null
}

/** Stores the result of a check, unless a later one is stored. */
export async function updateCheck(
  db: Queryable,
  { organization_id, _id }: SenderKey,
  result: CheckResult,
  at: Date,
): Promise<void> {
  const changed = sql`select c.* from checked c, old where old.check_result is distinct from c.check_result`
  const place = { organization_id, project_id: sql`(select project_id from old)` }
  await db.write(sql`
    with old as (
      select project_id, check_result from whatsapp_senders
      where organization_id = ${organization_id} and _id = ${_id} for update
    ), checked as (
      update whatsapp_senders set checked_at = ${at}, check_result = ${JSON.stringify(result)}::jsonb
      where organization_id = ${organization_id} and _id = ${_id} and (checked_at is null or checked_at <= ${at})
        and exists (select from old)
      returning *
    ), ${eventsOf(place, factsOfSenders(changed, at))}
    select`)
}

/** What is known of a sender beside what is configured. */
export interface SenderDetails {
  _id: string
  access_token_set_at: string | null
  app_secret_set_at: string | null
  verify_token_set_at: string | null
  last_webhook_at: string | null
  last_fault_at: string | null
  last_fault_code: string | null
  last_fault_reason: string | null
  last_fault_until: string | null
  checked_at: string | null
  check_result: CheckResult | null
  noticed_at: string | null
  notice: SenderNotice | null
  templates_read_at: string | null
  templates_fault: string | null
}

/** Returns what is known of senders. By primary key. */
export async function selectSenderDetails(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<SenderDetails[]> {
  return db.query<SenderDetails>(sql`
    select _id, access_token_set_at, app_secret_set_at, verify_token_set_at, last_webhook_at, last_fault_at,
      last_fault_code, last_fault_reason, last_fault_until, checked_at, check_result, noticed_at, notice,
      templates_read_at, templates_fault
    from whatsapp_senders where organization_id = ${organizationId} and _id = any(${ids}::uuid[])`)
}
