// The figures of the dialler: node bench/calls/run.ts [--only cost,accepted,latencies,dials]. Uses a PostgreSQL of its
// own with durable commits; every figure has a database of its own.
import { parseArgs } from 'node:util'
import { startStage } from '../support/stage.ts'
import { benchAcceptedCalls } from './accepted-calls.ts'
import { benchDialCost } from './dial-cost.ts'
import { benchDialsPerSecond } from './dials-per-second.ts'
import { benchLatencies } from './latencies.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'cost,accepted,latencies,dials' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    most: { type: 'string', default: '1000000' },
  },
})
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const only = new Set(options.only.split(','))
const sizes = [1_000, 100_000, 1_000_000].filter((size) => size <= Number(options.most))

await using stage = await startStage()
console.log(`${options.connections} connections, ${rounds} rounds of ${seconds} s, medians\n`)
if (only.has('cost')) await benchDialCost(stage, { sizes, rounds, attempts: 100 })
if (only.has('accepted'))
  await benchAcceptedCalls(stage, { rounds, seconds, connections: Number(options.connections) })
if (only.has('latencies')) await benchLatencies(stage)
if (only.has('dials')) await benchDialsPerSecond(stage, { seconds: 3 * seconds })
