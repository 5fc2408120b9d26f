import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unusedExports } from './unused-exports.ts'

it('finds exported values that no other file names, and leaves out types', () => {
  const texts = new Map([
    ['a.ts', 'export const used = 1\nexport const alone = used\nexport type Shape = typeof alone\n'],
    ['b.ts', "import { used } from './a.ts'\nexport async function* walk() {}\nconst own = used\n"],
  ])
  assert.deepEqual(unusedExports(texts), ['a.ts: alone', 'b.ts: walk'])
})
