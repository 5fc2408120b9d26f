import { z } from 'zod'
import { timestamp } from '../../http/timestamp.ts'
import { templateVariables } from '../message/template-plan.ts'
import { messagesMax } from '../templates/show-queries.ts'
import type { ShownTemplateRow, UsingBroadcastRow } from '../templates/show-queries.ts'
import { templateCategories } from '../templates/template-changes.ts'
import { templateStatuses } from '../templates/template-status.ts'
import { pauseEnd, troubleCodes, troublesOf } from '../templates/template-trouble.ts'

const templateFields = {
  _id: z.string(),
  name: z.string().describe('Unique in the project.'),
  provider_name: z.string().describe("WhatsApp's name for it, which all its languages share."),
  language: z.string().describe('Written as WhatsApp writes it, such as `en_US`.'),
  category: z.enum(templateCategories),
  status: z.enum(templateStatuses),
  status_since: timestamp().nullable().describe('Null: since before this was kept.'),
  status_until: timestamp()
    .nullable()
    .describe('When WhatsApp lifts a pause by itself; null: not known, or somebody must lift it.'),
  status_reason: z.string().nullable().describe("WhatsApp's word for why, such as `ABUSIVE_CONTENT`."),
  status_explanation: z.string().nullable().describe("WhatsApp's text about it."),
  quality: z.string().nullable().describe('`GREEN`, `YELLOW`, `RED` or `UNKNOWN`; null: not known.'),
  components: z.array(z.unknown()).describe("The definition in WhatsApp's format."),
  variables: z.array(z.string()).nullable().describe('The names that `data` must have; null: not sendable.'),
  unsendable: z.string().nullable().describe('Why it can not be sent from here, as a sentence.'),
  whatsapp_sender_id: z.string(),
  sender_name: z.string(),
  read_at: timestamp().nullable().describe('When the templates of its sender were last read.'),
  read_fault: z.string().nullable().describe('Why the last reading failed.'),
  created_at: timestamp(),
  updated_at: timestamp(),
}

export const TemplateItem = z
  .object({ ...templateFields, broadcasts: z.int().min(0).describe('How many broadcasts use it.') })
  .meta({ id: 'WhatsappTemplateItem', description: 'A template of a WhatsApp account, in one language.' })

export const ShownTemplate = z
  .object(templateFields)
  .meta({ id: 'WhatsappTemplate', description: 'A template of a WhatsApp account, in one language.' })

export const ShownTrouble = z
  .object({
    code: z.enum(troubleCodes),
    since: timestamp().nullable().describe('Null: not known.'),
    until: timestamp()
      .nullable()
      .describe('When WhatsApp lifts it by itself; null: not known, or somebody must mend it.'),
    reason: z.string().nullable().describe("Says it in English, or in WhatsApp's words."),
    whatsapp_code: z.string().nullable().describe("WhatsApp's word or code."),
    missing: z.array(z.string()).describe('Values that the template needs and the newest message lacks.'),
    unknown: z.array(z.string()).describe('Values of the newest message that the template does not have.'),
    count: z.int().describe('Messages that WhatsApp has refused for it, of the newest 50.'),
  })
  .meta({ id: 'TemplateTrouble', description: 'Why messages of a broadcast are refused, or would be.' })

export const UsingBroadcast = z
  .object({
    _id: z.string(),
    name: z.string(),
    whatsapp_template_id: z.string(),
    sender_name: z.string(),
    last_at: timestamp().nullable().describe('When its newest template message was made.'),
    messages_of_day: z
      .int()
      .describe(`Its messages of the last 24 hours; at most ${messagesMax} are counted.`),
    troubles: z.array(ShownTrouble).describe('The heaviest first; empty: nothing is wrong.'),
  })
  .meta({ id: 'BroadcastOfTemplate', description: 'A broadcast that uses a template.' })

/** Returns a template as the management API shows it. */
export function shownTemplate(row: ShownTemplateRow): z.input<typeof ShownTemplate> {
  const { business_account_id: _account, ...rest } = row
  const reading = templateVariables({ ...row, name: row.provider_name })
  return {
    ...rest,
    status_until: pauseEnd(row),
    variables: reading.kind === 'sendable' ? [...reading.variables] : null,
    unsendable: reading.kind === 'unsendable' ? reading.fault : null,
  }
}

/** Returns a broadcast that uses a template as the management API shows it. */
export function shownUse(template: ShownTemplateRow, row: UsingBroadcastRow): z.input<typeof UsingBroadcast> {
  const { _id, name, whatsapp_template_id, sender_name, last_at, messages_of_day } = row
  const troubles = troublesOf(template, row)
  return { _id, name, whatsapp_template_id, sender_name, last_at, messages_of_day, troubles }
}
