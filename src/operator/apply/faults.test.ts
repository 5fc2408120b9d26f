import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exampleDeclaration } from '../../../test/support/contract-example.ts'
import type { Tree } from '../../../test/support/contract-example.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { isLong } from '../../../test/support/length.ts'
import { fc } from '../../../test/support/properties.ts'
import { systemClock } from '../../base/clock.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { applyDeclaration } from './apply-declaration.ts'
import type { ApplyContext } from './apply-declaration.ts'

let database: TestDatabase
let context: ApplyContext

before(async () => {
  database = await createTestDatabase()
  const secretBox = createSecretBox(Buffer.alloc(32, 1))
  context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
})
after(() => database[Symbol.asyncDispose]())

async function faultsOf(value: unknown): Promise<string[]> {
  const outcome = await applyDeclaration(context, value)
  assert.ok(!outcome.ok)
  return outcome.faults.map(({ path, message }) => `${path}: ${message}`)
}

/** Sets the field at the path below the example's project; undefined removes it. */
function set(value: Tree, path: string, to: unknown): void {
  const parts = path.split('.')
  const last = parts.pop()!
  const holder = parts.reduce((holder: Tree, part) => holder[part], value.organizations[0].projects[0])
  if (to === undefined) delete holder[last]
  else holder[last] = to
}

const project = 'organizations[0].projects[0]'
const whole: [value: unknown, fault: string][] = [
  [null, ': must be a mapping of fields'],
  [[], ': must be a mapping of fields'],
  ['organizations', ': must be a mapping of fields'],
  [{}, 'organizations: is required'],
  [{ organizations: null }, 'organizations: must be a list'],
  [{ organizations: [null] }, 'organizations[0]: must be a mapping of fields'],
  [{ organizations: [], x: 1 }, 'x: unknown field; the fields here are organizations'],
  [{ organizations: [], '2 x': 1 }, '["2 x"]: unknown field; the fields here are organizations'],
  [{ organizations: [{ name: 'A', plan: { links: -1 } }] }, 'organizations[0].plan.links: must be >= 0'],
  [
    { organizations: [{ name: 'A' }, { name: 'A' }] },
    'organizations[1].name: is the name of organizations[0] too',
  ],
  [
    { organizations: [{ name: new Date(0) }] },
    'organizations[0].name: must be text, a number, true, false, a list or a mapping',
  ],
  [{ organizations: [{ name: Number.NaN }] }, 'organizations[0].name: must be a number that JSON can write'],
]
for (const [value, fault] of whole) {
  test(`refuses ${JSON.stringify(value)} with ${fault}`, async () => {
    assert.deepEqual(await faultsOf(value), [fault])
  })
}

test('refuses records of one parent with one name, and one number in two spellings', async () => {
  const value = exampleDeclaration()
  const [declared] = value.organizations[0].projects
  declared.campaigns.push({ ...declared.campaigns[0] })
  declared.caller_ids.push({ number: '001 415 555 0100', carrier: 'main' })
  declared.whatsapp_senders.push({ ...declared.whatsapp_senders[0], name: 'other' })
  declared.api_keys.push({ ...declared.api_keys[0] })
  value.organizations[0].projects.push({ name: 'Renewals' })
  assert.deepEqual(await faultsOf(value), [
    `${project}.caller_ids[1].number: is the number of ${project}.caller_ids[0] too`,
    `${project}.campaigns[1].name: is the name of ${project}.campaigns[0] too`,
    `${project}.whatsapp_senders[1].phone_number_id: is the phone_number_id of ${project}.whatsapp_senders[0] too`,
    `${project}.api_keys[1].name: is the name of ${project}.api_keys[0] too`,
    'organizations[0].projects[1].name: is the name of organizations[0].projects[0] too',
  ])
})

test('reports all faults at once in order of place, of fields and references alike', async () => {
  const value = exampleDeclaration()
  set(value, 'api_keys.0.scopes', 'all')
  set(value, 'campaigns.0.slots', 0)
  set(value, 'campaigns.0.workflow', 'x')
  set(value, 'voice_carriers.0.auth_token', undefined)
  set(value, 'workflows.0.definition.start', 'nowhere')
  set(value, 'workflows.0.name', 'renewal ')
  set(value, 'zeal', true)
  value.organizations[0].plan.links = 'many'
  const paths = (await faultsOf(value)).map((fault) => fault.slice(0, fault.indexOf(': ')))
  assert.deepEqual(paths, [
    'organizations[0].plan.links',
    `${project}.voice_carriers[0].auth_token`,
    `${project}.workflows[0].name`,
    `${project}.workflows[0].definition.start`,
    `${project}.campaigns[0].workflow`,
    `${project}.campaigns[0].slots`,
    `${project}.api_keys[0].scopes`,
    `${project}.zeal`,
  ])
})

test('refuses a value that is nested too deeply', async () => {
  const round: unknown[] = []
  round.push(round)
  assert.deepEqual(await faultsOf({ organizations: round }).then((faults) => faults.length), 1)
})

test('returns success or faults for every mutation of a declaration, and never throws', async () => {
  const values = fc.oneof(
    fc.constantFrom(
      null,
      true,
      0,
      -1,
      1.5,
      1e21,
      '',
      'x',
      '\0',
      '\ud800',
      '24:00',
      '2026-02-30',
      [],
      {},
      [null],
      [[]],
    ),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary' }),
  )
  const mutation = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'remove', 'add', 'copy'),
    with: values,
  })
  const property = fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
    let value: unknown = exampleDeclaration()
    for (const each of mutations) value = mutate(value, each.at, each.how, each.with)
    const outcome = await applyDeclaration(context, value)
    if (!outcome.ok) {
      assert.ok(outcome.faults.length > 0)
      for (const { path, message } of outcome.faults)
        assert.ok(typeof path === 'string' && message.length > 0)
    }
  })
  await fc.assert(property, { numRuns: isLong ? 250 : 100, interruptAfterTimeLimit: 20_000 })
})

/** Changes the value at one of its places, counted in the order of a walk. */
function mutate(value: Tree, at: number, how: string, replacement: unknown): unknown {
  const places: { holder: Tree; name: string }[] = []
  const walk = (holder: Tree): void => {
    if (typeof holder !== 'object' || holder === null) return
    for (const name of Object.keys(holder as object)) {
      places.push({ holder, name })
      walk(holder[name])
    }
  }
  walk(value)
  const place = places[at % places.length]
  if (place === undefined) return replacement
  const { holder, name } = place
  if (how === 'replace') holder[name] = replacement
  else if (how === 'remove') delete holder[name]
  else if (how === 'add' && typeof holder[name] === 'object' && holder[name] !== null)
    holder[name]['__proto__x'] = replacement
  else if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(name)]))
  return value
}
