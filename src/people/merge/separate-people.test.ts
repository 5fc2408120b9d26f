import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { countOf } from '../../../test/support/length.ts'
import { minutes } from '../../../test/support/merge-pair.ts'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import type { Keys, MergeWorld } from '../../../test/support/merge-world.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { fc } from '../../../test/support/properties.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { recount } from '../../operator/recount/recount.ts'
import { separatePeople } from './separate-people.ts'

const actor = { kind: 'cli', id: null, name: 'a test', via: 'command', requestId: null } as const
const nextNumber = createNumbers()
/** Random facts of some people, merged in many ways. */
const runs = countOf('SEPARATE_RUNS', { short: 40, long: 100 })
let service: Service
/** Where profiles are merged and separated, and where the same happens without the merges. */
let world: MergeWorld
let plain: MergeWorld

before(async () => {
  service = await startService({})
  const tree = await service.apply({ organizations: [{ name: 'Acme', projects: [{ name: 'Plain' }] }] })
  const project = tree.organizations[0]!.projects.find(({ name }) => name === 'Plain')!
  world = await createMergeWorld(service, service.projectId)
  plain = await createMergeWorld(service, project._id)
})
after(() => service[Symbol.asyncDispose]())

/** Returns the ids of all profiles that are merged into others, in the order of their merges. */
async function mergedIds(addresses: readonly string[]): Promise<{ _id: string; survivor_id: string }[]> {
  return service.context.db.query(sql`
    select _id, survivor_id from merged_profiles g
    where project_id = ${world.project_id} and survivor_id in (
      select profile_id from profile_contacts where normalized = any(${addresses}::text[])
      union select profile_id from channel_identities where identity_key = any(${addresses}::text[]))
    order by merged_at, _id`)
}

const separate = (profile_id: string, merged_id: string, contacts = {}) =>
  separatePeople(
    service.context,
    { ...placeOf(world), profile_id, merged_id, contacts, actor, dryRun: false },
    new Date(),
  )

const placeOf = ({ organization_id, project_id }: MergeWorld) => ({ organization_id, project_id })

const fact = fc.record({
  person: fc.nat({ max: 3 }),
  kind: fc.constantFrom(
    'call',
    'call',
    'write',
    'write by id',
    'ticket',
    'say',
    'merge',
    'merge',
    'merge by id',
  ),
  withEmail: fc.boolean(),
  withId: fc.boolean(),
  other: fc.nat({ max: 3 }),
  word: fc.nat({ max: 2 }),
})
type Fact = typeof fact extends fc.Arbitrary<infer Value> ? Value : never

const factOf = (person: number, kind: Fact['kind'], more: Partial<Fact> = {}): Fact => ({
  person,
  kind,
  withEmail: false,
  withId: false,
  other: 0,
  word: 0,
  ...more,
})

/** Facts, and which merge is undone each time, of those that are left: cases that a rule of earlier versions broke. */
const examples: [Fact[], number[]][] = [
  // 0 joins 1 and 3 joins 2. Then 1 joins 2, because 0 has an id of 3: the number of 0 was seen when that id was. First
  // 0 leaves, whose number was kept as one of 1.
  [
    [
      factOf(2, 'call', { withEmail: true }),
      factOf(1, 'call', { withEmail: true }),
      factOf(3, 'call'),
      factOf(2, 'merge', { other: 3 }),
      factOf(0, 'call'),
      factOf(3, 'write', { withId: true }),
      factOf(1, 'merge', { other: 0 }),
      factOf(0, 'write'),
      factOf(3, 'merge by id', { other: 0 }),
    ],
    [1, 0, 0, 0],
  ],
  // The number of 0 was seen when the id of 3 was, then when the earlier one of 1 was. 3 leaves before 1.
  [
    [
      factOf(0, 'call'),
      factOf(1, 'call'),
      factOf(3, 'call'),
      factOf(1, 'write', { withId: true }),
      factOf(3, 'write', { withId: true }),
      factOf(0, 'write'),
      factOf(3, 'merge by id'),
      factOf(1, 'merge by id'),
    ],
    [0, 0, 0, 0],
  ],
]

/** Runs facts; without `merges` those that join two persons are left out. Returns the facts that said something. */
async function play(
  at: MergeWorld,
  people: readonly Record<keyof Keys, string>[],
  facts: readonly Fact[],
  { merges, said }: { merges: boolean; said: ReadonlySet<number> | null },
): Promise<Set<number>> {
  const known = new Map<number, Set<'phone' | 'email' | 'userId' | 'chat'>>()
  const merged = new Set<number>()
  const saying = new Set<number>()
  const start = Date.parse('2026-11-01T08:00:00Z')
  for (const [index, { person, kind, withEmail, withId, other, word }] of facts.entries()) {
    const time = new Date(start + index * 60_000)
    const { phone, email, userId } = people[person]!
    const keys = known.get(person)
    if (keys === undefined) {
      // The first fact of a person says their name. Those of odd numbers have none.
      await at.call(
        { phone, ...(withEmail && { email }) },
        time,
        person % 2 === 0 ? `Person ${person}` : undefined,
      )
      known.set(person, new Set(['phone', ...(withEmail ? (['email'] as const) : [])]))
      continue
    }
    const others = known.get(other)
    if (kind === 'call') {
      await at.call({ phone, ...(withEmail && { email }) }, time)
      if (withEmail) keys.add('email')
    } else if (kind === 'write') {
      await at.write({ phone, ...(withId && { userId }) }, time)
      keys.add('chat')
      if (withId) keys.add('userId')
    } else if (kind === 'write by id') {
      if (keys.has('userId')) await at.write({ userId }, time)
    } else if (kind === 'ticket') await at.ticket(phone, time)
    else if (kind === 'say') {
      if (said === null ? merged.has(person) : !said.has(index)) continue
      const [row] = await service.context.db.query<{ profile_id: string }>(sql`
        select profile_id from profile_contacts
        where organization_id = ${at.organization_id} and project_id = ${at.project_id} and normalized = ${phone}`)
      await at.say(row!.profile_id, `word ${word}`, index, time)
      saying.add(index)
    } else if (merges && other !== person && others !== undefined) {
      if (kind === 'merge' && keys.has('email')) await at.link({ phone: people[other]!.phone, email }, time)
      else if (kind === 'merge by id' && keys.has('userId') && others.has('chat'))
        await at.link({ phone: people[other]!.phone, userId }, time)
      else continue
      merged.add(person).add(other)
    }
  }
  return saying
}

describe('a merge that is undone', () => {
  it('leaves every row as if it had never been, for any facts and any order of separations (Rule 21)', async () => {
    let merges = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fact, { minLength: 16, maxLength: 48, size: 'max' }),
        fc.array(fc.nat({ max: 100 }), { minLength: 4, maxLength: 4 }),
        async (facts, order) => {
          const people = Array.from({ length: 4 }, () => {
            const phone = nextNumber()
            return { phone, email: `ada.${phone.slice(1)}@example.com`, userId: `US.${phone.slice(1)}` }
          })
          const addresses = people.flatMap((person) => Object.values(person))
          const said = await play(world, people, facts, { merges: true, said: null })
          await play(plain, people, facts, { merges: false, said })
          for (let turn = 0; ; turn++) {
            const left = await mergedIds(addresses)
            if (left.length === 0) break
            const { _id, survivor_id } = left[order[turn % order.length]! % left.length]!
            const outcome = await separate(survivor_id, _id)
            assert.equal(outcome.kind, 'separated')
            merges++
          }
          assert.deepEqual(await world.rows(addresses), await plain.rows(addresses))
        },
      ),
      { numRuns: runs, examples, endOnFailure: true },
    )
    assert.ok(merges > runs, `${merges} merges`)
    const differences = await recount(service.context.db, { repair: false })
    assert.deepEqual(
      Object.values(differences).filter((count) => count !== 0),
      [],
      JSON.stringify(differences),
    )
  })

  it('goes by the order of the merges, also where the message that made one came late', async () => {
    const [a, b, c] = [nextNumber(), nextNumber(), nextNumber()]
    const [emailB, emailC] = [`b${b.slice(1)}@example.com`, `c${c.slice(1)}@example.com`]
    const older = await world.call({ phone: a }, minutes(0))
    const first = await world.call({ phone: b, email: emailB }, minutes(9))
    const second = await world.call({ phone: c, email: emailC }, minutes(2))
    assert.equal(await world.link({ phone: a, email: emailB }, minutes(20)), older)
    assert.equal(await world.link({ phone: a, email: emailC }, minutes(15)), older)
    assert.deepEqual(
      (await mergedIds([a])).map(({ _id }) => _id),
      [first, second],
    )
    assert.equal((await separate(older, first)).kind, 'separated')
    const times = await service.context.db.query(sql`
      select _id, last_interaction_at, updated_at >= ${minutes(20)} as is_later from profiles
      where _id in (${older}, ${first}) order by created_at`)
    assert.deepEqual(times, [
      { _id: older, last_interaction_at: minutes(2).toISOString(), is_later: true },
      { _id: first, last_interaction_at: minutes(9).toISOString(), is_later: true },
    ])
  })
})
