import { z } from 'zod'
import { templateCharsMax } from '../base/fill-text.ts'
import { isE164 } from '../base/phone-number.ts'
import { claimPatternCharsMax, claimsMax } from './guard/claims.ts'

/** A name that models and declarations use: of a tool, of a destination, of a property. */
const Word = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    'must have 1 to 64 lower-case letters, digits and "_", and begin with a letter',
  )
const Template = z.string().min(1).max(4_000)
const Line = z.string().min(1).max(500)
const LanguageTag = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language tag such as "en-US"')

/** How speech is made and understood by the carrier. Absent members are the carrier's defaults. */
const Speech = z.strictObject({
  tts_provider: z.enum(['ElevenLabs', 'Google', 'Amazon']).optional(),
  voice: z.string().min(1).max(100).optional(),
  transcription_provider: z.enum(['Deepgram', 'Google']).optional(),
  speech_model: z.string().min(1).max(100).optional(),
  /** Words that the transcription should expect. */
  hints: z.array(z.string().min(1).max(100)).max(100).default([]),
  /** What interrupts the agent. */
  interruptible: z.enum(['none', 'dtmf', 'speech', 'any']).default('any'),
  interrupt_sensitivity: z.enum(['low', 'medium', 'high']).optional(),
  text_normalization: z.enum(['on', 'auto', 'off']).optional(),
})

const PropertyRule = z.union([
  z.strictObject({ one_of: z.array(z.string().min(1).max(100)).min(1).max(50) }),
  z.strictObject({ type: z.enum(['text', 'number', 'boolean', 'instant']) }),
])

const LookUpTool = z.strictObject({ kind: z.literal('look_up'), limit: z.int().min(1).max(10).default(3) })
const OpenTicketTool = z.strictObject({ kind: z.literal('open_ticket') })
const SwitchLanguageTool = z.strictObject({ kind: z.literal('switch_language') })
const PressKeysTool = z.strictObject({ kind: z.literal('press_keys') })
const HandOverTool = z.strictObject({ kind: z.literal('hand_over') })
const EndCallTool = z.strictObject({ kind: z.literal('end_call') })
const UpdatePropertyTool = z.strictObject({
  kind: z.literal('update_property'),
  properties: z.record(Word, PropertyRule).refine((rules) => Object.keys(rules).length > 0, 'must name one'),
})
const TransferTool = z.strictObject({
  kind: z.literal('transfer'),
  /** A name for each number that the agent may transfer to. */
  to: z
    .record(Word, z.string().refine(isE164, 'must be a number such as "+14155550123"'))
    .refine((numbers) => Object.keys(numbers).length > 0, 'must name one'),
})
export const HttpTool = z.strictObject({
  kind: z.literal('http'),
  name: Word,
  description: z.string().min(1).max(1_000),
  url: z.url({ protocol: /^https?$/ }).max(1_000),
  /** A JSON Schema of the arguments; its root is an object. */
  parameters: z.record(z.string(), z.unknown()),
  /** A `write` is never repeated by itself. */
  effect: z.enum(['read', 'write']).default('read'),
  /** The endpoint does one thing once for an `Idempotency-Key`. */
  idempotent: z.boolean().default(false),
  /** Is asked word for word; the tool runs only in a later turn. */
  confirm: Line.nullable().default(null),
})

/** The tools besides `http`, whose declaration has a secret too. */
export const otherTools = [
  LookUpTool,
  OpenTicketTool,
  SwitchLanguageTool,
  PressKeysTool,
  HandOverTool,
  EndCallTool,
  UpdatePropertyTool,
  TransferTool,
] as const

/** A tool of an agent. What a model may call is this closed list. */
const Tool = z.discriminatedUnion('kind', [...otherTools, HttpTool])

const Limits = z.strictObject({
  /** The most agent turns in one conversation. */
  turns: z.int().min(1).max(500).default(40),
  /** The longest call, from its answer. */
  seconds: z.int().min(10).max(7_200).default(600),
  /** The most requests to the model in one turn. */
  steps: z.int().min(1).max(20).default(5),
  silence_seconds: z.int().min(2).max(60).default(8),
  /** The longest answer. */
  reply_characters: z.int().min(50).max(4_000).default(500),
  /** The most tokens of one conversation, over all models. */
  tokens: z.int().min(1_000).max(10_000_000).default(60_000),
  /** The most tokens of this agent in one day (UTC). */
  tokens_a_day: z.int().min(1_000).max(10_000_000_000).default(5_000_000),
})

/** What the service itself says for the agent. */
const Lines = z.strictObject({
  wait: Line.default('One moment.'),
  silence: Line.default('Are you still there?'),
  resume: Line.default('Sorry, we were cut off.'),
  broken: Line.default('Sorry, could you say that again?'),
  over_limit: Line.default('A colleague will call you back.'),
  opted_out: Line.default('I have noted that you want no more calls.'),
  goodbye: Line.default('Goodbye.'),
})

/** What an agent is, without its references to other records and the secrets of its tools, which are stored apart. */
export const agentFields = {
  /** What the agent is for. The model reads it; Meta allows only assistants for a task. */
  purpose: z.string().min(1).max(1_000),
  /**
   * Liquid: `customer.*`, `project.*`, `channel`, `today`, `weekday`, `timezone`. Filled once, when a conversation
   * begins.
   */
  prompt: z.string().min(1).max(templateCharsMax),
  first_line: Template.nullable().default(null),
  /** Is said after the first line; `false` only with a reason. */
  disclosure: z.union([Line, z.literal(false)]).default('I am an automated assistant.'),
  disclosure_why: z.string().min(1).max(500).nullable().default(null),
  /** The first is spoken first. */
  languages: z.array(LanguageTag).min(1).max(10).default(['en-US']),
  speech: Speech.nullable().default(null),
  /** Where a speech provider fails. */
  speech_fallback: Speech.nullable().default(null),
  /** How chats are answered; null: none are. */
  whatsapp: z
    .strictObject({
      /** How long the agent waits for the next message before it answers, from the last one. */
      gather_seconds: z.number().min(0).max(15).default(2.5),
    })
    .nullable()
    .default(null),
  tools: z.array(Tool).max(50).default([]),
  claims: z
    .array(z.strictObject({ pattern: z.string().min(1).max(claimPatternCharsMax), needs: Word }))
    .max(claimsMax)
    .default([]),
  limits: Limits.prefault({}),
  lines: Lines.prefault({}),
}

/** The schema of a stored revision: its purpose, what it says first, its tools, and its limits. */
export const AgentDefinition = z.strictObject(agentFields)

export type AgentDefinition = z.output<typeof AgentDefinition>
export type AgentTool = AgentDefinition['tools'][number]
export type HttpToolDefinition = Extract<AgentTool, { kind: 'http' }>
export type AgentSpeech = NonNullable<AgentDefinition['speech']>
/** The service's own lines, filled with the conversation's values. */
export type AgentLines = AgentDefinition['lines']
/** The channels on which an agent holds conversations. */
export const agentChannels = ['voice', 'whatsapp', 'web'] as const
export type AgentChannel = (typeof agentChannels)[number]

/** Returns the name by which a model calls the tool. */
export function toolName(tool: AgentTool): string {
  return tool.kind === 'http' ? tool.name : tool.kind
}
