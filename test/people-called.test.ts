// People called, over real HTTP: lists, one timeline, opt-outs, tickets, and people without a visible number.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { uuidv7 } from '../src/base/ids.ts'
import { sql } from '../src/db/sql.ts'
import { mergePeople } from '../src/people/merge/merge-people.ts'
import { scriptCampaign } from './support/declarations.ts'
import { seedPeople } from './support/people.ts'
import type { SeededPeople } from './support/people.ts'
import { startService } from './support/service.ts'
import type { Service } from './support/service.ts'
import { signInAs, signInFirstOwner } from './support/users.ts'
import type { Browser } from './support/users.ts'

interface Entry {
  _id: string
  kind: string
  at: string
  text: string | null
  by: string | null
  status: string | null
  conversation_id: string | null
  profile_id: string | null
}
interface Timeline {
  items: Entry[]
  next: string | null
}

suite('people called', () => {
  let service: Service
  let people: SeededPeople
  let editor: Browser
  let viewer: Browser

  before(async () => {
    service = await startService({
      campaigns: [
        scriptCampaign({ name: 'Renewals of spring' }),
        scriptCampaign({ name: 'Held', status: 'paused' }),
      ],
    })
    await signInFirstOwner(service)
    people = await seedPeople(service)
    editor = await signInAs(service, 'editor')
    viewer = await signInAs(service, 'viewer')
  })
  after(() => service[Symbol.asyncDispose]())

  const project = () => `/api/organizations/${service.organizationId}/projects/${service.projectId}`
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await viewer.request('GET', project() + path)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }
  const post = async <T>(path: string, given: object, status = 200): Promise<T> => {
    const answer = await editor.request('POST', project() + path, given)
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    return answer.body.data
  }
  const timeline = (id: string, query = '') => read<Timeline>(`/customer-profiles/${id}/timeline${query}`)

  test('are found by name, number, username and id, and say what can not be done', async () => {
    type Listed = { _id: string; username: string | null; limits: { action: string; reason: string }[] }
    const find = async (search: string) =>
      (await read<{ items: Listed[] }>(`/customer-profiles?search=${encodeURIComponent(search)}`)).items
    const { maria, hidden } = people
    for (const search of ['maria', 'DELGADO', '415 555 0188', '+14155550188'])
      assert.deepEqual(
        (await find(search)).map(({ _id }) => _id),
        [maria._id],
        search,
      )
    for (const search of ['bruno', 'bruno.d', hidden.userId])
      assert.deepEqual(
        (await find(search)).map(({ _id }) => _id),
        [hidden._id],
        search,
      )
    const [bruno] = await find('bruno')
    assert.equal(bruno?.username, hidden.username)
    assert.deepEqual(bruno?.limits, [
      { action: 'call', reason: 'number_hidden' },
      { action: 'authentication_template', reason: 'number_hidden' },
    ])
    assert.deepEqual((await find('maria'))[0]?.limits, [])
  })

  test('are found from anywhere, those without a number too', async () => {
    type Found = { kind: string; _id: string; title: string; detail: string | null }
    const find = async (text: string) => {
      const path = `/api/organizations/${service.organizationId}/find?q=${encodeURIComponent(text)}`
      return ((await viewer.request('GET', path)).body.data as { items: Found[] }).items
    }
    const { maria, hidden } = people
    for (const text of ['maria', 'María Del', '+1 415 555 0188', maria._id]) {
      const found = await find(text)
      assert.ok(
        found.some(({ kind, _id }) => kind === 'person' && _id === maria._id),
        text,
      )
    }
    for (const text of ['Bruno', '@bruno.dias', hidden.userId, hidden._id]) {
      const [first] = await find(text)
      assert.deepEqual([first?.kind, first?._id, first?.title], ['person', hidden._id, 'Bruno Dias'], text)
    }
    assert.equal((await find('Bruno'))[0]?.detail, hidden.username)
  })

  test('have one timeline, in pages that put together are the whole', async () => {
    const whole = await timeline(people.maria._id)
    assert.equal(whole.next, null)
    assert.deepEqual(
      whole.items.map(({ kind }) => kind),
      ['call', 'call', 'call', 'message', 'message', 'chat'],
    )
    assert.deepEqual(
      [...whole.items].map(({ at }) => at),
      whole.items
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const pages: Entry[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: Timeline = await timeline(
        people.maria._id,
        `?limit=1${next === '' ? '' : `&before=${next}`}`,
      )
      pages.push(...page.items)
      next = page.next
    }
    assert.deepEqual(pages, whole.items)
    // PostgreSQL does not take this form of an instant.
    const odd = Buffer.from('["2025-03-01T09Z","x"]').toString('base64url')
    assert.deepEqual((await timeline(people.maria._id, `?before=${odd}`)).items, [])
    const messages = await timeline(people.maria._id, '?kinds=messages')
    assert.deepEqual(
      messages.items.map(({ text }) => text),
      ['It is on its way.', 'Where is my order?'],
    )
    assert.equal(messages.items[0]?.conversation_id, people.maria.conversationId)
    // A day that is in no calendar, which JavaScript takes for another one.
    const never = Buffer.from('["2026-02-30T00:00:00.000Z","x"]').toString('base64url')
    for (const query of ['?kinds=letters', '?before=x', `?before=${never}`, '?limit=0']) {
      const { status } = await viewer.request(
        'GET',
        `${project()}/customer-profiles/${people.maria._id}/timeline${query}`,
      )
      assert.equal(status, 400, query)
    }
    const none = await viewer.request('GET', `${project()}/customer-profiles/${uuidv7()}/timeline`)
    assert.equal(none.status, 404)
  })

  test('show what never became a conversation: calls that wait or ended so, messages that were refused', async () => {
    const { organizationId, projectId, context, campaignIds } = service
    const mine = sql`${organizationId}::uuid, ${projectId}::uuid`
    const campaign = Object.values(campaignIds)[0]!
    await context.db.query(sql`
      insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
        state_since, created_at, waits_for, error_reason)
      select ${mine}, gen_random_uuid(), ${campaign}::uuid, 'queue', ${people.maria.number}, '{}', state, now(),
        timestamptz '2026-11-20T08:00:00Z', waits_for, reason
      from (values ('waiting', 'turn', null), ('expired', null, 'the campaign ended'))
        v (state, waits_for, reason)`)
    const calls = await timeline(people.maria._id, '?kinds=calls')
    assert.deepEqual(
      calls.items
        .slice(-2)
        .map(({ status }) => String(status))
        .toSorted((one, other) => one.localeCompare(other)),
      ['expired', 'waiting'],
    )
    await context.db.query(sql`update calls set state = 'canceled', waits_for = null where state = 'waiting'`)
  })

  test('have their opt-outs on their page and in the timeline', async () => {
    for (const { _id, number } of [people.maria, { ...people.hidden, number: people.hidden.userId }]) {
      await post('/opt-outs', { number, reason: 'asked on the phone' }, 201)
      const out = await read<{ opt_outs: { scope: string; why: string | null }[]; whatsapp_address: string }>(
        `/customer-profiles/${_id}`,
      )
      assert.deepEqual(
        out.opt_outs.map(({ scope, why }) => [scope, why]),
        [['all', 'asked on the phone']],
      )
      assert.equal(out.whatsapp_address, number)
      const [entry] = (await timeline(_id, '?kinds=opt_outs')).items
      assert.deepEqual([entry?.kind, entry?.text], ['opted_out', 'asked on the phone'])
      await post(`/opt-outs/${encodeURIComponent(number)}/end`, { reason: 'by mistake' })
      assert.equal((await timeline(_id, '?kinds=opt_outs')).items[0]?.kind, 'opted_in')
    }
  })

  test('have tickets that are opened, found and closed with a note, once', async () => {
    interface Ticket {
      _id: string
      status: string
      customer: { name: string; username: string | null } | null
      opened_by_name: string | null
      closing_note: string | null
    }
    const open = (body: object) => post<{ _id: string }>('/tickets', body, 201)
    const first = await open({ subject: 'Call back', customer_profile_id: people.maria._id })
    const second = await open({ subject: 'Mudar a data', conversation_id: people.hidden.conversationId })
    const list = (query = '') => read<{ items: Ticket[]; pagination: { total: number } }>(`/tickets${query}`)
    const all = await list()
    assert.deepEqual(
      all.items.map(({ _id }) => _id),
      [first._id, second._id],
    )
    assert.equal(all.items[1]?.customer?.username, people.hidden.username)
    assert.notEqual(all.items[0]?.opened_by_name, null)
    for (const [search, id] of [
      ['call b', first._id],
      ['delgado', first._id],
      ['0188', first._id],
      ['bruno.dias', second._id],
      ['DATA', second._id],
    ] as const)
      assert.deepEqual(
        (await list(`?search=${search}`)).items.map(({ _id }) => _id),
        [id],
        search,
      )
    assert.deepEqual((await list('?search=nobody')).items, [])

    await post(`/tickets/${first._id}/close`, { note: 'Called back, all is well.' })
    const again = await editor.request('POST', `${project()}/tickets/${first._id}/close`, {})
    assert.deepEqual([again.status, (again.body as { code?: string }).code], [409, 'ticket_closed'])
    assert.equal((await editor.request('POST', `${project()}/tickets/${uuidv7()}/close`, {})).status, 404)
    const closed = await list('?show=closed')
    assert.deepEqual(
      closed.items.map(({ closing_note }) => closing_note),
      ['Called back, all is well.'],
    )
    const entries = (await timeline(people.maria._id, '?kinds=tickets')).items
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['ticket_closed', 'ticket_opened'],
    )
    const refused = [
      [{ subject: '' }, 400],
      [{ subject: 'two\nlines' }, 400],
      [{ subject: 'x', conversation_id: uuidv7() }, 404],
      [{ subject: 'x', customer_profile_id: 'nobody' }, 404],
    ] as const
    for (const [body, status] of refused)
      assert.equal((await editor.request('POST', `${project()}/tickets`, body)).status, status)
  })

  test('stand by name in the list of conversations and in one', async () => {
    type Listed = { _id: string; whatsapp_user_id: string | null; customer: { name: string } | null }
    const { items } = await read<{ items: Listed[] }>('/conversations?limit=100')
    const chat = items.find(({ _id }) => _id === people.hidden.conversationId)
    assert.deepEqual([chat?.customer?.name, chat?.whatsapp_user_id], ['Bruno Dias', people.hidden.userId])
    const one = await read<Listed>(`/conversations/${people.hidden.conversationId}`)
    assert.deepEqual([one.customer?.name, one.whatsapp_user_id], ['Bruno Dias', people.hidden.userId])
  })

  test('keep the timeline of both when they are merged', async () => {
    const { organizationId: organization_id, projectId: project_id, context } = service
    const [before, other] = [await timeline(people.maria._id), await timeline(people.hidden._id)]
    await context.db.transaction((transaction) =>
      mergePeople(
        transaction,
        { organization_id, project_id },
        [{ ids: [people.maria._id, people.hidden._id], contacts: [] }],
        { by: 'whatsapp', now: context.clock.now() },
      ),
    )
    const merged = await timeline(people.hidden._id)
    assert.deepEqual(merged.items[0]?.kind, 'merged')
    assert.deepEqual(
      new Set(merged.items.slice(1).map(({ _id }) => _id)),
      new Set([...before.items, ...other.items].map(({ _id }) => _id)),
    )
    const found = await viewer.request(
      'GET',
      `/api/organizations/${organization_id}/find?q=${people.hidden._id}`,
    )
    assert.equal((found.body.data as { items: { _id: string }[] }).items.length, 1)
  })

  test('come after what needs somebody, and before all that is over, where a number is looked for', async () => {
    type Found = { kind: string; _id: string; detail: string | null; at: string }
    const find = async (text: string) => {
      const path = `/api/organizations/${service.organizationId}/find?q=${encodeURIComponent(text)}`
      return ((await viewer.request('GET', path)).body.data as { items: Found[] }).items
    }
    const number = '+14155550188'
    const [first, ...others] = await find(number)
    assert.equal(first?.kind, 'person')
    const times = others.map(({ at }) => at)
    assert.deepEqual(times, times.toSorted().toReversed())
    const calls = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Held']}/calls`
    const { body } = await service.request('POST', calls, { body: { phone_number: number } })
    const waiting = (body.data as { campaign_queue_id: string }).campaign_queue_id
    const [call, person] = await find(number)
    assert.deepEqual([call?._id, call?.detail, person?._id], [waiting, 'waiting', first._id])
  })
})
