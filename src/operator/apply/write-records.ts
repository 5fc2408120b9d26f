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

/** What writing a project needs: its declaration, its tenant, and the ids of its records so far. */
interface ProjectWriting extends Writing {
  project: DeclaredProject
  /** The tenant's columns, which every row begins with. */
  tenant: { organization_id: string; project_id: string }
  ids: Map<string, string>
}

/** Writes the records of a checked project, those that others refer to first. */
export async function writeRecords(
  base: Writing,
  tenant: ProjectWriting['tenant'],
  project: DeclaredProject,
): Promise<AppliedRecords> {
  const writing = { ...base, project, tenant, ids: new Map() }
  const written = {
    voice_carriers: await writeVoiceCarriers(writing),
    caller_ids: await writeCallerIds(writing),
    whatsapp_senders: await writeWhatsappSenders(writing),
    whatsapp_templates: await writeWhatsappTemplates(writing),
    broadcasts: await writeBroadcasts(writing),
    model_accounts: await writeModelAccounts(writing),
    agents: await writeAgents(writing),
    workflows: await writeWorkflows(writing),
    campaigns: await writeCampaigns(writing),
    api_keys: await writeApiKeys(writing),
    webhook_endpoints: await writeWebhookEndpoints(writing),
  }
  // In the order in which the answer has always had them.
  const { voice_carriers, caller_ids, workflows, ...others } = written
  return { voice_carriers, caller_ids, workflows, ...others }
}

async function keepRecord(
  writing: ProjectWriting,
  section: SectionName,
  key: string,
  upsert: (_id: string) => Promise<string | null>,
): Promise<string> {
  const stored = writing.stored.record(writing.tenant.project_id, section, key)
  const reserved = writing.ids.get(recordKey(writing.tenant.project_id, section, key))
  const newId = () => reserved ?? writing.newId()
  const id = await keep({ ...writing, newId }, stored?._id ?? null, upsert)
  writing.ids.set(recordKey(writing.tenant.project_id, section, key), id)
  return id
}

/** Returns the id of a record of this project, declared or stored. */
function idOf(writing: ProjectWriting, section: SectionName, key: string): string {
  const projectId = writing.tenant.project_id
  const id =
    writing.ids.get(recordKey(projectId, section, key)) ?? writing.stored.record(projectId, section, key)?._id
  assert(id, 'a reference that leads nowhere is refused before')
  return id
}

/** Returns the id that a record of this project has or will have: one that is written later gets it then. */
function idToBe(writing: ProjectWriting, section: SectionName, key: string): string {
  const recordOf = recordKey(writing.tenant.project_id, section, key)
  const known =
    writing.ids.get(recordOf) ?? writing.stored.record(writing.tenant.project_id, section, key)?._id
  if (known !== undefined) return known
  const id = writing.newId()
  writing.ids.set(recordOf, id)
  return id
}

function numberOf(writing: ProjectWriting, text: string): string {
  const number = normalizePhoneNumber(text, writing.project.default_country)
  assert(number, 'a number that is none is refused before')
  return number
}

/**
 * Returns the stored secrets of a record, encrypted, in the order of its section; empty if the record is not stored.
 */
function storedSecrets({ stored, tenant }: ProjectWriting, section: SectionName, key: string): Buffer[] {
  return stored.record(tenant.project_id, section, key)?.secrets ?? []
}

function writeVoiceCarriers(writing: ProjectWriting): Promise<AppliedRecord[]> {
  const { transaction, now, secretBox, tenant } = writing
  return Array.fromAsync(writing.project.voice_carriers, async (carrier) => {
    const [storedToken] = storedSecrets(writing, 'voice_carriers', carrier.name)
    const auth_token = sealSecret(secretBox, carrier.auth_token, storedToken)
    const _id = await keepRecord(writing, 'voice_carriers', carrier.name, (_id) =>
      upsertVoiceCarrier(
        transaction,
        { ...tenant, _id, ...carrier, auth_token, api_url_given_by: giverOf(writing, carrier) },
        now,
      ),
    )
    await insertRateLimit(transaction, tenant.organization_id, _id)
    return { _id, name: carrier.name }
  })
}

/** Returns the organization whose own people give an address of an API; null: an operator does, or nobody. */
function giverOf(
  { tenant, isOperator }: ProjectWriting,
  { api_url }: { api_url: string | null },
): string | null {
  return isOperator || api_url === null ? null : tenant.organization_id
}

function writeCallerIds(writing: ProjectWriting): Promise<AppliedCallerId[]> {
  return Array.fromAsync(writing.project.caller_ids, async (callerId) => {
    const number = numberOf(writing, callerId.number)
    const voice_carrier_id = idOf(writing, 'voice_carriers', callerId.carrier)
    const { inbound_campaign } = callerId
    const inbound_campaign_id =
      inbound_campaign === null ? null : idToBe(writing, 'campaigns', inbound_campaign)
    const row = { ...writing.tenant, number, voice_carrier_id, inbound_campaign_id }
    const _id = await keepRecord(writing, 'caller_ids', number, (_id) =>
      upsertCallerId(writing.transaction, { ...row, _id }, writing.now),
    )
    return { _id, number }
  })
}

function writeWorkflows(writing: ProjectWriting): Promise<AppliedRecord[]> {
  return Array.fromAsync(writing.project.workflows, async ({ name, definition }) => {
    const checked = checkWorkflow(definition)
    assert(checked.ok, 'a definition at fault is refused before')
    const _id = await keepRecord(writing, 'workflows', name, (_id) =>
      upsertWorkflow(
        writing.transaction,
        { ...writing.tenant, _id, name, ...workflowRow(writing, checked.definition) },
        writing.now,
      ),
    )
    return { _id, name }
  })
}

/** Returns a definition as it is stored: its agent by id instead of by name. */
function workflowRow(
  writing: ProjectWriting,
  definition: WorkflowDefinition,
): { definition: WorkflowDefinition; agent_id: string | null } {
  const found = agentStepOf(definition)
  if (found === null) return { definition, agent_id: null }
  const { name, step } = found
  const agent_id = idOf(writing, 'agents', step.agent)
  const steps = { ...definition.steps, [name]: { ...step, agent: agent_id } }
  return { definition: { ...definition, steps }, agent_id }
}

function writeCampaigns(writing: ProjectWriting): Promise<AppliedRecord[]> {
  return Array.fromAsync(writing.project.campaigns, async (campaign) => {
    const _id = await keepRecord(writing, 'campaigns', campaign.name, (_id) =>
      upsertCampaign(writing.transaction, campaignRow(writing, campaign, _id), writing.now),
    )
    // Hours, slots or end may have changed, so the queue is checked again.
    const queue = { ...writing.tenant, campaign_id: _id }
    await upsertQueue(writing.transaction, queue, campaign.slots, writing.now)
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
  writing: ProjectWriting,
  { workflow, agent, caller_id, calling_hours, retry, ...campaign }: DeclaredCampaign,
  _id: string,
): Parameters<typeof upsertCampaign>[1] {
  const on = retry?.on ?? []
  return {
    ...writing.tenant,
    _id,
    ...campaign,
    workflow_id: workflow === null ? null : idOf(writing, 'workflows', workflow),
    agent_id: agent === null ? null : idOf(writing, 'agents', agent),
    caller_id_id: caller_id === null ? null : idOf(writing, 'caller_ids', numberOf(writing, caller_id)),
    calling_hours: calling_hours && storedHours(calling_hours, writing.project.timezone),
    retry_max_attempts: retry?.max_attempts ?? 1,
    retry_delay_minutes: retry?.delay_minutes ?? 0,
    retry_on: retryOutcomes.filter((outcome) => on.includes(outcome)),
  }
}

function writeWhatsappSenders(writing: ProjectWriting): Promise<AppliedRecord[]> {
  const { transaction, now, secretBox, tenant } = writing
  return Array.fromAsync(writing.project.whatsapp_senders, async (sender) => {
    const [access, app, verify] = storedSecrets(writing, 'whatsapp_senders', sender.name)
    const secrets = {
      access_token: sealSecret(secretBox, sender.access_token, access),
      app_secret: sealSecret(secretBox, sender.app_secret, app),
      verify_token: sealSecret(secretBox, sender.verify_token, verify),
      verify_token_digest: sender.verify_token === undefined ? null : secretBox.digest(sender.verify_token),
    }
    const api_url_given_by = giverOf(writing, sender)
    const _id = await keepRecord(writing, 'whatsapp_senders', sender.name, (_id) =>
      upsertWhatsappSender(transaction, { ...tenant, _id, ...sender, ...secrets, api_url_given_by }, now),
    )
    return { _id, name: sender.name }
  })
}

function writeWhatsappTemplates(writing: ProjectWriting): Promise<AppliedRecord[]> {
  return Array.fromAsync(writing.project.whatsapp_templates, async ({ sender, ...template }) => {
    const whatsapp_sender_id = idOf(writing, 'whatsapp_senders', sender)
    const _id = await keepRecord(writing, 'whatsapp_templates', template.name, (_id) =>
      upsertWhatsappTemplate(
        writing.transaction,
        { ...writing.tenant, _id, ...template, whatsapp_sender_id },
        writing.now,
      ),
    )
    return { _id, name: template.name }
  })
}

function writeBroadcasts(writing: ProjectWriting): Promise<AppliedRecord[]> {
  return Array.fromAsync(writing.project.broadcasts, async ({ name, sender, template }) => {
    const whatsapp_sender_id = idOf(writing, 'whatsapp_senders', sender)
    const whatsapp_template_id = template === null ? null : idOf(writing, 'whatsapp_templates', template)
    const _id = await keepRecord(writing, 'broadcasts', name, (_id) =>
      upsertBroadcast(
        writing.transaction,
        { ...writing.tenant, _id, name, whatsapp_sender_id, whatsapp_template_id },
        writing.now,
      ),
    )
    return { _id, name }
  })
}

function writeModelAccounts(writing: ProjectWriting): Promise<AppliedRecord[]> {
  const { transaction, now, secretBox, tenant } = writing
  return Array.fromAsync(writing.project.model_accounts, async (account) => {
    const [stored] = storedSecrets(writing, 'model_accounts', account.name)
    const api_key = sealSecretIfAny(secretBox, account.api_key, stored)
    const _id = await keepRecord(writing, 'model_accounts', account.name, (_id) =>
      upsertModelAccount(transaction, { ...tenant, _id, ...account, api_key }, now),
    )
    return { _id, name: account.name }
  })
}

function writeAgents(writing: ProjectWriting): Promise<AppliedRecord[]> {
  return Array.fromAsync(writing.project.agents, async (agent) => {
    const _id = await keepRecord(writing, 'agents', agent.name, (_id) =>
      upsertAgent(writing.transaction, agentRow(writing, agent, _id), writing.now),
    )
    return { _id, name: agent.name }
  })
}

function agentRow(
  writing: ProjectWriting,
  agent: DeclaredAgent,
  _id: string,
): Parameters<typeof upsertAgent>[1] {
  const { name, model, fallback, whatsapp, tools, ...fields } = agent
  const stored = writing.stored.record(writing.tenant.project_id, 'agents', name)
  const storedSecret = (tool: string) => stored?.secrets[stored.tools.indexOf(tool)]
  const broadcastId = (reference: string | undefined | null) =>
    reference === undefined || reference === null ? null : idOf(writing, 'broadcasts', reference)
  const secrets = tools.flatMap((tool): [string, Buffer][] =>
    tool.kind === 'http'
      ? [[tool.name, sealSecret(writing.secretBox, tool.secret, storedSecret(tool.name))]]
      : [],
  )
  return {
    ...writing.tenant,
    _id,
    name,
    definition: {
      ...fields,
      whatsapp: whatsapp && { gather_seconds: whatsapp.gather_seconds },
      tools: tools.map((tool) => (tool.kind === 'http' ? withoutSecret(tool) : tool)),
    },
    model_account_id: idOf(writing, 'model_accounts', model),
    fallback_account_id: fallback === null ? null : idOf(writing, 'model_accounts', fallback),
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
 * Writes API keys. A stored key, also a revoked one, stays as it is, since its holder relies on it, but for a rate that
 * is declared.
 */
function writeApiKeys(writing: ProjectWriting): Promise<AppliedApiKey[]> {
  return Array.fromAsync(writing.project.api_keys, async ({ name, scopes, rate: declared }) => {
    const rate = rateOf(declared ?? usualRate)
    const isStored = writing.stored.record(writing.tenant.project_id, 'api_keys', name) !== null
    const key = isStored ? null : generateApiKey()
    const _id = await keepRecord(writing, 'api_keys', name, async (_id) => {
      if (key === null)
        return declared == null
          ? null
          : updateApiKeyRate(writing.transaction, { ...writing.tenant, _id }, rate, writing.now)
      const identity = { key_hash: hashApiKey(key), prefix: prefixOfApiKey(key) }
      const made = { created_at: writing.now, made_by: writing.actor.name }
      const row = { ...writing.tenant, _id, name, ...identity, scopes, rate, ...made }
      return (await insertApiKey(writing.transaction, row)) ? _id : null
    })
    return { _id, name, ...(key !== null && { key }) }
  })
}

function writeWebhookEndpoints(writing: ProjectWriting): Promise<AppliedWebhookEndpoint[]> {
  return Array.fromAsync(writing.project.webhook_endpoints, async ({ types, order, secret, ...endpoint }) => {
    const [stored] = storedSecrets(writing, 'webhook_endpoints', endpoint.name)
    const made = secret === undefined && stored === undefined ? newWebhookSecret() : undefined
    const row = {
      ...writing.tenant,
      ...endpoint,
      declared_types: types,
      types: expandTypes(types),
      delivery_order: order,
      secret: sealSecret(writing.secretBox, secret ?? made, stored),
      keeps_secret: secret === undefined,
    }
    const _id = await keepRecord(writing, 'webhook_endpoints', endpoint.name, (_id) =>
      upsertEndpoint(writing.transaction, { ...row, _id }, writing.now),
    )
    return { _id, name: endpoint.name, ...(made !== undefined && { secret: made }) }
  })
}
