import { z } from 'zod'
import { checkAgent } from '../../agents/check-agent.ts'
import { agentFields, HttpTool, otherTools } from '../../agents/definition.ts'
import { checkText, templateCharsMax } from '../../base/fill-text.ts'
import { isE164 } from '../../base/phone-number.ts'
import { calleeZone } from '../../campaigns/campaign-hours.ts'
import { callDirections, campaignStatuses, campaignTypes, retryOutcomes } from '../../campaigns/queries.ts'
import { CallSettings } from '../../guards/call-settings.ts'
import { scopes } from '../../keys/api-key.ts'
import { DeclaredProjectRate, DeclaredRate } from '../../keys/limits/rates.ts'
import { projectStatuses } from '../../projects/queries.ts'
import { modelKinds } from '../../providers/models/model-client.ts'
import { endpointFields, endpointsMax, SigningSecret } from '../../webhooks/endpoints/endpoint-fields.ts'
import { templateCategories } from '../../whatsapp/templates/template-changes.ts'
import { templateStatuses } from '../../whatsapp/templates/template-status.ts'
import { CallingHours } from './calling-hours.ts'
import {
  AccessToken,
  ApiUrl,
  Country,
  Digits,
  Instant,
  Language,
  Name,
  Reference,
  Secret,
  TimeZone,
} from './fields.ts'

/** A phone number in any spelling; later it is converted to E.164 with the project's country. */
const PhoneText = z.string().min(1).max(64)

const VoiceCarrier = z.strictObject({
  name: Name,
  kind: z.enum(['twilio']),
  account_sid: z.string().regex(/^AC[0-9a-fA-F]{32}$/, 'must be AC and 32 hexadecimal digits'),
  auth_token: Secret.optional(),
  api_url: ApiUrl.nullable().default(null),
  calls_per_second: z.number().positive().max(1_000).default(1),
  /**
   * After an attempt with unknown outcome, how long the carrier must have listed no such call before the attempt counts
   * as never placed (Rules 46 and 66).
   */
  unknown_grace_seconds: z.int().min(1).max(3_600).default(300),
})

const CallerId = z.strictObject({
  number: PhoneText,
  carrier: Reference,
  /** The campaign that answers calls to the number; null: nobody does. */
  inbound_campaign: Reference.nullable().default(null),
})

/** The workflow domain checks the definition, which finds more than a schema can. */
const Workflow = z.strictObject({
  name: Name,
  definition: z
    .unknown()
    .refine((definition) => definition !== undefined && definition !== null, 'is required'),
})

const Retry = z.strictObject({
  max_attempts: z.int().min(1).max(100),
  delay_minutes: z.number().min(0).max(10_080).default(30),
  on: z
    .array(z.enum(retryOutcomes))
    .max(retryOutcomes.length)
    .refine((on) => new Set(on).size === on.length, 'must not name an outcome twice')
    .default(['no_answer', 'busy', 'failed']),
})

const Script = z
  .string()
  .min(1)
  .max(templateCharsMax)
  .superRefine((script, context) => {
    const fault = checkText(script)
    if (fault !== null) context.addIssue({ code: 'custom', message: `must be Liquid: ${fault}` })
  })

const callersHours = 'an inbound campaign has no callee whose time zone could apply'

/** May lack what a call needs: a campaign that is not ready may be declared (Rule 59). */
const Campaign = z
  .strictObject({
    name: Name,
    status: z.enum(campaignStatuses).default('draft'),
    call_direction: z.enum(callDirections).default('outbound'),
    campaign_type: z.enum(campaignTypes),
    workflow: Reference.nullable().default(null),
    agent: Reference.nullable().default(null),
    script: Script.nullable().default(null),
    voice: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/,
        'must be the name of a voice at the carrier, such as alice',
      )
      .nullable()
      .default(null),
    caller_id: PhoneText.nullable().default(null),
    calling_hours: CallingHours.nullable().default(null),
    slots: z.int().min(1).max(10_000).default(1),
    retry: Retry.nullable().default(null),
    ring_timeout_seconds: z.int().min(5).max(600).default(30),
    /**
     * Whether the carrier detects answering machines. The call to a machine is hung up, with the outcome `voicemail`.
     */
    machine_detection: z.boolean().default(false),
    ends_at: Instant.nullable().default(null),
    /**
     * Is said to callers outside the calling hours, or while the campaign is on hold or has ended; null: a text of the
     * service.
     */
    closed_message: Script.nullable().default(null),
    /** Is said to callers while all slots are taken; null: a text of the service. */
    busy_message: Script.nullable().default(null),
  })
  .refine((campaign) => campaign.machine_detection || !campaign.retry?.on.includes('voicemail'), {
    path: ['retry', 'on'],
    error: 'names voicemail, which needs machine_detection: true',
  })
  .superRefine(({ call_direction, calling_hours }, context) => {
    if (call_direction !== 'inbound' || calling_hours === null) return
    const field = calling_hours.timezone === calleeZone ? 'timezone' : 'also_callee'
    if (field === 'also_callee' && calling_hours.also_callee !== true) return
    const message = `${field === 'timezone' ? 'must be an IANA time zone' : 'must be left out'}: ${callersHours}`
    context.addIssue({ code: 'custom', path: ['calling_hours', field], message })
  })

/** The number of a test account, such as +1 555 078 3881, is in no numbering plan. It is only shown, never called. */
const DisplayPhoneNumber = z
  .string()
  .max(64)
  .refine((text) => isE164(text.replace(/[\s().-]/g, '')), 'must be a number such as "+14155550199"')
  .transform((text) => text.replace(/[\s().-]/g, ''))

const WhatsappSender = z.strictObject({
  name: Name,
  phone_number_id: Digits,
  business_account_id: Digits,
  display_phone_number: DisplayPhoneNumber,
  access_token: AccessToken.optional(),
  app_secret: Secret.optional(),
  verify_token: Secret.optional(),
  status: z.enum(['connected', 'disconnected']).default('connected'),
  catalog_id: Digits.nullable().default(null),
  api_url: ApiUrl.nullable().default(null),
  messages_per_second: z.number().positive().max(1_000).default(80),
})

/** A component as the provider returns it: `{ type: 'BODY', text: 'Hello {{name}}', … }`. */
const Component = z.looseObject({ type: z.string().min(1).max(50) })

export const WhatsappTemplate = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9_]{1,512}$/, 'must be lower-case letters, digits and "_", as the provider has it'),
  sender: Reference,
  language: z
    .string()
    .regex(/^[a-z]{2,3}([_-][A-Za-z]{2,4})?$/, 'must be a template language such as en or pt_BR')
    // The provider writes both forms, and accepts this one.
    .transform((language) => language.replace('-', '_')),
  category: z.enum(templateCategories),
  status: z.enum(templateStatuses),
  components: z.array(Component).max(20),
})

const Broadcast = z.strictObject({
  name: Name,
  sender: Reference,
  template: Reference.nullable().default(null),
})

const ModelAccount = z.strictObject({
  name: Name,
  kind: z.enum(modelKinds),
  base_url: ApiUrl,
  model: z.string().min(1).max(200),
  api_key: Secret.nullable().optional(),
  output_field: z
    .string()
    .regex(/^[a-z_]{1,64}$/, 'must be a field of the request, such as max_completion_tokens')
    .nullable()
    .default(null),
  /** Further fields of each request. */
  extra: z.record(z.string().min(1).max(64), z.json()).default({}),
})

const Agent = z
  .strictObject({
    name: Name,
    ...agentFields,
    model: Reference,
    /** Asked where `model` is busy, silent or breaks off. */
    fallback: Reference.nullable().default(null),
    whatsapp: z
      .strictObject({
        broadcast: Reference,
        ...agentFields.whatsapp.unwrap().unwrap().shape,
        /** A broadcast with a template, which is sent when the window of 24 hours has closed. */
        after_window: Reference.nullable().default(null),
      })
      .nullable()
      .default(null),
    tools: z
      .array(z.discriminatedUnion('kind', [...otherTools, HttpTool.extend({ secret: Secret.optional() })]))
      .max(50)
      .default([]),
  })
  .superRefine((agent, context) => {
    for (const { path, message } of checkAgent(agent))
      context.addIssue({ code: 'custom', path: [...path], message })
  })

export const ApiKey = z.strictObject({
  name: Name,
  scopes: z
    .array(z.enum(scopes))
    .max(scopes.length)
    .refine((granted) => new Set(granted).size === granted.length, 'must not name a scope twice')
    .default([]),
  /** Left out, a stored key keeps its own, and a new one gets the usual. */
  rate: DeclaredRate.nullish(),
})

const WebhookEndpoint = z.strictObject({
  name: Name,
  ...endpointFields,
  /** A new endpoint without one gets a new one. */
  secret: SigningSecret.optional(),
})

/** Keywords are compared without case, accents and punctuation, so one of punctuation alone would match nothing. */
const TicketKeyword = z
  .string()
  .max(100)
  .refine((keyword) => keyword === keyword.trim(), 'must not begin or end with a blank')
  .refine((keyword) => /[\p{L}\p{N}]/u.test(keyword), 'must have a letter or a digit')

const KeptDays = z.int().min(1).max(36_500).nullable().default(null)

const Retention = z.strictObject({
  transcripts: KeptDays,
  messages: KeptDays,
  events: KeptDays,
  audit: KeptDays,
})

const Project = z.strictObject({
  name: Name,
  status: z.enum(projectStatuses).default('active'),
  language: Language.default('en'),
  timezone: TimeZone.default('UTC'),
  default_country: Country.nullable().default(null),
  /** A WhatsApp message that contains one of these words opens a ticket. */
  ticket_keywords: z.array(TicketKeyword).max(100).default([]),
  /** What all agents of the project may ask of models in a day (UTC). */
  model_tokens_a_day: z.int().min(1_000).max(1_000_000_000_000).nullable().default(null),
  /** `as_needed`: events are kept while the project has a webhook endpoint, or a key that reads them. */
  events: z.enum(['as_needed', 'keep']).default('as_needed'),
  /** How many days the project keeps what was said, written, published and changed. */
  retention: Retention.nullable().default(null),
  /** How many requests all keys of the project may make together. Left out, a stored project keeps its own. */
  requests_per_second: DeclaredProjectRate.nullish(),
  voice_carriers: z.array(VoiceCarrier).max(100).default([]),
  caller_ids: z.array(CallerId).max(10_000).default([]),
  workflows: z.array(Workflow).max(1_000).default([]),
  whatsapp_senders: z.array(WhatsappSender).max(1_000).default([]),
  whatsapp_templates: z.array(WhatsappTemplate).max(6_000).default([]),
  broadcasts: z.array(Broadcast).max(10_000).default([]),
  model_accounts: z.array(ModelAccount).max(100).default([]),
  agents: z.array(Agent).max(1_000).default([]),
  campaigns: z.array(Campaign).max(1_000).default([]),
  api_keys: z.array(ApiKey).max(1_000).default([]),
  webhook_endpoints: z.array(WebhookEndpoint).max(endpointsMax).default([]),
})

/** The largest balance of sends or links: the maximum of an `integer` column. */
const balanceMax = 2_147_483_647

const Plan = z.strictObject({
  status: z.enum(['active', 'inactive']).default('active'),
  whatsapp_sends: z.int().min(0).max(balanceMax).default(1_000),
  links: z.int().min(0).max(balanceMax).default(500),
})

const Organization = z.strictObject({
  name: Name,
  plan: Plan.prefault({}),
  /** What the organization may ring: the guards against toll fraud. */
  calls: CallSettings.nullable().default(null),
  projects: z.array(Project).max(1_000).default([]),
})

/**
 * The whole declaration, field by field, with the defaults of Rule 59. An optional field that is left out gets its
 * default, and so does a null if the field may be empty. A secret that is left out stays undefined, which means the
 * stored one. Checks across records (repeated names, references, workflow definitions) come later.
 */
export const Declaration = z.strictObject({ organizations: z.array(Organization).max(1_000) })

export type Declaration = z.output<typeof Declaration>
export type DeclaredOrganization = Declaration['organizations'][number]
export type DeclaredProject = DeclaredOrganization['projects'][number]
export type DeclaredCampaign = DeclaredProject['campaigns'][number]
export type DeclaredAgent = DeclaredProject['agents'][number]
