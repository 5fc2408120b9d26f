// The short run of the benchmarks and its page share their figures, and the figures that it reads exist.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { hasFallen, headlines, readFigure } from '../bench/headlines.ts'

const [first] = headlines

describe('the ten ratios of the short run', () => {
  it('are those of docs/benchmarks.md', () => {
    const page = readFileSync('docs/benchmarks.md', 'utf8')
    const section = /^## In short\n(.*?)^## /ms.exec(page)?.[1] ?? ''
    const rows = [...section.matchAll(/^\| (?!-)(.+?) +\| (\S+) +\| (more|less) +\|$/gm)].map((row) =>
      row.slice(1, 4),
    )
    assert.deepEqual(
      rows,
      headlines.map(({ name, recorded, better }) => [name, recorded.toFixed(2), better]),
    )
    assert.equal(headlines.length, 10)
  })

  it('are read from programs that exist, whose tables have these titles and rows', () => {
    const sources = globSync('bench/**/*.ts')
      .filter((file) => file !== 'bench/headlines.ts')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    for (const { run, title, row } of headlines) {
      assert.ok(existsSync(`bench/${run.split(' ')[0]!}`), run)
      assert.ok(sources.includes(title), title)
      assert.ok(sources.includes(row), row)
    }
  })
})

describe('readFigure', () => {
  const printed = [
    '32 connections, 1 rounds of 2 s, medians',
    '',
    'List of 20 (1,000,000)',
    '',
    '|  | requests/s | ratio |',
    '| --- | --- | --- |',
    '| Switchboard, api | 3486 | 0.84 |',
    '| bare | 4137 | 1.00 |',
    '',
    'Another list',
    '',
    '|  | ratio |',
    '| --- | --- |',
    '| Switchboard | 0.85 (0.77 to 0.92) |',
    '',
  ].join('\n')
  const asked = { ...first!, title: 'List of 20', row: 'Switchboard', column: 2 }

  it('finds the table by its title, the row by its first cell and the figure by its place', () => {
    assert.equal(readFigure(printed, asked), 0.84)
    assert.equal(readFigure(printed, { ...asked, row: 'bare' }), 1)
    assert.equal(readFigure(printed, { ...asked, title: 'Another', column: 1 }), 0.85)
  })

  it('is null where one of them is missing', () => {
    assert.equal(readFigure(printed, { ...asked, title: 'A third' }), null)
    assert.equal(readFigure(printed, { ...asked, row: 'Parse Server' }), null)
    assert.equal(readFigure(printed, { ...asked, column: 9 }), null)
    assert.equal(readFigure('', asked), null)
  })
})

describe('hasFallen', () => {
  it('says that a ratio is worse by more than 15 %, in its own direction', () => {
    const more = { ...first!, better: 'more' as const, recorded: 1 }
    assert.equal(hasFallen(more, 0.84), true)
    assert.equal(hasFallen(more, 0.86), false)
    assert.equal(hasFallen(more, 2), false)
    const less = { ...first!, better: 'less' as const, recorded: 1 }
    assert.equal(hasFallen(less, 1.16), true)
    assert.equal(hasFallen(less, 1.14), false)
    assert.equal(hasFallen(less, 0.1), false)
  })
})
