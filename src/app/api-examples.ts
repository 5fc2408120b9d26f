import { agentExamples } from '../agents/api/examples.ts'
import { analyticsExamples } from '../analytics/api/examples.ts'
import { auditExamples } from '../audit/api/examples.ts'
import { refusals } from '../base/refusals.ts'
import { Refusal, refusalTable } from '../base/refusals/refusal.ts'
import { callExamples } from '../calls/api/examples.ts'
import { campaignExamples } from '../campaigns/api/examples.ts'
import { conversationExamples } from '../conversations/api/examples.ts'
import { eventExamples } from '../events/api/examples.ts'
import { guardExamples } from '../guards/api/examples.ts'
import { failure, success } from '../http/envelope.ts'
import type { OperationExamples } from '../http/examples.ts'
import { profileExamples } from '../people/api/examples.ts'
import { projectExamples } from '../projects/api/examples.ts'
import { sourceExamples } from '../sources/api/examples.ts'
import { webhookExamples } from '../webhooks/api/examples.ts'
import { whatsappExamples } from '../whatsapp/api/examples.ts'

/** A media type's `examples` in OpenAPI, by name. */
export type Examples = Record<string, { summary: string; value: unknown }>

const unexpected = new Refusal(
  'unexpected',
  'Something went wrong on our side; the X-Request-Id header names this request in our log',
)

/** What every operation may answer with, if it documents the status. */
const sharedRefusals = [
  refusals.keyMissing(),
  refusals.keyInvalid(),
  refusals.keyConflict(),
  refusals.rateLimited('requests', { count: 20, burst: 100 }, 1),
  refusals.wrongTenant(),
  unexpected,
]

/** The examples of all domains, by operation. */
export const operationExamples: Record<string, OperationExamples> = {
  ...agentExamples,
  ...analyticsExamples,
  ...callExamples,
  ...auditExamples,
  ...campaignExamples,
  ...conversationExamples,
  ...eventExamples,
  ...guardExamples,
  ...profileExamples,
  ...projectExamples,
  ...sourceExamples,
  ...webhookExamples,
  ...whatsappExamples,
}

/** Returns the examples of an operation's response, by name; empty if there are none for this status. */
export function responseExamples(operationId: string, status: number): Examples {
  const { successes, stream, refusals: own = [] } = operationExamples[operationId] ?? { successes: {} }
  if (stream !== undefined && status < 400)
    return { success: { summary: stream.summary, value: stream.text } }
  const given = successes[status]
  if (given !== undefined)
    return { success: { summary: given.message, value: success(given.data, given.message, status) } }
  const met = [...own, ...sharedRefusals].filter((refusal) => refusal.status === status)
  return Object.fromEntries(
    met.map(({ code, message }) => [
      code,
      { summary: refusalTable[code].when, value: failure(status, message) },
    ]),
  )
}

/** Returns the example of an operation's request body; null if it takes none. */
export function requestExamples(operationId: string): Examples | null {
  const value = operationExamples[operationId]?.request
  return value === undefined ? null : { request: { summary: 'A request', value } }
}
