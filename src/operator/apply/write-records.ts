import assert from 'node:assert/strict'
import { upsertAgent, upsertModelAccount } from '../../agents/declared-queries.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { newWebhookSecret } from '../../base/sign-webhook.ts'
import { insertRateLimit, upsertQueue } from '../../calls/queue/queue-queries.ts'
import type { CampaignHours } from '../../campaigns/campaign-hours.ts'
import { retryOutcomes, upsertCallerId, upsertCampaign, upsertVoiceCarrier } from '../../campaigns/queries.ts'
import { generateApiKey, hashApiKey, prefixOfApiKey } from '../../keys/api-key.ts'
import { rateOf, usualRate } from '../../keys/limits/rates.ts'
import { insertApiKey, updateApiKeyRate } from '../../keys/queries.ts'
import { upsertEndpoint } from '../../webhooks/endpoints/declared-queries.ts'
import { expandTypes } from '../../webhooks/endpoints/event-types.ts'
import { upsertBroadcast, upsertWhatsappSender, upsertWhatsappTemplate } from '../../whatsapp/queries.ts'
import { checkWorkflow } from '../../workflows/check-definition.ts'
import { agentStepOf } from '../../workflows/definition.ts'
import type { WorkflowDefinition } from '../../workflows/definition.ts'
import { upsertWorkflow } from '../../workflows/queries.ts'
import type { DeclaredAgent, DeclaredCampaign, DeclaredProject } from './declaration.ts'
import type { SectionName } from './outline.ts'
import { sealSecret, sealSecretIfAny } from './seal-secret.ts'
import { recordKey } from './stored.ts'
import { keep } from './writing.ts'
import type { Writing } from './writing.ts'

export interface AppliedRecord {
  _id: string
  name: string
}

export interface AppliedCallerId {
  _id: string
  /** E.164. */
  number: string
}

export interface AppliedApiKey extends AppliedRecord {
  /** The value of the key if this run made it. It is stored nowhere. */
  key?: string
}

export interface AppliedWebhookEndpoint extends AppliedRecord {
  /** The secret that signs its deliveries, if this run made it. It is shown only now. */
  secret?: string
}

/** The records of a project, each list in the order of the declaration. */
export interface AppliedRecords {
  voice_carriers: AppliedRecord[]
  caller_ids: AppliedCallerId[]
  workflows: AppliedRecord[]
  whatsapp_senders: AppliedRecord[]
  whatsapp_templates: AppliedRecord[]
  broadcasts: AppliedRecord[]
  model_accounts: AppliedRecord[]
  agents: AppliedRecord[]
  campaigns: AppliedRecord[]
  api_keys: AppliedApiKey[]
  webhook_endpoints: AppliedWebhookEndpoint[]
}

/** The project to write, and the ids of its records so far. */
interface Place extends Writing {
  project: DeclaredProject
  /** The tenant's columns, which every row begins with. */
  tenant: { organization_id: string; project_id: string }
  ids: Map<string, string>
}

/** Writes the records of a checked project, those that others refer to first. */
export async function writeRecords(
  writing: Writing,
  tenant: Place['tenant'],
  project: DeclaredProject,
): Promise<AppliedRecords> {
  const place = { ...writing, project, tenant, ids: new Map() }
  const written = {
    voice_carriers: await writeVoiceCarriers(place),
    caller_ids: await writeCallerIds(place),
    whatsapp_senders: await writeWhatsappSenders(place),
    whatsapp_templates: await writeWhatsappTemplates(place),
    broadcasts: await writeBroadcasts(place),
    model_accounts: await writeModelAccounts(place),
    agents: await writeAgents(place),
    workflows: await writeWorkflows(place),
    campaigns: await writeCampaigns(place),
    api_keys: await writeApiKeys(place),
    webhook_endpoints: await writeWebhookEndpoints(place),
  }
  // In the order in which the answer has always had them.
  const { voice_carriers, caller_ids, workflows, ...others } = written
  return { voice_carriers, caller_ids, workflows, ...others }
}

async function keepRecord(
  place: Place,
  section: SectionName,
  key: string,
  upsert: (_id: string) => Promise<string | null>,
): Promise<string> {
  const stored = place.stored.record(place.tenant.project_id, section, key)
  const reserved = place.ids.get(recordKey(place.tenant.project_id, section, key))
  const newId = () => reserved ?? place.newId()
  const id = await keep({ ...place, newId }, stored?._id ?? null, upsert)
  place.ids.set(recordKey(place.tenant.project_id, section, key), id)
  return id
}

/** Returns the id of a record of this project, declared or stored. */
function idOf(place: Place, section: SectionName, key: string): string {
  const projectId = place.tenant.project_id
  const id =
    place.ids.get(recordKey(projectId, section, key)) ?? place.stored.record(projectId, section, key)?._id
  assert(id, 'a reference that leads nowhere is refused before')
  return id
}

/** Returns the id that a record of this project has or will have: one that is written later gets it then. */
function idToBe(place: Place, section: SectionName, key: string): string {
  const recordOf = recordKey(place.tenant.project_id, section, key)
  const known = place.ids.get(recordOf) ?? place.stored.record(place.tenant.project_id, section, key)?._id
  if (known !== undefined) return known
  const id = place.newId()
  place.ids.set(recordOf, id)
  return id
}

function numberOf(place: Place, text: string): string {
  const number = normalizePhoneNumber(text, place.project.default_country)
  assert(number, 'a number that is none is refused before')
  return number
}

/**
 * Returns the stored secrets of a record, encrypted, in the order of its section; empty if the record is not stored.
 */
function storedSecrets({ stored, tenant }: Place, section: SectionName, key: string): Buffer[] {
  return stored.record(tenant.project_id, section, key)?.secrets ?? []
}

function writeVoiceCarriers(place: Place): Promise<AppliedRecord[]> {
  const { transaction, now, secretBox, tenant } = place
  return Array.fromAsync(place.project.voice_carriers, async (carrier) => {
    const [storedToken] = storedSecrets(place, 'voice_carriers', carrier.name)
    const auth_token = sealSecret(secretBox, carrier.auth_token, storedToken)
    const _id = await keepRecord(place, 'voice_carriers', carrier.name, (_id) =>
      upsertVoiceCarrier(
        transaction,
        { ...tenant, _id, ...carrier, auth_token, api_url_given_by: giverOf(place, carrier) },
        now,
      ),
    )
    await insertRateLimit(transaction, tenant.organization_id, _id)
    return { _id, name: carrier.name }
  })
}

/** Returns the organization whose own people give an address of an API; null: an operator does, or nobody. */
function giverOf({ tenant, isOperator }: Place, { api_url }: { api_url: string | null }): string | null {
  return isOperator || api_url === null ? null : tenant.organization_id
}

function writeCallerIds(place: Place): Promise<AppliedCallerId[]> {
  return Array.fromAsync(place.project.caller_ids, async (callerId) => {
    const number = numberOf(place, callerId.number)
    const voice_carrier_id = idOf(place, 'voice_carriers', callerId.carrier)
    const { inbound_campaign } = callerId
    const inbound_campaign_id =
      inbound_campaign === null ? null : idToBe(place, 'campaigns', inbound_campaign)
    const row = { ...place.tenant, number, voice_carrier_id, inbound_campaign_id }
    const _id = await keepRecord(place, 'caller_ids', number, (_id) =>
      upsertCallerId(place.transaction, { ...row, _id }, place.now),
    )
    return { _id, number }
  })
}

function writeWorkflows(place: Place): Promise<AppliedRecord[]> {
  return Array.fromAsync(place.project.workflows, async ({ name, definition }) => {
    const checked = checkWorkflow(definition)
    assert(checked.ok, 'a definition at fault is refused before')
    const _id = await keepRecord(place, 'workflows', name, (_id) =>
      upsertWorkflow(
        place.transaction,
        { ...place.tenant, _id, name, ...workflowRow(place, checked.definition) },
        place.now,
      ),
    )
    return { _id, name }
  })
}

/** Returns a definition as it is stored: its agent by id instead of by name. */
function workflowRow(
  place: Place,
  definition: WorkflowDefinition,
): { definition: WorkflowDefinition; agent_id: string | null } {
  const found = agentStepOf(definition)
  if (found === null) return { definition, agent_id: null }
  const { name, step } = found
  const agent_id = idOf(place, 'agents', step.agent)
  const steps = { ...definition.steps, [name]: { ...step, agent: agent_id } }
  return { definition: { ...definition, steps }, agent_id }
}

function writeCampaigns(place: Place): Promise<AppliedRecord[]> {
  return Array.fromAsync(place.project.campaigns, async (campaign) => {
    const _id = await keepRecord(place, 'campaigns', campaign.name, (_id) =>
      upsertCampaign(place.transaction, campaignRow(place, campaign, _id), place.now),
    )
    // Hours, slots or end may have changed, so the queue is checked again.
    const queue = { ...place.tenant, campaign_id: _id }
    await upsertQueue(place.transaction, queue, campaign.slots, place.now)
    return { _id, name: campaign.name }
  })
}

/** Returns calling hours as they are stored: with a time zone, and `also_callee` only if it is true. */
function storedHours(
  { timezone, also_callee, ...hours }: NonNullable<DeclaredCampaign['calling_hours']>,
  projectZone: string,
): CampaignHours {
  return { ...hours, timezone: timezone ?? projectZone, ...(also_callee === true && { also_callee }) }
}

function campaignRow(
  place: Place,
  { workflow, agent, caller_id, calling_hours, retry, ...campaign }: DeclaredCampaign,
  _id: string,
): Parameters<typeof upsertCampaign>[1] {
  const on = retry?.on ?? []
  return {
    ...place.tenant,
    _id,
    ...campaign,
    workflow_id: workflow === null ? null : idOf(place, 'workflows', workflow),
    agent_id: agent === null ? null : idOf(place, 'agents', agent),
    caller_id_id: caller_id === null ? null : idOf(place, 'caller_ids', numberOf(place, caller_id)),
    calling_hours: calling_hours && storedHours(calling_hours, place.project.timezone),
    retry_max_attempts: retry?.max_attempts ?? 1,
    retry_delay_minutes: retry?.delay_minutes ?? 0,
    retry_on: retryOutcomes.filter((outcome) => on.includes(outcome)),
  }
}

function writeWhatsappSenders(place: Place): Promise<AppliedRecord[]> {
  const { transaction, now, secretBox, tenant } = place
  return Array.fromAsync(place.project.whatsapp_senders, async (sender) => {
    const [access, app, verify] = storedSecrets(place, 'whatsapp_senders', sender.name)
    const secrets = {
      access_token: sealSecret(secretBox, sender.access_token, access),
      app_secret: sealSecret(secretBox, sender.app_secret, app),
      verify_token: sealSecret(secretBox, sender.verify_token, verify),
      verify_token_digest: sender.verify_token === undefined ? null : secretBox.digest(sender.verify_token),
    }
    const api_url_given_by = giverOf(place, sender)
    const _id = await keepRecord(place, 'whatsapp_senders', sender.name, (_id) =>
      upsertWhatsappSender(transaction, { ...tenant, _id, ...sender, ...secrets, api_url_given_by }, now),
    )
    return { _id, name: sender.name }
  })
}

function writeWhatsappTemplates(place: Place): Promise<AppliedRecord[]> {
  return Array.fromAsync(place.project.whatsapp_templates, async ({ sender, ...template }) => {
    const whatsapp_sender_id = idOf(place, 'whatsapp_senders', sender)
    const _id = await keepRecord(place, 'whatsapp_templates', template.name, (_id) =>
      upsertWhatsappTemplate(
        place.transaction,
        { ...place.tenant, _id, ...template, whatsapp_sender_id },
        place.now,
      ),
    )
    return { _id, name: template.name }
  })
}

function writeBroadcasts(place: Place): Promise<AppliedRecord[]> {
  return Array.fromAsync(place.project.broadcasts, async ({ name, sender, template }) => {
    const whatsapp_sender_id = idOf(place, 'whatsapp_senders', sender)
    const whatsapp_template_id = template === null ? null : idOf(place, 'whatsapp_templates', template)
    const _id = await keepRecord(place, 'broadcasts', name, (_id) =>
      upsertBroadcast(
        place.transaction,
        { ...place.tenant, _id, name, whatsapp_sender_id, whatsapp_template_id },
        place.now,
      ),
    )
    return { _id, name }
  })
}

function writeModelAccounts(place: Place): Promise<AppliedRecord[]> {
  const { transaction, now, secretBox, tenant } = place
  return Array.fromAsync(place.project.model_accounts, async (account) => {
    const [stored] = storedSecrets(place, 'model_accounts', account.name)
    const api_key = sealSecretIfAny(secretBox, account.api_key, stored)
    const _id = await keepRecord(place, 'model_accounts', account.name, (_id) =>
      upsertModelAccount(transaction, { ...tenant, _id, ...account, api_key }, now),
    )
    return { _id, name: account.name }
  })
}

function writeAgents(place: Place): Promise<AppliedRecord[]> {
  return Array.fromAsync(place.project.agents, async (agent) => {
    const _id = await keepRecord(place, 'agents', agent.name, (_id) =>
      upsertAgent(place.transaction, agentRow(place, agent, _id), place.now),
    )
    return { _id, name: agent.name }
  })
}

function agentRow(place: Place, agent: DeclaredAgent, _id: string): Parameters<typeof upsertAgent>[1] {
  const { name, model, fallback, whatsapp, tools, ...fields } = agent
  const stored = place.stored.record(place.tenant.project_id, 'agents', name)
  const storedSecret = (tool: string) => stored?.secrets[stored.tools.indexOf(tool)]
  const broadcastId = (reference: string | undefined | null) =>
    reference === undefined || reference === null ? null : idOf(place, 'broadcasts', reference)
  const secrets = tools.flatMap((tool): [string, Buffer][] =>
    tool.kind === 'http'
      ? [[tool.name, sealSecret(place.secretBox, tool.secret, storedSecret(tool.name))]]
      : [],
  )
  return {
    ...place.tenant,
    _id,
    name,
    definition: {
      ...fields,
      whatsapp: whatsapp && { gather_seconds: whatsapp.gather_seconds },
      tools: tools.map((tool) => (tool.kind === 'http' ? withoutSecret(tool) : tool)),
    },
    model_account_id: idOf(place, 'model_accounts', model),
    fallback_account_id: fallback === null ? null : idOf(place, 'model_accounts', fallback),
    broadcast_id: broadcastId(whatsapp?.broadcast),
    after_window_broadcast_id: broadcastId(whatsapp?.after_window),
    tool_secrets: new Map(secrets),
  }
}

function withoutSecret<Tool extends { secret?: string | undefined }>(tool: Tool): Omit<Tool, 'secret'> {
  const kept = { ...tool }
  delete kept.secret
  return kept
}

/**
 * Writes API keys. A stored key, also a revoked one, stays as it is, since its holder relies on it, but for a rate that is
 * declared.
 */
function writeApiKeys(place: Place): Promise<AppliedApiKey[]> {
  return Array.fromAsync(place.project.api_keys, async ({ name, scopes, rate: declared }) => {
    const rate = rateOf(declared ?? usualRate)
    const isStored = place.stored.record(place.tenant.project_id, 'api_keys', name) !== null
    const key = isStored ? null : generateApiKey()
    const _id = await keepRecord(place, 'api_keys', name, async (_id) => {
      if (key === null)
        return declared == null
          ? null
          : updateApiKeyRate(place.transaction, { ...place.tenant, _id }, rate, place.now)
      const identity = { key_hash: hashApiKey(key), prefix: prefixOfApiKey(key) }
      const made = { created_at: place.now, made_by: place.actor.name }
      const row = { ...place.tenant, _id, name, ...identity, scopes, rate, ...made }
      return (await insertApiKey(place.transaction, row)) ? _id : null
    })
    return { _id, name, ...(key !== null && { key }) }
  })
}

function writeWebhookEndpoints(place: Place): Promise<AppliedWebhookEndpoint[]> {
  return Array.fromAsync(place.project.webhook_endpoints, async ({ types, order, secret, ...endpoint }) => {
    const [stored] = storedSecrets(place, 'webhook_endpoints', endpoint.name)
    const made = secret === undefined && stored === undefined ? newWebhookSecret() : undefined
    const row = {
      ...place.tenant,
      ...endpoint,
      declared_types: types,
      types: expandTypes(types),
      delivery_order: order,
      secret: sealSecret(place.secretBox, secret ?? made, stored),
    }
    const _id = await keepRecord(place, 'webhook_endpoints', endpoint.name, (_id) =>
      upsertEndpoint(place.transaction, { ...row, _id }, place.now),
    )
    return { _id, name: endpoint.name, ...(made !== undefined && { secret: made }) }
  })
}
