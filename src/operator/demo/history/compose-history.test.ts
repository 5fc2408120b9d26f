import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { normalizePhoneNumber } from '../../../base/phone-number.ts'
import { openingAt } from '../../../campaigns/calling-hours.ts'
import { ownHours } from '../../../campaigns/campaign-hours.ts'
import type { CampaignForCalls } from '../../../campaigns/queries.ts'
import { statusOf } from '../../../whatsapp/send/message-status.ts'
import { renewalWorkflow } from '../../../workflows/example-renewal.ts'
import { basicCampaigns, furtherCampaigns } from '../demo-campaigns.ts'
import { stormWorkflow } from '../demo-workflows.ts'
import type { HistoryCampaign } from './compose-calls.ts'
import { composeHistory } from './compose-history.ts'
import { dayMs, localHour } from './local-time.ts'
import { demoPeople } from './people.ts'

/** The campaigns of the declaration as they are stored. */
const campaigns = [...basicCampaigns, ...furtherCampaigns].map((declared, index): HistoryCampaign => {
  const { retry, caller_id, workflow, ...campaign } = {
    retry: { max_attempts: 1, delay_minutes: 0, on: [] as string[] },
    caller_id: null,
    workflow: null,
    script: null,
    voice: null,
    calling_hours: null,
    machine_detection: false,
    ring_timeout_seconds: 30,
    ...declared,
  }
  return {
    ...(campaign as unknown as CampaignForCalls & { name: string }), // Literals of the declaration are checked when it is applied.
    _id: `01a20423-b5fe-70b8-a900-00000000000${index}`,
    call_direction: 'outbound',
    workflow_id: workflow,
    workflow_revision: workflow === null ? null : 1,
    retry_max_attempts: retry.max_attempts,
    retry_delay_minutes: retry.delay_minutes,
    retry_on: retry.on as HistoryCampaign['retry_on'],
    ends_at: null,
    caller_id_number: caller_id,
    voice_carrier_id: 'carrier',
  }
})
const plan = { organization_id: 'organization', project_id: 'project', campaigns }
/** A Wednesday afternoon in New York. */
const until = new Date('2026-11-18T20:30:00Z')
const history = composeHistory({ ...plan, until })
const callsOf = (name: string) => {
  const { _id } = campaigns.find((campaign) => campaign.name === name)!
  return history.calls.filter(({ campaign_id }) => campaign_id === _id)
}

describe('the history', () => {
  it('is the same for the same end, and another for another', () => {
    const again = composeHistory({ ...plan, until })
    assert.ok(JSON.stringify(again) === JSON.stringify(history))
    const other = composeHistory({ ...plan, until: new Date(until.getTime() + dayMs) })
    assert.notDeepEqual(other.records.profiles[0], history.records.profiles[0])
  })

  it('has some thousand conversations of sixty days, with each id once, and nothing after its end', () => {
    const { records, calls, chats, sends, tickets } = history
    assert.ok(records.conversations.length > 4_000 && records.conversations.length < 9_000)
    const ids = [
      ...Object.values(records).flatMap((list) => list.map((record) => (record as { _id: string })._id)),
      ...calls.flatMap((call) => [call._id, ...call.moves.map(({ _id }) => _id)]),
      ...calls.flatMap(({ attempts }) => attempts.map(({ _id }) => _id)),
      ...sends.map(({ _id }) => _id),
    ]
    assert.equal(new Set(ids).size, ids.length)
    const times = [
      ...calls.flatMap(({ moves }) => moves.map(({ at }) => at)),
      ...chats.flatMap(({ messages }) => messages.map(({ at }) => at)),
      ...sends.flatMap(({ statuses }) => statuses.map(({ at }) => at)),
      ...tickets.map(({ opened_at, closed_at }) => closed_at ?? opened_at),
    ]
    assert.ok(Math.max(...times) <= until.getTime())
    assert.ok(Math.min(...times) > until.getTime() - 61 * dayMs)
  })

  it('calls numbers that no telephone has, once for each person', () => {
    const numbers = demoPeople().map(({ number }) => number)
    assert.equal(new Set(numbers).size, numbers.length)
    for (const number of numbers) {
      assert.match(number, /^\+1\d{3}55501\d\d$/)
      assert.equal(normalizePhoneNumber(number, null), number)
    }
    const emails = demoPeople().flatMap(({ email }) => email ?? [])
    assert.equal(new Set(emails).size, emails.length)
  })

  it('dials within the hours of each campaign, one attempt after the other', () => {
    for (const campaign of campaigns)
      for (const { attempts, created_at } of callsOf(campaign.name)) {
        let before = created_at
        for (const { created_at: at, ended_at } of attempts) {
          assert.ok(openingAt(ownHours(campaign.calling_hours), new Date(at)).isOpen, campaign.name)
          assert.ok(before <= at && at <= ended_at)
          before = ended_at
        }
        assert.ok(attempts.length <= campaign.retry_max_attempts)
      }
  })

  it('looks like a business: weekdays, hours, a busy Monday, a storm three weeks ago, a paused campaign', () => {
    const byDay = Map.groupBy(history.calls, ({ created_at }) =>
      new Date(created_at - 5 * 3_600_000).toISOString().slice(0, 10),
    )
    const on = (day: string) => byDay.get(day)?.length ?? 0
    assert.ok(on('2026-11-09') > 1.6 * on('2026-11-02'), 'the busy Monday')
    assert.ok(on('2026-11-08') < 0.2 * on('2026-11-12'), 'a Sunday')
    const answered = (hour: number) => {
      const attempts = callsOf('Renewal reminders')
        .flatMap((call) => call.attempts)
        .filter(({ created_at }) => localHour(created_at, 'America/New_York') === hour)
      return attempts.filter(({ end }) => end === 'completed').length / attempts.length
    }
    assert.ok(answered(17) > answered(13) + 0.1)
    const daysAgo = (name: string) =>
      callsOf(name).map(({ created_at }) => (until.getTime() - created_at) / dayMs)
    assert.ok(Math.max(...daysAgo('Storm check-ins')) < 22)
    const paused = callsOf('Payment reminders').filter(({ state }) => state === 'waiting')
    assert.ok(paused.length > 0)
    assert.deepEqual(callsOf('Claims survey'), [])
  })

  it('has each outcome, and a reason for each failure', () => {
    const states = new Set(history.calls.map(({ state }) => state))
    for (const state of ['waiting', 'completed', 'voicemail', 'no_answer', 'busy', 'failed'] as const)
      assert.ok(states.has(state), state)
    for (const { state, error } of history.calls) assert.equal(error !== null, state === 'failed')
    const sent = new Set(history.sends.map(({ status }) => status))
    assert.equal(sent.size, 6)
    for (const { status, error, statuses } of history.sends) {
      assert.equal(error !== null, status === 'failed')
      assert.equal(statusOf(statuses.map((each) => each.status)), status)
    }
    assert.ok(history.optOuts.length > 5)
    assert.ok(history.tickets.some(({ closed_at }) => closed_at === null))
    assert.ok(history.tickets.some(({ closed_at }) => closed_at !== null))
  })

  it('has transcripts that say what the workflows say', () => {
    const texts = [renewalWorkflow, stormWorkflow].flatMap(({ steps, goodbye }) => [
      goodbye,
      ...Object.values(steps).flatMap((step) => ('text' in step ? step.text : [])),
    ])
    const known = new Set(texts.map((text) => text.replace(/\{\{[^}]*\}\}/, 'NAME')))
    for (const name of ['Renewal reminders', 'Office hours', 'Storm check-ins'])
      for (const { attempts, person } of callsOf(name))
        for (const { role, text } of attempts.flatMap(({ transcript }) => transcript))
          if (role === 'agent') assert.ok(known.has(text.replace(person.name, 'NAME')), text)
    const said = history.calls.flatMap(({ attempts }) =>
      attempts.flatMap(({ transcript }) => transcript.filter(({ role }) => role === 'customer')),
    )
    assert.ok(new Set(said.map(({ text }) => text)).size > 50)
  })
})
