import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProgram, missingPackages } from './packages.ts'
import { processesPart } from './processes.ts'
import { standbyPart } from './standby/standby.ts'

test('a machine without the programs of a part gets the Debian packages that have them, each once', () => {
  assert.deepEqual(missingPackages(processesPart.programs, []), ['haproxy'])
  // A path is looked for in no folder, so that PostgreSQL counts where the machine has it.
  const byName = standbyPart.programs.filter((program) => !program.startsWith('/'))
  assert.deepEqual(missingPackages(byName, []), ['etcd-server', 'haproxy', 'patroni', 'util-linux'])
  assert.deepEqual(missingPackages(['/usr/lib/postgresql/15/bin/none']), ['/usr/lib/postgresql/15/bin/none'])
  assert.deepEqual(missingPackages(['sh']), [])
})

test('a program is found by name in the folders, and by path anywhere', () => {
  assert.match(findProgram('sh') ?? '', /\/sh$/)
  assert.equal(findProgram('sh', []), null)
  assert.equal(findProgram(process.execPath, []), process.execPath)
})
