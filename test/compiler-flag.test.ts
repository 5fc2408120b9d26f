// The optimization of V8 that gives wrong numbers is off where the service runs (docs/adr/2026-11-23-compiler-fault.md).
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'

const flag = '--no-maglev-escape-analysis'

it('is off in the program and its helpers', () => {
  for (const file of ['bin/switchboard.js', 'src/base/helper-process.ts'])
    assert.ok(readFileSync(file, 'utf8').includes(`'${flag}'`), file)
})

it('is one that this version of V8 knows', () => {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  assert.ok(
    options.includes('--maglev-escape-analysis'),
    'take the flag out, and see the ADR for how to try it',
  )
})
