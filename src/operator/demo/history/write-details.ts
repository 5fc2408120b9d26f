import type { Client } from 'pg'
import { faultKinds } from '../../../calls/batches/batch.ts'
import type { CampaignForCalls } from '../../../campaigns/queries.ts'
import { formatCopyRow, startCopyIn } from '../../../db/copy-in.ts'
import type { Transaction } from '../../../db/queryable.ts'
import { sql } from '../../../db/sql.ts'
import type { Sql } from '../../../db/sql.ts'
import { updateUsername } from '../../../people/identity-queries.ts'
import { insertOptOut, upsertWindow } from '../../../whatsapp/inbound/inbound-queries.ts'
import { updateLastWebhook } from '../../../whatsapp/senders/sender-queries.ts'
import { withReferencesHeld } from '../../import/import-transaction.ts'
import { changedAt } from './compose-calls.ts'
import type { PastCall } from './compose-calls.ts'
import type { History } from './compose-history.ts'
import type { PastSend } from './compose-send.ts'
import {
  addToQuota,
  copyAttempts,
  copyBatches,
  copyCalls,
  copyEvents,
  copyMoves,
  copyQuotaEntries,
  copySends,
  copySendStatuses,
  updateAnswered,
  updateBeginnings,
  updateChats,
  updateMessages,
  updateOfferPaused,
  updateTickets,
} from './detail-queries.ts'
import { isoOf } from './local-time.ts'
import { hiddenPerson } from './people.ts'

export interface DetailPlan {
  organization_id: string
  project_id: string
  campaigns: readonly CampaignForCalls[]
  senderId: string
  /** Ids by name. */
  broadcasts: Readonly<Record<string, string>>
}

type Cell = string | number | null
type Row = readonly Cell[]

/**
 * Writes what an import has no record for: calls with their moves, attempts and events; sent messages with their
 * statuses and the plan's ledger. It also writes what only the service itself knows of imported chats, messages and
 * tickets. The conversations must be stored. It changes nothing that is counted but the ledger, whose balance it
 * updates.
 */
export async function writeDetails(
  client: Client,
  transaction: Transaction,
  plan: DetailPlan,
  history: History,
): Promise<void> {
  const copy = (statement: Sql, rows: Iterable<Row>) => copyRows(client, statement, rows)
  const { sends } = history
  // What these rows refer to is stored, and never deleted: to check it row by row takes most of the time.
  const writeRows = async () => {
    await copyBatchRows(copy, plan, history)
    await copyCallRows(copy, plan, history)
    await copySendRows(copy, plan, sends)
  }
  await withReferencesHeld(transaction, writeRows, sql`select ${plan.organization_id}::uuid`)
  await updateAnswered(transaction, plan)
  await updateBeginnings(transaction, plan)
  const consumed = sends.filter(({ quota }) => quota === 'consumed').length
  const reserved = sends.filter(({ quota }) => quota === 'reserved').length
  await addToQuota(transaction, plan.organization_id, { consumed, reserved })
  await writeChatDetails(transaction, plan, history)
}

/** Who gave the files, as their pages show. */
const filesMadeBy = 'the demo'

async function copyBatchRows(
  copy: (statement: Sql, rows: Iterable<Row>) => Promise<void>,
  { organization_id, project_id }: DetailPlan,
  { batches }: History,
): Promise<void> {
  await copy(
    copyBatches,
    batches.map((batch) => {
      const leftOut = faultKinds.map((kind) => [
        kind,
        batch.faults.filter((fault) => fault.kind === kind).length,
      ])
      return [
        organization_id,
        project_id,
        batch._id,
        batch.campaign_id,
        batch.name,
        'csv',
        batch.file.length,
        `\\x${batch.sha256.toString('hex')}`,
        'f',
        batch.rows,
        batch.calls.length,
        batch.calls.length,
        JSON.stringify(Object.fromEntries(leftOut)),
        JSON.stringify(batch.faults),
        batch.faults.length,
        'queued',
        isoOf(batch.queued_at),
        filesMadeBy,
        isoOf(batch.at),
      ]
    }),
  )
}

async function copyCallRows(
  copy: (statement: Sql, rows: Iterable<Row>) => Promise<void>,
  { organization_id, project_id, campaigns }: DetailPlan,
  { calls, batches }: History,
): Promise<void> {
  const campaignOf = new Map(campaigns.map((campaign) => [campaign._id, campaign]))
  const rowOf = new Map(
    batches.flatMap(({ _id, calls: rows }) => rows.map(({ call, line }) => [call._id, { batch: _id, line }])),
  )
  await copy(
    copyCalls,
    calls.map((call) => {
      const isWaiting = call.state === 'waiting'
      return [
        organization_id,
        project_id,
        call._id,
        call.campaign_id,
        call.placed_by,
        call.person.number,
        JSON.stringify(call.customer),
        call.state,
        changedAt(call),
        call.due_at === null ? null : isoOf(call.due_at),
        call.attempts.length,
        call.error?.code ?? null,
        call.error?.reason ?? null,
        isoOf(call.created_at),
        isWaiting ? (call.due_at === null ? 'turn' : 'due') : null,
        rowOf.get(call._id)?.batch ?? null,
        rowOf.get(call._id)?.line ?? null,
      ]
    }),
  )
  await copy(
    copyMoves,
    calls.flatMap(({ _id, moves }) =>
      moves.map((move) => [organization_id, move._id, _id, move.from, move.to, move.reason, isoOf(move.at)]),
    ),
  )
  await copy(
    copyAttempts,
    calls.flatMap((call) =>
      attemptRows(organization_id, project_id, call, campaignOf.get(call.campaign_id)!),
    ),
  )
  await copy(
    copyEvents,
    calls.flatMap(({ attempts }) =>
      attempts.flatMap(({ _id, events }) =>
        events.map((event) => [
          organization_id,
          _id,
          event.call_sid,
          event.call_status,
          event.sequence_number,
          event.source,
          event.occurred_at,
          event.received_at,
          event.duration_seconds,
          event.answered_by,
          event.sip_response_code,
          event.error_code,
        ]),
      ),
    ),
  )
}

function attemptRows(
  organizationId: string,
  projectId: string,
  { _id, campaign_id, person, attempts }: PastCall,
  campaign: CampaignForCalls,
): Row[] {
  const isScript = campaign.campaign_type === 'script'
  return attempts.map((attempt) => [
    organizationId,
    projectId,
    attempt._id,
    _id,
    campaign_id,
    campaign.voice_carrier_id,
    attempt.number,
    person.number,
    campaign.caller_id_number,
    campaign.ring_timeout_seconds,
    attempt.state,
    isoOf(attempt.ended_at),
    isScript ? campaign.script : null,
    isScript ? campaign.voice : null,
    isScript ? null : campaign.workflow_id,
    isScript ? null : campaign.workflow_revision,
    attempt.carrier_call_sid,
    attempt.conversation_id,
    attempt.answered_at === null ? null : isoOf(attempt.answered_at),
    isoOf(attempt.ended_at),
    attempt.duration_seconds,
    attempt.error?.code ?? null,
    attempt.error?.reason ?? null,
    isoOf(attempt.created_at),
    campaign.machine_detection ? 't' : 'f',
    attempt.answered_by,
  ])
}

async function copySendRows(
  copy: (statement: Sql, rows: Iterable<Row>) => Promise<void>,
  { organization_id, project_id, senderId, broadcasts }: DetailPlan,
  sends: readonly PastSend[],
): Promise<void> {
  const lastOf = ({ statuses }: PastSend) =>
    statuses.findLast(({ status }, _, all) => status === all.at(-1)!.status)!
  await copy(
    copySends,
    sends.map((send) => [
      organization_id,
      project_id,
      send._id,
      broadcasts[send.broadcast]!,
      senderId,
      send.recipient,
      send.type,
      JSON.stringify(send.request),
      JSON.stringify(send.provider_message),
      send.status,
      isoOf(lastOf(send).at),
      send.lease_until === null ? null : isoOf(send.lease_until),
      send.provider_message_id,
      send.status === 'failed' ? (send.error?.code ?? null) : null,
      send.status === 'failed' ? (send.error?.reason ?? null) : null,
      send.quota,
      send.conversation_id,
      isoOf(send.created_at),
    ]),
  )
  await copy(
    copySendStatuses,
    sends.flatMap(({ _id, statuses }) =>
      statuses.map(({ status, at, error }) => [
        organization_id,
        _id,
        status,
        isoOf(at),
        error?.code ?? null,
        error?.reason ?? null,
      ]),
    ),
  )
  await copy(
    copyQuotaEntries,
    sends.flatMap(({ _id, quota, created_at, accepted_at }) => [
      [organization_id, _id, 'reserved', isoOf(created_at)],
      ...(quota === 'reserved' ? [] : [[organization_id, _id, quota, isoOf(accepted_at)]]),
    ]),
  )
}

async function writeChatDetails(
  transaction: Transaction,
  { organization_id, project_id, senderId }: DetailPlan,
  { chats, tickets, optOuts }: History,
): Promise<void> {
  await updateChats(
    transaction,
    organization_id,
    senderId,
    chats.map(({ _id, messages }) => ({ _id, last_message_at: isoOf(messages.at(-1)!.at) })),
  )
  await updateMessages(
    transaction,
    organization_id,
    chats.flatMap(({ messages }) =>
      messages.map(({ _id, kind, provider_message_id }) => ({ _id, kind, provider_message_id })),
    ),
  )
  await updateTickets(
    transaction,
    organization_id,
    tickets.map(({ _id, opened_by, closed_at }) => ({
      _id,
      opened_by,
      closed_at: closed_at === null ? null : isoOf(closed_at),
    })),
  )
  const tenant = { organization_id, project_id }
  const lastInbound = new Map<string, number>()
  for (const { person, messages } of chats)
    for (const { direction, at } of messages)
      if (direction === 'inbound')
        lastInbound.set(person.number, Math.max(at, lastInbound.get(person.number) ?? 0))
  for (const [recipient, at] of lastInbound)
    await upsertWindow(transaction, { ...tenant, recipient, whatsapp_sender_id: senderId }, new Date(at))
  for (const { recipient, source, why, since } of optOuts)
    await insertOptOut(transaction, { ...tenant, recipient }, { scope: 'all', source, why }, new Date(since))
  await writeFurtherOptOuts(transaction, tenant, [...lastInbound])
  const identity = { channel_type: 'whatsapp', identity_key: hiddenPerson.number } as const
  await updateUsername(transaction, { ...tenant, identity }, hiddenPerson.username)
  const heardAt = new Date(Math.max(...lastInbound.values()))
  await updateLastWebhook(transaction, [{ organization_id, _id: senderId }], heardAt)
  await updateOfferPaused(transaction, tenant, new Date(heardAt.getTime() - offerPausedMs))
}

/** Every so many of those who wrote stopped marketing in WhatsApp. */
const marketingEvery = 40
/** Somebody who hides the number, known by WhatsApp's id alone. */
const otherHiddenPerson = { recipient: 'US.13491208655302741918', why: 'asked for it by letter' }
/** WhatsApp paused the offer this long before the end of the history. */
const offerPausedMs = 26 * 3_600_000

/** Writes opt-outs that no chat shows: from marketing, in WhatsApp, and of somebody who hides the number. */
async function writeFurtherOptOuts(
  transaction: Transaction,
  tenant: { organization_id: string; project_id: string },
  lastInbound: readonly (readonly [recipient: string, at: number])[],
): Promise<void> {
  const chosen = lastInbound.filter((_, index) => index % marketingEvery === 7)
  for (const [recipient, at] of chosen) {
    const optOut = { scope: 'marketing', source: 'provider' } as const
    await insertOptOut(transaction, { ...tenant, recipient }, optOut, new Date(at))
  }
  const [, first = 0] = lastInbound[0] ?? []
  const { recipient, why } = otherHiddenPerson
  const optOut = { scope: 'all', source: 'operator', why } as const
  await insertOptOut(transaction, { ...tenant, recipient }, optOut, new Date(first))
}

/** Rows of one write to the connection. */
const rowsAtOnce = 500

async function copyRows(client: Client, statement: Sql, rows: Iterable<Row>): Promise<void> {
  const copy = await startCopyIn(client, statement)
  try {
    let text = ''
    let held = 0
    for (const row of rows) {
      text += formatCopyRow(row)
      if (++held < rowsAtOnce) continue
      await copy.write(text)
      text = ''
      held = 0
    }
    if (text !== '') await copy.write(text)
  } catch (error) {
    await copy.abort()
    throw error
  }
  await copy.end()
}
