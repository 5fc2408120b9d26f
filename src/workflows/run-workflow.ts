import { cutText } from '../base/cut-text.ts'
import { fillText } from '../base/fill-text.ts'
import { isE164 } from '../base/phone-number.ts'
import { speakable } from '../providers/voice-instructions.ts'
import type { PlayInstruction, SayInstruction, VoiceInstruction } from '../providers/voice-instructions.ts'
import { branchHolds } from './branch-holds.ts'
import { stepNamed } from './definition.ts'
import type {
  AgentStep,
  ChooseStep,
  ListenStep,
  LookUpStep,
  OpenTicketStep,
  OptOutStep,
  Step,
  TransferStep,
  WorkflowDefinition,
} from './definition.ts'
import { hasOptOutLine, optOutLine } from './opt-out-lines.ts'
import { voiceOf } from './step-voice.ts'
import type { Spoken } from './step-voice.ts'
import { addInstruction, emptyDraft, filledLine, spokenText, addLine } from './turn.ts'
import type { CallContext, TurnDraft } from './turn.ts'
import type {
  LookedUp,
  LookUp,
  OptOutBy,
  TransferStatus,
  WorkflowInput,
  WorkflowRunState,
  WorkflowTurn,
} from './workflow-turn.ts'

/** The most turns of a call: its start, and one for each input or transfer. */
export const turnsMax = 200

/** The most steps within one turn. */
const stepsPerTurnMax = 100

/** The most characters that are stored of one answer. */
export const answerCharsMax = 1_000

/** The most look-ups in the knowledge base within one turn, because the customer waits for each. */
export const lookUpsPerTurnMax = 5

const questionCharactersMax = 500
const subjectCharactersMax = 1_000

/** A turn that is being built, with all that its steps read. */
interface Turn extends TurnDraft {
  definition: WorkflowDefinition
  context: CallContext
  variables: Record<string, string>
  turns: number
  lookedUp: readonly LookedUp[]
  steps: string[]
  /** How the customer would opt out in this turn. */
  inputBy: OptOutBy
  optOut: OptOutBy | null
}

/**
 * The result of a step. `go`: another step follows; undefined is the end of the call. `overrun`: its text does not fit
 * into the turn.
 */
type StepResult = { kind: 'go'; next: string | undefined } | { kind: 'wait' } | LookUp | { kind: 'overrun' }

/**
 * Returns the first turn of a call that was answered. `checkWorkflow` must have accepted the definition. A pure
 * function: the same arguments give the same turn. A turn that would exceed a limit (`stepsPerTurnMax`, `turnsMax`, the
 * size of a document) says the definition's goodbye and ends the call, with a system line.
 *
 * If a step needs a look-up that is not in `lookedUp`, returns that look-up instead of a turn. The caller runs it and
 * calls again with its result added.
 */
export function startRun(
  definition: WorkflowDefinition,
  context: CallContext,
  lookedUp: readonly LookedUp[] = [],
): WorkflowTurn | LookUp {
  return runSteps(
    openTurn(definition, context, { variables: {}, turns: 1, lookedUp, inputBy: 'voice' }),
    definition.start,
  )
}

/**
 * Returns the next turn of a call that waits, or a look-up like `startRun`. Input of the wrong kind counts as silence
 * at a listen, and as a failure at a transfer or an agent. A call that has ended is hung up. The caller must make sure
 * that each input is used once.
 */
export function resumeRun(
  definition: WorkflowDefinition,
  state: WorkflowRunState,
  input: WorkflowInput,
  context: CallContext,
  lookedUp: readonly LookedUp[] = [],
): WorkflowTurn | LookUp {
  if (state.step === null) {
    const instructions: VoiceInstruction[] = [{ kind: 'hang_up' }]
    const nothing = { steps: [], transcript: [], tickets: [], optOut: null, handsOver: false }
    return { kind: 'turn', state, instructions, ...nothing, ended: true }
  }
  const { variables, turns } = state
  const turn = openTurn(definition, context, {
    variables,
    turns: turns + 1,
    lookedUp,
    inputBy: input.kind === 'keys' ? 'keys' : 'voice',
  })
  const step = stepNamed(definition, state.step)
  const next = step === undefined ? null : resumeStep(turn, step, input)
  if (next === null) return endEarly(turn, 'The workflow changed during the call.')
  if (turn.turns > turnsMax) return endEarly(turn, `The call had more than ${turnsMax} turns.`)
  return runSteps(turn, next)
}

/**
 * Gives the input to the step that waits. Returns the next step, undefined for the end; null for a step that never
 * waits.
 */
function resumeStep(turn: Turn, step: Step, input: WorkflowInput): string | undefined | null {
  switch (step.kind) {
    case 'listen':
      return storeInput(turn, step, input)
    case 'transfer':
      return resumeTransfer(turn, step, input)
    case 'agent':
      return resumeAgent(turn, step, input)
    case 'say':
    case 'play':
    case 'choose':
    case 'open_ticket':
    case 'opt_out':
    case 'look_up':
    case 'hang_up':
      return null
  }
}

function openTurn(
  definition: WorkflowDefinition,
  context: CallContext,
  state: Pick<Turn, 'variables' | 'turns' | 'lookedUp' | 'inputBy'>,
): Turn {
  const variables = { ...state.variables }
  const draft = emptyDraft({ customer: context.customer, variables }, context.fillTime)
  return { ...draft, ...state, definition, context, variables, steps: [], optOut: null }
}

function runSteps(turn: Turn, first: string | undefined): WorkflowTurn | LookUp {
  let name = first
  for (let taken = 0; taken < stepsPerTurnMax; taken++) {
    if (name === undefined) return hangUp(turn)
    const step = stepNamed(turn.definition, name)
    if (step === undefined) return endEarly(turn, 'The workflow changed during the call.')
    turn.steps.push(name)
    const result = takeStep(turn, name, step)
    if (result.kind === 'overrun')
      return endEarly(turn, 'The workflow says more in one turn than a call can carry.')
    if (result.kind === 'wait') return close(turn, name)
    if (result.kind === 'look_up') return result
    name = result.next
  }
  return endEarly(turn, `The workflow took more than ${stepsPerTurnMax} steps in one turn.`)
}

function takeStep(turn: Turn, name: string, step: Step): StepResult {
  switch (step.kind) {
    case 'say':
      return say(turn, name, step, step.text) ? { kind: 'go', next: step.next } : { kind: 'overrun' }
    case 'play':
      if (!addInstruction(turn, { kind: 'play', url: step.url })) return { kind: 'overrun' }
      addLine(turn, 'system', 'A recording is played.')
      return { kind: 'go', next: step.next }
    case 'listen':
      return listen(turn, name, step)
    case 'choose':
      return { kind: 'go', next: choose(turn, step) }
    case 'transfer':
      return transfer(turn, name, step)
    case 'open_ticket':
      return { kind: 'go', next: openTicket(turn, name, step) }
    case 'opt_out':
      return optOut(turn, name, step)
    case 'look_up':
      return lookUp(turn, name, step)
    case 'agent':
      addLine(turn, 'system', 'An agent leads the call.')
      return { kind: 'wait' }
    case 'hang_up':
      if (step.text !== undefined && !say(turn, name, {}, step.text)) return { kind: 'overrun' }
      return { kind: 'go', next: undefined }
    default:
      return step satisfies never
  }
}

function say(turn: Turn, name: string, step: Spoken, text: string): boolean {
  const spoken = spokenText(turn, `the step "${name}"`, text, voiceOf(turn, step))
  if (spoken === null) return true
  if (!addInstruction(turn, spoken)) return false
  addLine(turn, 'agent', spoken.text)
  return true
}

function listen(turn: Turn, name: string, step: ListenStep): StepResult {
  const { voice, language } = voiceOf(turn, step)
  const question =
    step.text === undefined ? null : spokenText(turn, `the step "${name}"`, step.text, { voice, language })
  const prompts: (SayInstruction | PlayInstruction)[] = question === null ? [] : [question]
  if (step.url !== undefined) prompts.push({ kind: 'play', url: step.url })
  const added = addInstruction(turn, {
    kind: 'listen',
    input: step.input,
    prompts,
    timeoutSeconds: step.timeout_seconds,
    keysCount: step.keys_count ?? null,
    finishOnKey: step.finish_on_key,
    hints: step.hints,
    language,
  })
  if (!added) return { kind: 'overrun' }
  if (question !== null) addLine(turn, 'agent', question.text)
  if (step.url !== undefined) addLine(turn, 'system', 'A recording is played.')
  return { kind: 'wait' }
}

/** The line of a transcript where a question got no answer. */
export const silenceLine = 'Nothing was heard.'

/** Stores the input and returns the next step. */
function storeInput(turn: Turn, step: ListenStep, input: WorkflowInput): string | undefined {
  const answer = answerOf(input)
  turn.variables[step.variable] = answer
  if (answer === '') {
    addLine(turn, 'system', silenceLine)
    return step.no_input ?? step.next
  }
  addLine(turn, 'customer', input.kind === 'keys' ? `pressed ${answer}` : answer)
  return step.next
}

function answerOf(input: WorkflowInput): string {
  switch (input.kind) {
    case 'speech':
      return speakable(input.text.slice(0, answerCharsMax))
    case 'keys':
      return input.digits.replaceAll(/[^0-9*#]/g, '').slice(0, answerCharsMax)
    case 'silence':
    case 'transfer_ended':
    case 'agent_ended':
      return ''
    default:
      return input satisfies never
  }
}

function choose(turn: Turn, step: ChooseStep): string {
  const { customer } = turn.context
  for (const branch of step.branches) {
    const key = /^customer\.(.+)$/su.exec(branch.variable)?.[1]
    const value = key === undefined ? own(turn.variables, branch.variable) : own(customer, key)
    if (branchHolds(branch, value === undefined ? '' : String(value))) return branch.next
  }
  return step.otherwise
}

function own<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}

function transfer(turn: Turn, name: string, step: TransferStep): StepResult {
  const to = phoneNumber(turn, step.to)
  if (to === null) {
    addLine(turn, 'system', `The step "${name}" gives no number to transfer to.`)
    return { kind: 'go', next: storeTransfer(turn, step, 'failed') }
  }
  const guard = turn.context.whyNotTransfer?.(to) ?? null
  if (guard !== null) {
    addLine(turn, 'system', `The transfer to ${to} was refused by the guard ${guard}.`)
    return { kind: 'go', next: storeTransfer(turn, step, 'failed') }
  }
  const callerId = step.caller_id === undefined ? null : phoneNumber(turn, step.caller_id)
  const added = addInstruction(turn, { kind: 'transfer', to, callerId, timeoutSeconds: step.timeout_seconds })
  if (!added) return { kind: 'overrun' }
  if (step.caller_id !== undefined && callerId === null)
    addLine(turn, 'system', `The step "${name}" gives no caller ID that can be shown; the usual one is.`)
  addLine(turn, 'system', `The call is transferred to ${to}.`)
  return { kind: 'wait' }
}

/**
 * Returns the filled number in E.164, or null. Only customer variables fill it, so no called person chooses the number.
 */
function phoneNumber(turn: Turn, template: string): string | null {
  const filled = fillText(template, { customer: turn.context.customer }, turn.fillTime)
  const number = filled.text.replaceAll(/[\s().-]/g, '')
  return filled.kind === 'whole' && isE164(number) ? number : null
}

function resumeTransfer(turn: Turn, step: TransferStep, input: WorkflowInput): string | undefined {
  const status = input.kind === 'transfer_ended' ? input.status : 'failed'
  addLine(turn, 'system', `The transfer ended: ${status.replace('_', ' ')}.`)
  return storeTransfer(turn, step, status)
}

function resumeAgent(turn: Turn, step: AgentStep, input: WorkflowInput): string | undefined {
  const outcome = input.kind === 'agent_ended' ? input.outcome : 'failed'
  addLine(turn, 'system', `The agent's part ended: ${outcome.replace('_', ' ')}.`)
  if (step.variable !== undefined) turn.variables[step.variable] = outcome
  return step.next
}

function storeTransfer(turn: Turn, step: TransferStep, status: TransferStatus): string | undefined {
  if (step.variable !== undefined) turn.variables[step.variable] = status
  return step.next
}

function openTicket(turn: Turn, name: string, step: OpenTicketStep): string | undefined {
  const subject = cutText(filledLine(turn, `the step "${name}"`, step.subject), subjectCharactersMax)
  turn.tickets.push({ subject: subject === '' ? null : subject })
  addLine(turn, 'system', subject === '' ? 'A ticket was opened.' : `A ticket was opened: ${subject}`)
  return step.next
}

/** Notes the opt-out first: it counts even if the sentence does not fit into the turn. */
function optOut(turn: Turn, name: string, step: OptOutStep): StepResult {
  turn.optOut = turn.inputBy
  addLine(turn, 'system', 'The number was added to the do-not-call list.')
  const { language } = voiceOf(turn, step)
  // A voice of another language is not for the English sentence.
  const isEnglish = step.text === undefined && !hasOptOutLine(language)
  return say(turn, name, isEnglish ? { language: 'en' } : step, step.text ?? optOutLine(language))
    ? { kind: 'go', next: step.next }
    : { kind: 'overrun' }
}

/** Looks a question up. An empty question has no answer, and a repeated one within a turn uses the first result. */
function lookUp(turn: Turn, name: string, step: LookUpStep): StepResult {
  const question = cutText(filledLine(turn, `the step "${name}"`, step.question), questionCharactersMax)
  const known = turn.lookedUp.find((one) => one.question === question && one.limit === step.limit)
  const canAsk = question !== '' && turn.lookedUp.length < lookUpsPerTurnMax
  if (known === undefined && canAsk) return { kind: 'look_up', question, limit: step.limit }
  const text = known?.text ?? ''
  turn.variables[step.into] = text
  addLine(
    turn,
    'system',
    text === '' ? 'The knowledge base had no answer.' : 'The knowledge base had an answer.',
  )
  return { kind: 'go', next: text === '' ? (step.otherwise ?? step.next) : step.next }
}

/** Ends a call that exceeded a limit. `turnBytesMax` leaves room for the goodbye. */
function endEarly(turn: Turn, reason: string): WorkflowTurn {
  addLine(turn, 'system', reason)
  const goodbye = spokenText(turn, 'the goodbye', turn.definition.goodbye, voiceOf(turn, {}))
  if (goodbye !== null) {
    const text = goodbye.text.slice(0, 500).toWellFormed()
    turn.instructions.push({ ...goodbye, text })
    addLine(turn, 'agent', text)
  }
  return hangUp(turn)
}

function hangUp(turn: Turn): WorkflowTurn {
  turn.instructions.push({ kind: 'hang_up' })
  return close(turn, null)
}

function close(turn: Turn, step: string | null): WorkflowTurn {
  return {
    kind: 'turn',
    state: { step, variables: turn.variables, turns: turn.turns },
    steps: turn.steps,
    instructions: turn.instructions,
    transcript: turn.transcript,
    tickets: turn.tickets,
    optOut: turn.optOut,
    handsOver: step !== null && stepNamed(turn.definition, step)?.kind === 'agent',
    ended: step === null,
  }
}
