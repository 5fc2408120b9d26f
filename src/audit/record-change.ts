import type { NewId } from '../base/ids.ts'
import type { Queryable } from '../db/queryable.ts'
import { insertChanges } from './queries.ts'

export const actorKinds = ['person', 'token', 'key', 'cli', 'sync'] as const
export const changeVias = ['dashboard', 'api', 'apply', 'command', 'sync'] as const

/** What is changed in an organization. The dashboard has a word for each, and filters by them. */
export const changedKinds = [
  'organization',
  'project',
  'voice_carrier',
  'caller_id',
  'workflow',
  'agent',
  'model_account',
  'webhook_endpoint',
  'campaign',
  'call_batch',
  'do_not_call',
  'whatsapp_sender',
  'whatsapp_template',
  'broadcast',
  'whatsapp_message',
  'opt_out',
  'customer_profile',
  'ticket',
  'source',
  'api_key',
  'person',
  'demo_calls',
] as const

/** What is done to a record. The dashboard has a word for each. */
export const changeActions = [
  'created',
  'updated',
  'removed',
  'opened',
  'closed',
  'ended',
  'settled',
  'separated',
  'erased',
  'replaced',
  'revoked',
  'invited',
  'invitation link made',
  'password link made',
  'second factor turned off',
  'made an operator',
  'read again',
  'crawl requested',
  'crawl canceled',
  'sessions ended',
  'calls canceled',
] as const
export type ChangeAction = (typeof changeActions)[number]

/** Who makes a change, and by which way. */
export interface Actor {
  kind: (typeof actorKinds)[number]
  /** The id of the person, token or key; null for a command and a sync. */
  id: string | null
  /** A person's name, or the system's user and host for a command. It is kept as it is at the time of the change. */
  name: string
  via: (typeof changeVias)[number]
  /** Null for a command and a sync. */
  requestId: string | null
}

/** A field that a change sets. A secret has `before: null` and `after: 'changed'`. */
export interface ChangedField {
  /** As faults name it, such as `calling_hours.windows[1].to`. */
  path: string
  before: unknown
  after: unknown
}

/** The change of one record. */
export type Change = ChangedRecord & {
  /** The project that the record belongs to, or the project itself; absent or null where it belongs to none. */
  project_id?: string | null
  record_id: string
  record_name: string
  /** The record's revision after the change; null where it has none. */
  revision: number | null
  fields: readonly ChangedField[]
}

/** What the record is, and what is done to it. A change of the installation belongs to no organization. */
type ChangedRecord =
  | { organization_id: string; kind: (typeof changedKinds)[number]; action: ChangeAction }
  | { organization_id: null; kind: 'user' | 'personal token'; action: string }

/** The circumstances of a change. */
export interface ChangeWriting {
  now: Date
  newId: NewId
  actor: Actor
}

/** Stores who changed a record from what to what. It belongs into the transaction of the change. */
export async function recordChange(
  transaction: Queryable,
  writing: ChangeWriting,
  change: Change,
): Promise<void> {
  await recordChanges(transaction, writing, [change])
}

/** Stores several changes of one actor in one statement. */
export async function recordChanges(
  transaction: Queryable,
  { now, newId, actor }: ChangeWriting,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return
  await insertChanges(
    transaction,
    changes.map((change) => ({
      organization_id: change.organization_id,
      _id: newId(),
      project_id: change.project_id ?? null,
      at: now.toISOString(),
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      via: actor.via,
      request_id: actor.requestId,
      kind: change.kind,
      record_id: change.record_id,
      record_name: change.record_name,
      action: change.action,
      revision: change.revision,
      fields: change.fields,
    })),
  )
}
