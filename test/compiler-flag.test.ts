// How V8 compiles the program and keeps its memory (docs/adr/2026-11-23-compiler-fault.md, 2026-11-24-garbage.md).
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import v8Flags from '../bin/v8-flags.json' with { type: 'json' }

const flag = '--no-maglev-escape-analysis'

it('is off in the program and its helpers', () => {
  for (const file of ['bin/v8-flags.json', 'src/base/helper-process.ts'])
    assert.match(readFileSync(file, 'utf8'), new RegExp(`['"]${flag}['"]`), file)
})

it('runs with switches that this version of V8 knows', () => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  for (const one of v8Flags) {
    const name = one.replace(/^--(no-)?/, '--').replace(/=.*/, '')
    assert.ok(known.includes(name), `take ${one} out, and see the ADR for how to try it`)
  }
})
