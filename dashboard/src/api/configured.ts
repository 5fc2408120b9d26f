import { call } from './client.ts'
import type {
  ConfiguredAgent,
  ConfiguredBroadcast,
  ConfiguredCallerId,
  ConfiguredCampaign,
  ConfiguredModelAccount,
  ConfiguredOrganization,
  ConfiguredProject,
  ConfiguredVoiceCarrier,
  ConfiguredWebhookEndpoint,
  ConfiguredWhatsappSender,
  ConfiguredWorkflow,
  DryRun,
} from './generated.ts'
import type { Operation, Params } from './operations.ts'

/** Records that are made and changed by the same four operations. */
export interface ConfiguredRecords {
  campaign: ConfiguredCampaign
  workflow: ConfiguredWorkflow
  agent: ConfiguredAgent
  model_account: ConfiguredModelAccount
  voice_carrier: ConfiguredVoiceCarrier
  caller_id: ConfiguredCallerId
  whatsapp_sender: ConfiguredWhatsappSender
  broadcast: ConfiguredBroadcast
  webhook_endpoint: ConfiguredWebhookEndpoint
  project: ConfiguredProject
  organization: ConfiguredOrganization
}

export type ConfiguredKind = keyof ConfiguredRecords

const operations = {
  campaign: { create: 'createCampaign', update: 'updateCampaign', id: 'campaign_id' },
  workflow: { create: 'createWorkflow', update: 'updateWorkflow', id: 'workflow_id' },
  agent: { create: 'createAgent', update: 'updateAgent', id: 'agent_id' },
  model_account: { create: 'createModelAccount', update: 'updateModelAccount', id: 'model_account_id' },
  voice_carrier: { create: 'createVoiceCarrier', update: 'updateVoiceCarrier', id: 'voice_carrier_id' },
  caller_id: { create: 'createCallerId', update: 'updateCallerId', id: 'caller_id' },
  whatsapp_sender: {
    create: 'createWhatsappSender',
    update: 'updateWhatsappSender',
    id: 'whatsapp_sender_id',
  },
  broadcast: { create: 'createBroadcast', update: 'updateBroadcast', id: 'broadcast_id' },
  webhook_endpoint: {
    create: 'createWebhookEndpoint',
    update: 'updateWebhookEndpoint',
    id: 'endpoint_id',
  },
  project: { create: 'createProject', update: 'updateProject', id: 'project_id' },
  organization: { create: 'createOrganization', update: 'updateOrganization', id: 'organization_id' },
} as const

export interface Edit {
  kind: ConfiguredKind
  /** Ids of the organization and project that have the record; empty for an organization. */
  ids: { organization_id?: string; project_id?: string }
  /** null makes a record. */
  recordId: string | null
  /** The fields that change. */
  patch: object
  /** The revision that the edit begins from; null where a record is made. */
  revision: number | null
}

/** Runs an edit to its end and takes it back: what would change, and what that does. */
export async function dryRunEdit(edit: Edit, signal?: AbortSignal): Promise<DryRun> {
  return (await send(edit, true, signal)) as DryRun
}

/** Makes or changes a record, and returns it. */
export async function saveEdit<Kind extends ConfiguredKind>(
  edit: Edit & { kind: Kind },
): Promise<ConfiguredRecords[Kind]> {
  return (await send(edit, false)) as ConfiguredRecords[Kind]
}

function send(
  { kind, ids, recordId, patch, revision }: Edit,
  dry_run: boolean,
  signal?: AbortSignal,
): Promise<unknown> {
  const { create, update, id } = operations[kind]
  const name: Operation = recordId === null ? create : update
  const params = {
    ...ids,
    ...(recordId !== null && { [id]: recordId }),
    ...(dry_run && { dry_run }),
    body: patch,
  }
  // The kinds take the same parameters but for their ids, which the table above names.
  return call(name, params as unknown as Params<typeof name>, {
    revision: revision ?? undefined,
    signal,
  })
}
