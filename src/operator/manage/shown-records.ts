import { z } from 'zod'
import { checkStates } from '../../calls/check-queries.ts'
import { callDirections, campaignStatuses, campaignTypes, retryOutcomes } from '../../campaigns/queries.ts'
import { timestamp } from '../../http/timestamp.ts'
import { projectStatuses } from '../../projects/queries.ts'

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
  definition: z.record(z.string(), z.unknown()).describe('By workflow.schema.json.'),
}

const campaignFields = {
  name: z.string(),
  status: z.enum(campaignStatuses),
  call_direction: z.enum(callDirections),
  campaign_type: z.enum(campaignTypes),
  workflow: z.string().nullable().describe('The name of a workflow of the project.'),
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
          reason: z.string().nullable().describe('In English; null where the carrier accepts them.'),
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
  campaigns: shape('Campaign', campaignFields, {
    shown: {
      workflow_id: z.string().nullable(),
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
}

export const ShownChange = z
  .object({
    path: z.string().describe('Such as `calling_hours.windows[1].to`.'),
    before: z.unknown().describe('Null for a secret, and for what was not set.'),
    after: z.unknown().describe('`changed` for a secret.'),
  })
  .meta({ id: 'ChangedField' })

export const ShownEffect = z
  .object({
    code: z.string(),
    sentence: z.string().describe('In English.'),
    count: z.int().min(1).describe('How many calls or campaigns it concerns.'),
  })
  .meta({ id: 'Effect', description: 'What an edit does beyond the record.' })

export const DryRun = z
  .object({ changes: z.array(ShownChange), effects: z.array(ShownEffect) })
  .meta({ id: 'DryRun', description: 'What the edit would do. Nothing was changed.' })
