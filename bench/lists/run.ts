// The figures of the lists: node bench/lists/run.ts [--only list,parse,growth,unique,skip,search]. Uses a PostgreSQL of
// its own with a history of two years. Installs peers when they are needed.
import { parseArgs } from 'node:util'
import { generator } from '../support/get-load.ts'
import { createHistoryDatabase, sealHistory } from '../support/history-database.ts'
import { seedProfiles } from '../support/seed-profiles.ts'
import { startStage } from '../support/stage.ts'
import { benchListGrowth } from './list-growth.ts'
import { benchListBesideParse, benchListLoad } from './list-load.ts'
import { benchListQuestions } from './list-queries.ts'
import { conversationQuestions, profileQuestions } from './list-requests.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'list,parse,growth,unique,skip,search' },
    /** Conversations and profiles of the measured project. */
    rows: { type: 'string', default: '1000000' },
    /** Conversations of the largest project in the comparison of sizes. */
    growth: { type: 'string', default: '5000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
  },
})
const rows = Number(options.rows)
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const only = new Set(options.only.split(','))
const shown = rows.toLocaleString('en')

await using stage = await startStage()
console.log(
  `${options.connections} connections, ${rounds} rounds of ${seconds} s, medians; load by ${await generator}\n`,
)
const history = await createHistoryDatabase(stage, rows)
const load = { rounds, seconds, connections: Number(options.connections) }
if (only.has('list')) await benchListLoad(stage, history, load)
if (only.has('unique') || only.has('skip')) {
  if (only.has('unique')) await sealHistory(history)
  const questions = conversationQuestions(history).filter(({ figure }) => only.has(figure))
  const title = `Questions to ${shown} conversations, over one connection`
  await benchListQuestions(stage, history, title, questions, { rounds, times: 40 })
}
if (only.has('search')) {
  await seedProfiles(history.databaseUrl, history, rows)
  const title = `Questions to ${shown} profiles, over one connection (page and total < 50 ms are the targets)`
  await benchListQuestions(stage, history, title, profileQuestions(history), { rounds, times: 40 })
}
if (only.has('parse')) await benchListBesideParse(stage, history, load)
if (only.has('growth')) {
  const sizes = [100_000, Number(options.growth)].filter((size) => size !== rows)
  const histories = [history]
  for (const size of sizes) histories.push(await createHistoryDatabase(stage, size))
  histories.sort((one, other) => one.conversations - other.conversations)
  await benchListGrowth(stage, histories, { rounds, times: 200 })
}
