// docs/rules.md and the code lead to each other: every pointer has its entry, every entry its code and its test.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const places = ['{src,test,scripts,bench}/**/*.{ts,md}', 'docs/**/*.md', '*.md']
const files = globSync(places, { cwd: root, exclude: (name) => name === 'node_modules' })

interface Entry {
  /** `Rule 46` or `Promise 26`. */
  name: string
  /** The files that keep it. */
  code: string[]
  /** The files that prove it. */
  tests: string[]
}

const entries = entriesOf(read('docs/rules.md'))

/**
 * Reads the items of the page: `- **Rule 46.** What it says.`, below it `- Code: `src/…`` and
 * `- Test: `src/….test.ts``.
 */
function entriesOf(page: string): Entry[] {
  return page.split(/^(?=- |#)/m).flatMap((block) => {
    const [, name] = /^- \*\*((?:Rule|Promise) \d+)\.\*\* /.exec(block) ?? []
    if (name === undefined) return []
    const [, code, tests] = /^ +- Code:(.*)^ +- Test:(.*)/ms.exec(block) ?? []
    return { name, code: pathsIn(code), tests: pathsIn(tests) }
  })
}

function pathsIn(text = ''): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
}

/** Returns the entries that a text points to, one by one, also where a comment's line ends in between. */
function pointersIn(text: string): string[] {
  const line = text.replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, ' ')
  const lists = line.matchAll(/\b(Rule|Promise)s? (\d+(?:(?:,| and| to) \d+)*)/g)
  return [...lists].flatMap(([, name, list = '']) =>
    [...list.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, more) => `${name} ${Number(from) + more}`),
    ),
  )
}

describe('docs/rules.md', () => {
  it('has an entry for each pointer in code, tests and documents', () => {
    const known = new Set(entries.map(({ name }) => name))
    const lost = files.flatMap((file) =>
      pointersIn(read(file))
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    )
    assert.deepEqual(lost, [])
  })

  it('has each entry once, with code that keeps it and a test that proves it', () => {
    assert.ok(entries.length > 0)
    assert.deepEqual(
      entries.map(({ name }) => name).filter((name, index, all) => all.indexOf(name) < index),
      [],
    )
    const isTest = (file: string) => file.endsWith('.test.ts')
    for (const { name, code, tests } of entries) {
      assert.ok(code.length > 0 && code.every((file) => /^src\/.+\.ts$/.test(file) && !isTest(file)), name)
      assert.ok(tests.length > 0 && tests.every(isTest), name)
    }
  })

  it('names files that exist and point back', () => {
    const broken = entries.flatMap(({ name, code, tests }) =>
      [...code, ...tests]
        .filter((file) => !existsSync(path.join(root, file)) || !pointersIn(read(file)).includes(name))
        .map((file) => `${name}: ${file}`),
    )
    assert.deepEqual(broken, [])
  })
})

describe('pointers', () => {
  it('are read one by one, from lists, ranges and comments of several lines', () => {
    const comment = [
      '/**',
      ' * Kept (Rules 1, 2 and',
      ' * 41; Promise 26).',
      ' */',
      '// Promises 9 to 11, Rule',
      '// 3',
    ]
    assert.deepEqual(pointersIn(comment.join('\n')), [
      'Rule 1',
      'Rule 2',
      'Rule 41',
      'Promise 26',
      'Promise 9',
      'Promise 10',
      'Promise 11',
      'Rule 3',
    ])
  })

  it('lead to nothing outside the repository', () => {
    const outside = [
      /\b(?:decision|invariant)s? \d/i,
      /\b(?:Spec|Reference): /,
      /\bbeyond the specification\b/i,
    ]
    const found = files.flatMap((file) =>
      outside.flatMap((pattern) => {
        const match = pattern.exec(read(file).replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, ' '))
        return match === null ? [] : `${file}: ${match[0]}`
      }),
    )
    assert.deepEqual(found, [])
  })
})
