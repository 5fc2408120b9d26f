import { askModel } from '../../providers/models/ask-model.ts'
import type { AskedAnswer, AskedResult } from '../../providers/models/ask-model.ts'
import { outputTokensMaxOf } from '../../providers/models/model-client.ts'
import type { ModelAccount, ModelOutcome, ModelUsage } from '../../providers/models/model-client.ts'
import { findUnbackedClaim, unbackedClaimText } from '../guard/claims.ts'
import { createSentenceCutter } from '../speech/sentences.ts'
import { spokenText } from '../speech/spoken-text.ts'
import { stripMarkup } from '../speech/strip-markup.ts'
import { checkBudget } from './budget.ts'
import type { BudgetDecision, BudgetLimit } from './budget.ts'
import { estimateInputTokens } from './estimate-tokens.ts'
import { requestOf } from './model-request.ts'
import type { AgentAccounts } from './model-request.ts'
import { TurnLost } from './speaker.ts'
import { selectDayTokens } from './step-queries.ts'
import { insertModelStep } from './turn-queries.ts'
import type { StepUsage } from './turn-queries.ts'
import { succeededTools } from './turn-run.ts'
import type { TurnRun } from './turn-run.ts'
import type { ModelStep, ModelStepContent } from './turn-state.ts'

/**
 * How a request to the model ended. What it said was handed over. Its step is committed, but for an answer without
 * calls: that is committed with the end of the turn (`lastStep`).
 */
export type StepOutcome =
  /** Nothing was asked, since it would pass a limit. */
  | { kind: 'over'; limit: BudgetLimit }
  /** There is an answer; `hasCalls`: its tools are to run, `isCut`: its end is missing. */
  | { kind: 'answered'; hasCalls: boolean; isCut: boolean }
  /** The next sentence claims what no tool has done, and is not said. */
  | { kind: 'unbacked' }
  | { kind: 'aborted' }
  /** There is no answer; `hasText`: a part of one was handed over. */
  | { kind: 'failed'; outcome: ModelOutcome; hasText: boolean }

/** Tokens for the calls of tools, beside those for the reply. */
const callTokensMax = 400

/**
 * Asks the model once, with fallback, and hands its sentences over as they come.
 *
 * @param isLast the model may use no tools any more.
 * @throws {TurnLost} where another process leads the conversation.
 */
export async function askStep(run: TurnRun, accounts: AgentAccounts, isLast: boolean): Promise<StepOutcome> {
  const { context, conversation, speaker } = run
  const request = requestOf(run)
  const maxOutputTokens = callTokensMax + Math.ceil(conversation.definition.limits.reply_characters / 2)
  const inputTokens = estimateInputTokens(request.messages, request.tools)
  const decide = await budgetOf(run, { inputTokens, maxOutputTokens })
  const decision = decide(accounts.primary, 0)
  if (decision.kind === 'over') return { kind: 'over', limit: decision.limit }
  const begunAt = context.clock.now()
  speaker.beginStep()
  const from = speaker.text === '' ? 0 : speaker.text.length + 1
  const own = new AbortController()
  const asked = askModel(
    {
      ...request,
      channel: conversation.channel_type,
      primary: accounts.primary,
      fallback: accounts.fallback,
      toolChoice: isLast ? 'none' : 'auto',
      maxOutputTokens,
      fits: (account, tokens) => decide(account, tokens).kind === 'within',
      signal: AbortSignal.any([run.signal, run.overdue, run.broken.signal, own.signal]),
    },
    context.models,
  )
  const note = await sayAnswer(run, asked, own)
  const result = await asked.result
  observe(run, result)
  const content = contentOf(result.outcome, { text: speaker.text.slice(from), from, note, isLast })
  const outcome = judge(isLate(run, result.outcome) ? lateOutcome : result.outcome, content)
  const endsTurn = outcome.kind === 'answered' && !outcome.hasCalls
  await commit(run, content, begunAt, usageOf(result, accounts), endsTurn)
  return outcome
}

/**
 * Says the sentences of an answer. If the answer was cut off, says only the whole ones: half may mislead. Returns why
 * the rest is held back, for the model; null where nothing is.
 */
async function sayAnswer(
  run: TurnRun,
  { text, result }: AskedAnswer,
  own: AbortController,
): Promise<string | null> {
  const { conversation, speaker } = run
  const isVoice = conversation.channel_type === 'voice'
  const cutter = createSentenceCutter(conversation.language, isVoice)
  const succeeded = succeededTools(run)
  const say = (sentence: string): string | null => {
    for (const [, numbers] of sentence.matchAll(/\[(\d{1,3}(?:, ?\d{1,3}){0,9})\]/g))
      for (const number of numbers!.split(',')) run.citedNumbers.add(Number(number))
    const shown = stripMarkup(sentence, isVoice ? 'voice' : 'chat')
    const claim = findUnbackedClaim(shown, { before: speaker.text, claims: run.claims, succeeded })
    if (claim === null) {
      if (abortedOf(run)) return null
      speaker.say(isVoice ? spokenText(sentence, conversation.language) : shown)
      return null
    }
    run.context.agentMetrics.heldSentences.inc()
    own.abort()
    return unbackedClaimText(claim)
  }
  for await (const piece of text)
    for (const sentence of cutter.push(piece)) {
      const note = say(sentence)
      if (note !== null) return note
    }
  const { outcome } = await result
  if (abortedOf(run) || !isWhole(outcome)) return null
  speaker.leaveRest()
  for (const sentence of cutter.end()) {
    const note = say(sentence)
    if (note !== null) return note
  }
  return null
}

/** Returns whether the model has said all that it wanted to say. */
function isWhole(outcome: ModelOutcome): boolean {
  return outcome.kind === 'finished' && (outcome.reason === 'stop' || outcome.reason === 'tools')
}

/** How a turn fails that has taken too long. What its model said meanwhile is lost. */
export const lateOutcome: ModelOutcome = {
  kind: 'broken',
  characters: 0,
  reason: 'the turn of a chat took too long',
  usage: { inputTokens: 0, outputTokens: 0, isEstimated: false },
}

/** Returns whether a request was ended because its turn has taken too long. */
function isLate(run: TurnRun, { kind }: ModelOutcome): boolean {
  return kind === 'aborted' && run.overdue.aborted && !abortedOf(run)
}

const abortedOf = ({ signal, broken }: TurnRun): boolean => signal.aborted || broken.signal.aborted

/**
 * Returns what decides whether a request to an account is within the budget, after other requests of this step used so
 * many tokens.
 */
async function budgetOf(
  run: TurnRun,
  { inputTokens, maxOutputTokens }: { inputTokens: number; maxOutputTokens: number },
): Promise<(account: ModelAccount, tokens: number) => BudgetDecision> {
  const { context, conversation } = run
  const { limits } = conversation.definition
  const now = context.clock.now()
  const day = run.day ?? (await selectDayTokens(context.db, conversation, now))
  run.day = null
  const bounds = {
    turns: limits.turns,
    seconds: conversation.channel_type === 'voice' ? limits.seconds : null,
    tokens: limits.tokens,
    tokensADay: limits.tokens_a_day,
    modelTokensADay: day.project_max,
  }
  const before = conversation.tokens
  return (account, tokens) =>
    checkBudget(
      bounds,
      {
        turns: run.earlier.length,
        seconds: (now.getTime() - Date.parse(conversation.created_at)) / 1_000,
        tokens: before + tokens,
        agentTokensToday: day.agent + tokens,
        projectTokensToday: day.project + tokens,
      },
      { inputTokens, outputTokensMax: outputTokensMaxOf(account, { maxOutputTokens }) },
    )
}

/** Returns what the step keeps of an answer; null where there is none. */
function contentOf(
  outcome: ModelOutcome,
  { text, from, note, isLast }: { text: string; from: number; note: string | null; isLast: boolean },
): ModelStepContent | null {
  if (note !== null) return { text, from, tool_calls: [], reason: 'held', note }
  if (outcome.kind !== 'finished')
    return text === '' ? null : { text, from, tool_calls: [], reason: outcome.kind, note: null }
  const calls = isLast || outcome.reason !== 'tools' ? [] : [...outcome.toolCalls]
  return { text, from, tool_calls: calls, reason: outcome.reason, note: null }
}

function judge(outcome: ModelOutcome, content: ModelStepContent | null): StepOutcome {
  if (content?.reason === 'held') return { kind: 'unbacked' }
  switch (outcome.kind) {
    case 'finished':
      return {
        kind: 'answered',
        hasCalls: (content?.tool_calls.length ?? 0) > 0,
        isCut: !isWhole(outcome),
      }
    case 'aborted':
      return { kind: 'aborted' }
    case 'refused':
    case 'busy':
    case 'broken':
    case 'silent':
      return { kind: 'failed', outcome, hasText: content !== null }
  }
}

/** Commits the step of an answer, or leaves it to the end of the turn, which follows at once. */
async function commit(
  run: TurnRun,
  content: ModelStepContent | null,
  begunAt: Date,
  usage: readonly StepUsage[],
  isLast: boolean,
): Promise<void> {
  const { context, key, hold, turn, speaker } = run
  const number = turn.steps.length + 1
  const now = context.clock.now()
  const made = { number, content, begunAt, usage }
  run.lastStep = made
  if (!isLast) {
    const sentences = await speaker.takeRest()
    if (!(await insertModelStep(context.db, key, hold, made, sentences, now)))
      throw new TurnLost('another process leads the conversation')
    run.lastStep = null
  }
  run.conversation.tokens += usage.reduce((sum, each) => sum + each.input_tokens + each.output_tokens, 0)
  if (content === null) return
  const step: ModelStep = {
    step: number,
    kind: 'model',
    state: 'done',
    content,
    begun_at: begunAt.toISOString(),
    ended_at: now.toISOString(),
  }
  turn.steps.push(step)
}

const nothing: ModelUsage = { inputTokens: 0, outputTokens: 0, isEstimated: false }

function usageOf({ attempts }: AskedResult, { names }: AgentAccounts): StepUsage[] {
  return attempts.map(({ accountId, outcome }) => {
    const usage = 'usage' in outcome ? outcome.usage : nothing
    return {
      account: names.get(accountId) ?? accountId,
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      is_estimated: usage.isEstimated,
    }
  })
}

function observe({ context, conversation }: TurnRun, { attempts, outcome }: AskedResult): void {
  if (outcome.kind === 'finished' && outcome.reason === 'length' && outcome.text === '')
    context.log.warn(
      { conversation_id: conversation.conversation_id, account: attempts.at(-1)?.accountId },
      'an answer reached the bound on its output before its first text; a model that reasons needs a larger one',
    )
  const { modelRequests, modelFirstText, tokens } = context.agentMetrics
  for (const { outcome, firstTextMs } of attempts) {
    modelRequests.inc({ outcome: outcome.kind })
    if (firstTextMs !== null)
      modelFirstText.observe({ channel: conversation.channel_type }, firstTextMs / 1_000)
    if (!('usage' in outcome)) continue
    tokens.inc({ direction: 'input' }, outcome.usage.inputTokens)
    tokens.inc({ direction: 'output' }, outcome.usage.outputTokens)
  }
}
