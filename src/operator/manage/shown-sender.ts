import { z } from 'zod'
import { timestamp } from '../../http/timestamp.ts'
import { senderStandings } from '../../whatsapp/senders/sender-standing.ts'
import { SenderCheck } from '../../whatsapp/senders/shown-check.ts'

/** The fields of a WhatsApp sender that requests set. */
export const senderFields = {
  name: z.string(),
  phone_number_id: z.string().describe("WhatsApp's id of the number."),
  business_account_id: z.string().describe('The WhatsApp Business Account, which owns the templates.'),
  display_phone_number: z.string().describe('E.164.'),
  status: z.enum(['connected', 'disconnected']),
  catalog_id: z.string().nullable(),
  api_url: z.string().nullable().describe("Null: that of WhatsApp's public API."),
  messages_per_second: z.number(),
}

/** Its secrets, which no response shows. */
export const senderSecrets = {
  access_token: z.string().describe('Never shown; left out, the stored one stays.'),
  app_secret: z.string().describe('Signs the webhooks of WhatsApp. Never shown.'),
  verify_token: z
    .string()
    .describe("The word that is given to WhatsApp with the webhook's address. Never shown."),
}

const setAt = () => timestamp().nullable().describe('Null: before this was kept.')

/** What the service knows of a sender beside its fields. */
export const senderShown = {
  access_token_set_at: setAt(),
  app_secret_set_at: setAt(),
  verify_token_set_at: setAt(),
  standing: z
    .object({
      code: z.enum(senderStandings),
      since: timestamp().nullable(),
      until: timestamp()
        .nullable()
        .describe('When it ends by itself; null: not known, or somebody must mend it.'),
      reason: z.string().nullable().describe("Says it in English, or in WhatsApp's word."),
    })
    .describe('Whether it can send, and what keeps it from that, by its last report.'),
  webhook_url: z.string().describe('The address that WhatsApp is to send its webhooks to.'),
  last_webhook_at: timestamp()
    .nullable()
    .describe('When its last webhook came, at most 10 s too early; null: never, or before this was kept.'),
  last_fault: z
    .object({
      at: timestamp(),
      until: timestamp().nullable().describe('Until when WhatsApp asks for a pause.'),
      code: z.string(),
      reason: z.string(),
    })
    .nullable()
    .describe("WhatsApp's newest error that is about the sender itself."),
  checked_at: timestamp().nullable(),
  check_result: SenderCheck.nullable(),
  notice: z
    .object({
      at: timestamp(),
      field: z.string(),
      event: z.string().nullable(),
      limit: z.string().nullable(),
    })
    .nullable()
    .describe("WhatsApp's newest notice about the number or its account."),
  templates_read_at: timestamp().nullable(),
  templates_fault: z.string().nullable().describe('Why its templates could not be read the last time.'),
}
