import { z } from 'zod'
import { faultOfOrder, hasPlainRoot, rootUnions } from './asked.ts'
import type { Asked, AskedMessage, Malformed } from './asked.ts'

const TextBlock = z.looseObject({ type: z.literal('text'), text: z.string().regex(/\S/, 'an empty text') })
const Texts = z.union([
  z.string(),
  z.array(TextBlock).transform((blocks) => blocks.map(({ text }) => text).join('\n')),
])

const ToolName = z.string().regex(/^[\w-]{1,128}$/)
const callId = z.string().regex(/^[\w-]+$/)
const Block = z.discriminatedUnion('type', [
  TextBlock,
  z.looseObject({
    type: z.literal('tool_use'),
    id: callId,
    name: ToolName,
    input: z.record(z.string(), z.unknown()),
  }),
  z.looseObject({ type: z.literal('tool_result'), tool_use_id: callId, content: Texts.default('') }),
])
const Content = z.union([
  z
    .string()
    .min(1)
    .transform((text) => [{ type: 'text' as const, text }]),
  z.array(Block).min(1),
])

const Body = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  system: Texts.optional(),
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']), content: Content })).min(1),
  stream: z.boolean().default(false),
  tool_choice: z.looseObject({ type: z.enum(['auto', 'any', 'none']) }).optional(),
  tools: z
    .array(
      z.looseObject({
        name: ToolName,
        input_schema: z
          .looseObject({ type: z.literal('object') })
          .refine(
            (schema) => hasPlainRoot(schema, rootUnions),
            'input_schema does not support oneOf, allOf, or anyOf at the top level',
          ),
      }),
    )
    .optional(),
})

/** Reads the body of `POST /v1/messages`, as strictly as Anthropic does where programs could go wrong. */
export function readMessages(body: unknown): Asked | Malformed {
  const read = Body.safeParse(body)
  if (!read.success) return { malformed: z.prettifyError(read.error) }
  const { data } = read
  if (data.messages[0]?.role !== 'user') return { malformed: 'the first message must be the user’s' }
  const ids = data.messages
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
  if (new Set(ids).size < ids.length) return { malformed: 'the ids of tool_use must be unique' }
  const messages = data.messages.flatMap(({ role, content }) => readMessage(role, content))
  const fault = faultOfOrder(messages)
  if (fault !== null) return { malformed: fault }
  return {
    operation: 'messages',
    model: data.model,
    isStream: data.stream,
    wantsUsage: true,
    system: data.system ?? '',
    messages,
    tools: (data.tools ?? []).map(({ name, input_schema }) => ({ name, schema: input_schema })),
    mayCall: data.tools !== undefined && data.tools.length > 0 && data.tool_choice?.type !== 'none',
    maxTokens: data.max_tokens,
  }
}

/** Results come before the texts of the same message. */
function readMessage(role: 'user' | 'assistant', content: readonly z.infer<typeof Block>[]): AskedMessage[] {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  if (role === 'assistant') {
    const calls = content.flatMap((block) => (block.type === 'tool_use' ? [block] : []))
    return [{ role, text, calls: calls.map(({ id, name }) => ({ id, name, signature: null })) }]
  }
  const results = content.flatMap((block) => (block.type === 'tool_result' ? [block] : []))
  return [
    ...results.map((block) => ({
      role: 'tool' as const,
      callId: block.tool_use_id,
      text: block.content,
    })),
    ...(text === '' ? [] : [{ role, text }]),
  ]
}
