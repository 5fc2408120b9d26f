import { z } from 'zod'
import { faultOfOrder, hasPlainRoot, rootUnions } from './asked.ts'
import type { Asked, AskedMessage, Malformed } from './asked.ts'

const Text = z.union([
  z.string(),
  z
    .array(z.looseObject({ type: z.literal('text'), text: z.string() }))
    .transform((parts) => parts.map(({ text }) => text).join('')),
])

const ToolName = z.string().regex(/^[\w-]{1,64}$/)

const Message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('system'), content: Text }),
  z.looseObject({ role: z.literal('developer'), content: Text }),
  z.looseObject({ role: z.literal('user'), content: Text }),
  z.looseObject({
    role: z.literal('assistant'),
    content: Text.nullish(),
    tool_calls: z
      .array(
        z.looseObject({
          id: z.string().min(1),
          type: z.literal('function'),
          function: z.looseObject({ name: ToolName, arguments: z.string() }),
          extra_content: z
            .looseObject({ google: z.looseObject({ thought_signature: z.string().optional() }).optional() })
            .optional(),
        }),
      )
      .min(1)
      .optional(),
  }),
  z.looseObject({ role: z.literal('tool'), tool_call_id: z.string(), content: Text }),
])

const Body = z.looseObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  stream: z.boolean().default(false),
  stream_options: z.looseObject({ include_usage: z.boolean().default(false) }).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  parallel_tool_calls: z.boolean().optional(),
  tool_choice: z.enum(['none', 'auto', 'required']).optional(),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        function: z.looseObject({
          name: ToolName,
          parameters: z
            .record(z.string(), z.unknown())
            .refine(
              (schema) => hasPlainRoot(schema, [...rootUnions, 'not', 'enum']),
              "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level",
            )
            .default({}),
        }),
      }),
    )
    .min(1)
    .optional(),
})

/** Reads the body of `POST /v1/chat/completions`, as strictly as OpenAI does where programs could go wrong. */
export function readChatCompletions(body: unknown): Asked | Malformed {
  const read = Body.safeParse(body)
  if (!read.success) return { malformed: z.prettifyError(read.error) }
  const { data } = read
  if (data.tools === undefined && (data.parallel_tool_calls ?? data.tool_choice) !== undefined)
    return { malformed: 'parallel_tool_calls and tool_choice are for requests with tools' }
  const messages = data.messages.flatMap(readMessage)
  const fault = faultOfOrder(messages)
  if (fault !== null) return { malformed: fault }
  return {
    operation: 'chat_completions',
    model: data.model,
    isStream: data.stream,
    wantsUsage: data.stream_options?.include_usage === true,
    system: data.messages
      .flatMap((message) =>
        message.role === 'system' || message.role === 'developer' ? [message.content] : [],
      )
      .join('\n'),
    messages,
    tools: (data.tools ?? []).map((tool) => ({
      name: tool.function.name,
      schema: tool.function.parameters,
    })),
    mayCall: data.tools !== undefined && data.tool_choice !== 'none',
    maxTokens: data.max_completion_tokens ?? data.max_tokens ?? null,
  }
}

function readMessage(message: z.infer<typeof Message>): AskedMessage[] {
  switch (message.role) {
    case 'system':
    case 'developer':
      return []
    case 'user':
      return [{ role: 'user', text: message.content }]
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map((call) => ({
        id: call.id,
        name: call.function.name,
        signature: call.extra_content?.google?.thought_signature ?? null,
      }))
      return [{ role: 'assistant', text: message.content ?? '', calls }]
    }
    case 'tool':
      return [{ role: 'tool', callId: message.tool_call_id, text: message.content }]
  }
}
