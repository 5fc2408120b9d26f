import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import { memberOf } from '../../base/unknown-shape.ts'
import { campaignStatuses } from '../../campaigns/queries.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { expecting, flag, PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { OrganizationParams, ProjectParams, organizationPath, projectPath } from '../../http/paths.ts'
import { actorOf } from '../../keys/actor-of.ts'
import { refuseStalePassword } from '../../users/authenticate-user.ts'
import type { RouteRole } from '../../users/roles.ts'
import type { ApplyContext } from '../apply/apply-declaration.ts'
import { sections } from '../apply/outline.ts'
import { kindOfSection } from '../configured/kinds.ts'
import { selectConfigured, selectConfiguredPage } from '../configured/queries.ts'
import { editRecord } from '../edit/edit-record.ts'
import type { EditedPlace } from '../edit/edit-record.ts'
import { faultyEdit, readRevision, sendRecord, sendStale } from './answer-edit.ts'
import { showRecords } from './show-record.ts'
import type { ShowContext } from './show-record.ts'
import { DryRun, shapes } from './shown-records.ts'

type Section = keyof typeof shapes

interface Words {
  path: string
  /** As in `listCampaigns` and `getCampaign`. */
  many: string
  one: string
  tag: string
  /** Who may make and change them; whoever is in the organization may read. */
  role: 'editor' | 'admin'
}

const words: Record<Section, Words> = {
  projects: { path: '/projects', many: 'Projects', one: 'Project', tag: 'Projects', role: 'admin' },
  voice_carriers: {
    path: '/voice-carriers',
    many: 'VoiceCarriers',
    one: 'VoiceCarrier',
    tag: 'Carriers',
    role: 'admin',
  },
  caller_ids: { path: '/caller-ids', many: 'CallerIds', one: 'CallerId', tag: 'Carriers', role: 'admin' },
  workflows: { path: '/workflows', many: 'Workflows', one: 'Workflow', tag: 'Workflows', role: 'editor' },
  whatsapp_senders: {
    path: '/whatsapp-senders',
    many: 'WhatsappSenders',
    one: 'WhatsappSender',
    tag: 'Senders',
    role: 'admin',
  },
  campaigns: { path: '/campaigns', many: 'Campaigns', one: 'Campaign', tag: 'Campaigns', role: 'editor' },
  broadcasts: { path: '/broadcasts', many: 'Broadcasts', one: 'Broadcast', tag: 'WhatsApp', role: 'editor' },
  model_accounts: {
    path: '/model-accounts',
    many: 'ModelAccounts',
    one: 'ModelAccount',
    tag: 'Agents',
    role: 'admin',
  },
  agents: { path: '/agents', many: 'Agents', one: 'Agent', tag: 'Agents', role: 'editor' },
  webhook_endpoints: {
    path: '/webhook-endpoints',
    many: 'WebhookEndpoints',
    one: 'WebhookEndpoint',
    tag: 'Webhooks',
    role: 'admin',
  },
}

/** The parameter of the path that names a record. */
const idParameters: Record<Section, string> = {
  projects: 'project_id',
  voice_carriers: 'voice_carrier_id',
  caller_ids: 'caller_id',
  workflows: 'workflow_id',
  whatsapp_senders: 'whatsapp_sender_id',
  campaigns: 'campaign_id',
  broadcasts: 'broadcast_id',
  model_accounts: 'model_account_id',
  agents: 'agent_id',
  webhook_endpoints: 'endpoint_id',
}

/** What the endpoints that change records need. */
type EditContext = ReadContext & ConfigHints

/** What the endpoints that show records need. */
type ReadContext = ApplyContext & ShowContext

/** The names of the endpoints in the project API, and the scope that a key needs for them. */
export interface ProjectApi {
  scope: string
  list: { operationId: string }
  get: { operationId: string }
  create: { operationId: string }
  update: { operationId: string }
}

/** The endpoints of a kind of configured record. */
export interface ConfiguredEndpoints {
  list: (app: App, context: ReadContext) => void
  create: (app: App, context: EditContext) => void
  get: (app: App, context: ReadContext) => void
  update: (app: App, context: EditContext) => void
}

const CampaignsQuery = PageQuery.extend({
  status: z
    .enum(campaignStatuses, expecting(`must be one of ${campaignStatuses.join(', ')}`))
    .optional()
    .describe('Only campaigns with this status. One past its `ends_at` counts as `ended`.'),
})

export const EditQuery = z.object({
  dry_run: flag('Changes nothing; the answer is what would change, and what that does.'),
})
export const IfMatch = z.object({
  'if-match': z
    .string()
    .optional()
    .describe('The `ETag` of the record that the edit is based on. It is required.'),
})

/** Returns what the endpoints of a section have in common. */
function commonOf(section: Section) {
  const isProject = section === 'projects'
  const pathOf = isProject ? organizationPath : projectPath
  const ListParams = isProject ? OrganizationParams : ProjectParams
  const parameter = idParameters[section]
  const OneParams = ListParams.extend({ [parameter]: z.string().describe(`Id of the ${noun(section)}.`) })
  const { path, ...rest } = words[section]
  const listPath = pathOf(path)
  return { ...rest, listPath, onePath: `${listPath}/:${parameter}`, ListParams, OneParams, isProject }
}

/**
 * Returns the endpoints that list, make, read and change the records of a section.
 *
 * @param api for the project API; null: for the management API, where roles decide.
 */
export function configuredEndpoints(section: Section, api: ProjectApi | null = null): ConfiguredEndpoints {
  const leavesOutChanges = api !== null
  return {
    list: (app, context) => addList(app, { ...context, leavesOutChanges }, section, api),
    get: (app, context) => addGet(app, { ...context, leavesOutChanges }, section, api),
    create: (app, context) => addCreate(app, { ...context, leavesOutChanges }, section, api),
    update: (app, context) => addUpdate(app, { ...context, leavesOutChanges }, section, api),
  }
}

/** Returns the schema of a record. Programs with a key do not see who changed it. */
function shownBy(section: Section, api: ProjectApi | null) {
  return api === null ? shapes[section].Shown : shapes[section].ShownToKeys
}

/** Says who may use an endpoint: a key with the scope, or a role where there is none. */
function accessOf(api: ProjectApi | null, role: RouteRole): FastifyContextConfig {
  return api === null ? { role } : { scope: api.scope }
}

function addList(app: App, context: ReadContext, section: Section, api: ProjectApi | null): void {
  const { listPath, many, tag, ListParams, isProject } = commonOf(section)
  app.get(
    listPath,
    {
      config: { ...accessOf(api, 'viewer'), ...(isProject && { leavesOutProjects: true }) },
      schema: {
        operationId: api?.list.operationId ?? `list${many}`,
        summary: `List ${noun(section)}s`,
        description: 'Lists them by name.',
        tags: [tag],
        params: ListParams,
        querystring: section === 'campaigns' ? CampaignsQuery : PageQuery,
        response: { 200: pageOf(shownBy(section, api)), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { user, query } = request
      const ids = isProject ? user.project_ids : null
      const place = placeOf(section, request)
      const { items, total } = await selectConfiguredPage(context.db, kindOf(section), place, ids, {
        ...query,
        now: context.clock.now(),
      })
      return page(await showRecords(context, items), total, query) as never // Its schema hangs on the section.
    },
  )
}

function addGet(app: App, context: ReadContext, section: Section, api: ProjectApi | null): void {
  const { onePath, one, tag, OneParams } = commonOf(section)
  app.get(
    onePath,
    {
      config: accessOf(api, 'viewer'),
      schema: {
        operationId: api?.get.operationId ?? `get${one}`,
        summary: `Get ${aRecord(section)}`,
        tags: [tag],
        params: OneParams,
        response: { 200: successOf(shownBy(section, api)), ...refusalsOf(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const row = await findRecord(context, section, request)
      return (await sendRecord(context, reply, row)) as never // Its schema hangs on the section.
    },
  )
}

function addCreate(app: App, context: EditContext, section: Section, api: ProjectApi | null): void {
  const { listPath, one, tag, role, ListParams } = commonOf(section)
  const { Input } = shapes[section]
  const Shown = shownBy(section, api)
  app.post(
    listPath,
    {
      config: accessOf(api, role),
      schema: {
        operationId: api?.create.operationId ?? `create${one}`,
        summary: `Make ${aRecord(section)}`,
        tags: [tag],
        params: ListParams,
        querystring: EditQuery,
        body: Input,
        response: {
          200: successOf(DryRun),
          201: successOf(Shown, 201),
          ...refusalsOf(400, 401, 403, 404, 429),
        },
      },
    },
    // Its schema hangs on the section.
    async (request, reply) => (await answerEdit(context, section, request, reply, null)) as never,
  )
}

function addUpdate(app: App, context: EditContext, section: Section, api: ProjectApi | null): void {
  const { onePath, one, tag, role, OneParams } = commonOf(section)
  const { Patch } = shapes[section]
  const Shown = shownBy(section, api)
  app.patch(
    onePath,
    {
      config: accessOf(api, role),
      schema: {
        operationId: api?.update.operationId ?? `update${one}`,
        summary: `Change ${aRecord(section)}`,
        description:
          'Takes the fields of the declaration, also a new name. `If-Match` names the revision that it is based on' +
          (api === null ? '.' : '; without it the edit is based on whatever is stored.'),
        tags: [tag],
        params: OneParams,
        querystring: EditQuery,
        headers: IfMatch,
        body: Patch,
        response: {
          200: successOf(z.union([Shown, DryRun])),
          ...(api === null
            ? { ...refusalsOf(400, 401, 403, 404, 428, 429), 412: staleOf(Shown) }
            : refusalsOf(400, 401, 403, 404, 412, 429)),
        },
      },
    },
    async (request, reply) => {
      const recordId = (request.params as Record<string, string>)[idParameters[section]] ?? ''
      // Its schema hangs on the section.
      return (await answerEdit(context, section, request, reply, recordId)) as never
    },
  )
}

/** Returns the error for an edit of an old revision. It carries the record. */
export function staleOf<Shown extends z.ZodType>(record: Shown) {
  return z
    .object({
      status: z.literal('error'),
      message: z.string(),
      data: record.describe('The record as it is now.'),
      status_code: z.literal(412),
      code: z.literal('changed_meanwhile'),
      faults: z.array(z.never()),
      request_id: z.string(),
    })
    .describe('Precondition Failed')
}

/** Returns what the texts of the API call a record of the section: `caller ID`. */
function noun(section: Section): string {
  return kindOf(section)
    .replaceAll('_', ' ')
    .replace('caller id', 'caller ID')
    .replace('whatsapp', 'WhatsApp')
}

/** Returns the same with its article: `an agent`. */
function aRecord(section: Section): string {
  const named = noun(section)
  return `${/^[aeio]/.test(named) ? 'an' : 'a'} ${named}`
}

function kindOf(section: Section) {
  return section === 'projects' ? 'project' : kindOfSection[section]
}

/** Returns where a request's record lies. The guard has found the organization and the project. */
function placeOf(section: Section, request: FastifyRequest): EditedPlace {
  const { organization_id, project_id } = request.params as { organization_id: string; project_id: string }
  return { section, organization_id, project_id: section === 'projects' ? null : project_id }
}

async function findRecord({ db }: ApplyContext, section: Section, request: FastifyRequest) {
  const id = (request.params as Record<string, string>)[idParameters[section]] ?? ''
  const { organization_id, project_id } = placeOf(section, request)
  const rows = isId(id) ? await selectConfigured(db, [organization_id], [id]) : []
  const row = rows.find(
    (each) => each.kind === kindOf(section) && (project_id === null || each.project_id === project_id),
  )
  if (row === undefined) throw missing(section)
  return row
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

function missing(section: Section) {
  if (section === 'projects') return refusals.projectNotFound()
  if (section === 'broadcasts') return refusals.broadcastNotFound()
  return section === 'campaigns' ? refusals.campaignNotFound() : refusals.recordNotFound(kindOf(section))
}

/** @param recordId null makes a record. */
async function answerEdit(
  context: EditContext,
  section: Section,
  request: FastifyRequest,
  reply: FastifyReply,
  recordId: string | null,
) {
  const { user, body, query, keyId } = request
  // Programs need not name a revision; people who edit what they see do.
  const isUnconditional = keyId !== null && request.headers['if-match'] === undefined
  const dryRun = (query as { dry_run: boolean }).dry_run
  if (recordId !== null && !isId(recordId)) throw missing(section)
  if (!dryRun && keyId === null && needsPassword(section, recordId === null, body))
    refuseStalePassword(user, context.clock.now())
  const outcome = await editRecord(context, {
    ...placeOf(section, request),
    record_id: recordId,
    patch: body,
    revision: recordId === null || isUnconditional ? null : readRevision(request.headers['if-match']),
    actor: await actorOf(context.db, request),
    isOperator: keyId === null && user.is_operator,
    dryRun,
  })
  switch (outcome.kind) {
    case 'missing':
      throw missing(section)
    case 'faulty':
      throw faultyEdit(outcome.faults)
    case 'stale':
      if (keyId !== null) throw refusals.changedMeanwhile()
      return sendStale(context, request, reply, outcome.record)
    case 'edited': {
      const { changes, effects, record, secret } = outcome
      if (dryRun) return success({ changes, effects }, 'Nothing was changed')
      if (changes.length > 0) publishConfig(context, record.organization_id, record.project_id, [record._id])
      return sendRecord(context, reply, record, { status: recordId === null ? 201 : 200, secret })
    }
  }
}

/** Fields that need the password again beside the secrets that new records must have. */
const guardedFields: Partial<Record<Section, readonly string[]>> = {
  model_accounts: ['api_key'],
  // The address decides who gets the project's events.
  webhook_endpoints: ['secret', 'url'],
}

/** Addresses that the stored secrets are sent to. A new record has none yet but those that it is given. */
const addressesOfSecrets: Partial<Record<Section, readonly string[]>> = {
  voice_carriers: ['api_url'],
  whatsapp_senders: ['api_url'],
  model_accounts: ['base_url'],
}

/**
 * Returns whether an edit sets or makes a secret, or says where secrets or events go. A new endpoint of webhooks does
 * both.
 */
function needsPassword(section: Section, isNew: boolean, body: unknown): boolean {
  const secrets: readonly string[] = section === 'projects' ? [] : sections[section].secrets
  const addresses = isNew ? [] : (addressesOfSecrets[section] ?? [])
  const guarded = [...secrets, ...(guardedFields[section] ?? []), ...addresses]
  if (guarded.some((field) => memberOf(body, field) !== undefined)) return true
  const tools = section === 'agents' ? memberOf(body, 'tools') : null
  return Array.isArray(tools) && tools.some((tool) => memberOf(tool, 'secret') !== undefined)
}
