import { templateVariables } from '../message/template-plan.ts'
import type { ShownTemplateRow, UsingBroadcastRow } from './show-queries.ts'

export const troubleCodes = [
  'template_disabled',
  'template_rejected',
  'template_paused',
  'template_pending',
  'other_account',
  'unsendable',
  'refused_by_whatsapp',
  'variables_differ',
] as const

/** Why the messages of a broadcast are refused, or would be. */
export interface TemplateTrouble {
  code: (typeof troubleCodes)[number]
  /** Null: not known. */
  since: string | null
  /** When WhatsApp lifts it by itself; null: not known, or somebody must mend it. */
  until: string | null
  /** In English or Meta's own words; null where the code says it all. */
  reason: string | null
  /** Meta's word or code, such as `FIRST_PAUSE` or `132000`. */
  whatsapp_code: string | null
  /** Names of values that the template needs and the newest message lacks, and the reverse. */
  missing: string[]
  unknown: string[]
  /** Messages that WhatsApp has refused for it, of the newest 50. */
  count: number
}

/** How long Meta pauses a template for its quality. Meta: "Template pausing". */
const pauseHours: Readonly<Record<string, number>> = { FIRST_PAUSE: 3, SECOND_PAUSE: 6 }

/** Returns when Meta lifts a pause by itself; null for one that somebody must lift, and where it is not known. */
export function pauseEnd({
  status,
  status_since: since,
  status_explanation,
}: Pick<ShownTemplateRow, 'status' | 'status_since' | 'status_explanation'>): string | null {
  const hours = pauseHours[/^\w+/.exec(status_explanation ?? '')?.[0] ?? '']
  if (status !== 'paused' || since === null || hours === undefined) return null
  return new Date(Date.parse(since) + hours * 3_600_000).toISOString()
}

const none = {
  since: null,
  until: null,
  reason: null,
  whatsapp_code: null,
  missing: [],
  unknown: [],
  count: 0,
}

/** Returns what is wrong with a template for a broadcast that uses it, the heaviest first. */
export function troublesOf(template: ShownTemplateRow, broadcast: UsingBroadcastRow): TemplateTrouble[] {
  return [
    ...statusTrouble(template),
    ...(template.business_account_id === broadcast.business_account_id
      ? []
      : [{ ...none, code: 'other_account' as const, reason: template.sender_name }]),
    ...contentTrouble(template, broadcast),
  ]
}

function statusTrouble(template: ShownTemplateRow): TemplateTrouble[] {
  const { status, status_since, status_reason, status_explanation } = template
  if (status === 'approved') return []
  return [
    {
      ...none,
      code: `template_${status}`,
      since: status_since,
      until: pauseEnd(template),
      reason: status_explanation,
      whatsapp_code: status_reason,
    },
  ]
}

function contentTrouble(template: ShownTemplateRow, broadcast: UsingBroadcastRow): TemplateTrouble[] {
  const reading = templateVariables({ ...template, name: template.provider_name })
  if (reading.kind === 'unsendable') return [{ ...none, code: 'unsendable', reason: reading.fault }]
  const { refused, refused_at, refused_code, refused_reason, last_at, last_variables } = broadcast
  const troubles: TemplateTrouble[] = []
  if (refused > 0)
    troubles.push({
      ...none,
      code: 'refused_by_whatsapp',
      since: refused_at,
      reason: refused_reason,
      whatsapp_code: refused_code,
      count: refused,
    })
  const missing =
    last_variables === null ? [] : reading.variables.filter((name) => !last_variables.includes(name))
  const unknown = (last_variables ?? []).filter((name) => !reading.variables.includes(name))
  if (missing.length + unknown.length > 0)
    troubles.push({ ...none, code: 'variables_differ', since: last_at, missing, unknown })
  return troubles
}
