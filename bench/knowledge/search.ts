import { Client } from 'pg'
import type { Db } from '../../src/db/database.ts'
import { sql, toText } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'
import { searchSources } from '../../src/sources/search/search-sources.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { median } from '../support/load.ts'
import { connect } from '../support/one-at-a-time.ts'
import { percentile, table } from '../support/report.ts'
import type { BenchDatabase, Stage } from '../support/stage.ts'
import { createKnowledgeProjects } from './project.ts'
import type { KnowledgeProject } from './project.ts'
import { questionsTo } from './questions.ts'
import type { QuestionKind } from './questions.ts'
import { seedKnowledge } from './seed.ts'

const otherProjects = 3
/** The questions of each kind. */
const questionsEach = 40
const limit = 5

interface Asked {
  kind: QuestionKind
  /** The times by question, over all rounds. */
  ms: number[][]
  postgresMs: number[]
}

/** Measures the search over HTTP, one question after another on one connection, in the largest of several projects. */
export async function benchSearch(
  stage: Stage,
  { chunks, rounds, isExplained }: { chunks: number; rounds: number; isExplained: boolean },
): Promise<void> {
  const { database, projects } = await createKnowledgeProjects(stage, 1 + otherProjects)
  const [project, ...others] = projects
  for (const [index, other] of others.entries())
    await seedKnowledge(database, other, { chunks: Math.ceil(chunks / 20), seed: 100 + index })
  const pages = await seedKnowledge(database, project!, { chunks, seed: 1 })
  const kinds = questionsTo(pages, questionsEach)
  const asked = await askAll(stage, database, project!, kinds, rounds)
  const [counted] = await database.db.query<{ chunks: number; words: number }>(sql`
    select (select count(*) from page_chunks where project_id = ${project!.projectId}) as chunks,
      (select count(*) from source_words where project_id = ${project!.projectId}) as words`)
  const row = (name: string, ofKind: readonly Asked[]) => {
    const ms = ofKind.flatMap((one) => one.ms.flat())
    return [
      name,
      ofKind.reduce((sum, { kind }) => sum + kind.questions.length, 0),
      median(ms).toFixed(1),
      percentile(ms, 0.99).toFixed(1),
      Math.max(...ms).toFixed(1),
      median(ofKind.flatMap(({ postgresMs }) => postgresMs)).toFixed(1),
    ]
  }
  table(
    `Questions to ${counted!.chunks.toLocaleString('en')} passages in five languages, with ${counted!.words.toLocaleString('en')} words`,
    ['', 'questions', 'p50 ms', 'p99 ms', 'longest ms', 'PostgreSQL CPU ms'],
    [...asked.map((one) => row(one.kind.name, [one])), row('all', asked)],
  )
  if (isExplained) await explainSlowest(database, project!, asked)
}

async function askAll(
  stage: Stage,
  { databaseUrl }: BenchDatabase,
  project: KnowledgeProject,
  kinds: readonly QuestionKind[],
  rounds: number,
): Promise<Asked[]> {
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const client = connect(api.url, project.headers)
  const asked = kinds.map((kind): Asked => ({ kind, ms: kind.questions.map(() => []), postgresMs: [] }))
  // The first round is discarded: it fills caches and makes plans.
  for (let round = 0; round <= rounds; round++)
    for (const { kind, ms, postgresMs } of asked) {
      const before = cpuSeconds(stage.postgresPid)
      for (const [index, question] of kind.questions.entries()) {
        const query = new URLSearchParams({ q: question, limit: String(limit) })
        const took = await client.get(`${project.path}/sources/search?${query.toString()}`)
        if (round > 0) ms[index]!.push(took)
      }
      const used = 1_000 * (cpuSeconds(stage.postgresPid) - before)
      if (round > 0) postgresMs.push(used / kind.questions.length)
    }
  client.end()
  await api.stop()
  return asked
}

/** Prints each statement of the slowest question with its time, and the plan of the slowest statement. */
async function explainSlowest(
  { databaseUrl, db }: BenchDatabase,
  { organizationId, projectId }: KnowledgeProject,
  asked: readonly Asked[],
): Promise<void> {
  const slowest = asked
    .flatMap(({ kind, ms }) =>
      kind.questions.map((question, index) => ({ name: kind.name, question, ms: median(ms[index]!) })),
    )
    .reduce((one, other) => (other.ms > one.ms ? other : one))
  const sent: { query: Sql; ms: number }[] = []
  const timed = <Target extends Pick<Db, 'query'>>(target: Target): Target => ({
    ...target,
    query: async <Row>(query: Sql) => {
      const begun = performance.now()
      const rows = await target.query<Row>(query)
      sent.push({ query, ms: performance.now() - begun })
      return rows
    },
  })
  const recording = {
    ...timed(db),
    transaction: <Result>(run: Parameters<typeof db.transaction<Result>>[0]) =>
      db.transaction((transaction) => run(timed(transaction))),
  }
  const question = { organizationId, projectId, question: slowest.question, limit }
  await searchSources(recording, question)
  sent.length = 0
  await searchSources(recording, question)
  console.log(`Slowest, ${slowest.ms.toFixed(1)} ms (${slowest.name}): ${slowest.question}\n`)
  for (const { query, ms } of sent)
    console.log(`${ms.toFixed(1)} ms: ${toText(query).text.replaceAll(/\s+/g, ' ').trim().slice(0, 100)}`)
  const { query } = sent.reduce((one, other) => (other.ms > one.ms ? other : one))
  const { text, values } = toText(query)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const plan = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, values)
  console.log(`\n${plan.rows.map((line) => line['QUERY PLAN'].slice(0, 200)).join('\n')}\n`)
  await client.end()
}
