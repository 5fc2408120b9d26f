// The documents say what the code does: tables are compared in both directions, examples are run.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { filters, tags } from 'liquidjs'
import { parse } from 'yaml'
import { systemClock } from '../src/base/clock.ts'
import { checkText } from '../src/base/fill-text.ts'
import { uuidv7 } from '../src/base/ids.ts'
import { refusalTable } from '../src/base/refusals/refusal.ts'
import { createSecretBox } from '../src/base/secret-box.ts'
import { sql } from '../src/db/sql.ts'
import { parseSort, sortToSql } from '../src/filters/sort.ts'
import { applyDeclaration } from '../src/operator/apply/apply-declaration.ts'
import { parseDeclaration } from '../src/operator/apply/parse-declaration.ts'
import { readRehearsal } from '../src/operator/rehearse/rehearsal.ts'
import { checkWorkflow } from '../src/workflows/check-definition.ts'
import { Step } from '../src/workflows/definition.ts'
import { documentColumns, documentRows } from './filters/document-table.ts'
import type { JsonObject } from './filters/shape.ts'
import { createTestDatabase } from './support/database.ts'
import { blocksOf, list, proseOf, quotedIn, read, root, tableOf } from './support/page.ts'

function jsonQuotedIn(cell: string): JsonObject[] {
  return quotedIn(cell).map((text) => JSON.parse(text) as JsonObject)
}

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`

describe('docs/errors.md', () => {
  const sections = read('docs/errors.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => section.trim().split(/\n\n+/))

  it('has each refusal with its status and sentence, in the order of the table, and no other', () => {
    assert.deepEqual(
      sections.map(([heading, when = '']) => [heading, when.replaceAll(/\s+/g, ' ')]),
      Object.entries(refusalTable).map(([code, { status, when }]) => [`\`${code}\` (${status})`, when]),
    )
  })

  it('says for each what to do', () => {
    for (const [heading, , advice] of sections) assert.ok(advice, `${heading} has no advice`)
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
      return quotedIn(item ?? '').toSorted()
    }
    // A tag that is known complains of what it lacks, if of anything.
    const isTag = (name: string) => !/tag ".*" not found/.test(checkText(`{% ${name} %}`) ?? '')
    const isFilter = (name: string) => checkText(`{{ "x" | ${name} }}`) === null
    assert.deepEqual(listed('Tags'), Object.keys(tags).filter(isTag).toSorted())
    assert.deepEqual(listed('Filters'), Object.keys(filters).filter(isFilter).toSorted())
  })
})

describe('docs/agents.md', () => {
  const [declaration = '', rehearsal = ''] = blocksOf('docs/agents.md', 'yaml')

  it('shows a declaration that applies', async () => {
    await using database = await createTestDatabase()
    const parsed = parseDeclaration(declaration)
    assert.ok(parsed.ok)
    const secretBox = createSecretBox(Buffer.alloc(32))
    const context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
    const applied = await applyDeclaration(context, parsed.value)
    assert.ok(applied.ok, JSON.stringify(applied))
  })

  it('shows a rehearsal that is read', () => {
    const read = readRehearsal(rehearsal)
    assert.ok(read.ok, JSON.stringify(read))
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
      for (const [, link = ''] of proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)) {
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

  it('name paths that exist', () => {
    // The folder of a service that ran here is no part of the project.
    const tops = [
      ...readdirSync(root).filter((name) => name !== 'data'),
      ...readdirSync(path.join(root, 'src')),
    ]
    const broken = documents.flatMap((file) =>
      quotedIn(proseOf(file))
        .filter((text) => isPath(text, tops))
        .filter((text) => !leadsSomewhere(text, file))
        .map((text) => `${file}: ${text}`),
    )
    assert.deepEqual(broken, [])
  })

  it('have in docs/architecture.md names that the code has', () => {
    const code = [...list(['src/**/*.ts']), 'schema.sql'].map(read).join('\n')
    const words = new Set(code.match(/\w+/g))
    const names = quotedIn(proseOf('docs/architecture.md')).filter((text) => /^[A-Za-z_]\w+$/.test(text))
    assert.ok(names.length > 20)
    assert.deepEqual(
      names.filter((name) => !words.has(name)),
      [],
    )
  })

  it('run `listen`, which has a key, from the clone alone, as the dashboard does', () => {
    const files = [...documents, ...list(['dashboard/src/**/*.tsx'])]
    const commands = files.flatMap((file) =>
      [...read(file).matchAll(/\bnpx[^\n`]* switchboard listen\b/g)].map(
        ([command]) => `${file}: ${command}`,
      ),
    )
    const expected = 'npx --no-install switchboard listen'
    assert.deepEqual(commands, [
      `docs/events.md: ${expected}`,
      `dashboard/src/pages/webhook/list.tsx: ${expected}`,
    ])
  })

  it('use no word that another has replaced', () => {
    const pages = documents.filter((file) => !file.startsWith('src'))
    const found = pages.flatMap((file) =>
      retiredWords.flatMap((pattern) =>
        [
          ...proseOf(file)
            .replaceAll(/`[^`]*`|\]\([^)]*\)/g, '')
            .matchAll(pattern),
        ].map(([word]) => `${file}: ${word}`),
      ),
    )
    assert.deepEqual(found, [])
  })

  it('say of each decision its status, context, decision and consequences', () => {
    const decisions = list(['docs/adr/*.md'])
    assert.ok(decisions.length > 0)
    for (const file of decisions) {
      assert.match(path.basename(file), /^\d{4}-\d\d-\d\d-[a-z0-9-]+\.md$/)
      assert.match(read(file), /^Status: (accepted|replaced by .+), \d{4}-\d\d-\d\d\b/m, file)
      assert.deepEqual(headingsOf(file).slice(1), ['Context', 'Decision', 'Consequences'], file)
    }
  })
})

/** Words of the past, and spellings that are not American; the glossary of docs/architecture.md has those instead. */
const retiredWords = [
  /\bdut(?:y|ies)\b/gi,
  /\bbells?\b/gi,
  /\bdoors?\b/gi,
  /\b(?:un)?heard\b/gi,
  /\bpaces?\b/gi,
  /\bdiall(?:ed|ing|er)\b/gi,
  /\bby hand\b/gi,
  /\bwhat bec(?:ame|omes) of\b/gi,
  /\bhonou?rs?\b|\b\w*colour\w*|\b\w*normalis\w*|\bcancelled\b|\bbehaviour\b/gi,
]

/** Whether a text in backticks means a file or folder of the repository, and not an address or a part of one. */
function isPath(text: string, tops: readonly string[]): boolean {
  if (!/^[\w.@-]+(?:\/[\w.*{},-]+)*\/?$/.test(text) || !/\w\.[a-z]+$|\//.test(text)) return false
  if (text.startsWith('node_modules/')) return false
  return tops.includes(text.split('/')[0]!) || /\.(?:ts|sql|md)$/.test(text)
}

/** Whether there is such a file: from the root, from src, beside the page, or, without a folder, anywhere. */
function leadsSomewhere(text: string, file: string): boolean {
  if (list([text, `src/${text}`, path.join(path.dirname(file), text)]).length > 0) return true
  return !text.includes('/') && list([`{src,test,scripts,bench}/**/${text}`]).length > 0
}

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
