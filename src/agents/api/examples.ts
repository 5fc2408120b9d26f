import { refusals } from '../../base/refusals.ts'
import { answeredAt, createdAt, ids } from '../../http/examples.ts'
import { listExamples } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'

const text = 'Your plan ends in March.'

const turn = {
  turn: 1,
  state: 'done',
  input: 'When does my plan end?',
  text,
  heard: null,
  citations: [{ id: ids.source, title: 'Plans', url: 'https://example.com/plans' }],
  outcome: 'answered',
  model: 'fast',
  input_tokens: 812,
  output_tokens: 37,
  tokens_estimated: false,
  created_at: createdAt,
  asked_at: createdAt,
  first_text_at: createdAt,
  ended_at: answeredAt,
  steps: [
    {
      step: 1,
      kind: 'model',
      state: 'done',
      text,
      tool: null,
      arguments: null,
      result: null,
      outcome: null,
      reason: 'stop',
      begun_at: createdAt,
      ended_at: answeredAt,
    },
  ],
}

/** Examples of this folder's endpoints, by operation. */
export const agentExamples: Record<string, OperationExamples> = {
  beginAgentConversation: {
    request: { customer: { name: 'Ada', plan: 'yearly' } },
    successes: {
      201: {
        message: 'The conversation has begun',
        data: {
          conversation_id: ids.conversation,
          text: 'Hello Ada, this is Acme. I am an automated assistant.',
          language: 'en-US',
        },
      },
    },
    refusals: [
      refusals.invalidRequest(
        'customer.name: must be a text of at most 4096 characters, a number, true or false',
      ),
      refusals.scopeMissing('agents:chat'),
      refusals.agentNotFound(),
      refusals.idempotencyKeyReused(),
    ],
  },
  sendAgentMessage: {
    request: { text: 'When does my plan end?' },
    successes: {},
    stream: {
      summary: 'An answer of one sentence',
      text: `event: sentence\ndata: ${JSON.stringify({ text })}\n\nevent: done\ndata: ${JSON.stringify({
        turn: 1,
        outcome: 'answered',
        text,
        citations: [],
        mode: 'agent',
        is_closing: false,
      })}\n\n`,
    },
    refusals: [
      refusals.invalidRequest('text: must be a text of 1 to 4000 characters'),
      refusals.scopeMissing('agents:chat'),
      refusals.conversationNotFound(),
      refusals.conversationEnded(),
      refusals.idempotencyKeyReused(),
      refusals.tooManyStreams(),
    ],
  },
  listTurns: listExamples(turn, [refusals.conversationNotFound()]),
  setConversationMode: {
    request: { mode: 'person' },
    successes: { 200: { message: 'A person answers', data: { mode: 'person', changed: true } } },
    refusals: [
      refusals.invalidRequest('mode: must be one of agent, person'),
      refusals.scopeMissing('agents:manage'),
      refusals.conversationNotFound(),
      refusals.conversationEnded(),
    ],
  },
}
