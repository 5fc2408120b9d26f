// The figures of agents: node bench/agents/run.ts [--only statements,chats,first-text,calls] [--calls 300]
// [--chats 100] [--seconds 60] [--turns 20]. Uses a PostgreSQL of its own with durable commits; every figure has a
// database of its own. The model and the carrier run in this process, whose processor time is not the service's.
// `bench/agents/model-streams.ts` measures the model clients alone.
import { parseArgs } from 'node:util'
import { startStage } from '../support/stage.ts'
import { benchLiveCalls } from './live-calls.ts'
import { benchStatements } from './statements.ts'
import { benchWebChats } from './web-chats.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'statements,chats,first-text,calls' },
    calls: { type: 'string', default: '300' },
    chats: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '60' },
    turns: { type: 'string', default: '20' },
  },
})
const only = new Set(options.only.split(','))
const calls = Number(options.calls)
const seconds = Number(options.seconds)

if (only.has('statements')) {
  // Every statement is logged, which takes time, so that only their counts and ratios say something.
  await using stage = await startStage({
    log_min_duration_statement: '0',
    log_line_prefix: '[%p] ',
    log_parameter_max_length: '0',
  })
  await benchStatements(stage, { turns: Number(options.turns) })
}
await using stage = await startStage()
if (only.has('chats')) await benchWebChats(stage, { chats: Number(options.chats), seconds, thinkMs: 0 })
if (only.has('first-text')) await benchLiveCalls(stage, { calls: Math.min(calls, 50), seconds, thinkMs: 300 })
if (only.has('calls')) await benchLiveCalls(stage, { calls, seconds, thinkMs: 0 })
