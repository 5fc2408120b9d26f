import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import { meaningOf } from '../../providers/whatsapp-cloud/error-codes.ts'
import type { ErrorAbout } from '../../providers/whatsapp-cloud/error-codes.ts'
import { selectBroadcastCounts, sumOf } from '../broadcast-counts.ts'
import type { BroadcastCount, SendState } from '../broadcast-counts.ts'
import { selectHasBroadcast } from '../list-queries.ts'
import { previewTemplate, previewTyped } from '../message/preview.ts'
import type { MessagePreview } from '../message/preview.ts'
import { SendBody } from '../message/send-body.ts'
import { messageStatuses } from '../send/message-status.ts'
import type { MessageStatus } from '../send/message-status.ts'
import {
  countMessagesTo,
  selectFirstMessageAt,
  selectPlanOfSends,
  selectProjectMessage,
  selectProjectMessages,
} from './project-queries.ts'
import type {
  MessageFilter,
  PlanOfSends,
  ProjectKey,
  ProjectMessageRow,
  WholeMessageRow,
} from './project-queries.ts'

/** Why a message failed, and what that is about; null where neither is known. */
export interface ShownError {
  code: string | null
  reason: string
  about: ErrorAbout | null
}

type Shown<Row extends ProjectMessageRow> = Omit<Row, 'error' | 'send'> & {
  error: ShownError | null
  send: SendState
  sends: number | null
}

export type ProjectMessage = Shown<ProjectMessageRow>
export type WholeMessage = Omit<Shown<WholeMessageRow>, 'template'> & { preview: MessagePreview | null }

const cost: Record<SendState, number | null> = { reserved: null, consumed: 1, released: 0 }

function shown<Row extends ProjectMessageRow>(row: Row): Shown<Row> {
  const { error } = row
  return {
    ...row,
    error: error === null ? null : { ...error, about: aboutOf(error.code) },
    sends: cost[row.send],
  }
}

function aboutOf(code: string | null): ErrorAbout | null {
  return code === null ? null : (meaningOf(Number(code))?.about ?? null)
}

/**
 * Returns one page of a project's messages, newest first, and how many fit: from the counters, unless it is one
 * person's.
 */
export async function listProjectMessages(
  db: Db,
  project: ProjectKey,
  filter: MessageFilter,
  paging: { skip: number; limit: number },
): Promise<{ items: ProjectMessage[]; total: number }> {
  const { broadcast_id, to } = filter
  if (broadcast_id !== null) await findBroadcast(db, project, broadcast_id)
  const [rows, total] = await Promise.all([
    selectProjectMessages(db, project, filter, paging),
    to === null
      ? selectBroadcastCounts(db, project, broadcast_id === null ? null : [broadcast_id]).then((counts) =>
          sumOf(counts, (count) => fits(count, filter)),
        )
      : countMessagesTo(db, project, { ...filter, to }),
  ])
  return { items: rows.map((row) => shown(row)), total }
}

function fits(count: BroadcastCount, { status, error_code, send }: MessageFilter): boolean {
  return (
    (status === null || count.status === status) &&
    (error_code === null || (count.error_code ?? '') === error_code) &&
    (send === null || count.quota === send)
  )
}

async function findBroadcast(db: Db, project: ProjectKey, broadcastId: string): Promise<void> {
  const { organization_id, project_id } = project
  if (!isUuid(broadcastId) || !(await selectHasBroadcast(db, organization_id, project_id, broadcastId)))
    throw refusals.broadcastNotFound()
}

/** @throws {Refusal} 404 if the project has no message with this id. */
export async function readProjectMessage(
  db: Db,
  project: ProjectKey,
  messageId: string,
): Promise<WholeMessage> {
  const row = isUuid(messageId) ? await selectProjectMessage(db, project, messageId) : null
  if (row === null) throw refusals.messageNotFound()
  const { template, ...message } = row
  return { ...shown(message as WholeMessageRow), preview: previewOf(template, row.request) }
}

/** Returns what the recipient saw, by the request and today's template. */
function previewOf(
  template: WholeMessageRow['template'],
  request: WholeMessageRow['request'],
): MessagePreview | null {
  const { success, data } = SendBody.safeParse(request)
  if (!success) return null
  if (data.kind === 'typed') return previewTyped(data)
  return template === null ? null : previewTemplate(template, data.data)
}

export type StatusCounts = Record<MessageStatus, number> & { total: number }

/** Returns how many messages have each status. */
export function statusCountsOf(counts: readonly BroadcastCount[]): StatusCounts {
  const ofEach = Object.fromEntries(
    messageStatuses.map((status) => [status, sumOf(counts, (count) => count.status === status)]),
  ) as Record<MessageStatus, number>
  return { ...ofEach, total: sumOf(counts, () => true) }
}

/** The messages of a broadcast in figures. */
export interface BroadcastFigures {
  counts: StatusCounts
  sends: Record<SendState, number>
  /** By code, the most frequent first. */
  failures: { code: string | null; reason: string | null; about: ErrorAbout | null; messages: number }[]
  first_message_at: string | null
}

/** @throws {Refusal} 404 if the project has no such broadcast. */
export async function readBroadcastFigures(
  db: Db,
  project: ProjectKey,
  broadcastId: string,
): Promise<BroadcastFigures> {
  await findBroadcast(db, project, broadcastId)
  const [counts, first_message_at] = await Promise.all([
    selectBroadcastCounts(db, project, [broadcastId]),
    selectFirstMessageAt(db, project.organization_id, broadcastId),
  ])
  const failed = Map.groupBy(
    counts.filter(({ status }) => status === 'failed'),
    ({ error_code }) => error_code,
  )
  const failures = [...failed].map(([code, group]) => ({
    code,
    reason: code === null ? null : (meaningOf(Number(code))?.reason ?? null),
    about: aboutOf(code),
    messages: sumOf(group, () => true),
  }))
  return {
    counts: statusCountsOf(counts),
    sends: sendsOf(counts),
    failures: failures
      .filter(({ messages }) => messages > 0)
      .sort((one, other) => other.messages - one.messages),
    first_message_at,
  }
}

function sendsOf(counts: readonly BroadcastCount[]): Record<SendState, number> {
  const of = (state: SendState) => sumOf(counts, ({ quota }) => quota === state)
  return { reserved: of('reserved'), consumed: of('consumed'), released: of('released') }
}

/** The ledger of sends: what each message took of the plan, and the sums. */
export interface Ledger {
  items: ProjectMessage[]
  total: number
  /** The project's own. Each message reserves one send, so the three add up to the number of messages. */
  sums: Record<SendState, number>
  /** The whole organization's. */
  plan: PlanOfSends
}

/** Returns one page of the sends of a project, newest first, with their sums. */
export async function readLedger(
  db: Db,
  project: ProjectKey,
  send: SendState | null,
  paging: { skip: number; limit: number },
): Promise<Ledger> {
  const filter = { broadcast_id: null, status: null, error_code: null, to: null, send }
  const counts = await selectBroadcastCounts(db, project)
  const total = sumOf(counts, (count) => fits(count, filter))
  // If no message fits, the query would scan all messages of the project.
  const noRows: ProjectMessageRow[] = []
  const [rows, plan] = await Promise.all([
    total === 0 ? noRows : selectProjectMessages(db, project, filter, paging),
    selectPlanOfSends(db, project.organization_id),
  ])
  return { items: rows.map((row) => shown(row)), total, sums: sendsOf(counts), plan }
}
