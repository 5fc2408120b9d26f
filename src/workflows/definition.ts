import { z } from 'zod'

/** The most steps of a workflow. */
export const stepsMax = 200

/** Names of steps and variables, without those that every JavaScript object inherits. */
const namePattern = /^(?!(?:constructor|prototype)$)[a-z][a-z0-9_]{0,63}$/
const nameRule =
  'a name has 1 to 64 lower-case letters, digits and "_", begins with a letter, and is neither "constructor" nor "prototype"'

const Name = z.string().regex(namePattern, nameRule)
const Next = Name.describe('The step that follows. Absent: the call ends.').optional()
const Text = z.string().min(1).max(4_000)
const Voice = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/,
    'a voice is the name by which the carrier knows it, such as "alice"',
  )
const Language = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'a language is a tag such as "en-US"')
const AudioUrl = z
  .string()
  .max(1_000)
  .refine(
    (url) => /^https?:\/\/[^\s{}]+$/.test(url) && URL.canParse(url),
    'is an absolute http or https address',
  )
const PhoneText = z.string().min(1).max(500)
const Scalar = z.union([z.string().max(200), z.number(), z.boolean()])

/** Speaks a text and goes on. */
const SayStep = z
  .strictObject({
    kind: z.literal('say').describe('Speaks a text.'),
    text: Text.describe('What is said, with Liquid: {{ customer.<key> }} and {{ variables.<name> }}.'),
    voice: Voice.describe("Instead of the workflow's voice.").optional(),
    language: Language.describe("Instead of the workflow's language.").optional(),
    next: Next,
  })
  .describe('Speaks a text and goes on.')

/** Plays a recording and goes on. */
const PlayStep = z
  .strictObject({
    kind: z.literal('play').describe('Plays a recording.'),
    url: AudioUrl.describe('Where the carrier fetches the recording, without signing in. No Liquid here.'),
    next: Next,
  })
  .describe('Plays a recording and goes on.')

/** Waits for the customer's input and stores it. */
export const ListenStep = z
  .strictObject({
    kind: z.literal('listen').describe('Waits for what the customer says or presses.'),
    text: Text.describe('The question, with Liquid; speaking or a key cuts it short.').optional(),
    url: AudioUrl.describe('A recording of the question; with a text too, it is played after it.').optional(),
    input: z
      .enum(['speech', 'keys', 'both'])
      .describe('What is listened for; with both, whichever comes first.')
      .default('both'),
    variable: Name.describe('Keeps the words or the keys; empty when nothing came.'),
    hints: z
      .array(z.string().min(1).max(100))
      .max(100)
      .describe('Words and phrases likely to be said; they help recognition.')
      .default([]),
    timeout_seconds: z
      .int()
      .min(1)
      .max(60)
      .describe('Silence after the question that counts as no input.')
      .default(5),
    keys_count: z.int().min(1).max(32).describe('Stops after so many keys. Absent: any number.').optional(),
    finish_on_key: z
      .string()
      .regex(/^[0-9*#]?$/, 'is one key (0 to 9, * or #), or empty for none')
      .describe('The key that ends the input; empty for none.')
      .default('#'),
    voice: Voice.describe("Instead of the workflow's voice.").optional(),
    language: Language.describe("Spoken and understood, instead of the workflow's language.").optional(),
    next: Next,
    no_input: Name.describe(
      'The step that follows silence. Absent: `next`, with the variable empty.',
    ).optional(),
  })
  .describe('Waits for what the customer says or presses, and keeps it in a variable.')

const tests = ['equals', 'one_of', 'contains', 'is_empty'] as const

/** One test of one variable, and the step that follows if it is true. */
export const Branch = z
  .strictObject({
    variable: z
      .string()
      .regex(
        /^(?:(?!(?:constructor|prototype)$)[a-z][a-z0-9_]{0,63}|customer\..{1,64})$/,
        'is the name of a variable, or "customer." and a key',
      )
      .describe('A variable that a listen, transfer, look_up or agent step sets, or `customer.<key>`.'),
    equals: Scalar.describe('Holds when the value is this.').optional(),
    one_of: z.array(Scalar).min(1).max(50).describe('Holds when the value is one of these.').optional(),
    contains: z
      .union([z.string().min(1).max(200), z.array(z.string().min(1).max(200)).min(1).max(50)])
      .describe('Holds when this word or phrase, or any one of these, is within the value.')
      .optional(),
    is_empty: z.boolean().describe('true holds when there is no value, false when there is one.').optional(),
    next: Name.describe('The step that follows when the test holds.'),
  })
  .refine((branch) => tests.filter((test) => branch[test] !== undefined).length === 1, {
    error: `has exactly one of ${tests.join(', ')}`,
  })
  .meta({
    description:
      'One test of one variable. Upper and lower case, blanks around and punctuation at the end make no difference.',
    oneOf: tests.map((test) => ({ required: [test] })),
  })

/** Goes to the step of the first branch whose test is true. */
export const ChooseStep = z
  .strictObject({
    kind: z.literal('choose').describe('Goes one way or another.'),
    branches: z.array(Branch).min(1).max(50).describe('Tried in order; the first that holds is taken.'),
    otherwise: Name.describe('The step that follows when no branch holds.'),
  })
  .describe('Goes one way or another by what variables hold.')

/** Connects the customer with another number. */
export const TransferStep = z
  .strictObject({
    kind: z.literal('transfer').describe('Calls another number and joins it with the customer.'),
    to: PhoneText.describe('The number in E.164; Liquid may read `customer`, not what was said or pressed.'),
    caller_id: PhoneText.describe("The number shown, likewise. Absent: the campaign's caller ID.").optional(),
    timeout_seconds: z.int().min(5).max(600).describe('How long it may ring.').default(30),
    variable: Name.describe('Keeps how it ended: completed, busy, no_answer or failed.').optional(),
    next: Name.describe(
      'The step that follows once the transfer has ended, however it ended. Absent: the call ends.',
    ).optional(),
  })
  .describe('Calls another number and joins it with the customer.')

/** Opens a ticket and goes on. */
export const OpenTicketStep = z
  .strictObject({
    kind: z.literal('open_ticket').describe('Opens a ticket for your people.'),
    subject: z
      .string()
      .min(1)
      .max(1_000)
      .describe('What it is about, in one line, with Liquid; cut after 1,000 characters.'),
    next: Next,
  })
  .describe('Opens a ticket that belongs to the conversation, and goes on without a word.')

/** Puts the customer's number on the do-not-call list, says so, and goes on. */
export const OptOutStep = z
  .strictObject({
    kind: z.literal('opt_out').describe('Puts the number on the do-not-call list.'),
    text: Text.describe(
      'Says so, with Liquid. Absent: one sentence in the language of the workflow.',
    ).optional(),
    voice: Voice.describe("Instead of the workflow's voice.").optional(),
    language: Language.describe("Instead of the workflow's language.").optional(),
    next: Next,
  })
  .describe('Puts the number of the customer on the do-not-call list, says so, and goes on.')

/** Searches the knowledge base and stores the passages. */
export const LookUpStep = z
  .strictObject({
    kind: z.literal('look_up').describe('Asks the knowledge base of the project.'),
    question: z
      .string()
      .min(1)
      .max(1_000)
      .describe('What is looked for, in words, with Liquid; cut after 500 characters.'),
    into: Name.describe('Keeps the best passages, up to 2,000 characters; empty if there are none.'),
    limit: z.int().min(1).max(5).describe('The most passages.').default(3),
    next: Next,
    otherwise: Name.describe(
      'The step that follows if nothing is found in time. Absent: `next`, with the variable empty.',
    ).optional(),
  })
  .describe('Looks a question up in the knowledge base and keeps the best passages in a variable.')

/** How an agent's part of a call ended. */
export const agentOutcomes = ['ended', 'transferred', 'opted_out', 'limit', 'failed'] as const
export type AgentOutcome = (typeof agentOutcomes)[number]

/** Hands the call to an agent and goes on by its outcome. */
export const AgentStep = z
  .strictObject({
    kind: z.literal('agent').describe('Hands the call to an agent.'),
    agent: z.string().min(1).max(200).describe('The name of an agent of the project that can end a call.'),
    variable: Name.describe(`Keeps how it ended: ${agentOutcomes.join(', ')}.`).optional(),
    next: Name.describe(
      'The step that follows once the agent has said goodbye, or its transfer is over. Absent: the call ends.',
    ).optional(),
  })
  .describe('Hands the call to an agent, which greets, listens and answers until its part is done.')

/** Ends the call. */
const HangUpStep = z
  .strictObject({
    kind: z.literal('hang_up').describe('Ends the call.'),
    text: Text.describe('Said before, with Liquid.').optional(),
  })
  .describe('Ends the call.')

/** One step of a call. */
export const Step = z.discriminatedUnion('kind', [
  SayStep,
  PlayStep,
  ListenStep,
  ChooseStep,
  TransferStep,
  OpenTicketStep,
  OptOutStep,
  LookUpStep,
  AgentStep,
  HangUpStep,
])
export type Step = z.infer<typeof Step>
export type SayStep = z.infer<typeof SayStep>
export type PlayStep = z.infer<typeof PlayStep>
export type ListenStep = z.infer<typeof ListenStep>
export type ChooseStep = z.infer<typeof ChooseStep>
export type TransferStep = z.infer<typeof TransferStep>
export type OpenTicketStep = z.infer<typeof OpenTicketStep>
export type OptOutStep = z.infer<typeof OptOutStep>
export type LookUpStep = z.infer<typeof LookUpStep>
export type AgentStep = z.infer<typeof AgentStep>
export type HangUpStep = z.infer<typeof HangUpStep>
export type Branch = z.infer<typeof Branch>

/**
 * The steps of a call as an operator declares them. The schema checks the shape; `checkWorkflow` checks whether calls
 * can follow the steps. The type has the defaults filled in.
 */
export const WorkflowDefinition = z.strictObject({
  start: Name.describe('The first step.'),
  voice: Voice.describe(
    "The voice of texts in the workflow's language, as the carrier names it. Absent: the carrier's default.",
  ).optional(),
  language: Language.describe("The language spoken and understood. Absent: the project's.").optional(),
  goodbye: z
    .string()
    .min(1)
    .max(500)
    .describe('Said when the service ends a call that exceeded a limit, with Liquid.')
    .default('Goodbye.'),
  steps: z
    .record(Name, Step)
    .refine((steps) => Object.keys(steps).length <= stepsMax, `there are at most ${stepsMax} steps`)
    .meta({ description: 'The steps by name.', minProperties: 1, maxProperties: stepsMax }),
})
export type WorkflowDefinition = z.infer<typeof WorkflowDefinition>

/** Returns the step of that name; undefined if there is none. Inherited members don't count. */
export function stepNamed(definition: WorkflowDefinition, name: string): Step | undefined {
  return Object.hasOwn(definition.steps, name) ? definition.steps[name] : undefined
}

/** Returns the step that hands the call to an agent; null if the workflow has none. */
export function agentStepOf({ steps }: WorkflowDefinition): { name: string; step: AgentStep } | null {
  for (const [name, step] of Object.entries(steps)) if (step.kind === 'agent') return { name, step }
  return null
}
