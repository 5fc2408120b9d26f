import { z } from 'zod'
import { agentChannels } from '../../agents/definition.ts'
import { formatPath, faultsOfIssue } from '../../base/faults.ts'
import type { Fault } from '../../base/faults.ts'
import { parseDeclaration } from '../apply/parse-declaration.ts'
import { readTextPattern } from './text-pattern.ts'

const scenesMax = 200
const turnsMax = 50
const runsMax = 50
/** The longest conversation of a persona, in messages of the caller. */
export const personaTurnsMax = 12

const Said = z.string().min(1).max(2_000)

/** A part of a text, in any case; between slashes a regular expression, with the flags `i`, `s` and `u` after it. */
const TextPattern = z
  .string()
  .min(1)
  .max(500)
  .superRefine((text, context) => {
    const read = readTextPattern(text)
    if (!read.ok) context.addIssue({ code: 'custom', message: read.fault })
  })
const TextPatterns = z
  .union([TextPattern, z.array(TextPattern).min(1).max(20)])
  .transform((one) => [one].flat())

const ToolName = z.string().min(1).max(64)
/** A tool by its name, or its name with the arguments that it must have, among others. */
const ExpectedCall = z.union([
  ToolName.transform((name) => ({ name, arguments: {} })),
  z
    .record(ToolName, z.record(z.string(), z.json()))
    .refine((calls) => Object.keys(calls).length === 1, 'must have one tool with its arguments')
    .transform((calls) => {
      const [[name, expected] = ['', {}]] = Object.entries(calls)
      return { name, arguments: expected }
    }),
])

const Expectation = z
  .strictObject({
    /** Each must stand in what the agent says in this turn. */
    says: TextPatterns.optional(),
    never_says: TextPatterns.optional(),
    /** The tools that ran in this turn, in their order, and no others. */
    calls: z.array(ExpectedCall).max(20).optional(),
    /** From the beginning of the turn to the first sentence, in milliseconds. */
    within_ms: z.int().min(1).max(600_000).optional(),
  })
  .refine((expected) => Object.keys(expected).length > 0, 'must name says, never_says, calls or within_ms')

const FixedTurn = z.strictObject({
  /** What the caller says; left out in the first turn, where the agent begins. */
  caller: Said.optional(),
  /** On calls: the caller speaks after so many characters of what the agent says. */
  barge_in_after: z.int().min(0).max(10_000).optional(),
  expect: Expectation.optional(),
})

/** Who ended a conversation: the agent said goodbye, handed over to a person or transferred; or the caller stopped. */
const conversationEnds = ['agent', 'person', 'transfer', 'caller'] as const
export type ConversationEnd = (typeof conversationEnds)[number]

const Outcome = z
  .strictObject({
    ended_by: z.enum(conversationEnds).optional(),
    /** How many tickets the conversation opened. */
    tickets: z.int().min(0).max(100).optional(),
    /** What the agent kept of the customer. */
    properties: z.record(z.string().min(1).max(64), z.json()).optional(),
    turns_max: z.int().min(1).max(100).optional(),
    /** Tools that must have run in the whole conversation, in any order. */
    calls: z.array(ExpectedCall).max(20).optional(),
    never_says: TextPatterns.optional(),
  })
  .refine((expected) => Object.keys(expected).length > 0, 'must name at least one expectation')

const Scene = z
  .strictObject({
    name: z.string().min(1).max(200),
    channel: z.enum(agentChannels).default('web'),
    /** Values of `{{ customer.* }}`. */
    customer: z
      .record(z.string().min(1).max(64), z.union([z.string().max(500), z.number(), z.boolean()]))
      .default({}),
    runs: z.int().min(1).max(runsMax).default(1),
    /** How many of the runs must pass; all of them if left out. */
    passes: z.int().min(1).max(runsMax).optional(),
    turns: z.array(FixedTurn).min(1).max(turnsMax).optional(),
    /** Who a model plays as the caller, and what that person wants. */
    persona: z.string().min(1).max(4_000).optional(),
    /** The model account that plays the persona; that of the agent if left out. */
    persona_model: z.string().min(1).max(200).optional(),
    outcome: Outcome.optional(),
    judge: z
      .strictObject({ model: z.string().min(1).max(200).optional(), asks: z.string().min(1).max(1_000) })
      .optional(),
  })
  .superRefine((scene, context) => {
    const fault = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if ((scene.turns === undefined) === (scene.persona === undefined))
      fault([], 'must have either turns or persona')
    if (scene.persona_model !== undefined && scene.persona === undefined)
      fault(['persona_model'], 'needs persona')
    if (scene.channel === 'whatsapp') {
      if (scene.turns !== undefined && scene.turns[0]?.caller === undefined)
        fault(['turns', 0, 'caller'], 'is required on WhatsApp, where the customer writes first')
      for (const name of Object.keys(scene.customer).filter((each) => each !== 'name'))
        fault(['customer', name], 'must be left out on WhatsApp, which knows the name alone')
    }
    if ((scene.passes ?? scene.runs) > scene.runs) fault(['passes'], `must be at most runs, ${scene.runs}`)
    for (const [at, turn] of (scene.turns ?? []).entries()) {
      if (at > 0 && turn.caller === undefined)
        fault(['turns', at, 'caller'], 'is required after the first turn')
      if (turn.barge_in_after !== undefined && (scene.channel !== 'voice' || turn.caller === undefined))
        fault(['turns', at, 'barge_in_after'], 'needs caller in the same turn, and the channel voice')
      if (turn.caller === undefined && turn.expect?.calls !== undefined)
        fault(
          ['turns', at, 'expect', 'calls'],
          'needs caller in the same turn: no tool runs before somebody speaks',
        )
      if (turn.caller === undefined && turn.expect?.within_ms !== undefined && scene.channel !== 'web')
        fault(
          ['turns', at, 'expect', 'within_ms'],
          'needs caller in the same turn, except on the channel web',
        )
    }
    const expects =
      (scene.turns ?? []).some(({ expect }) => expect !== undefined) || scene.outcome !== undefined
    if (!expects) fault([], 'must have an expect or an outcome: a judge is never the only check')
  })

const Rehearsal = z.strictObject({
  /** The name of the agent in the declaration. */
  agent: z.string().min(1).max(200),
  /** The name of its project, where several have an agent of that name. */
  project: z.string().min(1).max(200).optional(),
  /** What `http` tools answer, by the name of the tool. They never reach their own address. */
  answers: z
    .record(
      ToolName,
      z.strictObject({ status: z.int().min(200).max(599).default(200), body: z.json().default({}) }),
    )
    .default({}),
  /** Files for the knowledge base, by their path from the folder of the rehearsal. */
  knowledge: z.array(z.string().min(1).max(1_000)).max(100).default([]),
  /** What the sandbox's model `scripted` answers, for rehearsals without an account. Checked by the model network. */
  scripts: z.array(z.record(z.string(), z.json())).max(1_000).default([]),
  scenes: z
    .array(Scene)
    .min(1)
    .max(scenesMax)
    .superRefine((scenes, context) => {
      const names = scenes.map(({ name }) => name)
      for (const [at, name] of names.entries())
        if (names.indexOf(name) < at)
          context.addIssue({
            code: 'custom',
            path: [at, 'name'],
            message: `is the name of scenes[${names.indexOf(name)}] too`,
          })
    }),
})
export type Rehearsal = z.output<typeof Rehearsal>
export type Scene = Rehearsal['scenes'][number]
export type FixedTurn = NonNullable<Scene['turns']>[number]
export type Expectation = z.output<typeof Expectation>
export type Outcome = z.output<typeof Outcome>
export type ExpectedCall = z.output<typeof ExpectedCall>

/** Reads a rehearsal in YAML or JSON. A fault has the path of its field, or its line where the text is neither. */
export function readRehearsal(text: string): { ok: true; value: Rehearsal } | { ok: false; faults: Fault[] } {
  const parsed = parseDeclaration(text)
  if (!parsed.ok) return parsed
  const read = Rehearsal.safeParse(parsed.value)
  if (read.success) return { ok: true, value: read.data }
  const faults = read.error.issues.flatMap(faultsOfIssue)
  return { ok: false, faults: faults.map(({ path, message }) => ({ path: formatPath(path), message })) }
}
