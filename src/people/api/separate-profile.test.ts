import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { limitedKeys } from '../../../test/support/limited-keys.ts'
import { mergePair, minutes } from '../../../test/support/merge-pair.ts'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import type { MergeWorld } from '../../../test/support/merge-world.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { blockSeparations } from '../merge/separation-lock.ts'

const nextNumber = createNumbers()
let service: Service
let world: MergeWorld
before(async () => {
  service = await startService({})
  world = await createMergeWorld(service, service.projectId)
})
after(() => service[Symbol.asyncDispose]())

const path = (id: string, tail: string) =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/customer-profiles/${id}${tail}`
const separate = (id: string, body: unknown, options: { key?: string | null } = {}) =>
  service.request('POST', path(id, '/separate'), { body, ...options })

const mergeTwo = () => mergePair(world, nextNumber)

const profile = async (id: string) => {
  const { status, body } = await service.request('GET', path(id, ''))
  assert.equal(status, 200)
  return body.data as {
    _id: string
    name: string
    conversation_count: number
    emails: { normalized: string }[]
    phone_numbers: { normalized: string }[]
  }
}

describe('POST customer-profiles/{customer_profile_id}/separate', () => {
  it('gives each back what is theirs, once, and linking keeps them apart (200)', async () => {
    const { older, younger, phone, email, own } = await mergeTwo()
    const dry = await separate(older, { merged_id: younger, dry_run: true })
    assert.equal((await profile(younger))._id, older)
    const { status, body } = await separate(older, { merged_id: younger })
    assert.equal(status, 200, body.message)
    const { display_id, ...moved } = body.data as Record<string, unknown>
    assert.match(String(display_id), /^CUST-\d{6}$/)
    assert.deepEqual(moved, {
      survivor_id: older,
      merged_id: younger,
      contacts: 2,
      identities: 2,
      conversations: 2,
      messages: 1,
      tickets: 0,
      properties: [],
      changed: true,
    })
    assert.deepEqual(dry.body.data, { display_id, ...moved, changed: false })
    const again = await separate(older, { merged_id: younger })
    assert.equal(again.status, 200)
    assert.deepEqual(again.body.data, { display_id, ...moved, changed: false })

    assert.equal(await world.call({ phone, email }, minutes(4)), older)
    const [ada, grace] = await Promise.all([profile(older), profile(younger)])
    assert.deepEqual([ada._id, ada.name, ada.conversation_count, ada.emails], [older, 'Ada', 3, []])
    assert.deepEqual([grace._id, grace.name, grace.conversation_count], [younger, 'Grace', 2])
    assert.deepEqual(
      grace.emails.map(({ normalized }) => normalized),
      [email],
    )
    assert.deepEqual(
      grace.phone_numbers.map(({ normalized }) => normalized),
      [own],
    )
    const { body: left } = await service.request('GET', path(older, '/merges'))
    assert.deepEqual((left.data as { items: unknown[] }).items, [])
  })

  it('puts a shared contact where the caller says', async () => {
    const { older, younger, phone, email, own } = await mergeTwo()
    const contacts = { [`email:${email}`]: 'survivor', [`phone:${phone}`]: 'merged' }
    assert.equal((await separate(older, { merged_id: younger, contacts })).status, 200)
    const [ada, grace] = await Promise.all([profile(older), profile(younger)])
    assert.deepEqual(
      ada.emails.map(({ normalized }) => normalized),
      [email],
    )
    assert.deepEqual(ada.phone_numbers, [])
    assert.deepEqual(grace.phone_numbers.map(({ normalized }) => normalized).sort(), [own, phone].sort())
    assert.equal(await world.call({ phone }, minutes(5)), younger)
  })

  it('refuses what is not as it must be and changes nothing (400)', async () => {
    const { older, younger } = await mergeTwo()
    for (const [body, message] of [
      [{}, /merged_id is required/],
      [{ merged_id: younger, contacts: { 'email:a@b.example': 'me' } }, /must be survivor or merged/],
      [
        { merged_id: younger, contacts: { 'email:a@b.example': 'merged' } },
        /contacts: neither profile has email:a@b/,
      ],
      [{ merged_id: younger, dry_run: 'yes' }, /dry_run: must be true or false/],
    ] as const) {
      const answer = await separate(older, body)
      assert.equal(answer.status, 400)
      assert.match(answer.body.message, message)
    }
    assert.equal((await profile(younger))._id, older)
  })

  it('requires a key (401) of this project with the scope profiles:manage (403)', async () => {
    const { older, younger } = await mergeTwo()
    assert.equal((await separate(older, { merged_id: younger }, { key: null })).status, 401)
    for (const key of await limitedKeys(service))
      assert.equal((await separate(older, { merged_id: younger }, { key })).status, 403)
  })

  it('refuses profiles that there are not or that were not merged (404)', async () => {
    const { older, younger } = await mergeTwo()
    assert.equal((await separate(randomUUID(), { merged_id: younger })).status, 404)
    assert.equal((await separate('nobody', { merged_id: younger })).status, 404)
    for (const merged_id of [older, randomUUID(), 'nobody'])
      assert.equal((await separate(older, { merged_id })).status, 404)
  })

  it('refuses merges of which nothing was kept (409)', async () => {
    const { older, younger } = await mergeTwo()
    await service.context.db.write(sql`
      update merged_profiles set into_id = null, merged_by = null, shared = null, kept = null, gave = null
      where _id = ${younger}`)
    const { status, body } = await separate(older, { merged_id: younger })
    assert.equal(status, 409)
    assert.match(body.message, /can not be separated/)
    const { body: listed } = await service.request('GET', path(older, '/merges'))
    const [merge] = (listed.data as { items: { can_separate: boolean }[] }).items
    assert.equal(merge?.can_separate, false)
  })

  it('refuses while an import links people of the project (409)', async () => {
    const { older, younger } = await mergeTwo()
    await service.context.db.transaction(async (transaction) => {
      await blockSeparations(transaction, sql`select ${service.projectId}::text as project_id`)
      assert.equal((await separate(older, { merged_id: younger })).status, 409)
    })
    assert.equal((await separate(older, { merged_id: younger })).status, 200)
  })

  it('gives another display id where somebody has got the old one', async () => {
    const { older, younger } = await mergeTwo()
    const other = await world.call({ phone: nextNumber() }, minutes(6))
    await service.context.db.write(sql`
      update profiles set display_id = (select kept ->> 'display_id' from merged_profiles where _id = ${younger})
      where _id = ${other}`)
    const { body } = await separate(older, { merged_id: younger })
    const [row] = await service.context.db.query<{ display_id: string }>(sql`
      select display_id from profiles where _id = ${younger}`)
    assert.equal((body.data as { display_id: string }).display_id, row?.display_id)
  })
})

describe('a separation beside other writers', () => {
  it('and calls of both, links that name both, and the same again at once end with both apart and every call counted', async () => {
    for (let round = 0; round < 15; round++) {
      const { older, younger, phone, email, own } = await mergeTwo()
      const answers = await Promise.all([
        world.call({ phone: own }, minutes(10)),
        world.call({ phone, email }, minutes(11)),
        separate(older, { merged_id: younger }),
        separate(older, { merged_id: younger }),
        world.write({ phone: own }, minutes(12)),
        world.ticket(own, minutes(12)),
        world.call({ phone }, minutes(13)),
        delay(round).then(() => world.call({ phone: own, email }, minutes(14))),
      ])
      assert.deepEqual([answers[2].status, answers[3].status], [200, 200])
      assert.equal(
        [answers[2], answers[3]].filter(({ body }) => (body.data as { changed: boolean }).changed).length,
        1,
      )
      const [ada, grace] = await Promise.all([profile(older), profile(younger)])
      assert.deepEqual([ada._id, grace._id], [older, younger])
      assert.deepEqual([ada.conversation_count, grace.conversation_count], [4, 4])
      const wrong = await service.context.db.query(sql`
        select from conversations c join channel_identities i on i.project_id = c.project_id
          and i.channel_type = c.channel_type and i.identity_key = c.phone_number
        where c.profile_id in (${older}, ${younger}) and i.profile_id <> c.profile_id
        union all
        select from messages m join conversations c on c._id = m.conversation_id
        where c.profile_id in (${older}, ${younger}) and m.profile_id <> c.profile_id
        union all
        select from tickets t join conversations c on c._id = t.conversation_id
        where c.profile_id in (${older}, ${younger}) and t.profile_id <> c.profile_id`)
      assert.equal(wrong.length, 0)
    }
  })

  it('and a merge of the survivor into an older profile: one follows the other', async () => {
    for (let round = 0; round < 10; round++) {
      const oldest = nextNumber()
      const address = `oldest.${oldest.slice(1)}@example.com`
      const first = await world.call({ phone: oldest, email: address }, minutes(-1))
      const { older, younger, phone, own } = await mergeTwo()
      const [answer] = await Promise.all([
        separate(older, { merged_id: younger }),
        world.call({ phone, email: address }, minutes(20)),
      ])
      assert.equal(answer.status, 200, answer.body.message)
      const [ada, grace] = await Promise.all([profile(older), profile(younger)])
      assert.deepEqual([ada._id, grace._id], [first, younger])
      assert.deepEqual([ada.conversation_count, grace.conversation_count], [4, 2])
      assert.deepEqual(
        grace.phone_numbers.map(({ normalized }) => normalized),
        [own],
      )
    }
  })

  it('waits for a conversation that is being written, which then is on the right side', async () => {
    const { older, younger, own } = await mergeTwo()
    let separating: ReturnType<typeof separate> | null = null
    await service.context.db.transaction(async (transaction) => {
      await transaction.query(sql`select from channel_identities where identity_key = ${own} for update`)
      separating = separate(older, { merged_id: younger })
      await eventually('the separation waits', async () => {
        const waiting = await service.context.db.query(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query like '%channel_identities%'`)
        return waiting.length > 0 ? true : null
      })
    })
    assert.equal((await separating!).status, 200)
  })
})
