import type { PlayedCall } from '../../operator/rehearse/played-scene.ts'
import type { Stage } from './stage.ts'

const requestMs = 120_000

/** A turn as `GET …/turns` shows it; what a rehearsal needs of it. */
export interface ShownTurn {
  turn: number
  state: string
  input: string
  text: string
  created_at: string
  first_text_at: string | null
  /** Why it ended; null while it goes on. */
  outcome: string | null
  steps: {
    tool: string | null
    arguments: Record<string, unknown> | null
    outcome: string | null
  }[]
}

/** Sends a request to the project API of the stage. Returns status and body as text. */
export async function requestApi(
  { url, key, organizationId, projectId }: Stage,
  method: 'GET' | 'POST',
  place: string,
  body?: unknown,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/organizations/${organizationId}/projects/${projectId}${place}`, {
    method,
    headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(requestMs),
  })
  return { status: response.status, text: await response.text() }
}

/** Returns the `data` of an answer. @throws Error where the request was refused, which a stage never expects. */
export async function dataOf<T>(answer: Promise<{ status: number; text: string }>): Promise<T> {
  const { status, text } = await answer
  const body = JSON.parse(text) as { message: string; data: T }
  if (status >= 400)
    throw new Error(`the service refused a request of the rehearsal (${status}): ${body.message}`)
  return body.data
}

/** Returns the turns of a conversation, oldest first, at most 100. */
export async function readTurns(stage: Stage, conversationId: string): Promise<ShownTurn[]> {
  const { items } = await dataOf<{ items: ShownTurn[] }>(
    requestApi(stage, 'GET', `/conversations/${conversationId}/turns?limit=100`),
  )
  return items
}

export function callsOf({ steps }: ShownTurn): PlayedCall[] {
  return steps.flatMap(({ tool, arguments: given, outcome }) =>
    tool === null ? [] : [{ name: tool, arguments: given ?? {}, outcome: outcome ?? 'unknown' }],
  )
}
