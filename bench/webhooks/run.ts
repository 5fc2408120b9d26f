// What events and their deliveries cost: node bench/webhooks/run.ts [--only facts,deliveries,plans] [--rounds 40]
// [--seconds 0.5] (of each round of facts) [--rate 1000] [--for 600] (of the deliveries, in seconds) [--profile FOLDER]
// (the worker's CPU) [--deliveries 1000000] (beside which plans are made). Uses a PostgreSQL of its own with durable
// commits.
import { parseArgs } from 'node:util'
import { startStage } from '../support/stage.ts'
import { benchDeliveries } from './deliveries.ts'
import { benchFactsCost } from './facts-cost.ts'
import { benchPlans } from './plans.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'facts,deliveries,plans' },
    rounds: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '0.5' },
    rate: { type: 'string', default: '1000' },
    for: { type: 'string', default: '600' },
    profile: { type: 'string' },
    deliveries: { type: 'string', default: '1000000' },
  },
})
const parts = options.only.split(',')

const settings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
}

await using stage = await startStage(settings)
if (parts.includes('facts'))
  await benchFactsCost(stage, { rounds: Number(options.rounds), seconds: Number(options.seconds) })
if (parts.includes('deliveries'))
  await benchDeliveries(stage, {
    rate: Number(options.rate),
    seconds: Number(options.for),
    profile: options.profile,
  })
if (parts.includes('plans')) {
  // Autovacuum would have the first plans made anew.
  await using still = await startStage({ ...settings, autovacuum: 'off' })
  await benchPlans(still, { deliveries: Number(options.deliveries) })
}
