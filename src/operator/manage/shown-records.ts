import { z } from 'zod'
import { checkStates } from '../../calls/check-queries.ts'
import { callDirections, campaignStatuses, campaignTypes, retryOutcomes } from '../../campaigns/queries.ts'
import { modelKinds } from '../../providers/models/model-client.ts'
import { timestamp } from '../../http/timestamp.ts'
import { SenderCheck } from '../../whatsapp/senders/shown-check.ts'
import { senderStandings } from '../../whatsapp/senders/sender-standing.ts'
import { projectStatuses } from '../../projects/queries.ts'
import { Preview, StatusCounts } from '../../whatsapp/view/shown-parts.ts'
import { templateStatuses } from '../../whatsapp/templates/template-status.ts'

/** Who changed a record last. */
export const LastChange = z
  .object({
    _id: z.string(),
    at: timestamp(),
    actor_kind: z.string(),
    actor_name: z.string(),
    via: z.string(),
  })
  .meta({ id: 'LastChange', description: 'The newest entry of the record in the changes.' })

const recordFields = {
  _id: z.string(),
  revision: z.int().min(1).describe('Raised by each change; the `ETag` is this number in quotes.'),
  created_at: timestamp(),
  updated_at: timestamp(),
  last_change: LastChange.nullable().describe('Null: nothing was changed since changes are stored.'),
}

const organizationFields = {
  name: z.string(),
  plan: z.object({
    status: z.enum(['active', 'inactive']).describe('Inactive: calls and messages are refused.'),
    whatsapp_sends: z.int().min(0),
    links: z.int().min(0).describe('Pages of domains and URLs in the knowledge base.'),
  }),
}

const projectFields = {
  name: z.string(),
  status: z.enum(projectStatuses),
  language: z.string().describe('BCP 47.'),
  timezone: z.string(),
  default_country: z.string().nullable(),
  ticket_keywords: z.array(z.string()),
  model_tokens_a_day: z
    .int()
    .nullable()
    .describe('What all agents may ask of models in a day (UTC). Null: unbounded.'),
}

const carrierFields = {
  name: z.string(),
  kind: z.literal('twilio'),
  account_sid: z.string(),
  api_url: z.string().nullable().describe('Null: that of the carrier.'),
  calls_per_second: z.number(),
  unknown_grace_seconds: z.int(),
}

const callerIdFields = {
  number: z.string().describe('E.164; any spelling is taken.'),
  carrier: z.string().describe('The name of a carrier account of the project.'),
}

const workflowFields = {
  name: z.string(),
  definition: z.record(z.string(), z.unknown()).describe('Follows workflow.schema.json.'),
}

const campaignFields = {
  name: z.string(),
  status: z.enum(campaignStatuses),
  call_direction: z.enum(callDirections),
  campaign_type: z.enum(campaignTypes),
  workflow: z.string().nullable().describe('The name of a workflow of the project.'),
  agent: z.string().nullable().describe('The name of an agent of the project.'),
  script: z.string().nullable(),
  voice: z.string().nullable(),
  caller_id: z.string().nullable().describe('The number of a caller ID of the project.'),
  calling_hours: z
    .object({
      timezone: z.string(),
      windows: z.array(z.object({ days: z.array(z.string()), from: z.string(), to: z.string() })),
      closed_dates: z.array(z.string()),
    })
    .nullable()
    .describe('Null: always open.'),
  slots: z.int(),
  retry: z
    .object({ max_attempts: z.int(), delay_minutes: z.number(), on: z.array(z.enum(retryOutcomes)) })
    .nullable()
    .describe('Null: a call is tried once.'),
  ring_timeout_seconds: z.int(),
  machine_detection: z.boolean(),
  ends_at: timestamp().nullable(),
}

const senderFields = {
  name: z.string(),
  phone_number_id: z.string().describe("WhatsApp's id of the number."),
  business_account_id: z.string().describe('The WhatsApp Business Account, which owns the templates.'),
  display_phone_number: z.string().describe('E.164.'),
  status: z.enum(['connected', 'disconnected']),
  catalog_id: z.string().nullable(),
  api_url: z.string().nullable().describe("Null: that of WhatsApp's public API."),
  messages_per_second: z.number(),
}

const senderSecrets = {
  access_token: z.string().describe('Is shown nowhere; left out, the stored one stays.'),
  app_secret: z.string().describe('Signs the webhooks of WhatsApp. Is shown nowhere.'),
  verify_token: z
    .string()
    .describe("The word that is given to WhatsApp with the webhook's address. Is shown nowhere."),
}

const setAt = () => timestamp().nullable().describe('Null: before this was kept.')

const senderShown = {
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

const broadcastFields = {
  name: z.string(),
  sender: z.string().describe('The name of a WhatsApp sender of the project.'),
  template: z
    .string()
    .nullable()
    .describe('The name of a WhatsApp template of the project. Null: it sends free-form messages only.'),
}

const modelAccountFields = {
  name: z.string(),
  kind: z.enum(modelKinds).describe('The protocol of the server.'),
  base_url: z.string().describe('Without the operation, such as `https://api.openai.com/v1`.'),
  model: z.string().describe("The provider's name of the model."),
  output_field: z
    .string()
    .nullable()
    .describe("The field that bounds an answer's tokens; null: `max_tokens`."),
  extra: z.record(z.string(), z.unknown()).describe('Further fields of each request.'),
}

/** The tools and other nested fields are those of the declaration, which checks them. */
const shownAgentFields = {
  name: z.string(),
  purpose: z.string().describe('What the agent is for. The model reads it.'),
  prompt: z.string().describe('Liquid; filled once, when a conversation begins.'),
  model: z.string().describe('The name of a model account of the project.'),
  fallback: z.string().nullable().describe('Asked where `model` fails.'),
  first_line: z.string().nullable(),
  disclosure: z.union([z.string(), z.literal(false)]).describe('Is said after the first line.'),
  disclosure_why: z.string().nullable().describe('Why nothing is disclosed; required with `false`.'),
  languages: z.array(z.string()).describe('The first is spoken first.'),
  speech: z.record(z.string(), z.unknown()).nullable(),
  speech_fallback: z.record(z.string(), z.unknown()).nullable(),
  tools: z
    .array(z.record(z.string(), z.unknown()))
    .describe('The tools as the declaration has them. The secret of an `http` tool is shown nowhere.'),
  claims: z
    .array(z.object({ pattern: z.string(), needs: z.string() }))
    .describe('Sentences that are held back until a tool has succeeded.'),
  limits: z.record(z.string(), z.number()),
  lines: z.record(z.string(), z.string()).describe('What the service itself says for the agent.'),
  whatsapp: z
    .object({
      broadcast: z.string(),
      gather_seconds: z.number(),
      after_window: z.string().nullable(),
    })
    .nullable()
    .describe('Null: it answers no chats on WhatsApp.'),
}

/** Returns the schema of what a request sends: the fields that it sets, which the declaration's own checks judge. */
function inputOf(id: string, fields: z.ZodRawShape, description: string) {
  return z.record(z.string(), z.unknown()).meta({
    id,
    description,
    jsonSchema: {
      ...z.toJSONSchema(z.object(fields).partial()),
      $schema: undefined,
      additionalProperties: false,
    },
  })
}

const declared = 'The fields of the declaration. One that is null or left out has its default.'
const patched =
  'The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole.'

function shape(
  id: string,
  fields: z.ZodRawShape,
  more: { secrets?: z.ZodRawShape; shown?: z.ZodRawShape } = {},
) {
  return {
    Shown: z.object({ ...fields, ...recordFields, ...more.shown }).meta({ id: `Configured${id}` }),
    Input: inputOf(`New${id}`, { ...fields, ...more.secrets }, declared),
    Patch: inputOf(`${id}Patch`, { ...fields, ...more.secrets }, patched),
  }
}

/** The schemas of organizations. */
export const organizationShape = shape('Organization', organizationFields, {
  shown: {
    use: z.object({
      projects: z.int().min(0),
      sends_used: z.int().min(0).describe('Those in progress included.'),
      links_used: z.int().min(0),
    }),
  },
})

/** The schemas of the configured records that the management API edits. */
export const shapes = {
  projects: shape('Project', projectFields),
  voice_carriers: shape('VoiceCarrier', carrierFields, {
    secrets: { auth_token: z.string().describe('Is shown nowhere; left out, the stored one stays.') },
    shown: {
      auth_token_set_at: timestamp().nullable().describe('Null: before this was kept.'),
      last_check: z
        .object({
          state: z.enum(checkStates),
          reason: z.string().nullable().describe('Says why in English; null where the carrier accepts them.'),
          since: timestamp(),
          checked_at: timestamp(),
        })
        .nullable()
        .describe('What the carrier said about its credentials; null: not checked since it was changed.'),
      held_until: timestamp()
        .nullable()
        .describe('Until when it takes no calls, since the carrier refused some or was not reached.'),
    },
  }),
  caller_ids: shape('CallerId', callerIdFields),
  workflows: shape('Workflow', workflowFields),
  whatsapp_senders: shape('WhatsappSender', senderFields, { secrets: senderSecrets, shown: senderShown }),
  campaigns: shape('Campaign', campaignFields, {
    shown: {
      workflow_id: z.string().nullable(),
      agent_id: z.string().nullable(),
      is_ready: z.boolean().describe('Whether it has what a call needs, whatever its status.'),
      lacks: z.string().nullable().describe('What it lacks for calls, as a sentence; null if it is ready.'),
      opening: z
        .object({
          is_open: z.boolean(),
          changes_at: timestamp()
            .nullable()
            .describe('When it closes or opens; null: not within the next days.'),
        })
        .describe('Its calling hours at this moment.'),
    },
  }),
  model_accounts: shape('ModelAccount', modelAccountFields, {
    secrets: { api_key: z.string().describe('Is shown nowhere; left out, the stored one stays.') },
    shown: {
      api_key_set_at: timestamp().nullable().describe('Null: it has no key.'),
    },
  }),
  agents: shape('Agent', shownAgentFields, {
    shown: {
      answers_sender: z
        .object({ _id: z.string(), name: z.string() })
        .nullable()
        .describe('The WhatsApp sender whose chats it answers; null: none.'),
      campaigns: z.int().min(0).describe('Campaigns that have not ended and give their calls to it.'),
    },
  }),
  broadcasts: shape('Broadcast', broadcastFields, {
    shown: {
      sender_state: z
        .object({
          _id: z.string(),
          status: z.enum(['connected', 'disconnected']),
          display_phone_number: z.string(),
        })
        .describe('The sender as it is now.'),
      template_state: z
        .object({
          _id: z.string(),
          language: z.string(),
          category: z.string(),
          status: z.enum(templateStatuses).describe('Only an approved one is sent.'),
          updated_at: timestamp(),
          preview: Preview,
        })
        .nullable()
        .describe('The template as it is now; null: it sends free-form messages only.'),
      counts: StatusCounts,
    },
  }),
}

export const ShownChange = z
  .object({
    path: z.string().describe('Is a path such as `calling_hours.windows[1].to`.'),
    before: z.unknown().describe('Null for a secret, and for what was not set.'),
    after: z.unknown().describe('`changed` for a secret.'),
  })
  .meta({ id: 'ChangedField' })

export const ShownEffect = z
  .object({
    code: z.string(),
    sentence: z.string().describe('Says it in English.'),
    count: z.int().min(1).describe('How many calls or campaigns it concerns.'),
  })
  .meta({ id: 'Effect', description: 'What an edit does beyond the record.' })

export const DryRun = z
  .object({ changes: z.array(ShownChange), effects: z.array(ShownEffect) })
  .meta({ id: 'DryRun', description: 'What the edit would do. Nothing was changed.' })
