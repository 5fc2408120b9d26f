// The figures of WhatsApp sends: node bench/whatsapp/run.ts [--only sends,webhooks,memory]. Uses a PostgreSQL of its
// own with durable commits; every figure has a database of its own. A stand-in that responds at once receives the
// messages.
import { parseArgs } from 'node:util'
import { startStage } from '../support/stage.ts'
import { benchMemory } from './memory.ts'
import { benchSends } from './sends.ts'
import { benchWebhooks } from './webhooks.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'sends,webhooks,memory' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
    messages: { type: 'string', default: '100000' },
  },
})
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const connections = Number(options.connections)
const only = new Set(options.only.split(','))

await using stage = await startStage()
console.log(`${connections} connections, ${rounds} rounds of ${seconds} s, medians\n`)
if (only.has('sends')) await benchSends(stage, { rounds, seconds, connections })
if (only.has('webhooks')) await benchWebhooks(stage, { seconds: 5 * seconds })
if (only.has('memory')) await benchMemory(stage, { messages: Number(options.messages), connections })
