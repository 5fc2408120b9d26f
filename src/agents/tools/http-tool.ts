import { signWebhook, webhookSecretPrefix } from '../../base/sign-webhook.ts'
import { storable } from '../../base/storable-text.ts'
import { runSpan } from '../../base/trace-span.ts'
import type { TraceSpan } from '../../base/trace-span.ts'
import type { WebAnswer } from '../../providers/web/guard/web-fetch.ts'
import type { HttpToolDefinition } from '../definition.ts'
import { selectToolSecret } from '../turn/step-queries.ts'
import type { RunnableTool, ToolResult, ToolRun } from './tool.ts'

/** The bound of the request and of the response, in bytes. */
export const bodyBytesMax = 32_768
/** The longest time of a request. */
export const timeoutMs = 10_000

export const unknownText =
  'It is not known whether it was done. Do not try again; a colleague will check. Say so to the customer.'

/**
 * Asks an endpoint of the operator. A write whose answer does not come is never made again by itself, unless the
 * operator declares that the endpoint does one thing once for an `Idempotency-Key`.
 */
export function httpTool(tool: HttpToolDefinition): RunnableTool {
  const isWrite = tool.effect === 'write'
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    mayRunAgain: !isWrite || tool.idempotent,
    isWriteOnce: isWrite,
    confirm: tool.confirm,
    run: (run) => ask(tool, run),
  }
}

async function ask(tool: HttpToolDefinition, run: ToolRun): Promise<ToolResult> {
  const { context, conversation, turn, step } = run
  const { organization_id, agent_id, conversation_id, customer } = conversation
  const body = JSON.stringify({ tool: tool.name, arguments: run.arguments, conversation_id, customer, turn })
  if (Buffer.byteLength(body) > bodyBytesMax)
    return { outcome: 'failed', text: 'It was not done: the request would be too large.' }
  const sealed = await selectToolSecret(context.db, organization_id, agent_id, tool.name)
  const key = `${conversation_id}:${turn}:${step}`
  const answer = await runSpan(
    () => describeRequest(tool),
    (span) =>
      context.webFetch({
        url: tool.url,
        tenant: organization_id,
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/plain;q=0.9',
          'idempotency-key': key,
          // The endpoint is the operator's own, so its spans belong to the same trace.
          ...(span?.traceparent !== undefined && { traceparent: span.traceparent }),
          ...(sealed !== null &&
            signatureHeaders(context.secretBox.open(sealed), { id: key, at: context.clock.now(), body })),
        },
        bytesMax: bodyBytesMax,
        timeoutMs,
        redirectsMax: 0,
      }),
  )
  return resultOf(answer, tool.effect === 'write')
}

function describeRequest({ name, url }: HttpToolDefinition): TraceSpan {
  return {
    name: 'POST tool',
    kind: 'client',
    attributes: { 'switchboard.tool': name, 'server.address': new URL(url).hostname },
  }
}

/** Returns the headers of Standard Webhooks. A secret of a tool may be of any length, with or without `whsec_`. */
function signatureHeaders(
  secret: string,
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const bytes = Buffer.from(secret.replace(webhookSecretPrefix, ''), 'base64')
  return signWebhook([bytes], { id, timestamp: Math.floor(at.getTime() / 1_000), body })
}

/**
 * Redirects are not followed. These often say that what was asked for is done; 307 and 308 ask for the same elsewhere.
 */
const mayBeDone: ReadonlySet<number> = new Set([301, 302, 303])

/** Judges what came back. A request that may have arrived and was not answered well leaves a write unknown. */
function resultOf(answer: WebAnswer, isWrite: boolean): ToolResult {
  const unknown: ToolResult = isWrite
    ? { outcome: 'unknown', text: unknownText }
    : { outcome: 'failed', text: 'The system did not answer. Say that it does not work at the moment.' }
  switch (answer.kind) {
    case 'refused':
      return { outcome: 'failed', text: 'It was not done: the system can not be reached.' }
    case 'failed':
      return answer.isSent
        ? unknown
        : { outcome: 'failed', text: 'It was not done: the system can not be reached.' }
    case 'answered': {
      const text = storable(answer.body.toString('utf8'))
      const shown = answer.isCut ? `${text.slice(0, 2_000)} (The rest of the answer is left out.)` : text
      if (answer.status >= 200 && answer.status < 300)
        return { outcome: 'ok', text: shown === '' ? 'Done.' : shown }
      if (answer.status >= 500 || (isWrite && mayBeDone.has(answer.status))) return unknown
      return {
        outcome: 'failed',
        text: `It was not done: the system refused it (${answer.status}). ${shown.slice(0, 1_000)}`,
      }
    }
  }
}
