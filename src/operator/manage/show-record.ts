import { selectLastChanges } from '../../audit/queries.ts'
import type { Clock } from '../../base/clock.ts'
import { selectCarrierStandings } from '../../calls/check-queries.ts'
import { numberAddresses } from '../../calls/inbound/number-addresses.ts'
import { openingAt } from '../../campaigns/calling-hours.ts'
import { ownHours } from '../../campaigns/campaign-hours.ts'
import { missingForAnswers, missingForCalls } from '../../campaigns/readiness.ts'
import type { Reader } from '../../db/queryable.ts'
import { selectEndpointStandings } from '../../webhooks/endpoints/declared-queries.ts'
import { selectBroadcastCounts } from '../../whatsapp/broadcast-counts.ts'
import { previewTemplate } from '../../whatsapp/message/preview.ts'
import { selectSenderDetails } from '../../whatsapp/senders/sender-queries.ts'
import type { SenderDetails } from '../../whatsapp/senders/sender-queries.ts'
import { senderStanding } from '../../whatsapp/senders/sender-standing.ts'
import { statusCountsOf } from '../../whatsapp/view/project-messages.ts'
import { selectBroadcastStates } from '../../whatsapp/view/project-queries.ts'
import {
  selectAgentUses,
  selectCallerIdCounts,
  selectCarrierTokens,
  selectLeaderIds,
  selectModelKeys,
  selectNumberAccounts,
  selectWorkflowUses,
} from '../configured/extra-queries.ts'
import { selectPlanUseOf } from '../configured/plan-queries.ts'
import type { ConfiguredRow } from '../configured/queries.ts'
import { campaignFieldsOf, needsOf } from '../edit/campaign-fields.ts'

export interface ShowContext {
  db: Reader
  clock: Clock
  /** Returns the address that providers call back. */
  publicUrl: () => string
  /** Whether it is left out who changed a record last, as for programs with a key. */
  leavesOutChanges?: boolean
}

/** Returns records of one organization as the management API shows them, with what only their screens need. */
export async function showRecords(
  { db, clock, publicUrl, leavesOutChanges = false }: ShowContext,
  rows: readonly ConfiguredRow[],
): Promise<Record<string, unknown>[]> {
  const [first] = rows
  if (first === undefined) return []
  const { organization_id, kind } = first
  const ids = rows.map(({ _id }) => _id)
  const [changes, tokens, standings, leaders, senders, broadcasts, uses, accounts, more] = await Promise.all([
    leavesOutChanges ? [] : selectLastChanges(db, { organization_id, kind }, ids),
    kind === 'voice_carrier' ? selectCarrierTokens(db, organization_id, ids) : [],
    kind === 'voice_carrier' ? selectCarrierStandings(db, organization_id, ids) : [],
    kind === 'campaign' ? selectLeaderIds(db, organization_id, ids) : [],
    kind === 'whatsapp_sender' ? selectSenderDetails(db, organization_id, ids) : [],
    kind === 'broadcast' ? showBroadcasts(db, rows) : new Map<string, object>(),
    kind === 'organization' ? selectPlanUseOf(db, ids) : [],
    kind === 'caller_id' ? selectNumberAccounts(db, organization_id, ids) : [],
    selectMore(db, first, ids, clock.now()),
  ])
  const changeOf = new Map(changes.map(({ record_id, ...change }) => [record_id, change]))
  const tokenSetAt = new Map(tokens.map(({ _id, auth_token_set_at }) => [_id, auth_token_set_at]))
  const standingOf = new Map(standings.map(({ _id, ...one }) => [_id, one]))
  const useOf = new Map(uses.map(({ _id, ...one }) => [_id, one]))
  const leaderOf = new Map(leaders.map(({ _id, ...one }) => [_id, one]))
  const numberAccountOf = new Map(accounts.map(({ _id, ...one }) => [_id, one]))
  const moreOf = new Map(more.map(({ _id, ...one }) => [_id, one]))
  const senderOf = new Map(senders.map((sender) => [sender._id, sender]))
  return rows.map((row) => ({
    ...row.fields,
    ...(kind === 'voice_carrier' && {
      auth_token_set_at: tokenSetAt.get(row._id) ?? null,
      last_check: null,
      held_until: null,
      ...standingOf.get(row._id),
    }),
    ...(kind === 'caller_id' && addressesOf(row, numberAccountOf.get(row._id), publicUrl())),
    ...(kind === 'organization' && { use: useOf.get(row._id) }),
    ...(kind === 'campaign' && {
      ...leaderOf.get(row._id),
      ...standing(row, clock.now()),
    }),
    ...(kind === 'whatsapp_sender' && shownSender(row, senderOf.get(row._id), publicUrl(), clock.now())),
    ...broadcasts.get(row._id),
    ...moreOf.get(row._id),
    _id: row._id,
    revision: row.revision,
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(!leavesOutChanges && { last_change: changeOf.get(row._id) ?? null }),
  }))
}

/** Returns where a number points at its carrier, and which campaign answers it. */
function addressesOf(
  { organization_id }: ConfiguredRow,
  account: { voice_carrier_id: string; inbound_campaign_id: string | null; kind: string } | undefined,
  publicUrl: string,
): Record<string, unknown> {
  if (account === undefined) throw new Error('the carrier account of a caller ID is not there')
  const { voice_carrier_id, inbound_campaign_id, kind } = account
  const { voice, status } = numberAddresses(publicUrl.replace(/\/+$/, ''), kind, {
    organization_id,
    voice_carrier_id,
  })
  return { inbound_campaign_id, voice_url: voice, status_url: status }
}

/** Returns what only the screens of carriers, model accounts, agents, workflows and endpoints of webhooks show. */
async function selectMore(
  db: Reader,
  { kind, organization_id }: ConfiguredRow,
  ids: readonly string[],
  now: Date,
): Promise<({ _id: string } & object)[]> {
  if (kind === 'webhook_endpoint') return selectEndpointStandings(db, organization_id, ids, now)
  if (kind === 'voice_carrier') return selectCallerIdCounts(db, organization_id, ids)
  if (kind === 'model_account') return selectModelKeys(db, organization_id, ids)
  if (kind === 'workflow') return selectWorkflowUses(db, organization_id, ids)
  return kind === 'agent' ? selectAgentUses(db, organization_id, ids) : []
}

/** Returns what only the screens of senders show. */
function shownSender(
  { fields }: ConfiguredRow,
  details: SenderDetails | undefined,
  publicUrl: string,
  now: Date,
): Record<string, unknown> {
  if (details === undefined) throw new Error('the details of a sender are not there')
  const {
    _id,
    last_fault_at,
    last_fault_code,
    last_fault_reason,
    last_fault_until,
    noticed_at,
    notice,
    ...rest
  } = details
  return {
    ...rest,
    standing: senderStanding(String(fields['status']), details, now),
    webhook_url: `${publicUrl.replace(/\/+$/, '')}/webhooks/whatsapp`,
    last_fault:
      last_fault_at === null
        ? null
        : { at: last_fault_at, until: last_fault_until, code: last_fault_code, reason: last_fault_reason },
    notice: notice === null ? null : { at: noticed_at, ...notice },
  }
}

/** Returns what broadcasts are sent with and how their messages stand, by id. The rows are of one project. */
async function showBroadcasts(db: Reader, rows: readonly ConfiguredRow[]): Promise<Map<string, object>> {
  const { organization_id, project_id } = rows[0]!
  if (project_id === null) throw new Error('a broadcast belongs to a project')
  const ids = rows.map(({ _id }) => _id)
  const [states, counts] = await Promise.all([
    selectBroadcastStates(db, organization_id, ids),
    selectBroadcastCounts(db, { organization_id, project_id }, ids),
  ])
  return new Map(
    states.map(({ _id, sender, template }) => [
      _id,
      {
        sender_state: sender,
        template_state: template === null ? null : { ...template, preview: previewTemplate(template, {}) },
        counts: statusCountsOf(counts.filter(({ broadcast_id }) => broadcast_id === _id)),
      },
    ]),
  )
}

function standing(row: ConfiguredRow, now: Date) {
  const campaign = campaignFieldsOf(row)
  const isInbound = campaign.call_direction === 'inbound'
  const lacks = (isInbound ? missingForAnswers : missingForCalls)(needsOf(campaign))
  const opening = openingAt(ownHours(campaign.calling_hours), now)
  const changesAt = opening.isOpen ? opening.closesAt : opening.opensAt
  return {
    is_ready: lacks === null,
    lacks,
    opening: { is_open: opening.isOpen, changes_at: changesAt?.toISOString() ?? null },
  }
}
