import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createNumbers } from '../../test/support/numbers.ts'
import { fc } from '../../test/support/properties.ts'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { uuidv7 } from '../base/ids.ts'
import { insertVoiceConversation } from '../conversations/queries.ts'
import { sql } from '../db/sql.ts'
import { emailContact } from './contact.ts'
import type { PersonContact } from './contact.ts'
import { linkPerson } from './link-person.ts'
import { publishCreated } from './profile-events.ts'
import { selectContactOwners } from './queries.ts'

const nextNumber = createNumbers()
let service: Service
before(async () => {
  service = await startService({})
})
after(() => service[Symbol.asyncDispose]())

function met({ phone, email, name }: { phone?: string; email?: string; name?: string }): PersonContact {
  return {
    organization_id: service.organizationId,
    project_id: service.projectId,
    phone: phone === undefined ? null : { normalized: phone, value: phone },
    email: email === undefined ? null : emailContact(email),
    name: name ?? null,
    identity: phone === undefined ? null : { channel_type: 'voice', identity_key: phone },
    source: 'voice',
    metAt: new Date(),
  }
}

/** Links a person and, if they have a number, records a conversation with them. */
function meet(person: PersonContact): Promise<string> {
  return service.context.db.transaction(async (transaction) => {
    const known = await selectContactOwners(transaction, person)
    const id = await linkPerson(service.context, transaction, person, known)
    if (person.phone !== null)
      await insertVoiceConversation(transaction, {
        organization_id: person.organization_id,
        project_id: person.project_id,
        _id: uuidv7(),
        campaign_id: service.campaignIds['Script'] ?? Object.values(service.campaignIds)[0]!,
        phone_number: person.phone.normalized,
        status: 'completed',
        start_time: person.metAt.toISOString(),
        answered_at: null,
        end_time: person.metAt.toISOString(),
        duration_seconds: 0,
        created_at: person.metAt,
      })
    return id
  })
}

interface Held {
  _id: string
  name: string | null
  display_id: string
  conversation_count: number
  call_count: number
  linked: number
  contacts: string[]
}

/** Returns the profiles that have one of these contacts, with the conversations linked to each. */
function profilesOf(contacts: readonly string[]): Promise<Held[]> {
  return service.context.db.query<Held>(sql`
    select p._id, p.name, p.display_id, p.conversation_count, p.call_count,
      (select count(*) from conversations v where v.profile_id = p._id) as linked,
      (select array_agg(normalized order by normalized) from profile_contacts a where a.profile_id = p._id) as contacts
    from profiles p
    where p._id in (select profile_id from profile_contacts where normalized = any(${contacts}::text[]))
    order by p._id`)
}

describe('a person who was met', () => {
  it('gets a profile, which is found again by the number', async () => {
    const phone = nextNumber()
    const first = await meet(met({ phone, name: 'Ada' }))
    const again = await meet(met({ phone, name: 'Somebody else' }))
    assert.equal(again, first)
    const [profile] = await profilesOf([phone])
    assert.equal(profile?.name, 'Ada')
    assert.match(profile.display_id, /^CUST-\d{6}$/)
    assert.deepEqual([profile.conversation_count, profile.call_count, profile.linked], [2, 2, 2])
  })

  it('has an event that shows the profile as PostgreSQL would build it, whatever the text (Promise 116)', async () => {
    const { db, newId } = service.context
    const place = { organization_id: service.organizationId, project_id: service.projectId }
    await db.write(sql`update projects set events = 'keep' where _id = ${service.projectId}`)
    const phone = nextNumber()
    const people = [
      met({ phone, name: 'Ada "\ud83d" \u2028', email: `Ada+${phone}@Example.com` }),
      met({ email: `only-${phone}@example.com` }),
      { ...met({ phone: nextNumber() }), aliases: ['US.123'], source: 'whatsapp' },
    ]
    for (const person of people) {
      const events = await db.transaction(async (transaction) => {
        const id = await linkPerson({ db, newId }, transaction, person, [])
        await publishCreated(transaction, place, [id], person.metAt)
        return transaction.query<Record<string, unknown>>(sql`
          select type, subject_kind, subject_id, at, data, texts from events where subject_id = ${id} order by _id`)
      })
      assert.equal(events.length, 2)
      assert.deepEqual(events[0], events[1])
    }
    await db.write(sql`update projects set events = 'as_needed' where _id = ${service.projectId}`)
  })

  it('does not look older after a contact that became known late', async () => {
    const phone = nextNumber()
    const [earlier, later] = [new Date(Date.now() - 3_600_000), new Date()]
    const updatedAt = async (person: PersonContact) => {
      const _id = await meet(person)
      const [profile] = await service.context.db.query<{ updated_at: string }>(
        sql`select updated_at from profiles where _id = ${_id}`,
      )
      return profile!.updated_at
    }
    assert.equal(await updatedAt({ ...met({ phone }), metAt: later }), later.toISOString())
    const email = `late${phone.slice(1)}@example.com`
    assert.equal(await updatedAt({ ...met({ phone, email }), metAt: earlier }), later.toISOString())
    // Two profiles become one by a message that came late.
    const other = `other${phone.slice(1)}@example.com`
    await meet({ ...met({ email: other }), metAt: later })
    assert.equal(await updatedAt({ ...met({ phone, email: other }), metAt: earlier }), later.toISOString())
  })

  it('is one row, however many transactions meet them at once', async () => {
    const phone = nextNumber()
    const ids = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        meet(met({ phone, ...(index % 2 === 0 && { email: 'ada@example.com' }) })),
      ),
    )
    assert.equal(new Set(ids).size, 1)
    const profiles = await profilesOf([phone, 'ada@example.com'])
    assert.deepEqual(
      profiles.map(({ conversation_count, linked }) => [conversation_count, linked]),
      [[64, 64]],
    )
  })

  it('whose number and address belong to two profiles becomes the older, and the younger id leads there (Rule 21)', async () => {
    const phone = nextNumber()
    const older = await meet(met({ email: `older-${phone}@example.com` }))
    const younger = await meet(met({ phone, name: 'Grace' }))
    assert.equal(await meet(met({ phone, email: `OLDER-${phone}@example.com` })), older)
    const [profile, ...others] = await profilesOf([phone])
    assert.deepEqual(others, [])
    assert.deepEqual([profile?._id, profile?.name, profile?.linked], [older, 'Grace', 2])
    const [merged] = await service.context.db.query<{ survivor_id: string }>(
      sql`select survivor_id from merged_profiles where _id = ${younger}`,
    )
    assert.equal(merged?.survivor_id, older)
  })

  it('ends with the same contacts in any order of contacts, also concurrently (Promise 39)', async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ phone: fc.nat({ max: 3 }), email: fc.nat({ max: 4 }) }), {
          minLength: 2,
          maxLength: 12,
        }),
        async (meetings) => {
          const run = runs++
          const numbers = [nextNumber(), nextNumber(), nextNumber()]
          const address = (at: number) => `${at}-${run}@example.com`
          const people = meetings
            .map(({ phone, email }) => ({
              ...(phone < 3 && { phone: numbers[phone]! }),
              ...(email < 4 && { email: address(email) }),
            }))
            .filter((person) => Object.keys(person).length > 0)
          await Promise.all(people.map((person) => meet(met(person))))
          const contacts = people.flatMap((person) => Object.values(person))
          const profiles = await profilesOf(contacts)
          const found = profiles.map((profile) => profile.contacts.join(' ')).sort()
          assert.deepEqual(found, groupsOf(people.map((person) => Object.values(person))))
          for (const profile of profiles) assert.equal(profile.conversation_count, profile.linked)
          const calls = people.filter((person) => 'phone' in person).length
          assert.equal(
            profiles.reduce((sum, { linked }) => sum + linked, 0),
            calls,
          )
        },
      ),
      { numRuns: 100 },
    )
  })
})

/** Groups contacts that were named together, directly or by way of others. */
function groupsOf(meetings: readonly string[][]): string[] {
  let groups: Set<string>[] = []
  for (const contacts of meetings) {
    const touched = groups.filter((group) => contacts.some((contact) => group.has(contact)))
    const joined = new Set([...contacts, ...touched.flatMap((group) => [...group])])
    groups = [...groups.filter((group) => !touched.includes(group)), joined]
  }
  return groups.map((group) => [...group].sort().join(' ')).sort()
}
