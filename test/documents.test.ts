// The documents say what the code does: tables are compared in both directions, examples are run.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { filters, tags } from 'liquidjs'
import { parse } from 'yaml'
import { createContext } from '../src/app/context.ts'
import { createServer } from '../src/app/server.ts'
import { systemClock } from '../src/base/clock.ts'
import { readConfig } from '../src/base/config.ts'
import { uuidv7 } from '../src/base/ids.ts'
import { createLog } from '../src/base/log.ts'
import { refusalTable } from '../src/base/refusals.ts'
import { createSecretBox } from '../src/base/secret-box.ts'
import { createDatabase } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { parseSort, sortToSql } from '../src/filters/sort.ts'
import { applyDeclaration } from '../src/operator/apply/apply-declaration.ts'
import { parseDeclaration } from '../src/operator/apply/parse-declaration.ts'
import { checkWorkflow } from '../src/workflows/check-definition.ts'
import { Step } from '../src/workflows/definition.ts'
import { checkText } from '../src/workflows/fill-text.ts'
import { documentColumns, documentRows } from './filters/document-table.ts'
import type { JsonObject } from './filters/shape.ts'
import { createTestDatabase } from './support/database.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const list = (patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' })

/** The rows of the table whose first heading is this one, as trimmed cells. */
function tableOf(file: string, heading: string): string[][] {
  const lines = read(file).split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`))
  assert.ok(start >= 0, `${file} has no table that begins with ${heading}`)
  const rows = lines.slice(start + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return rows.slice(0, end === -1 ? rows.length : end).map((row) => {
    const cells = row.split('|').map((cell) => cell.trim())
    return cells.slice(1, -1)
  })
}

/** The first column of a table, out of its backticks, in order of the alphabet. */
function namesIn(file: string, heading: string): string[] {
  return tableOf(file, heading)
    .map(([cell = '']) => cell.replaceAll('`', ''))
    .toSorted()
}

/** What stands in the fenced blocks of a language. */
function blocksOf(file: string, language: string): string[] {
  return [...read(file).matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, tag]) => tag === language)
    .map(([, , text = '']) => text)
}

function namesQuotedIn(line: string): string[] {
  return [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).toSorted()
}

function jsonQuotedIn(cell: string): JsonObject[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => JSON.parse(text) as JsonObject)
}

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`

describe('docs/errors.md', () => {
  it('has each refusal of the table with its status and sentence, in its order, and no other', () => {
    const rows = tableOf('docs/errors.md', 'code')
    assert.deepEqual(
      rows.map(([code, status, when]) => [code, status, when]),
      Object.entries(refusalTable).map(([code, { status, when }]) => [`\`${code}\``, String(status), when]),
    )
  })

  it('says for each what to do', () => {
    for (const row of tableOf('docs/errors.md', 'code')) assert.ok(row[3], `${row[0]} has no advice`)
  })
})

describe('docs/lists.md', () => {
  it('shows the order that its sorts give', async () => {
    await using database = await createTestDatabase()
    for (const [sort = '', order = ''] of tableOf('docs/lists.md', '`sort`')) {
      const shown = jsonQuotedIn(order)
      // Their ids are in the opposite order, so that no order comes about by itself.
      const rows = documentRows(
        shown.map((properties, index) => ({ _id: idOf(shown.length - index), properties })),
      )
      const keys = sortToSql(parseSort(sort.replaceAll('`', ''), documentColumns, []), documentColumns)
      const found = await database.db.query<{ properties: JsonObject }>(
        sql`select properties from ${rows} order by ${keys}`,
      )
      assert.ok(shown.length > 2)
      assert.deepEqual(
        found.map(({ properties }) => properties),
        shown,
      )
    }
  })
})

describe('docs/operating.md', () => {
  it('has each variable that the configuration reads, and no other', () => {
    const asked = new Set<string>()
    const environment = new Proxy<Record<string, string | undefined>>(
      {},
      {
        get: (_, name) => {
          asked.add(String(name))
          return undefined
        },
      },
    )
    readConfig(environment)
    assert.deepEqual(namesIn('docs/operating.md', 'variable'), [...asked].toSorted())
  })

  it('has each metric of ours, and no other, and Node shows its own', async () => {
    const db = createDatabase({ connection: { connectionString: 'postgres://nowhere.invalid/none' } })
    const options = { db, log: createLog('silent'), secretKey: Buffer.alloc(32), publicUrl: () => '' }
    const context = createContext(options)
    const app = await createServer(context)
    const names = context.registry.getMetricsAsArray().map(({ name }) => name)
    await app.close()
    await db.end()
    const ours = names.filter((name) => name.startsWith('switchboard_'))
    assert.deepEqual(namesIn('docs/operating.md', 'metric'), ours.toSorted())
    assert.ok(names.includes('process_cpu_seconds_total'))
  })

  it('has each command, and no other', () => {
    const found = list(['src/cli/*.ts']).flatMap((file) => {
      const calls = read(file).matchAll(/(\w+)\s*\.command\('([^']+)'\)/g)
      return [...calls].map(([, on = '', name = '']) => {
        const group = on.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        return group === 'program' ? name : `${group} ${name}`
      })
    })
    const commands = found.filter((name) => !found.some((other) => other.startsWith(`${name} `)))
    assert.deepEqual(namesIn('docs/operating.md', 'command'), commands.toSorted())
  })

  it('shows statements that run on the migrated schema', async () => {
    await using database = await createTestDatabase()
    const statements = blocksOf('docs/operating.md', 'sql')
    assert.ok(statements.length > 0)
    for (const text of statements)
      assert.deepEqual(await database.db.query({ strings: [text], values: [] }), [])
  })
})

describe('docs/voice-workflows.md', () => {
  const file = 'docs/voice-workflows.md'

  it('shows workflows that pass the check, with every kind of step', () => {
    const kinds = new Set<string>()
    for (const text of blocksOf(file, 'yaml')) {
      const checked = checkWorkflow(parse(text))
      assert.ok(checked.ok, `${text}\n${JSON.stringify(checked)}`)
      for (const step of Object.values(checked.definition.steps)) kinds.add(step.kind)
    }
    const all = Step.options.map((option) => option.shape.kind.value)
    assert.deepEqual([...kinds].toSorted(), all.toSorted())
  })

  it('names each tag and filter of Liquid that is taken, and no other', () => {
    const listed = (what: string) => {
      const item = new RegExp(`^- ${what}: ([^]*?)\\.$`, 'm').exec(read(file))?.[1]
      return namesQuotedIn(item ?? '')
    }
    // A tag that is known complains of what it lacks, if of anything.
    const isTag = (name: string) => !/tag ".*" not found/.test(checkText(`{% ${name} %}`) ?? '')
    const isFilter = (name: string) => checkText(`{{ "x" | ${name} }}`) === null
    assert.deepEqual(listed('Tags'), Object.keys(tags).filter(isTag).toSorted())
    assert.deepEqual(listed('Filters'), Object.keys(filters).filter(isFilter).toSorted())
  })
})

describe('README.md', () => {
  it('is one screen', () => {
    assert.ok(read('README.md').split('\n').length <= 70)
  })

  it('shows a declaration that applies', async () => {
    await using database = await createTestDatabase()
    const secretBox = createSecretBox(Buffer.alloc(32))
    const [text = ''] = blocksOf('README.md', 'yaml')
    const parsed = parseDeclaration(text)
    assert.ok(parsed.ok)
    const context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
    const applied = await applyDeclaration(context, parsed.value)
    assert.ok(applied.ok, JSON.stringify(applied))
  })
})

describe('the documents', () => {
  const documents = list(['*.md', 'docs/**/*.md', 'src/**/*.md'])

  it('link to files and headings that exist', () => {
    const broken: string[] = []
    for (const file of documents) {
      const prose = read(file).replaceAll(/^```.*?^```$/gms, '')
      for (const [, link = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(link)) continue
        const [target = '', fragment] = link.split('#')
        const place = target === '' ? file : path.join(path.dirname(file), target)
        const isThere =
          existsSync(path.join(root, place)) && (fragment === undefined || slugsOf(place).includes(fragment))
        if (!isThere) broken.push(`${file}: ${link}`)
      }
    }
    assert.deepEqual(broken, [])
  })

  it('have the headings that comments send the reader to', () => {
    const broken: string[] = []
    for (const file of list(['src/**/*.ts', 'scripts/*.ts', 'migrations/*.sql'])) {
      for (const [, document = '', heading] of read(file).matchAll(/(docs\/[\w/-]+\.md)(?:, "([^"]+)")?/g)) {
        const isThere =
          existsSync(path.join(root, document)) &&
          (heading === undefined || headingsOf(document).includes(heading))
        if (!isThere) broken.push(`${file}: ${document}, "${heading}"`)
      }
    }
    assert.deepEqual(broken, [])
  })

  it('tell of each decision its status, context, decision and consequences', () => {
    const decisions = list(['docs/adr/*.md'])
    assert.ok(decisions.length > 0)
    for (const file of decisions) {
      assert.match(path.basename(file), /^\d{4}-\d\d-\d\d-[a-z0-9-]+\.md$/)
      assert.match(read(file), /^Status: (accepted|replaced by .+), \d{4}-\d\d-\d\d$/m, file)
      assert.deepEqual(headingsOf(file).slice(1), ['Context', 'Decision', 'Consequences'], file)
    }
  })
})

function headingsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.replaceAll('`', ''))
}

/** As GitHub makes them. */
function slugsOf(file: string): string[] {
  return headingsOf(file).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  )
}
