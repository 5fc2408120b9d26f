import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { toText } from '../src/db/sql.ts'
import type { Sql } from '../src/db/sql.ts'
import { querySamples } from './query-samples.ts'
import { standIn } from './stand-in.ts'

/** A run-away loop of a query function on stand-in rows would never end. */
const statementsMax = 100

/** Files besides `*queries.ts` whose exported functions send statements. */
const otherFiles = [
  'src/calls/queue/claim-alone.ts',
  'src/calls/queue/claim-calls.ts',
  'src/calls/queue/carrier-pause.ts',
  'src/conversations/readdress-chats.ts',
  'src/calls/queue/report-ended-campaigns.ts',
  'src/counters/row-counts.ts',
  'src/counters/conversation-totals.ts',
  'src/counters/bucket-counts.ts',
  'src/db/database-identity.ts',
  'src/events/read-log.ts',
  'src/jobs/report-worker.ts',
  'src/people/profile-events.ts',
  'src/people/merge/move-conversations.ts',
  'src/people/merge/separated.ts',
  'src/people/merge/separation-lock.ts',
  'src/people/display-ids.ts',
  'src/people/unmet-profile.ts',
  'src/sources/crawl/claim-crawl.ts',
]

/**
 * Returns every statement that the exported query functions send, with the function's file and name. Each function runs
 * on stand-ins for its arguments (`stand-in.ts`) and for the rows that the database would return; where these do not
 * lead to every statement, `query-samples.ts` has arguments for it.
 *
 * @throws if a query function fails on its stand-ins or sends nothing.
 */
export async function dumpQueries(): Promise<string> {
  const root = new URL('../', import.meta.url)
  const files = [...globSync('src/**/*queries.ts', { cwd: root }), ...otherFiles].sort()
  const parts: string[] = []
  const faults: string[] = []
  for (const file of files) {
    const exported = (await import(pathToFileURL(new URL(file, root).pathname).href)) as Record<
      string,
      unknown
    >
    for (const name of Object.keys(exported).sort()) {
      const run = exported[name]
      if (typeof run !== 'function') continue
      try {
        const statements = await recordStatements(run as QueryFunction, querySamples.get(run))
        if (statements !== null) parts.push(`-- ${file}: ${name}\n\n${statements.join('\n\n')}`)
      } catch (error) {
        faults.push(`${file}: ${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  if (faults.length > 0) throw new Error(`statements can not be written down:\n${faults.join('\n')}`)
  const head =
    '-- Made by `npm run generate` from the functions that send these statements, on stand-in arguments.\n' +
    '-- $1, $2, … are bound parameters; a statement whose text depends on the arguments is shown in one form.'
  return `${[head, ...parts].join('\n\n')}\n`
}

type QueryFunction = (...args: unknown[]) => unknown

/**
 * Returns the texts of the statements that a function sends; null if it only makes a piece of a statement or a value.
 */
export async function recordStatements(
  run: QueryFunction,
  samples: readonly (readonly unknown[])[] = [Array.from({ length: run.length }, () => undefined)],
): Promise<string[] | null> {
  const texts = new Set<string>()
  let count = 0
  const record = (statement: unknown): unknown[] => {
    count += 1
    if (count > statementsMax) throw new Error(`sends more than ${statementsMax} statements on stand-ins`)
    texts.add(`${formatStatement(textOf(statement))};`)
    return [standIn({ query: record })]
  }
  let isQuery = false
  for (const sample of samples) {
    const result = run(...sample.map((arg) => (arg === undefined ? standIn({ query: record }) : arg)))
    if (!(result instanceof Promise)) continue
    isQuery = true
    await result
  }
  if (!isQuery) return null
  if (texts.size === 0) throw new Error('sends no statement on stand-ins; add a sample to query-samples.ts')
  return [...texts]
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  if (typeof statement === 'object' && statement !== null && 'text' in statement)
    return String(statement.text)
  return toText(statement as Sql).text
}

/** Words that begin a clause; lines that begin otherwise continue the line above. */
const clause =
  /^(select|from|where|join|left|cross|group|order|limit|offset|union|returning|insert|update|delete|with|set|values|having|for|on conflict|window|--|\))\b|^\)/

/**
 * Returns the text with each line indented by the parentheses around it, because pieces of a statement bring the
 * indentation of the file that they are from. Lines that continue a clause are indented once more.
 */
function formatStatement(text: string): string {
  /** The indentation within each parenthesis that is open. */
  const indents: number[] = [0]
  const close = (): void => {
    if (indents.length > 1) indents.pop()
  }
  const lines: string[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    const code = line.replaceAll(/'[^']*'|--.*/g, '')
    const closing = /^\)*/.exec(code)![0]
    for (const _ of closing) close()
    const continues = lines.length > 0 && !clause.test(line)
    const indent = indents.at(-1)! + (continues ? 2 : 0)
    lines.push(' '.repeat(indent) + line)
    for (const character of code.slice(closing.length))
      if (character === '(') indents.push(indent + 2)
      else if (character === ')') close()
  }
  return lines.join('\n')
}
