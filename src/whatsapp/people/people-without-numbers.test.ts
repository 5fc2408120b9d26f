// People whose number WhatsApp hides (Rule 70), from their first message on, over HTTP from end to end.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fc } from '../../../test/support/properties.ts'
import { eventually } from '../../../test/support/service.ts'
import type { Answer } from '../../../test/support/service.ts'
import { signInAs } from '../../../test/support/users.ts'
import { postWebhook, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import {
  businessAccountId,
  phoneNumberId,
  startWhatsappService,
  webhooksProcessed,
} from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { recount } from '../../operator/recount/recount.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService({ hasCode: true })
  whatsapp.service.startWorker()
})
after(() => whatsapp[Symbol.asyncDispose]())

interface Person {
  number: string
  userId: string
  username: string
}

let people = 0
/** Adds a person who hides their number; `outcome` is that of the network. */
function hidden(outcome = '00'): Person {
  const place = String(100 + people++)
  const person = {
    number: `+1415557${place.slice(1)}${outcome}`,
    userId: `US.13491208655302${place}${outcome}`,
    username: `ada.${place}`,
  }
  const { number, userId: user_id, username } = person
  whatsapp.network.addPerson({ number, user_id, username, hide_number: true, name: `Ada ${place}` })
  return person
}

function writes(
  { number: from }: Person,
  body: string,
  more: { hide_number?: boolean; user_id?: string; timestamp?: number } = {},
): void {
  const message = { from, content: { type: 'text', text: { body } }, ...more }
  whatsapp.network.receive({ phone_number_id: phoneNumberId, messages: [message] })
}

const projectPath = (tail: string) => {
  const { organizationId, projectId } = whatsapp.service
  return `/organizations/${organizationId}/projects/${projectId}/${tail}`
}

function send(to: string, body: string, broadcast = 'Typed'): Promise<Answer> {
  const typed = { to, type: 'text', payload: { body } }
  return sendBody(broadcast === 'Typed' ? typed : { to, data: templateData }, broadcast)
}

const templateData = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }

function sendBody(body: unknown, broadcast: string): Promise<Answer> {
  const path = projectPath(`broadcasts/${whatsapp.broadcastIds[broadcast]}/messages`)
  return whatsapp.service.request('POST', path, { body })
}

interface Profile {
  _id: string
  name: string | null
  phone_numbers: { normalized: string }[]
  channel_identities: { channel_type: string; identity_key: string }[]
  chat_count: number
}
interface Conversation {
  _id: string
  phone_number: string | null
  customer_profile_id: string | null
  status: string
}
interface Page<T> {
  items: T[]
  total: number
}

async function list<T>(tail: string, query: Record<string, string>): Promise<Page<T>> {
  const answer = await whatsapp.service.request(
    'GET',
    `${projectPath(tail)}?${new URLSearchParams(query).toString()}`,
  )
  assert.equal(answer.status, 200, answer.body.message)
  const { items, pagination } = answer.body.data as { items: T[]; pagination: { total: number } }
  return { items, total: pagination.total }
}

async function profilesFound(search: string): Promise<Profile[]> {
  return (await list<Profile>('customer-profiles', { search })).items
}

/** Returns the only profile that the search finds, once it exists. */
function profileOf(search: string): Promise<Profile> {
  return eventually(`the profile of ${search}`, async () => {
    const [profile, ...others] = await profilesFound(search)
    assert.deepEqual(others, [])
    return profile ?? null
  })
}

async function conversationsOf({ _id }: Profile): Promise<Page<Conversation>> {
  const filters = JSON.stringify({ customer_profile_id: _id })
  return list<Conversation>('conversations', { filters })
}

const keysOf = ({ channel_identities }: Profile) =>
  channel_identities.map(({ identity_key }) => identity_key).sort()
const resultOf = ({ body }: Answer) => body.data as { message_id: string; to: string; status: string }

const eventsProcessed = () => webhooksProcessed(whatsapp)

/** Posts a message as Meta does; resolves once it is processed. */
async function deliver(message: object): Promise<void> {
  const posted = await postWebhook(whatsapp.service.url, webhookOf({ messages: [message] }))
  assert.equal(posted.status, 200)
  await eventsProcessed()
}

/** Returns whether the messaging window of an address is open. */
async function hasWindow(to: string): Promise<boolean> {
  const check = `broadcasts/${whatsapp.broadcastIds['Typed']}/messages/check`
  const editor = await signInAs(whatsapp.service, 'editor')
  const typed = { to, type: 'text', payload: { body: 'Hello Ada' } }
  const answer = await editor.request('POST', `/api${projectPath(check)}`, typed)
  return (answer.body.data as { recipient: { window: { is_open: boolean } } }).recipient.window.is_open
}

describe('a person who hides their number', () => {
  it('becomes a profile with a conversation, found by id and by name, without a number', async () => {
    const ada = hidden()
    writes(ada, 'Hello')
    const profile = await profileOf(ada.userId)
    assert.deepEqual(profile.phone_numbers, [])
    assert.deepEqual(
      profile.channel_identities.map(({ channel_type, identity_key }) => [channel_type, identity_key]),
      [['whatsapp', ada.userId]],
    )
    assert.equal((await profileOf(ada.username))._id, profile._id)
    const { items } = await conversationsOf(profile)
    assert.deepEqual(
      items.map(({ phone_number, customer_profile_id }) => [phone_number, customer_profile_id]),
      [[null, profile._id]],
    )
  })

  it('has a message that opened the window, found by the id', async () => {
    const ada = hidden()
    writes(ada, 'Hello')
    const profile = await profileOf(ada.userId)
    const [conversation] = (await conversationsOf(profile)).items
    const editor = await signInAs(whatsapp.service, 'editor')
    const path = `/api${projectPath(`broadcasts/${whatsapp.broadcastIds['Typed']}/messages/check`)}`
    const typed = { to: ada.userId, type: 'text', payload: { body: 'Hello Ada' } }
    const answer = await editor.request('POST', path, typed)
    assert.equal(answer.status, 200, answer.body.message)
    const { recipient } = answer.body.data as {
      recipient: { window: { opened_by: { conversation_id: string; text: string } | null } }
    }
    const opened = recipient.window.opened_by
    assert.deepEqual([opened?.conversation_id, opened?.text], [conversation?._id, 'Hello'])
  })

  it('gets messages by the id, which is the recipient at Meta, and the statuses arrive', async () => {
    const ada = hidden()
    assert.equal((await send(ada.userId, 'Who is there?')).status, 400)
    writes(ada, 'Hello')
    await profileOf(ada.userId)
    const answer = await send(` ${ada.userId}`, 'Hello Ada')
    assert.equal(answer.status, 200, answer.body.message)
    const { to, message_id } = resultOf(answer)
    assert.equal(to, ada.userId)
    const sent = whatsapp.network.messages(ada.number).at(-1)!.body as Record<string, unknown>
    assert.deepEqual(
      [sent['recipient'], sent['to'], sent['recipient_type']],
      [ada.userId, undefined, 'individual'],
    )
    const path = projectPath(`broadcasts/${whatsapp.broadcastIds['Typed']}/messages/${message_id}`)
    await eventually('the message read', async () => {
      const { body } = await whatsapp.service.request('GET', path)
      const message = body.data as { to: string; status: string }
      assert.equal(message.to, ada.userId)
      return message.status === 'read' ? true : null
    })
    const history = await list<{ to: string }>(`broadcasts/${whatsapp.broadcastIds['Typed']}/messages`, {
      filters: JSON.stringify({ to: ada.userId }),
    })
    assert.equal(history.total, 1)
    const { items } = await conversationsOf(await profileOf(ada.userId))
    assert.equal(items.length, 1)
  })

  it('gets templates, except those that need a number (400)', async () => {
    const ada = hidden()
    const answer = await send(ada.userId, '', 'October')
    assert.equal(answer.status, 200, answer.body.message)
    const before = whatsapp.network.messages(ada.number).length
    const refused = await sendBody({ to: ada.userId, data: { '1': '493021' } }, 'Code')
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /needs the phone number/)
    assert.equal(whatsapp.network.messages(ada.number).length, before)
    assert.equal((await sendBody({ to: ada.number, data: { '1': '493021' } }, 'Code')).status, 200)
  })

  it('bars messages by STOP as soon as its webhook is acknowledged, and allows them again by START', async () => {
    const ada = hidden()
    writes(ada, 'Hello')
    await eventsProcessed()
    writes(ada, 'STOP please')
    await whatsapp.network.idle()
    for (const broadcast of ['Typed', 'October'])
      assert.equal((await send(ada.userId, 'x', broadcast)).status, 400)
    await eventsProcessed()
    assert.equal((await send(ada.userId, 'x', 'October')).status, 400)
    writes(ada, 'START')
    await eventsProcessed()
    assert.equal((await send(ada.userId, 'x')).status, 200)
  })

  it('gets no marketing by the id after they stopped it in WhatsApp', async () => {
    const ada = hidden()
    whatsapp.network.change({
      field: 'user_preferences',
      phone_number_id: phoneNumberId,
      number: ada.number,
      value: 'stop',
    })
    await eventsProcessed()
    assert.equal((await send(ada.userId, '', 'Sale')).status, 400)
    assert.equal((await send(ada.userId, '', 'October')).status, 200)
  })
  it('gets no marketing by the id after they stopped it in WhatsApp under id and number', async () => {
    const ada = hidden()
    writes(ada, 'Hello')
    await eventsProcessed()
    const { number, userId: user_id } = ada
    // From now on WhatsApp names the number too.
    whatsapp.network.addPerson({ number, user_id })
    const prefers = async (value: 'stop' | 'resume') => {
      const change = { field: 'user_preferences', phone_number_id: phoneNumberId, number, value } as const
      whatsapp.network.change(change)
      await eventsProcessed()
    }
    await prefers('stop')
    for (const to of [user_id, number]) {
      const refused = await send(to, '', 'Sale')
      assert.equal(refused.status, 400)
      assert.match(refused.body.message, /opted out/)
    }
    await prefers('resume')
    const answer = await send(user_id, '', 'Sale')
    assert.equal(answer.status, 200, answer.body.message)
    assert.equal(resultOf(answer).to, number)
    const { items } = await conversationsOf(await profileOf(user_id))
    assert.deepEqual(
      items.map(({ phone_number }) => phone_number),
      [number],
    )
  })
})

describe('a number that becomes known', () => {
  it('merges both profiles with their opt-outs, and the number is used from then on', async () => {
    // No status of the message says whose number it is.
    const ada = hidden('50')
    const before = await list('conversations', { unique: 'true' })
    assert.equal((await send(ada.number, '', 'October')).status, 200)
    const [ofNumber] = await profilesFound(ada.number)
    // WhatsApp's times are whole seconds: rounded down, the second profile would be the older one.
    writes(ada, 'Hello', { timestamp: Math.ceil(Date.now() / 1_000) })
    await eventsProcessed()
    assert.notEqual((await profileOf(ada.userId))._id, ofNumber!._id)
    writes(ada, 'STOP')
    await eventsProcessed()
    writes(ada, 'It is me', { hide_number: false, user_id: ada.userId })
    await eventsProcessed()
    const profile = await profileOf(ada.userId)
    assert.equal(profile._id, ofNumber!._id)
    assert.deepEqual(keysOf(profile), [ada.number, ada.userId].sort())
    const { items } = await conversationsOf(profile)
    assert.ok(items.every(({ phone_number }) => phone_number === ada.number))
    assert.equal(items.filter(({ status }) => status === 'live').length, 1)
    assert.equal((await list('conversations', { unique: 'true' })).total, before.total + 1)
    // The STOP came by the id.
    for (const to of [ada.number, ada.userId]) assert.equal((await send(to, '', 'October')).status, 400)
    writes(ada, 'START', { hide_number: false, user_id: ada.userId })
    await eventsProcessed()
    const answer = await send(ada.userId, 'Hello')
    assert.equal(answer.status, 200, answer.body.message)
    assert.equal(resultOf(answer).to, ada.number)
    const sent = whatsapp.network.messages(ada.number).at(-1)!.body as Record<string, unknown>
    assert.deepEqual([sent['to'], sent['recipient']], [ada.number, undefined])
    // Hidden again, the person is the same.
    writes(ada, 'And now?', { hide_number: true, user_id: ada.userId })
    await eventsProcessed()
    assert.deepEqual((await profilesFound(ada.userId)).length, 1)
    assert.ok((await conversationsOf(profile)).items.every(({ phone_number }) => phone_number === ada.number))
  })

  it('through a status is known when the person writes by the id alone', async () => {
    const ada = hidden()
    assert.equal((await send(ada.number, '', 'October')).status, 200)
    await eventsProcessed()
    const [ofNumber] = await profilesFound(ada.number)
    writes(ada, 'Hello')
    const profile = await profileOf(ada.userId)
    assert.equal(profile._id, ofNumber!._id)
    assert.ok((await conversationsOf(profile)).items.every(({ phone_number }) => phone_number === ada.number))
  })
})

describe('a new user id, which Meta announces', () => {
  it('moves the identity: profile, window and STOP are the same, and the old id leads to the new one', async () => {
    const ada = hidden()
    writes(ada, 'Hello')
    const { _id } = await profileOf(ada.userId)
    const userId = `${ada.userId}9`
    whatsapp.network.change({
      field: 'user_changed_user_id',
      phone_number_id: phoneNumberId,
      user_id: ada.userId,
      new_user_id: userId,
    })
    await eventsProcessed()
    const profile = await profileOf(userId)
    assert.equal(profile._id, _id)
    assert.deepEqual(keysOf(profile), [userId])
    for (const to of [userId, ada.userId]) {
      const answer = await send(to, 'Hello')
      assert.equal(answer.status, 200, answer.body.message)
      assert.equal(resultOf(answer).to, userId)
    }
    writes(ada, 'STOP')
    await eventsProcessed()
    for (const to of [userId, ada.userId]) assert.equal((await send(to, '', 'October')).status, 400)
    const { items } = await conversationsOf(profile)
    assert.equal(items.length, 1)
  })

  it('drops the old number: chat and messages of the person no longer go to it', async () => {
    const ada = hidden()
    writes(ada, 'Hello', { hide_number: false, user_id: ada.userId })
    await eventsProcessed()
    const profile = await profileOf(ada.userId)
    const [chat] = (await conversationsOf(profile)).items
    assert.equal(chat?.phone_number, ada.number)
    writes(ada, 'STOP', { hide_number: true, user_id: ada.userId })
    await eventsProcessed()
    const userId = `${ada.userId}9`
    whatsapp.network.change({
      field: 'user_changed_user_id',
      phone_number_id: phoneNumberId,
      user_id: ada.userId,
      new_user_id: userId,
    })
    await eventsProcessed()
    assert.equal((await send(userId, '', 'October')).status, 400)
    writes(ada, 'START')
    await eventsProcessed()
    // The chat goes on under the new id, and only there is its window open.
    const { items } = await conversationsOf(profile)
    assert.deepEqual(
      items.map(({ _id, phone_number, status }) => [_id, phone_number, status]),
      [[chat?._id, null, 'live']],
    )
    assert.equal((await send(ada.number, 'Hello')).status, 400)
    const answer = await send(userId, '', 'October')
    assert.equal(answer.status, 200, answer.body.message)
    assert.equal(resultOf(answer).to, userId)
  })

  it('keeps the window of a chat that had the old number', async () => {
    const ada = hidden()
    writes(ada, 'Hello', { hide_number: false, user_id: ada.userId })
    await eventsProcessed()
    const userId = `${ada.userId}9`
    const system = { type: 'user_changed_user_id', user_id: userId, previous_user_id: ada.userId }
    const timestamp = String(Math.floor(Date.now() / 1_000))
    await deliver({ id: `wamid.${userId}`, timestamp, from_user_id: userId, type: 'system', system })
    assert.deepEqual([await hasWindow(userId), await hasWindow(ada.number)], [true, false])
  })

  it('leaves the old number to the person who gets it next', async () => {
    const ada = hidden()
    const [userId, bob] = [`${ada.userId}9`, `${ada.userId}8`]
    writes(ada, 'Hello', { hide_number: false, user_id: ada.userId })
    await eventsProcessed()
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const system = { type: 'user_changed_user_id', user_id: userId, previous_user_id: ada.userId }
    const from = ada.number.slice(1)
    const changed = { timestamp, from, from_user_id: userId, type: 'system', system }
    await deliver({ ...changed, id: `wamid.${userId}` })
    const profile = await profileOf(userId)
    assert.deepEqual([profile.phone_numbers, keysOf(profile)], [[], [userId]])
    const text = { body: 'Hello' }
    await deliver({ id: `wamid.${bob}`, timestamp, from, from_user_id: bob, type: 'text', text })
    // Meta announces a change to each number of the business.
    await deliver({ ...changed, id: `wamid.${userId}.again` })
    const other = await profileOf(bob)
    assert.notEqual(other._id, profile._id)
    assert.deepEqual(keysOf(other), [ada.number, bob].sort())
    assert.deepEqual(await profilesFound(ada.number), [other])
    for (const [person, number] of [
      [profile, null],
      [other, ada.number],
    ] as const) {
      const { items } = await conversationsOf(person)
      assert.deepEqual(
        items.map(({ phone_number, status }) => [phone_number, status]),
        [[number, 'live']],
      )
    }
  })
  for (const [what, how] of [
    ['only got a message', 'template'],
    ['wrote without an id', 'text'],
  ] as const)
    for (const [when, isLater, changesAgain] of [
      ['that comes again', false, false],
      ['that comes again with a later time', true, false],
      ['that comes again with a later time, after one more change', true, true],
    ] as const)
      it(`moves nothing of a next owner who ${what}, by an announcement ${when}`, async () => {
        const ada = hidden()
        const userId = `${ada.userId}9`
        const seconds = Math.floor(Date.now() / 1_000)
        const from = ada.number.slice(1)
        const text = { type: 'text', text: { body: 'Hello' } }
        const at = (ago: number) => String(seconds - ago)
        await deliver({ ...text, id: `wamid.${from} 1`, timestamp: at(90), from, from_user_id: ada.userId })
        const system = { type: 'user_changed_user_id', user_id: userId, previous_user_id: ada.userId }
        const changed = { from, from_user_id: userId, type: 'system', system }
        await deliver({ ...changed, id: `wamid.${from} 2`, timestamp: at(60) })
        const profile = await profileOf(userId)
        if (how === 'text') await deliver({ ...text, id: `wamid.${from} 3`, timestamp: at(30), from })
        else assert.equal((await send(ada.number, '', 'October')).status, 200)
        if (changesAgain) {
          const next = `${ada.userId}8`
          const again = { type: 'user_changed_user_id', user_id: next, previous_user_id: userId }
          const report = { id: `wamid.${from} next`, timestamp: at(45), from_user_id: next, type: 'system' }
          await deliver({ ...report, system: again })
        }
        const repeatedAt = isLater ? String(seconds + 60) : at(60)
        await deliver({ ...changed, id: `wamid.${from} 4`, timestamp: repeatedAt })
        const other = await profileOf(ada.number)
        assert.notEqual(other._id, profile._id)
        const [chat] = (await conversationsOf(other)).items
        assert.deepEqual([chat?.phone_number, chat?.status], [ada.number, 'live'])
        assert.equal((await conversationsOf(profile)).items.length, 1)
        assert.equal(await hasWindow(ada.number), how === 'text')
      })

  it('moves no chat that goes on after the change, by an announcement that comes late', async () => {
    const ada = hidden()
    const userId = `${ada.userId}9`
    const seconds = Math.floor(Date.now() / 1_000)
    const from = ada.number.slice(1)
    const text = { type: 'text', text: { body: 'Hello' } }
    const before = { ...text, from, from_user_id: ada.userId, timestamp: String(seconds - 90) }
    await deliver({ ...before, id: `wamid.${from} 1` })
    await deliver({ ...text, from, id: `wamid.${from} 2`, timestamp: String(seconds - 30) })
    const system = { type: 'user_changed_user_id', user_id: userId, previous_user_id: ada.userId }
    const changed = { from, from_user_id: userId, type: 'system', system }
    await deliver({ ...changed, id: `wamid.${from} 3`, timestamp: String(seconds - 60) })
    assert.deepEqual([await hasWindow(userId), await hasWindow(ada.number)], [false, true])
  })

  it('keeps the STOP of the person, also where who gets the number next says START', async () => {
    const ada = hidden()
    const [userId, bob] = [`${ada.userId}9`, `${ada.userId}8`]
    writes(ada, 'STOP', { hide_number: false, user_id: ada.userId })
    await eventsProcessed()
    const seconds = Math.floor(Date.now() / 1_000)
    const system = { type: 'user_changed_user_id', user_id: userId, previous_user_id: ada.userId }
    const ofNumber = { timestamp: String(seconds - 60), from: ada.number.slice(1) }
    const changed = { ...ofNumber, from_user_id: userId, type: 'system', system }
    await deliver({ ...changed, id: `wamid.${userId}` })
    const later = { ...ofNumber, from_user_id: bob, type: 'text' }
    for (const [body, at] of [['STOP', seconds - 1] as const, ['START', seconds] as const])
      await deliver({ ...later, timestamp: String(at), id: `wamid.${bob}.${body}`, text: { body } })
    await deliver({ ...changed, id: `wamid.${userId}.again` })
    assert.equal((await send(userId, '', 'October')).status, 400)
    assert.equal((await send(bob, '', 'October')).status, 200)
  })
})

describe('what arrives after the announcement of a new id, and was reported before it', () => {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  // The sandbox reads messages to these.
  const idOf = (index: number) => `US.1349120865530297980${index}00`
  const [first, second] = [idOf(1), idOf(2)]
  const message = { timestamp, from: '14155579500', from_user_id: first }

  it('is a message: a STOP holds for the new id, and the old number stays behind', async () => {
    const system = { type: 'user_changed_user_id', user_id: second, previous_user_id: first }
    await deliver({ ...message, id: 'wamid.late 1', type: 'text', text: { body: 'Hello' } })
    await deliver({ timestamp, id: 'wamid.late 2', from_user_id: second, type: 'system', system })
    assert.equal(resultOf(await send(first, '', 'October')).to, second)
    await deliver({ ...message, id: 'wamid.late 3', type: 'text', text: { body: 'STOP' } })
    for (const to of [first, second]) {
      const refused = await send(to, '', 'October')
      assert.equal(refused.status, 400)
      assert.match(refused.body.message, /opted out/)
    }
  })

  it('is an opt-out in WhatsApp: it holds for the new id, and not for the next owner of the number', async () => {
    const [before, now] = [idOf(6), idOf(7)]
    const number = '+14155579601'
    const text = { type: 'text', text: { body: 'Hello' } }
    await deliver({ ...text, timestamp, id: 'wamid.wish 1', from: number.slice(1), from_user_id: before })
    const system = { type: 'user_changed_user_id', user_id: now, previous_user_id: before }
    await deliver({ timestamp, id: 'wamid.wish 2', from_user_id: now, type: 'system', system })
    const preference = {
      wa_id: number.slice(1),
      user_id: before,
      category: 'marketing_messages',
      value: 'stop',
      timestamp,
    }
    const value = { metadata: { phone_number_id: phoneNumberId }, user_preferences: [preference] }
    const entry = { id: businessAccountId, changes: [{ field: 'user_preferences', value }] }
    const posted = await postWebhook(whatsapp.service.url, {
      object: 'whatsapp_business_account',
      entry: [entry],
    })
    assert.equal(posted.status, 200)
    await eventsProcessed()
    assert.equal((await send(now, '', 'Sale')).status, 400)
    assert.equal((await send(number, '', 'Sale')).status, 200)
  })

  it('is an earlier change of the id: its number is not taken for the present one', async () => {
    const [before, then, now] = [idOf(3), idOf(4), idOf(5)]
    const change = { type: 'user_changed_number', body: 'Ada changed' }
    const later = { ...change, wa_id: '14155579700', user_id: now, previous_user_id: then }
    const earlier = { ...change, wa_id: '14155579600', user_id: then, previous_user_id: before }
    for (const [index, system] of [later, earlier].entries())
      await deliver({ timestamp, id: `wamid.change ${index}`, type: 'system', system })
    for (const to of [before, then, now])
      assert.equal(resultOf(await send(to, '', 'October')).to, '+14155579700')
  })
})

describe('a new number, which Meta announces', () => {
  for (const [what, from, to, userId] of [
    ['without a user id', '+14155579800', '+14155579900', null],
    ['with a user id', '+14155579801', '+14155579901', 'US.13491208655302979801'],
  ] as const)
    it(`takes over the STOP of the old number, which keeps it, ${what}`, async () => {
      const ids = userId === null ? {} : { user_id: userId, previous_user_id: `${userId}0` }
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const system = { type: 'user_changed_number', body: 'Ada changed', wa_id: to.slice(1), ...ids }
      const message = { from: from.slice(1), timestamp }
      const said = { ...message, id: `wamid.said ${what}`, type: 'text', text: { body: 'STOP' } }
      const changed = { ...message, id: `wamid.changed ${what}`, type: 'system', system }
      assert.equal((await send(to, '', 'October')).status, 200)
      await deliver(said)
      await deliver(changed)
      for (const recipient of [from, to, ...(userId === null ? [] : [userId])]) {
        const refused = await send(recipient, '', 'October')
        assert.equal(refused.status, 400)
        assert.match(refused.body.message, /opted out/)
      }
    })
  it('takes over a STOP that came by the id of the old number, before that was known', async () => {
    const ada = hidden()
    writes(ada, 'STOP')
    writes(ada, 'It is me', { hide_number: false, user_id: ada.userId })
    await eventsProcessed()
    const system = { type: 'user_changed_number', body: 'Ada changed', wa_id: '14155579300' }
    const timestamp = String(Math.floor(Date.now() / 1_000))
    await deliver({ id: 'wamid.by id', timestamp, from: ada.number.slice(1), type: 'system', system })
    assert.equal((await send('+14155579300', '', 'October')).status, 400)
  })
})

it('is unknown to another organization, even if it gets events with the same id', async () => {
  const ada = hidden()
  writes(ada, 'Hello')
  await eventsProcessed()
  const sender = {
    name: 'theirs',
    phone_number_id: '100000000000009',
    business_account_id: '200000000000009',
    display_phone_number: '+14155550198',
    access_token: 'their-token',
    app_secret: 'an-app-secret',
    verify_token: 'their-word',
  }
  const project = { name: 'Theirs', whatsapp_senders: [sender] }
  await whatsapp.service.apply({ organizations: [{ name: 'Others', projects: [project] }] })
  const theirs = (text: string, index: number) =>
    eventOf(ada, 'both', index, { phoneNumberId: sender.phone_number_id, text })
  for (const [index, text] of ['Hello', 'STOP'].entries())
    assert.equal((await postWebhook(whatsapp.service.url, theirs(text, 100 + index))).status, 200)
  await eventsProcessed()
  assert.deepEqual((await profileOf(ada.userId)).phone_numbers, [])
  const answer = await send(ada.userId, 'Hello')
  assert.equal(answer.status, 200, answer.body.message)
  assert.equal(resultOf(answer).to, ada.userId)
})

describe('events of one person', () => {
  it('make one profile, one open chat and one caller, in parallel and in any order', async () => {
    for (let worker = 0; worker < 3; worker++) whatsapp.service.startWorker()
    const kinds = ['number', 'id', 'both', 'status'] as const
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...kinds), { minLength: 3, maxLength: 12 }),
        fc.boolean(),
        async (order, isKnownBefore) => {
          const ada = hidden()
          const before = await list('conversations', { unique: 'true' })
          if (isKnownBefore) assert.equal((await send(ada.number, '', 'October')).status, 200)
          const events = [...order, 'both' as const].map((kind, index) => eventOf(ada, kind, index))
          const posted = await Promise.all(events.map((event) => postWebhook(whatsapp.service.url, event)))
          assert.ok(posted.every(({ status }) => status === 200))
          await eventsProcessed()
          const profile = await profileOf(ada.userId)
          assert.deepEqual(await profilesFound(ada.number), [profile])
          assert.deepEqual(keysOf(profile), [ada.number, ada.userId].sort())
          const { items } = await conversationsOf(profile)
          assert.equal(items.length, profile.chat_count)
          assert.ok(items.every(({ phone_number }) => phone_number === ada.number))
          assert.equal(items.filter(({ status }) => status === 'live').length, 1)
          const after = await list('conversations', { unique: 'true' })
          assert.equal(after.total, before.total + 1)
        },
      ),
      { numRuns: 10 },
    )
  })

  it('leave every counter equal to the rows', async () => {
    const differences = await recount(whatsapp.service.context.db, { repair: false })
    assert.deepEqual(
      Object.entries(differences).filter(([, count]) => count !== 0),
      [],
    )
  })
})

/** Returns a webhook with a message of the person, by number, id or both; or with a status that has both. */
function eventOf(
  { number, userId }: Person,
  kind: 'number' | 'id' | 'both' | 'status',
  index: number,
  { text = 'Hello', ...sender }: { text?: string; phoneNumberId?: string } = {},
): object {
  const waId = number.slice(1)
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const wamid = `wamid.${userId}.${index}`
  if (kind === 'status') {
    // A status of an unknown message, which is reported at once.
    const ofNone = { biz_opaque_callback_data: '00000000-0000-7000-8000-000000000000' }
    const status = { id: wamid, status: 'sent', timestamp, recipient_id: waId, recipient_user_id: userId }
    return webhookOf({ statuses: [{ ...status, ...ofNone }] })
  }
  const byNumber = kind === 'id' ? {} : { from: waId }
  const byId = kind === 'number' ? {} : { from_user_id: userId }
  const message = { id: wamid, ...byNumber, ...byId, timestamp, type: 'text', text: { body: text } }
  return webhookOf({ ...sender, messages: [message] })
}
