import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { joinFiles } from './join-test-files.ts'

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

  it('are half as many in a quarter of the processes, which begin last', () => {
    const seconds = Object.fromEntries(Array.from({ length: 28 }, (_, index) => [`file ${index}`, 1]))
    assert.deepEqual(
      join(seconds, 7).map((group) => group.length),
      [8, 8, 8, 4],
    )
  })

  it('are none', () => assert.deepEqual(join({}, 12), []))
})
