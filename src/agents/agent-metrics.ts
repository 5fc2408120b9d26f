import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

export interface AgentMetrics {
  turns: Counter<'channel' | 'outcome'>
  tools: Counter<'tool' | 'outcome'>
  modelRequests: Counter<'outcome'>
  tokens: Counter<'direction'>
  heldSentences: Counter
  modes: Counter<'mode'>
  chats: Counter<'outcome'>
  firstText: Histogram<'channel'>
  modelFirstText: Histogram<'channel'>
}

const seconds = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2.5, 5, 10, 30]

/** Creates the metrics of agents (docs/operating.md). */
export function createAgentMetrics(registry: Registry): AgentMetrics {
  const registers = [registry]
  return {
    turns: new Counter({
      name: 'switchboard_agent_turns_total',
      help: 'Turns of agents, by channel and outcome',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
    tools: new Counter({
      name: 'switchboard_agent_tools_total',
      help: 'Runs of tools by agents, by kind of tool and outcome',
      labelNames: ['tool', 'outcome'],
      registers,
    }),
    modelRequests: new Counter({
      name: 'switchboard_model_requests_total',
      help: 'Requests to language models, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    tokens: new Counter({
      name: 'switchboard_model_tokens_total',
      help: 'Tokens of language models, by direction: input, output',
      labelNames: ['direction'],
      registers,
    }),
    heldSentences: new Counter({
      name: 'switchboard_agent_held_sentences_total',
      help: 'Sentences that were held back, because no tool backs what they claim',
      registers,
    }),
    modes: new Counter({
      name: 'switchboard_agent_modes_total',
      help: 'Conversations handed to a person or back to their agent, by the new mode',
      labelNames: ['mode'],
      registers,
    }),
    chats: new Counter({
      name: 'switchboard_agent_chats_total',
      help: 'Times a worker took up a WhatsApp chat, by what came of it',
      labelNames: ['outcome'],
      registers,
    }),
    firstText: new Histogram({
      name: 'switchboard_agent_first_text_seconds',
      help: 'Time from the beginning of a turn to the first sentence that is handed over',
      labelNames: ['channel'],
      buckets: seconds,
      registers,
    }),
    modelFirstText: new Histogram({
      name: 'switchboard_model_first_text_seconds',
      help: 'Time from a request to a language model to its first text',
      labelNames: ['channel'],
      buckets: seconds,
      registers,
    }),
  }
}
