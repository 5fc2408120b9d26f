import type { ModelOutcome } from '../../providers/models/model-client.ts'
import { chatRetryAfterMs, mayAskAgain } from '../../providers/models/next-attempt.ts'
import type { ConversationKey, Hold } from '../conversation/conversation.ts'
import { findUnbackedClaim } from '../guard/claims.ts'
import { createSentenceCutter } from '../speech/sentences.ts'
import { spokenText } from '../speech/spoken-text.ts'
import { stripMarkup } from '../speech/strip-markup.ts'
import { askStep, lateOutcome } from './ask-step.ts'
import { beginTurn, decideBeforeModel } from './begin-turn.ts'
import type { BeforeModel } from './begin-turn.ts'
import { keepFromContacting } from './do-not-contact.ts'
import { effectsOf, endTurn } from './end-turn.ts'
import type { EndReason } from './end-turn.ts'
import { accountsOf } from './model-request.ts'
import { nextToolCall, runToolCall } from './run-tool-call.ts'
import { selectSituation } from './situation-queries.ts'
import { TurnLost } from './speaker.ts'
import type { SpeechOutput, TurnOutcome } from './speech-output.ts'
import { selectTries, updateLanguage } from './step-queries.ts'
import type { AgentContext } from './turn-context.ts'
import { insertCosts, selectHasWaiting, selectInputsOfTurn, updateAsked } from './turn-queries.ts'
import { abortOf, dueDisclosure, isGathered, openRun, succeededTools, turnsOverLimit } from './turn-run.ts'
import type { TurnRun } from './turn-run.ts'
import { isOpen } from './turn-state.ts'
import type { OpenInput, ToolStep } from './turn-state.ts'

/** Tool calls of one turn that do not fit; the first goes back to the model. */
const faultyCallsMax = 2
/** Sentences of one turn that are held back; after the first the model is asked once more. */
const heldMax = 2

/**
 * Replies to what waits in a conversation: goes on with the turn that another process has left open, else gathers all
 * inputs without a turn into a new one. Asks the model, runs the tools, and hands each sentence to `output` as it
 * comes. Everything is committed before it has an effect, under the token of `hold` (Promise 53).
 *
 * @param signal aborted with a `TurnAbort` as its reason.
 * @throws the database's error where it is away; the turn stays open.
 */
export async function runTurn(
  context: AgentContext,
  key: ConversationKey,
  hold: Hold,
  output: SpeechOutput,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  try {
    return await answer(context, key, hold, output, signal)
  } catch (error) {
    if (error instanceof TurnLost) return { kind: 'lost' }
    throw error
  }
}

async function answer(
  context: AgentContext,
  key: ConversationKey,
  hold: Hold,
  output: SpeechOutput,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const situation = await selectSituation(context.db, key, hold, context.clock.now())
  if (situation === null || situation.conversation.ended_at !== null || !situation.is_held)
    return { kind: 'lost' }
  const { conversation, turns, inputs, stretches, accounts, day } = situation
  const last = turns.at(-1)
  if (last !== undefined && isOpen(last)) {
    if (last.state === 'replying') return { kind: 'answered', turn: last.turn, text: last.text, ended: null }
    return resume(
      openRun(
        context,
        { hold, conversation, earlier: turns.slice(0, -1), turn: last, inputs: [], stretches, accounts, day },
        output,
        signal,
      ),
    )
  }
  if (inputs.length === 0) return { kind: 'nothing' }
  const before = decideBeforeModel({ conversation, turns, inputs }, context.clock.now())
  if (before === 'held') return { kind: 'held' }
  const turn = await beginTurn(context, hold, conversation, inputs, before === 'ask')
  conversation.turn = turn.turn
  const run = openRun(
    context,
    { hold, conversation, earlier: turns, turn, inputs, stretches, accounts, day },
    output,
    signal,
  )
  return follow(run, before, inputs)
}

/**
 * Goes on with a turn that another process has left open. Until a model was asked, the rules before it are applied
 * again.
 */
async function resume(run: TurnRun): Promise<TurnOutcome> {
  const { context, conversation, key, earlier, turn } = run
  if (turn.asked_at !== null) return goOn(run)
  const inputs = await selectInputsOfTurn(context.db, key)
  const situation = { conversation, turns: [...earlier], inputs }
  return follow(run, decideBeforeModel(situation, context.clock.now()), inputs)
}

/** Takes a turn to its end, by what was decided before any model is asked. */
async function follow(run: TurnRun, before: BeforeModel, inputs: readonly OpenInput[]): Promise<TurnOutcome> {
  const { context, conversation, speaker } = run
  switch (before) {
    case 'ask':
      return goOn(run)
    case 'machine':
      return finish(run, 'machine')
    case 'held':
      // A change of the mode ends the turn and takes the conversation away from this process.
      return { kind: 'lost' }
    case 'opted_out':
      await keepFromContacting(context, conversation, inputs)
      // WhatsApp takes nothing more for a person who opted out.
      if (conversation.channel_type !== 'whatsapp' && speaker.text === '')
        speaker.sayLine(conversation.lines.opted_out)
      return finish(run, 'opted_out')
  }
}

/**
 * Takes a turn to its end. Where another process leads the conversation, what its last answer cost counts all the same.
 */
async function goOn(run: TurnRun): Promise<TurnOutcome> {
  try {
    return await takeSteps(run)
  } catch (error) {
    const { context, key, lastStep } = run
    if (error instanceof TurnLost && lastStep !== null)
      await insertCosts(context.db, key, lastStep, context.clock.now())
    throw error
  }
}

/** Goes on from the last committed step until the turn ends. */
async function takeSteps(run: TurnRun): Promise<TurnOutcome> {
  const { context, conversation, key, hold, turn, speaker } = run
  const { lines, definition } = conversation
  const disclosure = dueDisclosure(run)
  if (!speaker.text.includes(disclosure)) speaker.sayLine(disclosure)
  const accounts = accountsOf(context, run)
  if (turn.asked_at === null && !(await updateAsked(context.db, key, hold, context.clock.now())))
    throw new TurnLost('another process leads the conversation')
  // A process may have died between a step and what it asks for.
  const last = turn.steps.findLast((step) => step.kind === 'tool')
  if (last !== undefined) await applyLanguage(run, last)
  for (;;) {
    if (run.overdue.aborted) return failed(run, lateOutcome)
    const next = nextToolCall(turn)
    if (next !== null) {
      const step = await runToolCall(run, next.call, next.begun)
      const ended = await applyStep(run, step)
      if (ended !== null) return finish(run, ended)
      if (abortOf(run) !== null) return aborted(run)
      continue
    }
    const resumed = endOfSteps(run)
    if (resumed !== null) return finish(run, resumed)
    if (abortOf(run) !== null) return aborted(run)
    const asked = turn.steps.filter(({ kind }) => kind === 'model').length
    const said = speaker.text
    const outcome = await askStep(run, accounts, asked + 1 >= definition.limits.steps)
    switch (outcome.kind) {
      case 'over':
        // A process may have died after it said so, and a customer may say thanks.
        if (!speaker.text.endsWith(lines.over_limit) && !hasHeardOfLimit(run))
          speaker.sayLine(lines.over_limit)
        return finish(run, 'over_limit')
      case 'unbacked':
        run.heldCount++
        if (run.heldCount < heldMax) continue
        speaker.sayLine(lines.broken)
        return finish(run, 'claim_held')
      case 'aborted':
        if (!run.broken.signal.aborted) return aborted(run)
        await speaker.flush()
        throw new Error('a sentence could not be kept, yet nothing failed')
      case 'failed':
        return failed(run, outcome.outcome)
      case 'answered':
        if (outcome.hasCalls) continue
        if (isEmptyAnswer(run, said) || (outcome.isCut && speaker.text === said)) {
          speaker.sayLine(lines.broken)
          return finish(run, 'empty')
        }
        return finish(run, endReason(run))
    }
  }
}

/** Returns whether the customer of a call has heard that a limit is reached. */
function hasHeardOfLimit(run: TurnRun): boolean {
  const { over_limit } = run.conversation.lines
  return turnsOverLimit(run).some(({ heard, text }) => (heard ?? text).includes(over_limit))
}

/** Returns whether the turn says nothing: no word, or a disclosure or the wait line alone. */
function saysNothing(run: TurnRun): boolean {
  const { conversation, speaker } = run
  return ['', dueDisclosure(run), conversation.lines.wait.trim()].includes(speaker.text)
}

/**
 * Returns whether nothing was said, after an answer without tools. A machine whose keys were pressed needs no word.
 * Where a process died in the midst of its speech, the model may have nothing left to say.
 */
function isEmptyAnswer(run: TurnRun, said: string): boolean {
  const { conversation, speaker, turn } = run
  if (effectsOf(run.turn.steps).some(({ after }) => after?.kind === 'press_keys')) return false
  if (saysNothing(run)) return true
  return isGathered(conversation) && speaker.text === said && turn.steps.length === 1
}

/** Applies what a tool asks for at once. Returns why the turn ends now; null where the model is asked again. */
async function applyStep(run: TurnRun, step: ToolStep): Promise<EndReason | null> {
  const { conversation, speaker } = run
  const { outcome, question, effects } = step.content
  if (outcome === 'asked') {
    speaker.sayLine(question ?? '')
    return 'asked'
  }
  if (outcome === 'refused' && run.faultyCalls >= faultyCallsMax) {
    speaker.sayLine(conversation.lines.broken)
    return 'faulty_calls'
  }
  await applyLanguage(run, step)
  if (effects?.farewell === undefined) return null
  speaker.sayLine(farewellOf(run, effects.farewell))
  return endReason(run)
}

/**
 * Returns the farewell that the model has written, as it is spoken or written; the agent's own where it has no words,
 * or claims what no tool has done (Rule 98). Empty where nothing is to be said.
 */
function farewellOf(run: TurnRun, farewell: string): string {
  const { conversation, context, speaker, claims } = run
  const { language, lines } = conversation
  if (farewell === '') return ''
  const isVoice = conversation.channel_type === 'voice'
  const shown = stripMarkup(farewell, isVoice ? 'voice' : 'chat')
  const succeeded = succeededTools(run)
  let before = speaker.text
  const cutter = createSentenceCutter(language, false)
  for (const sentence of [...cutter.push(shown), ...cutter.end()]) {
    if (findUnbackedClaim(sentence, { before, claims, succeeded }) !== null) {
      context.agentMetrics.heldSentences.inc()
      return lines.goodbye
    }
    before = `${before} ${sentence}`
  }
  const said = (isVoice ? spokenText(farewell, language) : shown).trim()
  return said === '' ? lines.goodbye : said
}

/** Speaks another language from here on, where the step asks for one that is not spoken yet. */
async function applyLanguage(
  { context, key, hold, conversation, output }: TurnRun,
  step: ToolStep,
): Promise<void> {
  const after = step.content.effects?.after
  if (after?.kind !== 'switch_language' || after.language === conversation.language) return
  if (!(await updateLanguage(context.db, key, hold, after.language)))
    throw new TurnLost('another process leads the conversation')
  conversation.language = after.language
  output.afterwards(after)
}

/** Returns how a turn ends whose last step says so already, because a process died between the step and the end. */
function endOfSteps(run: TurnRun): EndReason | null {
  const last = run.turn.steps.at(-1)
  if (last === undefined) return null
  if (last.kind === 'model') {
    const { reason, text } = last.content
    return (reason === 'stop' || reason === 'length' || reason === 'filtered') && text !== ''
      ? endReason(run)
      : null
  }
  const { outcome, effects, question } = last.content
  if (outcome === 'asked') {
    // On a call, nobody knows what was heard of it before the process died.
    const isOnCall = run.conversation.channel_type === 'voice'
    if (isOnCall || !run.speaker.text.includes(question ?? '')) run.speaker.sayLine(question ?? '')
    return 'asked'
  }
  if (effects?.farewell === undefined) return null
  const farewell = farewellOf(run, effects.farewell)
  if (!run.speaker.text.includes(farewell)) run.speaker.sayLine(farewell)
  return endReason(run)
}

/**
 * Returns how a turn ends by what its tools ask for, the first of them: one that hands over and says goodbye is handed
 * over.
 */
function endReason({ turn }: TurnRun): EndReason {
  for (const step of turn.steps) {
    if (step.kind !== 'tool' || step.content.effects === null) continue
    const { handsOver, after } = step.content.effects
    if (handsOver !== undefined) return 'handed_over'
    if (after?.kind === 'transfer') return 'transferred'
    if (after?.kind === 'end') return 'ended'
  }
  return 'answered'
}

/**
 * Ends an aborted turn. What was handed over stays; where that says nothing, the next turn answers the inputs, with
 * newer ones if there are any. After two such turns in a row the wait line ends a turn as words do: its echo may
 * interrupt it each time.
 */
async function aborted(run: TurnRun): Promise<TurnOutcome> {
  const { speaker, turn, conversation } = run
  await speaker.flush()
  if (abortOf(run) === 'leave') return { kind: 'left' }
  const isSaid = speaker.text !== '' && (!saysNothing(run) || wasSupersededTwice(run))
  if (isSaid && !isGathered(conversation)) return finish(run, 'interrupted')
  await endTurn(run, 'superseded')
  return { kind: 'superseded', turn: turn.turn }
}

/** Ends a turn that no model answered: says so, or leaves a chat's turn open to be tried again. */
async function failed(run: TurnRun, outcome: ModelOutcome): Promise<TurnOutcome> {
  const { context, conversation, turn, speaker, key } = run
  const { channel_type, conversation_id, lines } = conversation
  const why = whyOf(outcome)
  context.log.error({ conversation_id, turn: turn.turn, reason: why }, 'no language model answered a turn')
  if (channel_type === 'whatsapp' && mayAskAgain(outcome, channel_type)) {
    const retryAfterMs = chatRetryAfterMs((await selectTries(context.db, key)) + 1)
    if (retryAfterMs !== null) return { kind: 'failed', turn: turn.turn, text: '', why, retryAfterMs }
  }
  speaker.sayLine(lines.broken)
  await endTurn(run, outcome.kind === 'refused' ? 'model_refused' : 'model_failed')
  return { kind: 'failed', turn: turn.turn, text: speaker.text, why, retryAfterMs: null }
}

function whyOf(outcome: ModelOutcome): string {
  switch (outcome.kind) {
    case 'refused':
      return `the provider refused the request: ${outcome.reason}`
    case 'broken':
      return `the answer broke off: ${outcome.reason}`
    case 'silent':
      return `the model was silent (${outcome.wait})`
    case 'busy':
      return 'the provider has no capacity'
    case 'finished':
    case 'aborted':
      return outcome.kind
  }
}

/** Turns in a row that may be superseded. */
const supersededMax = 2

/** Returns whether as many turns right before this one were superseded. */
function wasSupersededTwice({ earlier }: TurnRun): boolean {
  const before = earlier.slice(-supersededMax)
  return before.length === supersededMax && before.every(({ state }) => state === 'superseded')
}

/** Returns whether newer messages came to a chat of which nothing is sent yet; at most twice in a burst. */
async function isOvertaken(run: TurnRun): Promise<boolean> {
  if (!isGathered(run.conversation) || wasSupersededTwice(run)) return false
  return selectHasWaiting(run.context.db, run.key, run.hold)
}

async function finish(run: TurnRun, reason: EndReason): Promise<TurnOutcome> {
  if (reason === 'answered' && (await isOvertaken(run))) {
    await endTurn(run, 'superseded')
    return { kind: 'superseded', turn: run.turn.turn }
  }
  const ended = await endTurn(run, reason)
  return { kind: 'answered', turn: run.turn.turn, text: run.speaker.text, ended }
}
