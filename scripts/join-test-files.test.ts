import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { joinFiles, queueFiles } from './join-test-files.ts'

let folder: string
before(() => (folder = mkdtempSync(path.join(tmpdir(), 'joined-'))))
after(() => rmSync(folder, { recursive: true }))

/** Returns the files of each process, in the order in which they run. */
function join(seconds: Record<string, number>, togetherUsually: number): string[][] {
  const name = path.join(folder, 'joined')
  const bounds = { togetherUsually, timeoutMs: 1_000 }
  const joined = joinFiles(Object.keys(seconds), name, bounds, (file) => seconds[file] ?? 0)
  return joined.map((file) =>
    [...readFileSync(file, 'utf8').matchAll(/describe\("([^"]+)"/g)].map(([, found]) => found!),
  )
}

describe('test files that share processes', () => {
  it('are spread so that the processes take equally long, the longest first', () => {
    const joined = join({ a: 1, b: 1, c: 9, d: 4, e: 4, f: 1 }, 4)
    assert.deepEqual(joined, [
      ['c', 'b'],
      ['d', 'e', 'a', 'f'],
    ])
  })

  it('are each in one process, and a long one alone', () => {
    const files = Array.from({ length: 25 }, (_, index) => `file ${index}`)
    const joined = join(Object.fromEntries(files.map((file, index) => [file, index === 0 ? 100 : 1])), 12)
    assert.deepEqual(joined.flat().toSorted(), files.toSorted())
    assert.deepEqual(
      joined.map((group) => group.length),
      [1, 12, 12],
    )
  })

  it('are none', () => assert.deepEqual(join({}, 12), []))
})

/** Runs the processes of a queue of test files at once; returns what they report, and their exit statuses. */
async function runQueue(files: Record<string, string>): Promise<{ report: string; statuses: unknown[] }> {
  const queue = mkdtempSync(path.join(folder, 'queue-'))
  const paths = Object.entries(files).map(([name, content]) => {
    const file = path.join(queue, `${name}.test.mjs`)
    writeFileSync(file, `import { after, before, describe, it } from 'node:test'\n${content}`)
    return file
  })
  const bounds = { processes: 2, timeoutMs: 10_000 }
  const queued = queueFiles(paths, path.join(queue, 'queued'), bounds, (file) => files[file]?.length ?? 0)
  // Else they would report to the process of this test.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const runs = queued.map(async (file) => {
    const child = spawn(process.execPath, ['--test-reporter=tap', file], { env })
    const ended = new Promise((resolve) => child.on('close', resolve))
    return { report: await text(child.stdout), status: await ended }
  })
  const ended = await Promise.all(runs)
  return {
    report: ended.map(({ report }) => report).join(''),
    statuses: ended.map(({ status }) => status),
  }
}

describe('test files of which each process takes the next one', () => {
  it('run once each, with their hooks, and what is described after others', async () => {
    const slow = 'await new Promise((resolve) => setTimeout(resolve, 50))'
    const { report, statuses } = await runQueue({
      one: `let ready = false
        before(async () => { ${slow}; ready = true })
        describe('one', () => it('runs one', async () => { ${slow}; if (!ready) throw new Error('too early') }))
        describe('one more', () => it('runs one more', () => {}))`,
      two: `it('runs two', async () => { ${slow} })`,
      three: `describe('three', () => { after(async () => { ${slow} }); it('runs three', () => {}) })`,
      four: `it('runs four', () => {})`,
    })
    assert.deepEqual(statuses, [0, 0], report)
    for (const name of ['one', 'one more', 'two', 'three', 'four'])
      assert.equal(report.match(new RegExp(`^ *ok \\d+ - runs ${name}$`, 'gm'))?.length, 1, report)
  })

  for (const [what, content] of [
    ['a test', "it('fails', () => { throw new Error('no') })"],
    ['a hook', "before(() => { throw new Error('no') }); it('runs', () => {})"],
    ['the loading of a file', 'const = 1'],
  ] as const)
    it(`fail where ${what} does, and the others run`, async () => {
      const { report, statuses } = await runQueue({
        bad: content,
        good: "it('runs well', () => {})",
        other: "it('runs too', () => {})",
      })
      assert.ok(statuses.includes(1), report)
      for (const name of ['runs well', 'runs too'])
        assert.match(report, new RegExp(`ok \\d+ - ${name}$`, 'm'))
      assert.match(report, /^not ok \d+ - .*bad\.test\.mjs$/m)
    })
})
