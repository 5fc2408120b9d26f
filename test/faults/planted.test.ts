import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { plantedAgentBugs } from './agents/planted-bugs.ts'
import { plantedBugs } from './planted-bugs.ts'
import { plantedTestBugs } from './planted-test-bugs.ts'
import { planted } from './planted.ts'
import { plantedWhatsappBugs } from './whatsapp/planted-bugs.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

// The runs with planted bugs take long and are separate. This test shows at once if a change of the program removes the
// text that a bug replaces.
describe('a planted bug', () => {
  for (const { name, edits, tests = [] } of [
    ...plantedBugs,
    ...plantedWhatsappBugs,
    ...plantedAgentBugs,
    ...plantedTestBugs,
  ])
    it(`has its place in the program: ${name}`, () => {
      for (const edit of edits) assert.ok(planted(edit, root).includes(edit.replace))
      for (const file of tests) assert.ok(existsSync(path.join(root, file)), file)
    })

  it('fails if its place is gone', () => {
    const edit = plantedBugs.flatMap(({ edits }) => edits)[0]
    assert.ok(edit)
    assert.throws(() => planted({ ...edit, find: 'no such text' }, root), /0 times, must be once/)
  })
})
