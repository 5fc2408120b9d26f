import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { carrierAccount, startCarrier } from '../../../test/support/carrier.ts'
import type { Carrier } from '../../../test/support/carrier.ts'
import { scriptCampaign, wideCallSettings } from '../../../test/support/declarations.ts'
import { endsWithin } from '../../../test/support/ends-within.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Answer, Service } from '../../../test/support/service.ts'
import { sql, toText } from '../../db/sql.ts'
import { settleNeverPlaced } from '../attempt/settle-outcome.ts'
import type { DialedAttempt } from '../queries.ts'

const nextNumber = createNumbers()
/** Midnight in three days, which begins the only day of the week on which some of the campaigns call. */
const opensAt = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 3 * 86_400_000)
const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][opensAt.getUTCDay()]
const closed = { timezone: 'UTC', windows: [{ days: [day], from: '00:00', to: '24:00' }] }

let carrier: Carrier
let service: Service
before(async () => {
  carrier = await startCarrier()
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    campaigns: [
      scriptCampaign(),
      scriptCampaign({ name: 'Ended', status: 'ended' }),
      scriptCampaign({ name: 'Past', ends_at: '2026-01-01T00:00:00Z' }),
      scriptCampaign({ name: 'Closed', calling_hours: closed }),
      scriptCampaign({ name: 'Ends closed', calling_hours: closed, ends_at: opensAt.toISOString() }),
      scriptCampaign({ name: 'One slot', slots: 1 }),
      scriptCampaign({ name: 'Lowered', slots: 10 }),
      scriptCampaign({ name: 'Inbound', call_direction: 'inbound' }),
      { name: 'No caller', campaign_type: 'script', script: 'Hi', voice: 'alice' },
      { name: 'No voice', campaign_type: 'script', script: 'Hi', caller_id: '+14155550100' },
      { name: 'No workflow', campaign_type: 'workflow', caller_id: '+14155550100' },
    ],
  })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const path = (campaign: string, { organizationId, projectId, campaignIds } = service) =>
  `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds[campaign] ?? campaign}/trigger-call`
const trigger = (body: unknown, campaign = 'Script', options = {}): Promise<Answer> =>
  service.request('POST', path(campaign), { body, ...options })
const customer = (more: Record<string, unknown> = {}) => ({ phone_number: nextNumber(), ...more })

/** Starts a service of its own, whose carrier account takes so many calls a second. */
const startLimited = (calls_per_second: number): Promise<Service> =>
  startService({ carrier: { api_url: carrier.url, account_sid: carrierAccount, calls_per_second } })

const counted = async () => {
  const [row] = await service.context.db.query<{
    calls: number
    attempts: number
    conversations: number
    profiles: number
    contacts: number
    identities: number
    searched: number
    counted: number
  }>(sql`
    select (select count(*) from calls) as calls, (select count(*) from call_attempts) as attempts,
      (select count(*) from conversations) as conversations, (select count(*) from profiles) as profiles,
      (select count(*) from profile_contacts) as contacts, (select count(*) from channel_identities) as identities,
      (select count(*) from profile_search) as searched,
      (select coalesce(sum(rows), 0)::bigint from row_count_changes where kind = 'profiles') as counted`)
  return row!
}
const callNamed = async (id: string) => {
  const [call] = await service.context.db.query<Record<string, unknown>>(
    sql`select * from calls where _id = ${id}`,
  )
  return call!
}

describe('POST trigger-call', () => {
  it('dials at once and returns the call’s id twice and the number once (200, Rule 11)', async () => {
    const { status, body } = await trigger({ phone_number: '+14155550123', name: 'Ada', tier: 2, vip: true })
    assert.equal(status, 200, body.message)
    const data = body.data as Record<string, string>
    assert.deepEqual(Object.keys(data).sort(), [
      'campaign_call_id',
      'campaign_queue_id',
      'message',
      'success',
    ])
    assert.equal(data['campaign_call_id'], data['campaign_queue_id'])
    assert.match(data['message']!, /\+14155550123/)
    const leg = carrier.legs.at(-1)!
    assert.equal(leg.form.get('To'), '+14155550123')
    assert.equal(leg.form.get('From'), '+14155550100')
    assert.equal(leg.form.get('Timeout'), '30')
    assert.deepEqual(leg.form.getAll('StatusCallbackEvent'), ['ringing', 'completed'])
    const call = await callNamed(data['campaign_queue_id']!)
    assert.equal(call['state'], 'dialling')
    assert.deepEqual(call['customer'], { phone_number: '+14155550123', name: 'Ada', tier: 2, vip: true })
  })

  it('accepts a number of the project’s country in any spelling (200)', async () => {
    assert.equal((await trigger(customer({ phone_number: '(415) 555-0124' }))).status, 200)
    assert.equal(carrier.legs.at(-1)!.form.get('To'), '+14155550124')
  })

  const refused: [title: string, body: unknown, message: RegExp][] = [
    ['no phone number', {}, /^phone_number is required$/],
    ['a null phone number', { phone_number: null }, /^phone_number: must be a string/],
    ['a phone number that is a number', { phone_number: 14155550123 }, /^phone_number: must be a string/],
    [
      'an invalid phone number',
      customer({ phone_number: '12' }),
      /^phone_number is not a valid telephone number/,
    ],
    [
      'a nested value',
      customer({ address: { city: 'Paris' } }),
      /^address: must be a string, number or boolean/,
    ],
    ['a list', customer({ tags: ['a'] }), /^tags: must be a string, number or boolean/],
    ['a null value', customer({ tier: null }), /^tier: must be a string, number or boolean/],
    ['a name that is no string', customer({ name: 5 }), /^name: must be a string/],
    [
      'a value that is too long',
      customer({ note: 'x'.repeat(4_097) }),
      /^note: is longer than 4096 characters/,
    ],
    ['a key that is too long', customer({ ['k'.repeat(65)]: 1 }), /the name is longer than 64 characters/],
    ['a NUL character', customer({ note: 'a\0b' }), /^note: contains a NUL character/],
    ['a lone surrogate', customer({ note: '\ud800' }), /^note: .*not valid Unicode/],
    ['a number beyond measure', `{"phone_number":"+14155550123","n":1e400}`, /^n: is not a finite number/],
    [
      'a number that lost digits',
      '{"phone_number":"+14155550123","account":12345678901234567890}',
      /^account: must be given as a string, since the number has too many digits/,
    ],
    [
      'a number nearer to 0 than 0.000001',
      '{"phone_number":"+14155550123","rate":0.00000099}',
      /^rate: must be given as a string/,
    ],
    [
      'too many variables',
      customer(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, i]))),
      /at most 100 customer variables/,
    ],
    ['a list as the body', [], /must be a JSON object/],
    ['null as the body', 'null', /must be a JSON object/],
  ]
  for (const [title, body, message] of refused)
    it(`refuses ${title}, and changes nothing (400)`, async () => {
      const before = await counted()
      const answer = await trigger(body)
      assert.equal(answer.status, 400)
      assert.match(answer.body.message, message)
      assert.deepEqual(await counted(), before)
    })

  it('accepts exactly 100 variables, besides number, name and e-mail (200, Rule 19)', async () => {
    const variables = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, index]))
    assert.equal((await trigger(customer({ ...variables, name: 'A', email: 'a@b.example' }))).status, 200)
  })

  const unready: [campaign: string, message: RegExp][] = [
    ['Ended', /has ended/],
    ['Past', /has ended/],
    ['Inbound', /call_direction is not outbound/],
    ['No caller', /no caller_id/],
    ['No voice', /no voice/],
    ['No workflow', /no workflow/],
    ['Closed', new RegExp(`outside its calling hours, which begin again at ${opensAt.toISOString()}`)],
    ['Ends closed', /outside its calling hours and ends before they begin again/],
  ]
  for (const [campaign, message] of unready)
    it(`refuses the campaign "${campaign}" and says why (400)`, async () => {
      const before = await counted()
      const answer = await trigger(customer(), campaign)
      assert.equal(answer.status, 400)
      assert.match(answer.body.message, message)
      assert.deepEqual(await counted(), before)
    })

  it('refuses a number that is being called, in any spelling and whatever the campaign, and changes nothing (400)', async () => {
    assert.equal((await trigger(customer({ phone_number: '+14155550125' }))).status, 200)
    const before = await counted()
    for (const campaign of ['Script', 'One slot']) {
      const answer = await trigger(customer({ phone_number: '(415) 555-0125' }), campaign)
      assert.equal(answer.status, 400)
      assert.match(answer.body.message, /A call to this phone_number is under way/)
    }
    assert.deepEqual(await counted(), before)
    await carrier.report(carrier.legs.at(-1)!, 'busy')
    assert.equal((await trigger(customer({ phone_number: '+14155550125' }))).status, 200)
  })

  it('refuses while every slot of the campaign is in use, and changes nothing (400, Rule 12, Promise 23)', async () => {
    assert.equal((await trigger(customer(), 'One slot')).status, 200)
    const before = await counted()
    const answer = await trigger(customer(), 'One slot')
    assert.equal(answer.status, 400)
    assert.match(answer.body.message, /Every calling slot/)
    assert.deepEqual(await counted(), before)
    await carrier.report(carrier.legs.at(-1)!, 'completed', { CallDuration: '1' })
    assert.equal((await trigger(customer(), 'One slot')).status, 200)
  })

  it('takes no slot beyond a limit that was lowered while it waited for the carrier’s rate (400, Promise 16)', async () => {
    assert.equal((await trigger(customer(), 'Lowered')).status, 200)
    const leg = carrier.legs.at(-1)!
    const before = await counted()
    const { creates } = carrier
    const { db } = service.context
    // The request has read its campaign once it waits for the lock of the carrier's rate, and finds a pause then.
    const waiting = await db.transaction(async (transaction) => {
      await transaction.query(
        sql`update carrier_rate_limits set held_until = clock_timestamp() + interval '0.5 seconds'`,
      )
      const triggered = endsWithin(10_000, () => trigger(customer(), 'Lowered'))
      await eventually('a claim that waits for the rate', async () => {
        const [held] = await db.query<{ is_held: boolean }>(sql`
          select exists (select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock') as is_held`)
        return held!.is_held || null
      })
      await db.query(sql`update campaigns set slots = 1 where _id = ${service.campaignIds['Lowered']!}`)
      return { triggered }
    })
    const answer = await waiting.triggered
    assert.equal(answer.status, 400)
    assert.match(answer.body.message, /Every calling slot/)
    assert.equal(carrier.creates, creates)
    assert.deepEqual(await counted(), before)
    await carrier.report(leg, 'completed', { CallDuration: '1' })
    assert.equal((await trigger(customer(), 'Lowered')).status, 200)
  })

  it('returns 400 when the carrier refuses the number; the call and its conversation have failed (Rule 44)', async () => {
    carrier.behave({ kind: 'refuse', status: 400, code: 21_211 })
    const { status, body } = await trigger(customer())
    assert.equal(status, 400)
    assert.match(body.message, /refuses to call this phone_number.*21211/)
    const [call] = await service.context.db.query<Record<string, unknown>>(sql`
      select c.state, c.error_code, v.status, v.duration_seconds from calls c
      join call_attempts a on a.call_id = c._id join conversations v on v._id = a.conversation_id
      order by c._id desc limit 1`)
    assert.deepEqual(call, { state: 'failed', error_code: '21211', status: 'failed', duration_seconds: 0 })
  })

  it('requires a key (401)', async () => {
    assert.equal((await trigger(customer(), 'Script', { key: null })).status, 401)
  })

  it('requires the scope calls:create before it reads the body (403)', async () => {
    const tree = await service.apply({
      organizations: [
        {
          name: 'Acme',
          calls: wideCallSettings,
          projects: [
            { name: 'Renewals', default_country: 'US', api_keys: [{ name: 'no scope', scopes: [] }] },
          ],
        },
      ],
    })
    const { key } = tree.organizations[0]!.projects[0]!.api_keys.find(({ name }) => name === 'no scope')!
    const answer = await trigger('{', 'Script', { key })
    assert.equal(answer.status, 403)
    assert.match(answer.body.message, /calls:create/)
  })

  it('finds no campaign of another project, with a malformed id, or an unknown one, after checking the body (404)', async () => {
    const tree = await service.apply({
      organizations: [
        {
          name: 'Other',
          projects: [{ name: 'P', campaigns: [{ name: 'Foreign', campaign_type: 'script' }] }],
        },
      ],
    })
    const foreign = tree.organizations[0]!.projects[0]!.campaigns[0]!._id
    for (const campaign of [
      foreign,
      'nonsense',
      '01890000-0000-7000-8000-000000000000',
      "'; drop table calls; --",
    ]) {
      const answer = await trigger(customer(), encodeURIComponent(campaign))
      assert.equal(answer.status, 404)
      assert.match(answer.body.message, /no campaign with this id/)
    }
    assert.equal((await trigger({}, foreign)).status, 400)
  })

  it('returns 500 when the account may not call, and the call has failed with the carrier’s code', async () => {
    carrier.behave({ kind: 'refuse', status: 401, code: 20_003 })
    const { status, body } = await trigger(customer())
    assert.equal(status, 500)
    assert.match(body.message, /could not be placed/)
  })

  for (const how of ['drop', 'status_500'] as const)
    it(`returns 500 when the outcome is unknown (${how}), keeps the call unresolved and never dials again`, async () => {
      carrier.behave({ kind: 'accept_silently', how })
      const creates = carrier.creates
      const releaseReads = carrier.holdReads()
      const { status, body } = await trigger(customer())
      assert.equal(status, 500)
      const id = /campaign_queue_id (\S+)/.exec(body.message)?.[1]
      assert.equal((await callNamed(id!))['state'], 'unresolved')
      releaseReads()
      assert.equal(carrier.creates, creates + 1)
    })

  it('answers a repeated Idempotency-Key while the first request runs, and while its outcome is unknown (202)', async () => {
    carrier.behave({ kind: 'hold' })
    const { creates } = carrier
    const body = customer()
    const repeat = () => trigger(body, 'Script', { headers: { 'idempotency-key': 'held' } })
    const first = repeat()
    await eventually('the carrier is asked', () => (carrier.creates > creates ? true : null))
    const underWay = await repeat()
    assert.equal(underWay.status, 202)
    assert.equal((underWay.body.data as { status: string }).status, 'processing')
    const releaseReads = carrier.holdReads()
    carrier.drop()
    assert.equal((await first).status, 500)
    const unresolved = await repeat()
    releaseReads()
    assert.equal(unresolved.status, 202)
    const data = unresolved.body.data as Record<string, string>
    assert.deepEqual([data['status'], data['campaign_call_id']], ['unresolved', data['campaign_queue_id']])
    assert.equal(carrier.creates, creates + 1)
  })

  it('answers a repeated Idempotency-Key as before, and refuses it with another request (409)', async () => {
    const body = customer()
    const once = (more = {}) =>
      trigger({ ...body, ...more }, 'Script', { headers: { 'idempotency-key': 'a' } })
    const first = await once()
    const { creates } = carrier
    const again = await once()
    assert.deepEqual([again.status, again.body], [200, first.body])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    const reused = await once({ name: 'Ada' })
    assert.equal(reused.status, 409)
    assert.match(reused.body.message, /Idempotency-Key was used for a different request/)
    assert.equal(carrier.creates, creates)
  })

  it('answers a repeated Idempotency-Key with a refusal once the call was canceled and surely not dialed (500)', async () => {
    carrier.behave({ kind: 'hold' })
    const body = customer()
    const { creates } = carrier
    const repeat = () => trigger(body, 'Script', { headers: { 'idempotency-key': 'canceled' } })
    const first = repeat()
    await eventually('the carrier is asked', () => (carrier.creates > creates ? true : null))
    const releaseReads = carrier.holdReads()
    carrier.drop()
    assert.equal((await first).status, 500)
    const { db } = service.context
    const [attempt] = await db.write<DialedAttempt>(sql`
      update call_attempts a set poll_at = null from calls c
      where c._id = a.call_id and c.phone_number = ${body.phone_number} returning a.*`)
    await db.write(sql`update calls set cancel_requested_at = now() where _id = ${attempt!.call_id}`)
    await settleNeverPlaced(service.context, attempt!, { kind: 'return_a_few_times' }, 'it has no such call')
    releaseReads()
    assert.equal((await callNamed(attempt!.call_id))['state'], 'canceled')
    for (let time = 0; time < 2; time++) {
      const again = await repeat()
      assert.equal(again.status, 500)
      assert.match(again.body.message, /was canceled before it was dialed/)
    }
    assert.equal(carrier.creates, creates + 1)
  })

  it('lets the same Idempotency-Key try again after an unreachable carrier, also where the process died before it answered', async () => {
    // Nothing listens on this port, and no other process gets it by chance.
    await using other = await startService({
      carrier: { api_url: 'http://127.0.0.1:9', account_sid: carrierAccount },
    })
    const { organizationId, projectId, campaignIds } = other
    const address = `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds['Script']}/trigger-call`
    const body = customer()
    const once = () => other.request('POST', address, { body, headers: { 'idempotency-key': 'unreachable' } })
    const { db } = other.context
    const write = db.write.bind(db)
    db.write = async (statement) => {
      if (toText(statement).text.includes('delete from idempotency_keys')) throw new Error('the process died')
      return write(statement)
    }
    assert.equal((await once()).status, 500)
    db.write = write
    const again = await eventually('the carrier is tried again', async () => {
      const answer = await once()
      return answer.status === 400 ? null : answer
    })
    assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [500, null])
    const calls = await db.query(sql`select state from calls`)
    assert.deepEqual(calls, [{ state: 'failed' }, { state: 'failed' }])
  })

  it('does not count as an interaction once its attempt turns out to be never placed (Rule 62)', async () => {
    const { db } = service.context
    const body = customer()
    const lastInteraction = async () => {
      const profiles = await db.query<{ _id: string; last: string | null; conversation_count: number }>(sql`
        select p._id, p.last_interaction_at as last, p.conversation_count
        from profiles p join profile_contacts k on k.profile_id = p._id where k.normalized = ${body.phone_number}`)
      return profiles[0]!
    }
    const loseOne = async () => {
      carrier.behave({ kind: 'hold' })
      const { creates } = carrier
      const lost = trigger(body)
      await eventually('the carrier is asked', () => (carrier.creates > creates ? true : null))
      const releaseReads = carrier.holdReads()
      carrier.drop()
      assert.equal((await lost).status, 500)
      const [attempt] = await db.write<DialedAttempt>(sql`
        update call_attempts set poll_at = null
        where state = 'unresolved' and phone_number = ${body.phone_number} returning *`)
      assert.equal((await lastInteraction()).last, attempt!.created_at)
      await settleNeverPlaced(
        service.context,
        attempt!,
        { kind: 'return_a_few_times' },
        'it has no such call',
      )
      releaseReads()
    }
    await loseOne()
    const { last, conversation_count } = await lastInteraction()
    assert.deepEqual([last, conversation_count], [null, 0])

    // As an import leaves a person: met, with no conversation that says when.
    const [seenAt, metAt] = ['2026-01-02T03:04:05.000Z', '2026-02-03T04:05:06.000Z']
    const lastSeen = async () =>
      (
        await db.query<{ last_seen_at: string }>(sql`
          select last_seen_at from channel_identities
          where channel_type = 'voice' and identity_key = ${body.phone_number}`)
      )[0]?.last_seen_at
    await db.write(sql`
      update channel_identities set first_seen_at = ${seenAt}, last_seen_at = ${seenAt}
      where channel_type = 'voice' and identity_key = ${body.phone_number}`)
    await db.write(sql`
      update profiles set last_interaction_at = ${metAt} where _id = (
        select profile_id from profile_contacts where normalized = ${body.phone_number})`)
    await loseOne()
    assert.deepEqual([(await lastInteraction()).last, await lastSeen()], [metAt, seenAt])

    assert.equal((await trigger(body)).status, 200)
    await carrier.report(carrier.legs.at(-1)!, 'completed', { CallDuration: '1' })
    const [called, seen] = [await lastInteraction(), await lastSeen()]
    await loseOne()
    assert.deepEqual([await lastInteraction(), await lastSeen()], [called, seen])

    const at = new Date(Date.parse(called.last!) + 1).toISOString()
    await db.write(sql`
      insert into messages (organization_id, project_id, _id, profile_id, channel_type, direction, text, kind, created_at)
      values (${service.organizationId}, ${service.projectId}, ${service.context.newId()}, ${called._id}, 'whatsapp', 'inbound',
        'Hi', 'text', ${at})`)
    await loseOne()
    assert.deepEqual(await lastInteraction(), { ...called, last: at })
  })

  it('waits 5 seconds in all, for its place in the rate and for a carrier that takes no call (400, Rules 12 and 42)', async () => {
    await using slow = await startLimited(0.25)
    const call = () => slow.request('POST', path('Script', slow), { body: customer() })
    assert.equal((await call()).status, 200)
    // The next place is 4 seconds later.
    const { creates } = carrier
    carrier.behave(
      ...Array.from({ length: 40 }, () => ({ kind: 'refuse', status: 429, code: 20_429 }) as const),
    )
    const { status, body } = await call()
    carrier.behave()
    assert.equal(status, 400)
    assert.match(body.message, /takes no further call/)
    // After 4 seconds; the next place is at 8, and it waits 5.
    assert.equal(carrier.creates - creates, 1)
  })

  it('takes a place in the rate for each try, and pauses the account from the first on (Rules 42 and 48)', async () => {
    await using slow = await startLimited(1)
    const call = () => slow.request('POST', path('Script', slow), { body: customer() })
    const { creates } = carrier
    carrier.behave(
      ...Array.from({ length: 40 }, () => ({ kind: 'refuse', status: 429, code: 20_429 }) as const),
    )
    const calls = [call(), call(), call()]
    await eventually('the account is paused', async () => {
      const paused = await slow.context.db.query(sql`
        select from carrier_rate_limits where held_until > clock_timestamp()`)
      return paused.length === 1 ? true : null
    })
    const triesBefore = carrier.creates - creates
    const answers = await Promise.all(calls)
    carrier.behave()
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400],
    )
    assert.ok(triesBefore <= 2, `${triesBefore} tries before the pause`)
    const tries = carrier.creates - creates
    assert.ok(tries >= 3 && tries <= 6, `${tries} tries in 5 seconds`)
  })

  it('waits as long as the carrier asks for, or refuses at once if that is longer than it may wait (400, Rule 42)', async () => {
    await using other = await startService({ carrier: { api_url: carrier.url, account_sid: carrierAccount } })
    const { organizationId, projectId, campaignIds } = other
    const address = `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds['Script']}/trigger-call`
    const call = async (retryAfter: number) => {
      const { creates } = carrier
      carrier.behave({ kind: 'refuse', status: 429, code: 20_429, retryAfter })
      const begun = performance.now()
      const { status } = await endsWithin(8_000, () => other.request('POST', address, { body: customer() }))
      carrier.behave()
      return { status, creates: carrier.creates - creates, tookMs: performance.now() - begun }
    }
    const shorter = await call(3)
    assert.deepEqual([shorter.status, shorter.creates], [200, 2])
    assert.ok(shorter.tookMs >= 3_000, `${shorter.tookMs} ms`)
    const longer = await call(30)
    assert.deepEqual([longer.status, longer.creates], [400, 1])
    // The account is paused for as long, at whichever endpoint.
    const [{ pausedMs } = { pausedMs: 0 }] = await other.context.db.query<{ pausedMs: number }>(sql`
      select 1000 * extract(epoch from held_until - clock_timestamp())::double precision as "pausedMs"
      from carrier_rate_limits`)
    assert.ok(pausedMs > 20_000, `${pausedMs} ms`)
  })

  // This test comes last because it pauses the carrier.
  it('refuses when the carrier takes no call for 5 seconds, leaves no trace, and pauses the carrier (400, Rule 12)', async () => {
    const before = await counted()
    carrier.behave(
      ...Array.from({ length: 40 }, () => ({ kind: 'refuse', status: 429, code: 20_429 }) as const),
    )
    const begun = performance.now()
    // The last try comes more than three seconds later.
    const refusedAt = Date.now() + 3_000
    const email = 'left.behind@example.com'
    const { status, body } = await endsWithin(8_000, () => trigger({ ...customer(), email }))
    const took = performance.now() - begun
    carrier.behave()
    assert.equal(status, 400)
    assert.match(body.message, /takes no further call/)
    assert.ok(took > 3_000, `${took} ms`)
    assert.deepEqual(await counted(), before)
    // The carrier is paused. A call that comes meanwhile waits until the pause is over.
    const { db } = service.context
    const [pause] = await db.query<{ until: string }>(
      sql`select held_until as until from carrier_rate_limits where failures > 0 and held_until is not null`,
    )
    assert.ok(Date.parse(pause!.until) > refusedAt)
    const [longer] = await db.query<{ until: string }>(sql`
      update carrier_rate_limits set held_until = clock_timestamp() + interval '1 second' returning held_until as until`)
    const { creates } = carrier
    assert.equal((await trigger(customer())).status, 200)
    assert.equal(carrier.creates, creates + 1)
    // A virtual machine's clock may go back by a fraction of a millisecond between two readings.
    assert.ok(carrier.legs.at(-1)!.createdAt.getTime() >= Date.parse(longer!.until) - 5)
  })
})
