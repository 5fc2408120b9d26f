import { z } from 'zod'
import { checkStates } from '../../calls/check-queries.ts'
import { callDirections, campaignStatuses, campaignTypes, retryOutcomes } from '../../campaigns/queries.ts'
import { guardedTypes } from '../../guards/call-settings.ts'
import { timestamp } from '../../http/timestamp.ts'
import { projectStatuses } from '../../projects/queries.ts'
import { modelKinds } from '../../providers/models/model-client.ts'
import { templateStatuses } from '../../whatsapp/templates/template-status.ts'
import { Preview, StatusCounts } from '../../whatsapp/view/shown-parts.ts'
import { effectCodes } from '../edit/effects.ts'
import { senderFields, senderSecrets, senderShown } from './shown-sender.ts'
import { webhookEndpointFields, webhookEndpointShown } from './shown-webhook-endpoint.ts'

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
    status: z.enum(['active', 'inactive']).describe('Inactive: WhatsApp messages are refused, calls go on.'),
    whatsapp_sends: z.int().min(0),
    links: z.int().min(0).describe('Pages of domains and URLs in the knowledge base.'),
  }),
  calls: z
    .object({
      countries: z.array(z.string()).nullable(),
      number_types: z.array(z.enum(guardedTypes)),
      dials_a_day: z.int(),
      minutes_a_day: z.int(),
      minutes_a_call: z.int(),
      spend_a_day: z.number().nullable(),
      rates: z.array(z.object({ prefix: z.string(), per_minute: z.number() })),
      number_dials_a_day: z.int(),
      number_dials_a_week: z.int(),
      block_dials_an_hour: z.int(),
      stop_covers_calls: z.boolean(),
    })
    .partial()
    .nullable()
    .describe(
      'What it may ring: the settings of the guards that differ from their defaults. Null: none does.',
    ),
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
  events: z
    .enum(['as_needed', 'keep'])
    .describe(
      '`as_needed`: events are kept while the project has a webhook endpoint, or a key that reads them.',
    ),
  retention: z
    .object({
      transcripts: z.int().nullable(),
      messages: z.int().nullable(),
      events: z.int().nullable(),
      audit: z.int().nullable(),
    })
    .nullable()
    .describe('After how many days each kind is removed. Null: it is kept; events 30 days, and audit 400.'),
  requests_per_second: z
    .union([z.int(), z.literal('none')])
    .describe('How many requests all its keys may make together. `none`: there is no limit.'),
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
  inbound_campaign: z
    .string()
    .nullable()
    .describe('The name of the inbound campaign that answers calls to it; null: nobody does.'),
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
      timezone: z.string().describe('IANA name, or `callee`: the hours hold where the callee is.'),
      also_callee: z.boolean().optional().describe('Whether they hold where the callee is, too.'),
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
  closed_message: z
    .string()
    .nullable()
    .describe('Said to callers of an inbound campaign while it is closed. Null: a text of the service.'),
  busy_message: z
    .string()
    .nullable()
    .describe('Said to callers while all its slots are taken. Null: a text of the service.'),
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
  fallback: z.string().nullable().describe('Asked where `model` is busy, silent or breaks off.'),
  first_line: z.string().nullable(),
  disclosure: z.union([z.string(), z.literal(false)]).describe('Said after the first line.'),
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
  const Shown = z.object({ ...fields, ...recordFields, ...more.shown }).meta({ id: `Configured${id}` })
  return {
    Shown,
    ShownToKeys: Shown.omit({ last_change: true }).meta({ id }),
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
    secrets: { auth_token: z.string().describe('Never shown; left out, the stored one stays.') },
    shown: {
      auth_token_set_at: timestamp().nullable().describe('Null: before this was kept.'),
      last_check: z
        .object({
          state: z.enum(checkStates),
          reason: z
            .string()
            .nullable()
            .describe('Why, in English; null where the carrier accepts the account.'),
          since: timestamp(),
          checked_at: timestamp(),
        })
        .nullable()
        .describe('What the carrier said about its credentials; null: not checked since it was changed.'),
      held_until: timestamp()
        .nullable()
        .describe('Until when it takes no calls, since the carrier refused some or was not reached.'),
      caller_ids: z.int().min(0).describe('The caller IDs that belong to it.'),
    },
  }),
  caller_ids: shape('CallerId', callerIdFields, {
    shown: {
      inbound_campaign_id: z.string().nullable(),
      voice_url: z
        .string()
        .describe('The address to which the number points at its carrier, so that calls to it come here.'),
      status_url: z.string().describe('The address to which the carrier reports the end of such calls.'),
    },
  }),
  workflows: shape('Workflow', workflowFields, {
    shown: {
      campaigns: z.int().min(0).describe('Campaigns that have not ended and follow it.'),
      first_campaigns: z
        .array(z.object({ _id: z.string(), name: z.string() }))
        .describe('The first five of them by name.'),
    },
  }),
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
    secrets: {
      api_key: z
        .string()
        .nullable()
        .describe('Never shown; left out, the stored one stays; null removes it.'),
    },
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
  webhook_endpoints: shape('WebhookEndpoint', webhookEndpointFields, {
    secrets: { secret: z.string().describe('`whsec_` and base64. Left out, a new endpoint gets one.') },
    shown: webhookEndpointShown,
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
    path: z.string().describe('A path such as `calling_hours.windows[1].to`.'),
    before: z.unknown().describe('Null for a secret, and for what was not set.'),
    after: z.unknown().describe('`changed` for a secret.'),
  })
  .meta({ id: 'ChangedField' })

export const ShownEffect = z
  .object({
    code: z.enum(effectCodes),
    sentence: z.string().describe('The same in English.'),
    count: z.int().min(1).describe('How many calls or campaigns it concerns.'),
    opens_at: timestamp()
      .nullable()
      .describe('When calls that wait for calling hours begin. Null: never, and for other codes.'),
    names: z
      .array(z.string())
      .describe('The values that no recent call had, such as `customer.plan`. Empty for other codes.'),
  })
  .meta({ id: 'Effect', description: 'What an edit does beyond the record.' })

export const DryRun = z
  .object({ changes: z.array(ShownChange), effects: z.array(ShownEffect) })
  .meta({ id: 'DryRun', description: 'What the edit would do. Nothing was changed.' })
