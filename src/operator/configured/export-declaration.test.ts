import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { exampleDeclaration } from '../../../test/support/contract-example.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { countOf } from '../../../test/support/length.ts'
import { fc } from '../../../test/support/properties.ts'
import { randomDeclaration } from '../../../test/support/random-declaration.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { applyDeclaration } from '../apply/apply-declaration.ts'
import type { ApplyContext } from '../apply/apply-declaration.ts'
import { parseDeclaration } from '../apply/parse-declaration.ts'
import { declarationToYaml, exportDeclaration } from './export-declaration.ts'

const declarations = countOf('DECLARATIONS', { short: 60, long: 200 })

let database: TestDatabase
let context: ApplyContext
before(async () => {
  database = await createTestDatabase()
  const clock = { now: () => new Date('2026-11-22T09:00:00.000Z') }
  context = { db: database.db, clock, newId: uuidv7, secretBox: createSecretBox(Buffer.alloc(32, 1)) }
})
after(() => database[Symbol.asyncDispose]())

async function apply(value: unknown) {
  const outcome = await applyDeclaration(context, value)
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome
}

async function exportYaml(organizationId: string): Promise<string> {
  const declaration = await exportDeclaration(context, organizationId)
  assert.ok(declaration)
  return declarationToYaml(declaration)
}

test('exports all that is declared but secrets', async () => {
  const { tree } = await apply(exampleDeclaration('Whole', '71'))
  const yaml = await exportYaml(tree.organizations[0]!._id)
  const example = structuredClone(exampleDeclaration('Whole', '71')) as never as {
    organizations: { projects: Record<string, Record<string, unknown>[]>[] }[]
  }
  const project = example.organizations[0]!.projects[0]!
  delete project['voice_carriers']![0]!['auth_token']
  for (const secret of ['access_token', 'app_secret', 'verify_token'])
    delete project['whatsapp_senders']![0]![secret]
  // Exported with their defaults.
  project['campaigns']![0]!['machine_detection'] = false
  Object.assign(project, { events: 'as_needed', requests_per_second: 100 })
  const rate = { requests_per_second: 20, burst: 100, writes_per_second: 10, write_burst: 50 }
  Object.assign(project['api_keys']![0]!, { rate })
  const parsed = parseDeclaration(yaml)
  assert.ok(parsed.ok)
  const exported = parsed.value as typeof example
  assert.deepEqual(
    exported.organizations[0]!.projects[0]!['campaigns']![0]!['ends_at'],
    '2027-01-31T23:00:00.000Z',
  )
  for (const { projects } of [example, exported].map(({ organizations }) => organizations[0]!)) {
    delete projects[0]!['campaigns']![0]!['ends_at']
    // Stored with the defaults of its steps.
    delete projects[0]!['workflows']
  }
  assert.deepEqual(exported, example)
})

test(`applying an export changes nothing, for ${declarations} random declarations`, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constant(null).chain(() => randomDeclaration(`Random ${++run}`)),
      async (declaration) => {
        const { tree } = await apply(declaration)
        const yaml = await exportYaml(tree.organizations[0]!._id)
        const parsed = parseDeclaration(yaml)
        assert.ok(parsed.ok, `${JSON.stringify(parsed)}\n${yaml}`)
        const again = await apply(parsed.value)
        assert.deepEqual([again.changes.created, again.changes.updated, again.differences], [0, 0, []], yaml)
        assert.equal(await exportYaml(tree.organizations[0]!._id), yaml)
      },
    ),
    { numRuns: declarations, endOnFailure: true },
  )
})
