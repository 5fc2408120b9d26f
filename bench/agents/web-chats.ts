import { setTimeout as delay } from 'node:timers/promises'
import { percentile, table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'
import { declareAgentProject } from './agent-project.ts'
import type { AgentProject } from './agent-project.ts'
import { startTimedModel } from './timed-model.ts'
import type { TimedModel, TurnTimes } from './timed-model.ts'

const messageEveryMs = 8_000

/** Keeps so many chats on the web alive, each with a message each 8 s, and times what is ours of each answer. */
export async function benchWebChats(
  stage: Stage,
  { chats, seconds, thinkMs }: { chats: number; seconds: number; thinkMs: number },
): Promise<void> {
  await using model = await startTimedModel({ thinkMs })
  const database = await stage.createDatabase()
  const carrierUrl = 'http://127.0.0.1:1'
  const project = await declareAgentProject(database, { modelUrl: model.url, carrierUrl, slots: 1 })
  const api = await stage.start(['src/cli/main.ts', 'api'], {
    DATABASE_URL: database.databaseUrl,
    MODEL_PRIVATE_HOSTS: model.host,
    LOG_LEVEL: 'warn',
  })
  const conversations: string[] = []
  while (conversations.length < chats) conversations.push(await beginChat(api.url, project))
  const turns: TurnTimes[] = []
  const begun = performance.now()
  await Promise.all(
    conversations.map(async (conversation, at) => {
      for (let dueMs = (at * messageEveryMs) / chats; dueMs < seconds * 1_000; dueMs += messageEveryMs) {
        await delay(Math.max(begun + dueMs - performance.now(), 0))
        turns.push(await writeChat(api.url, project, conversation, model))
      }
    }),
  )
  const both = (of: (turn: TurnTimes) => number) =>
    `${percentile(turns.map(of), 0.5).toFixed(1)} / ${percentile(turns.map(of), 0.99).toFixed(1)} ms`
  table(
    `${chats} chats on the web, a message each ${messageEveryMs / 1_000} s, ${seconds} s, first text after ${thinkMs} ms`,
    ['turns', 'to the request', 'token to event', 'message to first sentence'],
    [
      [
        turns.length,
        both(({ sentAt, requestAt }) => requestAt! - sentAt),
        both(({ tokenAt, frameAt }) => frameAt! - tokenAt!),
        both(({ sentAt, frameAt }) => frameAt! - sentAt),
      ],
    ],
  )
}

/** Begins a chat. Returns its id. */
export async function beginChat(url: string, { path, agentId, key }: AgentProject): Promise<string> {
  const response = await fetch(`${url}${path}/agents/${agentId}/conversations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: '{"customer":{}}',
  })
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  return ((await response.json()) as { data: { conversation_id: string } }).data.conversation_id
}

/** Writes a message and reads the whole answer. */
export async function writeChat(
  url: string,
  { path, key }: AgentProject,
  conversation: string,
  model: TimedModel,
): Promise<TurnTimes> {
  const { marker, times } = model.begin()
  const response = await fetch(`${url}${path}/conversations/${conversation}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': marker },
    body: JSON.stringify({ text: `When does plan ${marker} end?` }),
  })
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.includes('event: sentence')) times.frameAt ??= performance.now()
  }
  if (times.frameAt === undefined || !text.includes('event: done'))
    throw new Error(`${response.status}: ${text}`)
  return times
}
