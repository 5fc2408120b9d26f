// The anchor: bare node:http and pg that read and write the same rows as the service. It has no framework, validation,
// key formats, logs or metrics. For calls it ignores the dialler's rules: it takes any free slot, and no slot of the
// rate limit. Started by bench/lists/campaign-list.ts, bench/calls/run.ts and bench/lists/run.ts; prints its address.
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { uuidv7 } from '../../src/base/ids.ts'
import { acceptedEvent } from '../../src/calls/attempt/carrier-events.ts'
import { updateAttemptAccepted } from '../../src/calls/attempt/report-queries.ts'
import { selectCampaignForCalls, selectCampaigns, selectCarrierAccount } from '../../src/campaigns/queries.ts'
import { conversationFields, newestFirst, selectConversations } from '../../src/conversations/list-queries.ts'
import { createDatabase } from '../../src/db/database.ts'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { parseFilters } from '../../src/filters/parse.ts'
import { hashApiKey } from '../../src/keys/api-key.ts'
import { selectKeyHolder } from '../../src/keys/queries.ts'
import type { PersonContact } from '../../src/people/contact.ts'
import { takeNumber } from '../../src/people/display-ids.ts'
import { insertProfile } from '../../src/people/queries.ts'
import { serveBare, textOf } from './bare-http.ts'

const connectionString = process.env['DATABASE_URL'] ?? ''
const db = createDatabase({ connection: { connectionString } })

/** The only filter that the bench uses. */
const completed = parseFilters('{"status":"completed"}', conversationFields)

serveBare(answer)

async function answer(incoming: IncomingMessage): Promise<unknown> {
  const holder = await selectKeyHolder(db, hashApiKey(String(incoming.headers['x-api-key'])))
  if (holder === null) throw new Error('no such key')
  const [, , organizationId = '', , projectId = '', resource, campaignId = ''] = (incoming.url ?? '')
    .split('?')[0]!
    .split('/')
  if (incoming.method === 'POST')
    return call(organizationId, projectId, campaignId, JSON.parse(await textOf(incoming)))
  if (resource === 'conversations')
    return selectConversations(db, {
      organization_id: organizationId,
      project_id: projectId,
      filter: completed,
      sort: newestFirst,
      skip: 0,
      limit: 20,
      unique: false,
    })
  return selectCampaigns(db, organizationId, projectId, {
    where: sql`true`,
    orderBy: sql`c.created_at desc, c._id`,
    skip: 0,
    limit: 20,
    isComposed: false,
  })
}

/** The statements of a call that is placed at once, with the request to the carrier between them. */
async function call(
  organizationId: string,
  projectId: string,
  campaignId: string,
  customer: { phone_number: string },
) {
  const found = await selectCampaignForCalls(db, organizationId, projectId, campaignId)
  const campaign = found?.campaign
  if (!campaign?.caller_id_number || !campaign.voice_carrier_id) throw new Error('not ready')
  const now = new Date()
  const names = { organization_id: organizationId, project_id: projectId, campaign_id: campaignId }
  const { phone_number } = customer
  const dialled = {
    ...names,
    call_id: uuidv7(),
    attempt_id: uuidv7(),
    voice_carrier_id: campaign.voice_carrier_id,
    phone_number,
    customer,
    caller_id_number: campaign.caller_id_number,
    ring_timeout_seconds: campaign.ring_timeout_seconds,
    script: campaign.script,
    voice: campaign.voice,
  }
  // Calls wait in the bench's closed campaigns, and in those whose one slot is taken.
  if (campaign.calling_hours !== null || campaign.slots === 1) {
    await insertWaiting(db, dialled, now)
    return { success: true, campaign_queue_id: dialled.call_id, scheduled: true }
  }
  await insertDial(db, dialled, now)
  const account = await selectCarrierAccount(db, organizationId, campaign.voice_carrier_id)
  const sid = await dial(account.api_url ?? '', account.account_sid, dialled)
  const accepted = {
    carrier_call_sid: sid,
    conversation_id: uuidv7(),
    poll_at: new Date(Date.now() + 50_000),
  }
  await updateAttemptAccepted(
    db,
    {
      ...names,
      _id: dialled.attempt_id,
      call_id: dialled.call_id,
      phone_number,
      created_at: now.toISOString(),
      events_wanted: campaign.events_wanted,
    },
    accepted,
    acceptedEvent(sid, now),
    now,
  )
  return { success: true, campaign_queue_id: dialled.call_id, scheduled: false }
}

interface Dialled {
  organization_id: string
  project_id: string
  campaign_id: string
  call_id: string
  attempt_id: string
  voice_carrier_id: string
  phone_number: string
  customer: { phone_number: string }
  caller_id_number: string
  ring_timeout_seconds: number
  script: string | null
  voice: string | null
}

/** Inserts a waiting call and its event, in one transaction. */
async function insertWaiting(to: Db, dialled: Dialled, now: Date): Promise<void> {
  const { organization_id, project_id, campaign_id, call_id } = dialled
  const number = await takeNumber(to, dialled)
  return to.transaction(async (transaction) => {
    await Promise.all([
      transaction.query(sql`
        insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
          state_since, waits_for, created_at)
        values (${organization_id}, ${project_id}, ${call_id}, ${campaign_id}, 'queue', ${dialled.phone_number},
          ${JSON.stringify(dialled.customer)}::jsonb, 'waiting', ${now}, 'turn', ${now})`),
      transaction.query(sql`
        insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
        values (${organization_id}, ${uuidv7()}, ${call_id}, null, 'waiting', 'placed', ${now})`),
      insertProfile(transaction, personOf(dialled, now), { profileId: uuidv7(), number }),
    ])
  })
}

/**
 * Inserts a call that is being dialed: call, events, attempt, slot and number in use, in one transaction of plain
 * statements that are sent together.
 */
async function insertDial(to: Db, dialled: Dialled, now: Date): Promise<void> {
  const { organization_id, project_id, campaign_id, call_id, attempt_id, phone_number } = dialled
  const number = await takeNumber(to, dialled)
  return to.transaction(async (transaction) => {
    const [, , , slots] = await Promise.all([
      transaction.query(sql`
        insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
          state_since, attempts_count, created_at)
        values (${organization_id}, ${project_id}, ${call_id}, ${campaign_id}, 'queue', ${phone_number},
          ${JSON.stringify(dialled.customer)}::jsonb, 'dialling', ${now}, 1, ${now})`),
      transaction.query(sql`
        insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
        values (${organization_id}, ${uuidv7()}, ${call_id}, null, 'waiting', 'placed', ${now}),
          (${organization_id}, ${uuidv7()}, ${call_id}, 'waiting', 'dialling', 'may go at once', ${now})`),
      transaction.query(sql`
        insert into call_attempts (organization_id, project_id, _id, call_id, campaign_id, voice_carrier_id,
          attempt_number, phone_number, caller_id_number, ring_timeout_seconds, state, state_since, script, voice,
          poll_at, created_at)
        values (${organization_id}, ${project_id}, ${attempt_id}, ${call_id}, ${campaign_id},
          ${dialled.voice_carrier_id}, 1, ${phone_number}, ${dialled.caller_id_number},
          ${dialled.ring_timeout_seconds}, 'dialling', ${now}, ${dialled.script}, ${dialled.voice},
          ${new Date(now.getTime() + 30_000)}, ${now})`),
      transaction.query(sql`
        update calling_slots set attempt_id = ${attempt_id}, taken_at = ${now}
        where organization_id = ${organization_id} and campaign_id = ${campaign_id} and slot_number = (
          select slot_number from calling_slots
          where organization_id = ${organization_id} and campaign_id = ${campaign_id} and attempt_id is null
          order by slot_number limit 1 for update skip locked)
        returning slot_number`),
      transaction.query(sql`
        insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
        values (${organization_id}, ${project_id}, ${phone_number}, ${call_id})`),
      insertProfile(transaction, personOf(dialled, now), { profileId: uuidv7(), number }),
    ])
    if (slots.length === 0) throw new Error('no free slot')
  })
}

/** Every call of the bench is to a new person. */
function personOf({ organization_id, project_id, phone_number }: Dialled, metAt: Date): PersonContact {
  return {
    organization_id,
    project_id,
    phone: { normalized: phone_number, value: phone_number },
    email: null,
    name: 'Ada',
    identity: { channel_type: 'voice', identity_key: phone_number },
    source: 'voice',
    metAt,
  }
}

function dial(
  apiUrl: string,
  accountSid: string,
  { phone_number, caller_id_number }: { phone_number: string; caller_id_number: string },
) {
  const form = new URLSearchParams({
    To: phone_number,
    From: caller_id_number,
    Url: 'http://127.0.0.1:1/none',
  }).toString()
  const authorization = `Basic ${Buffer.from(`${accountSid}:a-token-of-the-sandbox`).toString('base64')}`
  const headers = {
    authorization,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': form.length,
  }
  return new Promise<string>((resolve, reject) => {
    const url = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Calls.json`
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
      textOf(response).then((text) => resolve((JSON.parse(text) as { sid: string }).sid), reject)
    })
    sent.on('error', reject)
    sent.end(form)
  })
}
