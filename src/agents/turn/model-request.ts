import type { ModelAccount, ModelMessage, ModelTool } from '../../providers/models/model-client.ts'
import type { PersonStretch } from '../conversation/queries.ts'
import { servicePart } from '../prompt/service-part.ts'
import { unknownText } from '../tools/http-tool.ts'
import { buildHistory } from './history.ts'
import type { AgentTurnPart, HistoryPart, HistoryStep } from './history.ts'
import type { AgentContext } from './turn-context.ts'
import type { TurnRun } from './turn-run.ts'
import type { AgentTurn, TurnStep } from './turn-state.ts'

/** The accounts of an agent, with their names. */
export interface AgentAccounts {
  primary: ModelAccount
  fallback: ModelAccount | null
  /** By the account's id. */
  names: ReadonlyMap<string, string>
}

/** Returns the accounts that a conversation's agent asks, with their keys opened. */
export function accountsOf(
  { secretBox }: Pick<AgentContext, 'secretBox'>,
  {
    conversation: { model_account_id, fallback_account_id },
    accounts: rows,
  }: Pick<TurnRun, 'conversation' | 'accounts'>,
): AgentAccounts {
  const accountOf = (id: string): ModelAccount => {
    const row = rows.find((each) => each._id === id)
    if (row === undefined) throw new Error(`the model account ${id} is missing`)
    return {
      id,
      kind: row.kind,
      baseUrl: row.base_url,
      model: row.model,
      apiKey: row.api_key === null ? null : secretBox.open(Buffer.from(row.api_key, 'base64')),
      outputField: row.output_field ?? 'max_tokens',
      extra: row.extra,
    }
  }
  return {
    primary: accountOf(model_account_id),
    fallback: fallback_account_id === null ? null : accountOf(fallback_account_id),
    names: new Map(rows.map((row) => [row._id, row.name])),
  }
}

const cutOff: HistoryStep = {
  kind: 'note',
  text: 'You were cut off here. Say what is left, without repeating what you said.',
}

/** Returns the messages and tools of the turn's next request. Both only grow from request to request. */
export function requestOf(
  run: Pick<TurnRun, 'conversation' | 'earlier' | 'stretches' | 'turn' | 'tools' | 'speaker'>,
): {
  messages: ModelMessage[]
  tools: ModelTool[]
} {
  const { conversation, earlier, stretches, turn, tools, speaker } = run
  const { definition, lines, prompt, project, channel_type } = conversation
  const service = servicePart({
    purpose: definition.purpose,
    channel: channel_type,
    languages: definition.languages,
    replyCharacters: definition.limits.reply_characters,
    tools: new Set(tools.map(({ name }) => name)),
    openHours: conversation.open_hours,
  })
  const opening =
    lines.opening_heard ?? [lines.first_line, lines.disclosure].filter((line) => line !== null).join(' ')
  const steps = turn.steps.flatMap((step) => (isCutOff(step) ? [...partsOf(step), cutOff] : partsOf(step)))
  // What is not handed over yet was heard by nobody.
  const unfinished = channel_type === 'whatsapp' ? '' : leftOver(turn, speaker.text, lines.wait)
  if (unfinished !== '') steps.push({ kind: 'model', text: unfinished, toolCalls: [] }, cutOff)
  const messages = buildHistory({
    prompt: `${prompt}\n\n${service}`,
    opening: channel_type === 'whatsapp' || opening === '' ? null : opening,
    parts: [
      ...earlierParts(earlier.filter(isRead), stretches),
      { kind: 'turn', input: [turn.input], steps, heard: null },
    ],
    timezone: project.timezone,
  })
  return {
    messages,
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
  }
}

/** Returns the turns and the times in which a person answered, in their order. */
function earlierParts(turns: readonly AgentTurn[], stretches: readonly PersonStretch[]): HistoryPart[] {
  const parts = [
    ...turns.map((turn) => ({ at: turn.created_at, part: partOf(turn) })),
    ...stretches.map((stretch) => ({ at: stretch.begun_at, part: partOfPerson(stretch) })),
  ]
  return parts.toSorted((one, other) => (one.at < other.at ? -1 : 1)).map(({ part }) => part)
}

function partOfPerson({ begun_at, ended_at, name, lines }: PersonStretch): HistoryPart {
  const [from, to] = [new Date(begun_at), new Date(ended_at)]
  return { kind: 'person', name: name ?? 'a colleague', from, to, lines }
}

/**
 * Returns whether the model reads the turn: a superseded one only for what its tools have done, since its input is
 * answered with the next one.
 */
function isRead({ state, steps }: AgentTurn): boolean {
  return state !== 'superseded' || steps.some(({ kind }) => kind === 'tool')
}

function partOf(turn: AgentTurn): AgentTurnPart {
  return {
    kind: 'turn',
    input: [turn.input],
    steps: turn.steps.flatMap(partsOf).map((step) => withoutTransfer(step, turn)),
    heard: turn.heard ?? (turn.state === 'superseded' ? '' : turn.text),
  }
}

const notConnected =
  'The customer was not connected, since they spoke first or the answer was not whole. Call the tool again if they still want it.'

/**
 * Returns the step with the outcome of its transfer, where the turn has ended without it. Only the end of a turn
 * transfers.
 */
function withoutTransfer(step: HistoryStep, { outcome, steps }: AgentTurn): HistoryStep {
  if (step.kind !== 'tool' || outcome === 'transferred') return step
  // A repeated call has the result of the first.
  const isTransfer = steps.some(
    ({ kind, content }) =>
      kind === 'tool' &&
      content.effects?.after?.kind === 'transfer' &&
      content.name === step.name &&
      content.result === step.result,
  )
  return isTransfer ? { ...step, result: notConnected } : step
}

function partsOf(step: TurnStep): HistoryStep[] {
  if (step.kind === 'model') {
    const { text, tool_calls, note } = step.content
    const said: HistoryStep = { kind: 'model', text, toolCalls: tool_calls }
    return note === null ? [said] : [said, { kind: 'note', text: note }]
  }
  const { call_id: callId, name, result } = step.content
  return [{ kind: 'tool', callId, name, result: result ?? unknownText }]
}

/** Returns whether a process that stopped as planned ended the answer in its midst. */
function isCutOff(step: TurnStep): boolean {
  return step.kind === 'model' && step.content.reason === 'aborted' && step.content.text !== ''
}

/**
 * Returns what a process that died said after the last finished request, without the line that is said while a tool
 * runs.
 */
function leftOver({ steps }: AgentTurn, text: string, waitLine: string): string {
  const last = steps.findLast((step) => step.kind === 'model')
  const from = last === undefined ? 0 : last.content.from + last.content.text.length
  const said = text.slice(from).trim()
  return steps.at(-1)?.kind === 'tool' && said.startsWith(waitLine)
    ? said.slice(waitLine.length).trim()
    : said
}
