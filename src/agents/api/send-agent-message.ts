import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { isStorable, unstorable } from '../../base/storable-text.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { IdempotencyHeaders, replayedHeader } from '../../idempotency/idempotency-key.ts'
import type { ConversationKey } from '../conversation/conversation.ts'
import type { AgentContext } from '../turn/turn-context.ts'
import { answerInput } from '../web/answer-input.ts'
import { OpenAnswers } from '../web/open-answers.ts'
import { receiveWebMessage } from '../web/receive-message.ts'
import type { ReceivedMessage } from '../web/receive-message.ts'

const textCharsMax = 4_000
const textExpected = `must be a text of 1 to ${textCharsMax} characters`
/** How often a stream without news gets a line, so that no proxy ends it. */
const aliveMs = 15_000

const Body = z
  .strictObject(
    {
      text: z
        .string(textExpected)
        .trim()
        .min(1, textExpected)
        .max(textCharsMax, textExpected)
        .refine(isStorable, unstorable),
    },
    {
      error: ({ code }) =>
        code === 'invalid_type' ? 'The body must be a JSON object such as {"text":"Hello"}' : undefined,
    },
  )
  .meta({ id: 'AgentMessage', description: 'What the customer writes.' })

const EventStream = z
  .string()
  .describe(
    'Server-sent events. `sentence`: `{ "text" }`. `tool`: `{ "name", "outcome" }`, when a tool begins and ends. `done`, the ' +
      'last: `{ "turn", "outcome", "text", "citations", "mode", "is_closing" }`; `text` is the whole answer with its ' +
      'line breaks, `outcome` is `held` where a person answers, and `taken_over` where one took over in its midst. ' +
      '`error`: `{ "message" }`; the same request with its key goes on.',
  )

/** Takes a message of the customer and streams the agent's answer. */
export function sendAgentMessage(app: App, context: AgentContext): void {
  const openAnswers = new OpenAnswers()
  app.post(
    projectPath('/conversations/:conversation_id/messages'),
    {
      config: { scope: 'agents:chat' },
      schema: {
        operationId: 'sendAgentMessage',
        summary: 'Write to an agent and read its answer',
        description:
          'The answer comes as a stream, sentence by sentence. It is made even if the stream breaks; the same request with the ' +
          'same `Idempotency-Key` gives it again. At most three requests of a conversation wait at a time. Scope: `agents:chat`.',
        tags: ['Agents'],
        params: ProjectParams.extend({
          conversation_id: z.string().describe('Id of a conversation that began over the web channel.'),
        }),
        headers: IdempotencyHeaders,
        body: Body,
        produces: ['text/event-stream'],
        response: { 200: EventStream, ...refusalsOf(400, 401, 403, 404, 409, 429) },
      },
    },
    async (request, reply) => {
      const giveBack = openAnswers.take(request.params)
      try {
        const received = await receiveWebMessage(context, {
          ...request.params,
          text: request.body.text,
          idempotencyKey: request.headers['idempotency-key'] ?? null,
        })
        if (received.replayed) reply.headers(replayedHeader)
        await streamAnswer(context, request.params, received, reply.hijack())
      } finally {
        giveBack()
      }
      return reply
    },
  )
}

/** Streams the answer to a message, and ends the stream. */
async function streamAnswer(
  context: AgentContext,
  { organization_id, conversation_id }: ConversationKey,
  received: ReceivedMessage,
  reply: FastifyReply,
): Promise<void> {
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies such as nginx would gather the sentences.
    'x-accel-buffering': 'no',
  })
  const write = (event: string, data: unknown): void => {
    if (!raw.destroyed) raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const alive = setInterval(() => raw.destroyed || raw.write(': alive\n\n'), aliveMs)
  try {
    const key = { organization_id, conversation_id }
    const { answer, isSaid } = await answerInput(context, key, received, {
      say: (text) => write('sentence', { text }),
      afterwards: () => undefined,
      tool: (sign) => write('tool', sign),
    })
    if (!isSaid && answer.text !== '') write('sentence', { text: answer.text })
    write('done', answer)
  } catch (error) {
    context.log.error({ err: error, conversation_id }, 'a message on the web could not be answered')
    write('error', { message: 'The answer is not ready; send the same request again with its key' })
  } finally {
    clearInterval(alive)
    raw.end()
  }
}
