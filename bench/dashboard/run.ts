// The figures of the dashboard: node bench/dashboard/run.ts [--only queue,people,sign-in,hints,watchers,series,load].
// Uses a PostgreSQL of its own with durable commits; every figure has a database of its own. How much a browser loads
// is in test/dashboard/sizes.test.ts.
import { parseArgs } from 'node:util'
import { startStage } from '../support/stage.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchHints } from './hints.ts'
import { benchPeople } from './people.ts'
import { benchQueueSummary } from './queue-summary.ts'
import { benchSeries } from './series.ts'
import { benchSignIn } from './sign-in.ts'
import { benchWatchers } from './watchers.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'queue,people,sign-in,hints,watchers,series,load' },
    /** Waiting calls, over 50 campaigns. */
    waiting: { type: 'string', default: '100000' },
    /** How many, with 200,000 people; the analytics have half as many messages. */
    conversations: { type: 'string', default: '1000000' },
    /** How often each answer is measured. */
    times: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '20' },
    /** How often a browser loads each page. */
    loads: { type: 'string', default: '20' },
  },
})
const only = new Set(options.only.split(','))
const times = Number(options.times)
const seconds = Number(options.seconds)

await using stage = await startStage()
if (only.has('queue')) await benchQueueSummary(stage, { waiting: Number(options.waiting), times })
if (only.has('people')) await benchPeople(stage, { conversations: Number(options.conversations), times })
if (only.has('sign-in')) await benchSignIn(stage, { seconds })
if (only.has('hints')) await benchHints(stage, { seconds })
if (only.has('watchers')) await benchWatchers(stage, { seconds: Math.ceil(seconds / 2) })
if (only.has('series')) await benchSeries(stage, { conversations: Number(options.conversations), times })
if (only.has('load'))
  await benchFirstLoad(stage, {
    conversations: Number(options.conversations),
    times: Number(options.loads),
  })
