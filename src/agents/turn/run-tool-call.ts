import { setTimeout as delay } from 'node:timers/promises'
import type { FilledText } from '../../base/fill-text.ts'
import { storable } from '../../base/storable-text.ts'
import type { ModelToolCall } from '../../providers/models/model-client.ts'
import { fillConfirm } from '../prompt/fill-prompt.ts'
import { spokenText } from '../speech/spoken-text.ts'
import { checkArguments, compileParameters } from '../tools/check-arguments.ts'
import { timeoutMs, unknownText } from '../tools/http-tool.ts'
import type { ToolResult } from '../tools/tool.ts'
import type { OfferedTool } from '../tools/tools-of.ts'
import { endToolStep } from './end-tool-step.ts'
import { useKey } from './loops.ts'
import { TurnLost } from './speaker.ts'
import { insertToolStep, selectToolStep } from './step-queries.ts'
import { abortOf, toolSteps } from './turn-run.ts'
import type { TurnRun } from './turn-run.ts'
import type { ToolStep, ToolStepContent } from './turn-state.ts'

/** After this time of a tool the wait line is said, once a turn. */
const waitLineAfterMs = 700
/** A run that has not ended by then never will: its request has timed out, and 2 s more were there to commit that. */
const runMsMax = timeoutMs + 2_000
/** How often a step that another process runs is looked at. */
const lookEveryMs = 250

interface NextToolCall {
  call: ModelToolCall
  /** The step that a process has begun for it; null where none has. */
  begun: ToolStep | null
}

/** Returns the tool call that is to run next: one without a step, or one that a process has begun and not ended. */
export function nextToolCall({ steps }: TurnRun['turn']): NextToolCall | null {
  const at = steps.findLastIndex(({ kind }) => kind === 'model')
  const model = steps[at]
  if (model?.kind !== 'model') return null
  const runs = steps.slice(at + 1).filter((step) => step.kind === 'tool')
  const call = model.content.tool_calls[runs.filter(({ state }) => state !== 'begun').length]
  if (call === undefined) return null
  return { call, begun: runs.find(({ state }) => state === 'begun') ?? null }
}

/**
 * Runs the tool of a tool call, and commits before and after it. A write that another session has begun may still run,
 * so its end is waited for. What was begun by a process that died runs again only where that does no harm; else its
 * outcome is unknown for good.
 *
 * @returns the finished step; one that is still begun where the turn is left meanwhile.
 * @throws {TurnLost} where another process leads the conversation.
 */
export async function runToolCall(
  run: TurnRun,
  call: ModelToolCall,
  begun: ToolStep | null,
): Promise<ToolStep> {
  const tool = run.tools.find(({ name }) => name === call.name)
  if (begun !== null) {
    // Whatever else was begun is run again at once, since the customer waits.
    if (tool === undefined || tool.isWriteOnce) {
      await withWaitLine(run, () => awaitEnd(run, begun))
      if (begun.state !== 'begun' || abortOf(run) === 'leave') return begun
    }
    if (tool === undefined || !tool.mayRunAgain)
      return end(run, begun, { outcome: 'unknown', text: unknownText }, tool)
    return end(run, begun, await runTool(run, tool, begun), tool)
  }
  const decided = tool === undefined ? unknownTool(call) : decide(run, tool, call)
  const step = await begin(run, decided.content)
  if (tool === undefined || decided.result !== null)
    return end(run, step, decided.result ?? { outcome: 'refused', text: 'There is no such tool.' }, tool)
  return end(run, step, await runTool(run, tool, step), tool)
}

/** What a call comes to before its tool runs; a null result lets it run. */
interface CallDecision {
  content: ToolStepContent
  result: StepResult | null
}

type StepResult = Omit<ToolResult, 'outcome'> & {
  outcome: NonNullable<ToolStepContent['outcome']>
  question?: string
}

function contentOf(call: ModelToolCall, given: Record<string, unknown> | null): ToolStepContent {
  const { id: call_id, name } = call
  return { call_id, name, arguments: given, result: null, outcome: null, question: null, effects: null }
}

function unknownTool(call: ModelToolCall): CallDecision {
  return {
    content: contentOf({ ...call, name: call.name.slice(0, 64).toWellFormed() }, null),
    result: { outcome: 'refused', text: 'There is no such tool. Use one of those that you have.' },
  }
}

/** Decides whether a tool call runs: its arguments fit, it repeats nothing, a write has consent (Promises 54, 55). */
function decide(run: TurnRun, tool: OfferedTool, call: ModelToolCall): CallDecision {
  const compiled = compileParameters(tool.name, tool.parameters)
  if (compiled.kind === 'fault')
    return {
      content: contentOf(call, null),
      result: {
        outcome: 'refused',
        text: `The tool ${tool.name} can not be used: its schema ${compiled.message}. Go on without it.`,
      },
    }
  const reading = checkArguments(compiled.schema, call.arguments)
  if (reading.kind === 'fault')
    return { content: contentOf(call, null), result: { outcome: 'refused', text: reading.message } }
  const content = contentOf(call, reading.value)
  const key = useKey({ name: tool.name, arguments: reading.value })
  const same = toolSteps(run).filter(
    (step) =>
      step.content.arguments !== null &&
      useKey({ name: step.content.name, arguments: step.content.arguments }) === key,
  )
  const done = same.find(
    ({ turn, content: { outcome } }) =>
      (outcome === 'ok' && (tool.isWriteOnce || turn === run.turn.turn)) ||
      // Null: a process that lost the conversation has begun it, and may have died.
      ((outcome === 'unknown' || outcome === null) && tool.isWriteOnce) ||
      (outcome !== null && outcome !== 'refused' && outcome !== 'repeated' && turn === run.turn.turn),
  )
  // A run that has not ended gets its ticket when it counts as lost.
  if (done !== undefined)
    return { content, result: { outcome: 'repeated', text: done.content.result ?? unknownText } }
  if (tool.confirm === null) return { content, result: null }
  const wasAsked = same.some(({ turn, content: { outcome, question, unheard = false } }) => {
    const before = run.earlier.find((each) => each.turn === turn)
    // A chat's turn that was not sent has a text that nobody read.
    if (outcome !== 'asked' || question === null || unheard || before?.state !== 'done') return false
    return (before.heard ?? before.text).includes(question)
  })
  if (wasAsked) return { content, result: null }
  const filled = questionOf(run, tool.confirm, reading.value)
  if (filled.kind === 'cut')
    return {
      content,
      result: {
        outcome: 'refused',
        text: 'The arguments are too long for the question that the customer is asked first. Use shorter ones.',
      },
    }
  const question = filled.text
  const text =
    'The customer is asked for their consent now. Only if they agree, call the tool with the same arguments in your next turn.'
  return { content, result: { outcome: 'asked', text, question } }
}

/** Returns the question, on a call as it is spoken. */
function questionOf(
  { conversation }: TurnRun,
  template: string,
  given: Readonly<Record<string, unknown>>,
): FilledText {
  const { customer, project, channel_type, language, created_at } = conversation
  const facts = {
    customer,
    project: { name: project.name },
    channel: channel_type,
    timezone: project.timezone,
    language,
    beginsAt: new Date(created_at),
  }
  const filled = fillConfirm(template, facts, given)
  return channel_type === 'voice' ? { ...filled, text: spokenText(filled.text, language).trim() } : filled
}

/**
 * Waits for the end of a step that another session has begun: its process may live, and brings the result. Where the
 * step is still begun afterwards, the longest time of a run has passed, or the turn is left.
 */
async function awaitEnd(run: TurnRun, step: ToolStep): Promise<void> {
  const ranMs = Math.max(0, run.context.clock.now().getTime() - Date.parse(step.begun_at))
  const until = performance.now() + runMsMax - ranMs
  while (!(await readEnd(run, step)) && abortOf(run) !== 'leave') {
    const leftMs = until - performance.now()
    if (leftMs <= 0) return
    await delay(Math.min(lookEveryMs, leftMs))
  }
}

/** Takes over how another session has ended a step. Returns false where it has not. */
async function readEnd({ context, key, output }: TurnRun, step: ToolStep): Promise<boolean> {
  const stored = await selectToolStep(context.db, key, step.step)
  if (stored === null || stored.state === 'begun') return false
  Object.assign(step, stored)
  output.tool?.({ name: step.content.name, outcome: step.content.outcome ?? 'unknown' })
  return true
}

/** Runs the tool. A tool that throws, as when the database is away, leaves its step begun for whoever comes next. */
async function runTool(run: TurnRun, tool: OfferedTool, step: ToolStep): Promise<ToolResult> {
  const { context, conversation, turn, output } = run
  output.tool?.({ name: tool.name, outcome: 'begun' })
  return withWaitLine(run, () =>
    tool.run({
      context,
      conversation,
      turn: turn.turn,
      step: step.step,
      arguments: step.content.arguments ?? {},
      passagesBefore: turn.steps.reduce(
        (sum, each) => sum + (each.kind === 'tool' ? (each.content.effects?.passages?.length ?? 0) : 0),
        0,
      ),
    }),
  )
}

/** Says the wait line where the work takes long. */
async function withWaitLine<T>(run: TurnRun, work: () => Promise<T>): Promise<T> {
  const { conversation, speaker } = run
  const over = new AbortController()
  if (!run.hasSaidWait)
    delay(waitLineAfterMs, undefined, { signal: over.signal }).then(
      () => {
        if (run.hasSaidWait || run.signal.aborted || conversation.channel_type === 'whatsapp') return
        run.hasSaidWait = true
        speaker.sayLine(conversation.lines.wait)
      },
      () => undefined,
    )
  try {
    return await work()
  } finally {
    over.abort()
  }
}

async function begin(run: TurnRun, content: ToolStepContent): Promise<ToolStep> {
  const { context, key, hold, turn } = run
  const number = turn.steps.length + 1
  const now = context.clock.now()
  if (!(await insertToolStep(context.db, key, hold, { number, content }, now)))
    throw new TurnLost('another process leads the conversation')
  const step: ToolStep = {
    step: number,
    kind: 'tool',
    state: 'begun',
    content,
    begun_at: now.toISOString(),
    ended_at: null,
  }
  turn.steps.push(step)
  return step
}

async function end(
  run: TurnRun,
  step: ToolStep,
  { outcome, text, question, ...effects }: StepResult,
  tool: OfferedTool | undefined,
): Promise<ToolStep> {
  const { context, key, conversation, output } = run
  const state = outcome === 'unknown' ? 'unknown' : 'done'
  const content: ToolStepContent = {
    ...step.content,
    // A tool may have cut it within a character.
    result: storable(text),
    outcome,
    question: question ?? null,
    effects: Object.keys(effects).length === 0 ? null : effects,
  }
  if (!(await endToolStep(context, conversation, key, { number: step.step, state, content }))) {
    // The session before this one has ended its run meanwhile.
    if (!(await readEnd(run, step))) throw new TurnLost('the step of a tool is gone')
    return step
  }
  Object.assign(step, { state, content, ended_at: context.clock.now().toISOString() })
  context.agentMetrics.tools.inc({ tool: tool?.kind ?? 'none', outcome })
  output.tool?.({ name: step.content.name, outcome })
  if (outcome === 'refused') run.faultyCalls++
  return step
}
