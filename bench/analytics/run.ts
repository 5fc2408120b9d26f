// The figures of the analytics: node bench/analytics/run.ts [--only voice,chats,writers]. Uses a PostgreSQL of its own
// with a history of two years. Installs DuckDB when it is needed.
import { parseArgs } from 'node:util'
import { createHistoryDatabase, sealHistory } from '../support/history-database.ts'
import { startStage } from '../support/stage.ts'
import { benchChatAnalytics } from './chat-analytics.ts'
import { benchCountersCost } from './counters-cost.ts'
import { seedMessages } from './seed-messages.ts'
import { benchVoiceAnalytics } from './voice-analytics.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'voice,chats,writers' },
    /** Sizes of the measured project; each has a database of its own. */
    conversations: { type: 'string', default: '1000000,5000000' },
    messages: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '3' },
    /** How often each query runs in a round; slow queries run less often. */
    times: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '4' },
  },
})
const only = new Set(options.only.split(','))
const rounds = Number(options.rounds)
const asked = { rounds, times: Number(options.times) }

await using stage = await startStage()
console.log(`${rounds} rounds, medians\n`)
if (only.has('voice'))
  for (const conversations of options.conversations.split(',').map(Number)) {
    const history = await createHistoryDatabase(stage, conversations)
    await sealHistory(history)
    await benchVoiceAnalytics(stage, history, asked)
  }
if (only.has('chats')) {
  const history = await createHistoryDatabase(stage, 100)
  await seedMessages(history, Number(options.messages))
  await benchChatAnalytics(stage, history, asked)
}
if (only.has('writers')) await benchCountersCost(stage, { rounds, seconds: Number(options.seconds) })
