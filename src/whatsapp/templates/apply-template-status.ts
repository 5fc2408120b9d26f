import type { Actor, ChangeWriting } from '../../audit/record-change.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { TemplateStatusEvent } from '../../providers/whatsapp-cloud/webhook-event.ts'
import { recordTemplates } from './record-templates.ts'
import {
  lockSenderTemplates,
  updateStatusRemark,
  updateSyncDue,
  updateTemplates,
} from './template-queries.ts'
import { templateStatusOf } from './template-status.ts'

const webhook: Actor = { kind: 'sync', id: null, name: 'WhatsApp webhook', via: 'sync', requestId: null }

/**
 * Writes the status that a webhook reports for a sender's template, and records the change. `since` is when Meta gave
 * it the status, in whole seconds. Meta keeps no order and repeats webhooks for days, so a status that is older than
 * the stored one changes nothing; a sync then finds out which one holds, or reads a template that is not stored yet.
 * The stored status itself gets the later time and its reason, so that what was reported before that time has no effect
 * either. Returns why the event had no effect, or null.
 */
export async function applyTemplateStatus(
  transaction: Transaction,
  writing: Omit<ChangeWriting, 'actor'>,
  sender: { organization_id: string; project_id: string; whatsapp_sender_id: string },
  { name, language, event, reason, explanation }: TemplateStatusEvent,
  since: Date,
): Promise<string | null> {
  const status = templateStatusOf.get(event)
  if (status === undefined || name === null || language === null)
    return 'the template status has no effect here'
  const found = await lockSenderTemplates(transaction, sender, { name, language })
  const remark = { status_since: since.toISOString(), status_reason: reason, status_explanation: explanation }
  const renewed = found.filter(
    ({ status: known, known_since }) =>
      known === status && (known_since === null || since.getTime() > Date.parse(known_since)),
  )
  if (renewed.length > 0) await updateStatusRemark(transaction, sender, renewed, remark, writing.now)
  const others = found.filter((template) => template.status !== status)
  const stored = others.filter(({ known_since }) => known_since === null || isSince(since, known_since))
  const isNew = found.length === 0 && newStatuses.has(status)
  if (isNew || stored.length < others.length) await updateSyncDue(transaction, sender, writing.now)
  const [first] = stored
  if (first === undefined) {
    if (renewed.length > 0) return null
    return others.length === 0
      ? 'the template is not stored here, or has this status already'
      : 'the template has a later status'
  }
  const updated = stored.map((template) => ({ ...template, ...remark, status }))
  const revisions = await updateTemplates(transaction, sender, updated, writing.now)
  const owner = { ...sender, sender: first.sender_name }
  await recordTemplates(transaction, { ...writing, actor: webhook }, owner, { stored, updated, revisions })
  return null
}

/** The statuses that a template may have before a sync has read it for the first time. */
const newStatuses: ReadonlySet<string> = new Set(['approved', 'pending', 'rejected'])

/** Returns whether a time in whole seconds may be that of the instant, or later. */
function isSince(seconds: Date, instant: string): boolean {
  return seconds.getTime() + 999 >= Date.parse(instant)
}
