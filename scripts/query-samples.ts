import { selectVoiceCounts } from '../src/analytics/voice-queries.ts'
import { selectChanges } from '../src/audit/queries.ts'
import { acceptedEvent } from '../src/calls/attempt/carrier-events.ts'
import { updateReported } from '../src/calls/attempt/report-queries.ts'
import { updateCallState } from '../src/calls/queries.ts'
import { claimAlone } from '../src/calls/queue/claim-alone.ts'
import { claimCalls } from '../src/calls/queue/claim-calls.ts'
import {
  conversationFields,
  newestFirst,
  selectConversationTotal,
  selectConversations,
  selectConversationsAfter,
} from '../src/conversations/list-queries.ts'
import type { ConversationList } from '../src/conversations/list-queries.ts'
import { sql } from '../src/db/sql.ts'
import { readLog } from '../src/events/read-log.ts'
import { parseFilters } from '../src/filters/parse.ts'
import { parseSort } from '../src/filters/sort.ts'
import { selectEntries } from '../src/guards/do-not-call/list-queries.ts'
import { selectConfiguredPage } from '../src/operator/configured/queries.ts'
import { holdProfiles } from '../src/operator/import/person-queries.ts'
import { leaveOffRowChecks, stagedOrganizations } from '../src/operator/import/session-queries.ts'
import { selectStoredIds } from '../src/operator/import/staging-queries.ts'
import { selectTimeline, timelineKinds } from '../src/operator/people/timeline-queries.ts'
import { profileFields, selectProfiles } from '../src/people/list-queries.ts'
import type { ProfileList } from '../src/people/list-queries.ts'
import {
  deleteLinks,
  releaseUrl,
  selectUrl,
  skipWaiting,
  takeUrl,
  upsertLinks,
} from '../src/sources/crawl/frontier/frontier-queries.ts'
import { lockMessage, updateMessage } from '../src/whatsapp/send/send-queries.ts'

/** A stand-in, which the recorder puts here. */
const any = undefined as never

const ids = { organization_id: 'organization', project_id: 'project' }
const url = 'https://example.com/'

const everything = parseFilters(undefined, conversationFields)
const byNumber = parseFilters('{"phone_number":"+14155550123"}', conversationFields)

const conversations: ConversationList = {
  ...ids,
  filter: everything,
  sort: newestFirst,
  skip: 0,
  limit: 20,
  unique: false,
}

const profiles: ProfileList = {
  ...ids,
  search: null,
  channel: null,
  from: null,
  before: null,
  filter: parseFilters(undefined, profileFields),
  sort: parseSort('{"last_interaction_at":-1}', profileFields, []),
  skip: 0,
  limit: 20,
}

/**
 * Arguments of query functions whose statements stand-ins do not lead to: a list of calls for each, in which `any` is a
 * stand-in.
 */
export const querySamples = new Map<unknown, readonly (readonly unknown[])[]>()

function give<Args extends unknown[]>(run: (...args: Args) => Promise<unknown>, ...calls: Args[]): void {
  querySamples.set(run, calls)
}

give(
  selectVoiceCounts,
  [any, ids, everything],
  [any, { ...ids, project_id: null }, everything],
  [any, ids, byNumber],
)
give(
  selectConversations,
  [any, conversations],
  [any, { ...conversations, unique: true }],
  [any, { ...conversations, filter: byNumber }],
  [any, { ...conversations, filter: byNumber, unique: true }],
)
give(
  selectProfiles,
  [any, profiles],
  [any, { ...profiles, search: 'ada' }],
  [any, { ...profiles, search: '4155550123' }],
  [any, { ...profiles, channel: 'whatsapp', from: 0, search: 'ada' }],
)
give(
  selectEntries,
  [any, 'organization', { text: null, countingAt: new Date(0) }, any],
  [any, 'organization', { text: '+14155550123', countingAt: null }, any],
  [any, 'organization', { text: '0123', countingAt: null }, any],
)
give(holdProfiles, [any, sql`named`, any])
give(leaveOffRowChecks, [any, stagedOrganizations])
give(selectStoredIds, [any, 'profiles'], [any, 'conversations'], [any, 'messages'], [any, 'tickets'])
give(deleteLinks, [any, any, url])
give(releaseUrl, [any, any, url])
give(selectUrl, [any, any, url])
give(skipWaiting, [any, any, { reason: 'max_pages', detail: 'detail', inProgress: [url] }, any])
give(takeUrl, [any, any, [url]])
give(upsertLinks, [any, any, url, [url]])
give(lockMessage, [any, any, { _id: 'message' }], [any, any, { provider_message_id: 'wamid.example' }])

const unanswered = {
  ...ids,
  _id: 'call',
  state: 'dialling',
  created_at: '2026-01-01T00:00:00.000Z',
  cancel_requested_at: null,
} as const
const known = { call: unanswered, last: { duration_seconds: 1, conversation_id: 'conversation' } }
give(
  updateCallState,
  [any, unanswered, { to: 'ringing', reason: 'reason' }, { moveId: 'move', now: any }],
  [any, unanswered, { to: 'completed', reason: 'reason' }, { moveId: 'move', now: any }],
  [
    any,
    unanswered,
    { to: 'completed', reason: 'reason' },
    { moveId: 'move', now: new Date(0), known } as never,
  ],
  [any, unanswered, { to: 'waiting', reason: 'reason', uncounted: true }, { moveId: 'move', now: any }],
)
const reported = {
  attempt: {
    ...ids,
    _id: 'attempt',
    conversation_id: 'conversation',
    created_at: unanswered.created_at,
    events_wanted: true,
  },
  call: unanswered,
  versions: { call: '1', attempt: '2' },
} as never
const standing = { status: 'live', answered_at: null, end_time: null, duration_seconds: null }
const report = { event: acceptedEvent('sid', new Date(0)), standing, moveId: 'move' }
const ongoing = { ended_at: null, poll_at: new Date(0) }
const ended = { ended_at: '2026-01-01T00:00:00.000Z', poll_at: null }
const settle = sql`update call_days set used_seconds = used_seconds + 1 where organization_id = ${'organization'}`
give(
  updateReported,
  [
    any,
    reported,
    {
      ...report,
      lines: [{ role: 'agent' }],
      update: ongoing,
      move: { to: 'live', reason: 'reason' },
      settle: null,
    } as never,
    any,
  ],
  [
    any,
    reported,
    { ...report, lines: [], update: ended, move: { to: 'completed', reason: 'reason' }, settle } as never,
    any,
  ],
)
const claim = {
  ...ids,
  campaign_id: 'campaign',
  voice_carrier_id: 'carrier',
  events_wanted: true,
  only: null,
  calleesOpenBeyond: new Date(0),
  callsMax: 1,
  attemptIds: ['attempt'],
  moveIds: ['move'],
  attempt: {},
  leaseMs: 1,
  now: new Date(0),
}
const only = { callId: 'call', inOrder: true, after: { ...unanswered, error: null } }
give(claimAlone, [any, { ...claim, only } as never])
give(claimCalls, [any, claim as never], [any, { ...claim, only } as never])
const sent = { ...ids, _id: 'message', status: 'sent', events_wanted: true } as const
const noChange = { provider_message_id: null, quota: 'consumed', error: null, conversation_id: null } as const
give(
  updateMessage,
  [any, sent, { ...noChange, status: 'sent' }, any],
  [any, sent, { ...noChange, status: 'delivered' }, any],
)
const anyEvent = { ...ids, types: null, subject_id: null, from: null, before: null }
give(readLog, [any, anyEvent, { tx: 0, _id: 'event' }, 100])

const page = { skip: 0, limit: 20 }
const allChanges = {
  person: null,
  kind: null,
  record_id: null,
  field: null,
  from: null,
  to: null,
  project_ids: null,
}
give(
  selectChanges,
  [any, 'organization', allChanges, page],
  [any, 'organization', { ...allChanges, kind: 'campaign', record_id: 'campaign', field: 'slots' }, page],
)
give(selectConfiguredPage, [any, 'campaign', ids, null, { ...page, now: any }])
give(selectConversationTotal, [any, conversations], [any, { ...conversations, filter: byNumber }])
give(
  selectConversationsAfter,
  [any, conversations, null],
  [
    any,
    { ...conversations, filter: byNumber, unique: true },
    {
      first: { start_time: '2026-11-21T09:00:00.000Z', _id: 'id' },
      last: { start_time: '2026-11-20T09:00:00.000Z', _id: 'id' },
    },
  ],
)
give(selectTimeline, [
  any,
  { ...ids, profile_id: 'profile', numbers: ['+14155550123'], addresses: ['+14155550123'] },
  timelineKinds,
  { before: null, limit: 51 },
])
