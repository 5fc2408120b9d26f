import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SentMessage } from '../../../src/sandbox/whatsapp/messages.ts'
import type { Finding } from '../evidence.ts'
import { checkConflicts, checkReplays, checkUnexpected } from './check-answers.ts'
import { checkBalance, checkQuotaCommits, checkQuotaRefusals, checkReservations } from './check-quota.ts'
import { checkAskedAgain, checkPermission, checkSendsPerKey, checkAnswers } from './check-sends.ts'
import { checkPeople, checkSettled, checkStatuses, checkWebhooks } from './check-webhooks.ts'
import { checkAll } from './checks.ts'
import type { Evidence, SeenWebhook, Sent } from './evidence.ts'
import type { EventRow, MessageRow, Rows } from './rows.ts'

const number = '+14152000000'
const other = '+14152000100'
const noon = Date.parse('2026-11-21T11:00:00Z')

/** Returns a request that was answered with 200 for message `m`, ten milliseconds after it began. */
function sent(more: Partial<Sent> = {}): Sent {
  const { sentAt = noon } = more
  const result = { message_id: 'm', to: number, status: 'sent', provider_message_id: 'wamid.m' }
  const answer = { kind: 'sent', status: 200, text: 'sent', message: '', isReplay: false, result } as const
  const names = { id: sentAt, organization: 'Tight', broadcast: 'Tight 1', key: 'k' }
  const request = { to: number, isOwnNumber: true, body: '{}', sentAt, answeredAt: sentAt + 10 }
  return { ...names, ...request, ...answer, ...more }
}

function refused(kind: Sent['kind'], status: number, more: Partial<Sent> = {}): Sent {
  return sent({ kind, status, text: kind, result: null, ...more })
}

/** Returns the network's record of an accepted request for message `m`. */
function asked(more: Partial<SentMessage> = {}): SentMessage {
  return {
    message_id: 'wamid.m',
    phone_number_id: '1',
    to: number,
    type: 'template',
    body: {},
    callback_data: 'm',
    outcome: 'delivered_and_read',
    received_at: new Date(noon).toISOString(),
    code: null,
    statuses: [],
    ...more,
  }
}

function message(more: Partial<MessageRow> = {}): MessageRow {
  return {
    _id: 'm',
    organization: 'Tight',
    recipient: number,
    type: 'template',
    status: 'sent',
    quota: 'consumed',
    provider_message_id: 'wamid.m',
    conversation_id: 'c',
    created_at: noon,
    statuses: ['processing', 'sent'],
    entries: ['reserved', 'consumed'],
    ...more,
  }
}

function webhook(what: string, more: Partial<SeenWebhook> = {}): SeenWebhook {
  const updates = [{ what, message_id: 'wamid.m' }]
  return { at: noon, answeredAt: noon + 5, isForged: false, status: 200, updates, ...more }
}

function event(more: Partial<EventRow> = {}): EventRow {
  const done = { is_processed: true, processed_at: noon, fault: null }
  return { kind: 'status', wamid: 'wamid.m', status: 'sent', ...done, ...more }
}

/** Returns the evidence of one successful send, with the given changes. */
function evidenceOf({
  rows = {},
  ...more
}: Partial<Omit<Evidence, 'rows'>> & { rows?: Partial<Rows> }): Evidence {
  return {
    plan: [{ name: 'Tight', quota: 1, senders: [] }],
    history: [sent()],
    requests: [asked()],
    webhooks: [webhook('sent')],
    inboundIds: [],
    stops: [],
    recount: '{"differences":{"hours":0}}',
    lastFaultAt: noon,
    ...more,
    rows: {
      messages: [message()],
      quotas: [{ organization: 'Tight', reserved: 0, consumed: 1 }],
      events: [event()],
      optOuts: [],
      chatMessages: [{ wamid: 'wamid.m', count: 1 }],
      doubleChats: 0,
      doubleProfiles: 0,
      keysWithoutMessage: 0,
      quotaCommits: [{ organization: 'Tight', reserved: 1, consumed: 0, plan: 1, at: noon }],
      moves: [{ message_id: 'm', from_status: 'processing', to_status: 'sent' }],
      ...rows,
    },
  }
}

type Check = (evidence: Evidence) => Finding
const whats = (check: Check, story: Parameters<typeof evidenceOf>[0]): string[] =>
  check(evidenceOf(story)).breaches.map(({ what }) => what)

it('finds no breach in a successful send', () => {
  const broken = checkAll(evidenceOf({})).filter(({ breaches }) => breaches.length > 0)
  assert.deepEqual(broken, [])
})

describe('sends', () => {
  it('are one per key, over all requests with it', () => {
    const second = asked({ to: other, message_id: 'wamid.n', callback_data: 'n' })
    const history = [sent(), sent({ id: 2, to: other })]
    assert.deepEqual(whats(checkSendsPerKey, { history, requests: [asked(), second] }), ['2 messages of k'])
    assert.deepEqual(
      whats(checkSendsPerKey, { history, requests: [asked(), { ...second, message_id: null }] }),
      [],
    )
  })

  it('are repeated only after a limit', () => {
    const limited = asked({ message_id: null, code: 130429 })
    assert.deepEqual(whats(checkAskedAgain, { requests: [limited, asked()] }), [])
    const lost = asked({ message_id: null, code: 131000 })
    assert.deepEqual(whats(checkAskedAgain, { requests: [lost, asked()] }), [
      'asked again after an answer that is not sure (131000)',
    ])
    assert.deepEqual(whats(checkAskedAgain, { rows: { messages: [] } }), [
      'asked for a message that is not in the database',
    ])
  })

  it('are answered as WhatsApp saw them', () => {
    assert.deepEqual(whats(checkAnswers, { requests: [] }), ['answered 200, and WhatsApp has no message'])
    const wrong = [asked({ message_id: 'wamid.x' })]
    assert.deepEqual(whats(checkAnswers, { requests: wrong }), [
      'answered 200 with another message than WhatsApp has',
    ])
    const busy = [refused('busy', 400, { key: null })]
    assert.deepEqual(whats(checkAnswers, { history: busy }), [
      'answered that nothing was sent, and WhatsApp has it',
    ])
  })

  it('are permitted', () => {
    const closed = [asked({ type: 'text', message_id: null, code: 131047 })]
    assert.deepEqual(whats(checkPermission, { requests: closed }), ['free-form outside the window'])
  })

  it('end once the webhook of a STOP is answered', () => {
    const updates = [{ what: 'text', message_id: 'wamid.stop' }]
    const optOuts = [{ organization: 'Tight', recipient: number }]
    const stop = { kind: 'message', wamid: 'wamid.stop' }
    const stoppedAt = (answeredAt: number, more: Partial<SeenWebhook> = {}) => ({
      stops: [{ messageId: 'wamid.stop', number }],
      webhooks: [webhook('text', { updates, answeredAt, ...more })],
      rows: { optOuts, events: [event({ ...stop, processed_at: noon + 60_000 })] },
    })
    assert.deepEqual(whats(checkPermission, stoppedAt(noon)), ['sent to somebody who had opted out'])
    assert.deepEqual(whats(checkPermission, stoppedAt(noon + 1)), [])
    assert.deepEqual(whats(checkPermission, stoppedAt(noon, { status: 503 })), [])
    // A request that had begun before may still arrive.
    const late = { history: [sent({ sentAt: noon - 2_000 })] }
    assert.deepEqual(whats(checkPermission, { ...stoppedAt(noon - 1_000), ...late }), [])
    assert.deepEqual(whats(checkPermission, { ...stoppedAt(noon - 1_001), ...late }), [
      'WhatsApp was asked 1001 ms after a STOP was answered',
    ])
    const history = [refused('refused', 400)]
    const finding = checkPermission(evidenceOf({ ...stoppedAt(noon), history, requests: [] }))
    assert.deepEqual([finding.judged, finding.breaches], [1, []])
    const rows = { optOuts, events: [event({ ...stop, processed_at: noon })] }
    const seen = { ...stoppedAt(noon), history, requests: [] }
    assert.equal(checkPermission(evidenceOf({ ...seen, rows })).judged, 0)
    assert.deepEqual(whats(checkPermission, { ...seen, rows: { ...rows, optOuts: [] } }), [
      'a STOP has had no effect',
    ])
  })
})

describe('answers', () => {
  const later = { sentAt: noon + 100 }

  it('are the same bytes once there is a result', () => {
    const replay = sent({ ...later, isReplay: true })
    assert.deepEqual(whats(checkReplays, { history: [sent(), replay] }), [])
    assert.deepEqual(whats(checkReplays, { history: [sent(), { ...replay, text: 'Sent' }] }), [
      'two results of k: 200 sent, 200 sent',
    ])
    for (const [kind, status] of [
      ['pending', 202],
      ['quota', 402],
      ['busy', 400],
    ] as const)
      assert.deepEqual(whats(checkReplays, { history: [sent(), refused(kind, status, later)] }), [
        `k was settled, then answered ${kind}`,
      ])
    assert.deepEqual(whats(checkReplays, { history: [sent(), refused('unknown', 503, later)] }), [])
  })

  it('stay open after 503 until the outcome is known', () => {
    const open = refused('unresolved', 503)
    assert.deepEqual(whats(checkReplays, { history: [open, refused('pending', 202, later)] }), [])
    assert.deepEqual(whats(checkReplays, { history: [open, refused('unresolved', 503, later)] }), [
      'k was unresolved, then answered unresolved',
    ])
  })

  it('refuse a key that was used for another request', () => {
    const late = { ...later, to: other }
    assert.deepEqual(whats(checkConflicts, { history: [sent(), refused('conflict', 409, late)] }), [])
    assert.deepEqual(whats(checkConflicts, { history: [sent(), sent(late)] }), [
      'k was used for another request: sent',
    ])
  })

  it('are never a fault of the service', () => {
    const history = [refused('unknown', 500, { message: 'Oh' }), refused('unknown', 503)]
    assert.deepEqual(whats(checkUnexpected, { history }), ['500: Oh'])
  })
})

describe('the quota', () => {
  it('holds at every commit', () => {
    const quotaCommits = [{ organization: 'Tight', reserved: 1, consumed: 1, plan: 1, at: noon }]
    assert.deepEqual(whats(checkQuotaCommits, { rows: { quotaCommits } }), [
      'Tight: 1 reserved and 1 consumed of 1',
    ])
  })

  it('equals, after the run, the messages that WhatsApp accepted and the unknown ones', () => {
    const quotas = [{ organization: 'Tight', reserved: 1, consumed: 0 }]
    assert.deepEqual(whats(checkBalance, { rows: { quotas } }), [
      'Tight: 0 consumed, WhatsApp took 1',
      'Tight: 1 reserved, 0 are not known',
    ])
    const plan = [{ name: 'Tight', quota: 0, senders: [] }]
    assert.deepEqual(whats(checkBalance, { plan }), ['Tight: WhatsApp took 1 of 0'])
  })

  it('ends each reservation once, with the right result', () => {
    const entries = ['reserved', 'released']
    assert.deepEqual(whats(checkReservations, { rows: { messages: [message({ entries })] } }), [
      'the ledger has reserved,released, the message consumed',
    ])
    assert.deepEqual(
      whats(checkReservations, { rows: { messages: [message({ entries, quota: 'released' })] } }),
      ['answered 200, and released', 'released, and WhatsApp has taken it'],
    )
    assert.deepEqual(whats(checkReservations, { requests: [] }), ['consumed, and WhatsApp has not taken it'])
  })

  it('refuses before WhatsApp gets a request', () => {
    assert.deepEqual(whats(checkQuotaRefusals, { history: [refused('quota', 402)] }), [
      'refused for the quota, and WhatsApp was asked',
    ])
    const history = [refused('quota', 402, { organization: 'Roomy', to: other })]
    assert.deepEqual(whats(checkQuotaRefusals, { history }), ['refused for a quota that is not used up'])
  })
})

describe('webhooks', () => {
  it('settle unresolved messages', () => {
    const open = message({ status: 'unresolved', quota: 'reserved' })
    assert.deepEqual(whats(checkSettled, { rows: { messages: [open] } }), [
      'unresolved, and WhatsApp has reported sent',
    ])
    assert.deepEqual(whats(checkSettled, { rows: { messages: [open] }, webhooks: [] }), [])
    const stuck = message({ status: 'processing', quota: 'reserved' })
    assert.deepEqual(whats(checkSettled, { rows: { messages: [stuck] } }), ['still in flight'])
    const events = [event({ processed_at: noon + 61_000 })]
    assert.deepEqual(whats(checkSettled, { rows: { events } }), ['settled only 61 s after the last fault'])
  })

  it('raise the status, in any order', () => {
    const moves = [{ message_id: 'm', from_status: 'read', to_status: 'sent' }]
    assert.deepEqual(whats(checkStatuses, { rows: { moves } }), ['message m went from read to sent'])
    const webhooks = [webhook('read'), webhook('sent')]
    assert.deepEqual(whats(checkStatuses, { webhooks }), ['lacks read'])
    const reported = message({ statuses: ['processing', 'sent', 'read'] })
    assert.deepEqual(whats(checkStatuses, { rows: { messages: [reported] } }), [
      'is sent, has processing,sent,read',
      'has read, which never was',
    ])
  })

  it('are stored once and processed', () => {
    assert.deepEqual(whats(checkWebhooks, { rows: { events: [] } }), ['sent: acknowledged, stored 0 times'])
    const events = [event({ is_processed: false })]
    assert.deepEqual(whats(checkWebhooks, { rows: { events } }), ['sent: not processed'])
    assert.deepEqual(whats(checkWebhooks, { webhooks: [webhook('sent', { isForged: true })] }), [
      'a forged webhook was believed',
    ])
    assert.deepEqual(
      whats(checkWebhooks, { rows: { events: [] }, webhooks: [webhook('sent', { status: 502 })] }),
      [],
    )
    assert.deepEqual(
      whats(checkWebhooks, { rows: { events: [] }, webhooks: [webhook('sent', { status: 403 })] }),
      ['a webhook of WhatsApp’s was refused with 403'],
    )
  })

  it('put each message into one chat, and every count is right', () => {
    assert.deepEqual(whats(checkPeople, { rows: { chatMessages: [] } }), [
      'a sent message stands 0 times in a chat',
    ])
    assert.deepEqual(whats(checkPeople, { recount: '{"differences":{"hours":2}}' }), [
      'recount: 2 hours differ',
    ])
    assert.deepEqual(
      whats(checkPeople, { rows: { doubleChats: 1, doubleProfiles: 1, keysWithoutMessage: 1 } }),
      ['1 people have two open chats', '1 numbers have two profiles', '1 keys of no message'],
    )
    const inboundIds = ['wamid.i']
    const webhooks = [webhook('text', { updates: [{ what: 'text', message_id: 'wamid.i' }] })]
    assert.deepEqual(whats(checkPeople, { inboundIds, webhooks }), [
      'a person’s message stands 0 times in a chat',
    ])
  })
})
