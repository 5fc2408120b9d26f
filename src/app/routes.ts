import { getChange } from '../audit/manage/get-change.ts'
import { listChanges } from '../audit/manage/list-changes.ts'
import { createApiKey } from '../keys/manage/create-api-key.ts'
import { listApiKeys } from '../keys/manage/list-api-keys.ts'
import { revokeApiKey } from '../keys/manage/revoke-api-key.ts'
import { rotateApiKey } from '../keys/manage/rotate-api-key.ts'
import { getDemoCalls, putDemoCalls } from '../operator/manage/demo-calls.ts'
import { checkWorkflowSource } from '../operator/manage/check-workflow.ts'
import { configuredEndpoints } from '../operator/manage/configured-endpoints.ts'
import { getDeclaration, postDeclaration } from '../operator/manage/declaration-endpoints.ts'
import {
  holdCampaign,
  holdProject,
  releaseCampaign,
  releaseProject,
} from '../operator/manage/hold-endpoints.ts'
import {
  createOrganization,
  getOrganization,
  updateOrganization,
} from '../operator/manage/organization-endpoints.ts'
import { listWorkflowRevisions } from '../operator/manage/list-workflow-revisions.ts'
import { chatAnalyticsRoutes } from '../analytics/api/chat-analytics.ts'
import { voiceAnalytics } from '../analytics/api/voice-analytics.ts'
import { chatSeries, exportChatSeries } from '../analytics/manage/chat-series.ts'
import { exportVoiceSeries, voiceSeries } from '../analytics/manage/voice-series.ts'
import { addCallBatch } from '../calls/manage/add-call-batch.ts'
import {
  cancelCallBatch,
  exportCallBatch,
  getCallBatch,
  listCallBatches,
  listCallBatchFaults,
  resumeCallBatch,
} from '../calls/manage/call-batches.ts'
import { campaignFigures } from '../calls/manage/campaign-figures.ts'
import { getProjectCall, listCarrierEvents } from '../calls/manage/get-project-call.ts'
import { cancelWaitingCalls } from '../calls/manage/cancel-waiting-calls.ts'
import { checkVoiceCarrier } from '../calls/manage/check-voice-carrier.ts'
import { getCallsUnderWay } from '../calls/manage/get-calls-under-way.ts'
import { getQueue } from '../calls/manage/get-queue.ts'
import { listProjectCalls } from '../calls/manage/list-project-calls.ts'
import { exportConversations } from '../conversations/manage/export-conversations.ts'
import { getConversation } from '../conversations/manage/get-conversation.ts'
import { listNamedConversations } from '../conversations/manage/list-named-conversations.ts'
import { closeTicket, listTickets, openTicket } from '../conversations/manage/tickets.ts'
import { streamHints } from '../hints/manage/stream-hints.ts'
import type { App } from '../http/app.ts'
import { addSources } from '../operator/manage/add-sources.ts'
import { find } from '../operator/manage/find.ts'
import { getPersonCalled, getTimeline } from '../operator/manage/person-endpoints.ts'
import { getToday } from '../operator/manage/get-today.ts'
import { previewHours } from '../operator/manage/preview-hours.ts'
import { checkUser } from '../users/authenticate-user.ts'
import { previewScript } from '../workflows/manage/preview-script.ts'
import { cancelCall } from '../calls/api/cancel-call.ts'
import { createCall } from '../calls/api/create-call.ts'
import { getCall } from '../calls/api/get-call.ts'
import { listCalls } from '../calls/api/list-calls.ts'
import { triggerCall } from '../calls/api/trigger-call.ts'
import { twilioInstructions } from '../calls/webhooks/twilio-instructions.ts'
import { twilioMachineDetection } from '../calls/webhooks/twilio-machine-detection.ts'
import { twilioStatus } from '../calls/webhooks/twilio-status.ts'
import { listCampaigns } from '../campaigns/api/list-campaigns.ts'
import { listConversations } from '../conversations/api/list-conversations.ts'
import type { UnprovedBodies } from '../http/unproved-bodies.ts'
import { getHealth } from '../operator/manage/get-health.ts'
import { tryWorkflow } from '../operator/manage/try-workflow.ts'
import { runChecks } from '../operator/manage/run-checks.ts'
import { getProfile } from '../people/api/get-profile.ts'
import { listProfiles } from '../people/api/list-profiles.ts'
import { listPeopleCalled } from '../people/manage/list-people-called.ts'
import { listProjects } from '../projects/api/list-projects.ts'
import { cancelCrawl } from '../sources/api/cancel-crawl.ts'
import { getSource } from '../sources/api/get-source.ts'
import { listCrawlUrls } from '../sources/api/list-crawl-urls.ts'
import { listPages } from '../sources/api/list-pages.ts'
import { listSources } from '../sources/api/list-sources.ts'
import { searchSources } from '../sources/api/search-sources.ts'
import { uploadDomain } from '../sources/api/upload-domain.ts'
import { crawlSource } from '../sources/manage/crawl-source.ts'
import { getKnowledgeRoom } from '../sources/manage/get-room.ts'
import { listPagePassages } from '../sources/manage/list-passages.ts'
import { previewCrawl } from '../sources/manage/preview-crawl.ts'
import { removeSource } from '../sources/manage/remove-source.ts'
import { askKnowledge } from '../workflows/manage/ask-knowledge.ts'
import { acceptLink } from '../users/manage/accept-link.ts'
import { changePassword } from '../users/manage/change-password.ts'
import { checkLink } from '../users/manage/check-link.ts'
import { confirmPassword } from '../users/manage/confirm-password.ts'
import { createPersonLink } from '../users/manage/create-person-link.ts'
import { createToken } from '../users/manage/create-token.ts'
import { endPersonSessions } from '../users/manage/end-person-sessions.ts'
import { beginSecondFactor } from '../users/manage/begin-second-factor.ts'
import { confirmSecondFactor } from '../users/manage/confirm-second-factor.ts'
import { endPersonSecondFactor } from '../users/manage/end-person-second-factor.ts'
import { endSecondFactor } from '../users/manage/end-second-factor.ts'
import { renewRecoveryCodes } from '../users/manage/renew-recovery-codes.ts'
import { endSession } from '../users/manage/end-session.ts'
import { getMe } from '../users/manage/get-me.ts'
import { invitePerson } from '../users/manage/invite-person.ts'
import { listOrganizations } from '../users/manage/list-organizations.ts'
import { listPeople } from '../users/manage/list-people.ts'
import { listSessions } from '../users/manage/list-sessions.ts'
import { listTokens } from '../users/manage/list-tokens.ts'
import { removePerson } from '../users/manage/remove-person.ts'
import { revokeToken } from '../users/manage/revoke-token.ts'
import { signIn } from '../users/manage/sign-in.ts'
import { signOut } from '../users/manage/sign-out.ts'
import { updateMe } from '../users/manage/update-me.ts'
import { updatePerson } from '../users/manage/update-person.ts'
import { getWhatsappMessage } from '../whatsapp/api/get-message.ts'
import { listWhatsappMessages } from '../whatsapp/api/list-messages.ts'
import { checkWhatsappSender } from '../whatsapp/manage/check-sender.ts'
import { getBroadcastTemplate, getTemplate } from '../whatsapp/manage/get-template.ts'
import { listTemplates } from '../whatsapp/manage/list-templates.ts'
import { createOptOut, endOptOut, listOptOuts } from '../whatsapp/manage/opt-outs.ts'
import { syncTemplatesNow } from '../whatsapp/manage/sync-templates.ts'
import { sendWhatsappMessage } from '../whatsapp/api/send-message.ts'
import { broadcastFigures } from '../whatsapp/manage/broadcast-figures.ts'
import { checkWhatsappMessage } from '../whatsapp/manage/check-message.ts'
import { getProjectMessage } from '../whatsapp/manage/get-project-message.ts'
import { listProjectMessages } from '../whatsapp/manage/list-project-messages.ts'
import { listSends } from '../whatsapp/manage/list-sends.ts'
import { sendOrResendMessage } from '../whatsapp/manage/send-or-resend.ts'
import { settleMessage } from '../whatsapp/manage/settle-message.ts'
import { whatsappWebhook } from '../whatsapp/webhooks/whatsapp.ts'
import { addApiDocument, addManagementDocument } from './api-document.ts'
import type { Context } from './context.ts'
import { addDashboard } from './dashboard.ts'
import { addEntrance, addHealth, addMetrics } from './health.ts'
import type { OpenContext } from './health.ts'
import { addReferencePage } from './reference-page.ts'
import type { EndpointGroup } from './serve-endpoints.ts'

const organization = '/organizations/:organization_id'
const project = `${organization}/projects/:project_id`
const campaign = `${project}/campaigns/:campaign_id`
const callBatch = `${campaign}/call-batches/:batch_id`
const broadcast = `${project}/broadcasts/:broadcast_id`
const person = `${project}/customer-profiles/:customer_profile_id`
const source = `${project}/sources/:source_id`
const attempt = '/webhooks/voice/twilio/:organization_id/:attempt_id'

/**
 * The project API, called with a project key in `X-API-Key`. Organization and project of the path must be the key's own;
 * on paths without a project, a key of any of the organization's projects will do.
 */
export const projectEndpoints: EndpointGroup<Context>[] = [
  {
    scope: 'calls:create',
    endpoints: [
      ['POST', `${campaign}/trigger-call`, triggerCall],
      ['POST', `${campaign}/calls`, createCall],
      ['POST', `${campaign}/calls/:campaign_queue_id/cancel`, cancelCall],
    ],
  },
  {
    scope: 'whatsapp:create',
    endpoints: [['POST', `${broadcast}/messages`, sendWhatsappMessage]],
  },
  {
    scope: null,
    endpoints: [
      ['GET', `${organization}/projects`, listProjects],

      ['GET', `${project}/campaigns`, listCampaigns],
      ['GET', `${campaign}/calls`, listCalls],
      ['GET', `${campaign}/calls/:campaign_queue_id`, getCall],

      ['GET', `${project}/conversations`, listConversations],
      ['GET', `${project}/customer-profiles`, listProfiles],
      ['GET', `${project}/customer-profiles/:customer_profile_id`, getProfile],

      ['GET', `${broadcast}/messages`, listWhatsappMessages],
      ['GET', `${broadcast}/messages/:message_id`, getWhatsappMessage],

      ['POST', `${project}/sources/domains`, uploadDomain],
      ['GET', `${project}/sources`, listSources],
      ['GET', `${project}/sources/search`, searchSources],
      ['GET', source, getSource],
      ['GET', `${source}/pages`, listPages],
      ['GET', `${source}/crawl-urls`, listCrawlUrls],
      ['POST', `${source}/cancel`, cancelCrawl],

      ['GET', `${organization}/analytics`, chatAnalyticsRoutes],
      ['GET', `${project}/analytics`, chatAnalyticsRoutes],
      ['GET', `${organization}/conversation-analytics`, voiceAnalytics],
      ['GET', `${project}/conversation-analytics`, voiceAnalytics],
    ],
  },
]

/** Streams hints; the session of a stream is looked up again by the same guard that let it in. */
function addEvents(app: App, context: Context): void {
  streamHints(app, { ...context, checkUser: (request) => checkUser(context, request) })
}

const configured = {
  projects: configuredEndpoints('projects'),
  carriers: configuredEndpoints('voice_carriers'),
  callerIds: configuredEndpoints('caller_ids'),
  workflows: configuredEndpoints('workflows'),
  senders: configuredEndpoints('whatsapp_senders'),
  campaigns: configuredEndpoints('campaigns'),
  broadcasts: configuredEndpoints('broadcasts'),
}

const isListed = (method: string, path: string): boolean =>
  managementEndpoints.some(({ endpoints }) =>
    endpoints.some((endpoint) => endpoint[0] === method && endpoint[1] === path),
  )

const allProjectEndpoints = projectEndpoints.flatMap(({ endpoints }) => endpoints)

/**
 * The management API, below `/api`, for people who are signed in and their personal tokens (`users/roles.ts`). The group
 * says who may use an endpoint. An endpoint of the same method and path as one of the project API takes its place.
 */
export const managementEndpoints: EndpointGroup<Context>[] = [
  {
    scope: null,
    role: 'anyone',
    endpoints: [
      ['GET', '/openapi.json', addManagementDocument],

      ['POST', '/sign-in', signIn],
      ['POST', '/links/check', checkLink],
      ['POST', '/links/accept', acceptLink],
    ],
  },
  {
    scope: null,
    role: 'signed_in',
    endpoints: [
      ['POST', '/sign-out', signOut],
      ['GET', '/me', getMe],
      ['PATCH', '/me', updateMe],
      ['POST', '/me/confirm', confirmPassword],
      ['POST', '/me/password', changePassword],
      ['POST', '/me/second-factor', beginSecondFactor],
      ['POST', '/me/second-factor/confirm', confirmSecondFactor],
      ['POST', '/me/second-factor/recovery-codes', renewRecoveryCodes],
      ['DELETE', '/me/second-factor', endSecondFactor],
      ['GET', '/me/sessions', listSessions],
      ['DELETE', '/me/sessions/:session_id', endSession],
      ['GET', '/me/tokens', listTokens],
      ['POST', '/me/tokens', createToken],
      ['DELETE', '/me/tokens/:token_id', revokeToken],

      ['GET', '/organizations', listOrganizations],
    ],
  },
  {
    scope: null,
    role: 'viewer',
    endpoints: [
      ['GET', organization, getOrganization],
      ['GET', `${organization}/events`, addEvents],
      ['GET', `${organization}/find`, find],

      ['GET', `${project}/today`, getToday],
      ['GET', `${project}/analytics/voice`, voiceSeries],
      ['GET', `${project}/analytics/voice.csv`, exportVoiceSeries],
      ['GET', `${project}/analytics/chat`, chatSeries],
      ['GET', `${project}/analytics/chat.csv`, exportChatSeries],
      ['GET', `${project}/queue`, getQueue],
      ['GET', `${project}/calls-under-way`, getCallsUnderWay],
      ['GET', `${project}/calls`, listProjectCalls],
      ['GET', `${project}/calls/:campaign_queue_id`, getProjectCall],
      ['GET', `${project}/calls/:campaign_queue_id/carrier-events`, listCarrierEvents],
      ['GET', `${campaign}/figures`, campaignFigures],
      ['GET', `${project}/conversations`, listNamedConversations],
      ['GET', `${project}/conversations/export`, exportConversations],
      ['GET', `${campaign}/call-batches`, listCallBatches],
      ['GET', callBatch, getCallBatch],
      ['GET', `${callBatch}/faults`, listCallBatchFaults],
      ['GET', `${callBatch}/outcomes`, exportCallBatch],
      ['GET', `${project}/conversations/:conversation_id`, getConversation],
      ['GET', `${project}/customer-profiles`, listPeopleCalled],
      ['GET', person, getPersonCalled],
      ['GET', `${person}/timeline`, getTimeline],
      ['GET', `${project}/tickets`, listTickets],
      ['POST', `${project}/calling-hours/preview`, previewHours],
      ['POST', `${project}/scripts/preview`, previewScript],

      ['GET', `${organization}/changes`, listChanges],
      ['GET', `${organization}/changes/:change_id`, getChange],

      ['GET', `${organization}/projects`, configured.projects.list],
      ['GET', project, configured.projects.get],
      ['GET', `${project}/voice-carriers`, configured.carriers.list],
      ['GET', `${project}/voice-carriers/:voice_carrier_id`, configured.carriers.get],
      ['GET', `${project}/caller-ids`, configured.callerIds.list],
      ['GET', `${project}/caller-ids/:caller_id`, configured.callerIds.get],
      ['GET', `${project}/workflows`, configured.workflows.list],
      ['GET', `${project}/workflows/:workflow_id`, configured.workflows.get],
      ['GET', `${project}/workflows/:workflow_id/revisions`, listWorkflowRevisions],
      ['POST', `${project}/workflows/check`, checkWorkflowSource],
      ['POST', `${project}/workflows/try`, tryWorkflow],
      ['GET', `${project}/campaigns`, configured.campaigns.list],
      ['GET', campaign, configured.campaigns.get],
      ['GET', `${project}/whatsapp-senders`, configured.senders.list],
      ['GET', `${project}/whatsapp-senders/:whatsapp_sender_id`, configured.senders.get],
      ['GET', `${project}/whatsapp-templates`, listTemplates],
      ['GET', `${project}/whatsapp-templates/:template_id`, getTemplate],
      ['GET', `${broadcast}/template`, getBroadcastTemplate],
      ['GET', `${project}/opt-outs`, listOptOuts],

      ['GET', `${project}/broadcasts`, configured.broadcasts.list],
      ['GET', broadcast, configured.broadcasts.get],
      ['GET', `${broadcast}/figures`, broadcastFigures],
      ['GET', `${project}/messages`, listProjectMessages],
      ['GET', `${project}/messages/:message_id`, getProjectMessage],
      ['GET', `${project}/sends`, listSends],
    ],
  },
  {
    scope: null,
    role: 'editor',
    endpoints: [
      ['POST', `${project}/workflows`, configured.workflows.create],
      ['PATCH', `${project}/workflows/:workflow_id`, configured.workflows.update],
      ['POST', `${project}/campaigns`, configured.campaigns.create],
      ['PATCH', campaign, configured.campaigns.update],
      ['POST', `${project}/broadcasts`, configured.broadcasts.create],
      ['PATCH', broadcast, configured.broadcasts.update],
      ['POST', `${broadcast}/messages`, sendOrResendMessage],
      ['POST', `${broadcast}/messages/check`, checkWhatsappMessage],
      ['POST', `${project}/messages/:message_id/settle`, settleMessage],
      ['POST', `${campaign}/hold`, holdCampaign],
      ['POST', `${campaign}/release`, releaseCampaign],
      ['POST', `${project}/hold`, holdProject],
      ['POST', `${project}/release`, releaseProject],
    ],
  },
  {
    scope: null,
    role: 'editor',
    endpoints: [
      ['POST', `${campaign}/calls/cancel-waiting`, cancelWaitingCalls],
      ['POST', `${campaign}/call-batches`, addCallBatch],
      ['POST', `${callBatch}/cancel`, cancelCallBatch],
      ['POST', `${callBatch}/resume`, resumeCallBatch],

      ['POST', `${project}/tickets`, openTicket],
      ['POST', `${project}/tickets/:ticket_id/close`, closeTicket],
      ['POST', `${project}/whatsapp-templates/sync`, syncTemplatesNow],
      ['POST', `${project}/opt-outs`, createOptOut],
      ['POST', `${project}/opt-outs/:number/end`, endOptOut],
    ],
  },
  {
    scope: null,
    role: 'viewer',
    endpoints: [
      ['GET', `${project}/sources/ask`, askKnowledge],
      ['GET', `${project}/sources/room`, getKnowledgeRoom],
      ['GET', `${source}/pages/:page_id/passages`, listPagePassages],
    ],
  },
  {
    scope: null,
    role: 'editor',
    endpoints: [
      ['POST', `${project}/crawls/preview`, previewCrawl],
      ['POST', `${project}/sources/files`, addSources],
      ['POST', `${project}/sources/urls`, addSources],
      ['POST', `${source}/crawl`, crawlSource],
      ['POST', `${source}/remove`, removeSource],
    ],
  },
  {
    scope: null,
    role: 'operator',
    endpoints: [
      ['GET', '/health', getHealth],
      ['POST', '/health/checks', runChecks],
      ['POST', '/organizations', createOrganization],
    ],
  },
  {
    scope: null,
    role: 'owner',
    endpoints: [['PATCH', organization, updateOrganization]],
  },
  {
    scope: null,
    role: 'admin',
    endpoints: [
      ['GET', `${organization}/people`, listPeople],
      ['POST', `${organization}/people`, invitePerson],
      ['PATCH', `${organization}/people/:user_id`, updatePerson],
      ['DELETE', `${organization}/people/:user_id`, removePerson],
      ['POST', `${organization}/people/:user_id/link`, createPersonLink],
      ['DELETE', `${organization}/people/:user_id/sessions`, endPersonSessions],
      ['DELETE', `${organization}/people/:user_id/second-factor`, endPersonSecondFactor],

      ['GET', `${organization}/demo-calls`, getDemoCalls],
      ['PUT', `${organization}/demo-calls`, putDemoCalls],

      ['GET', `${organization}/declaration`, getDeclaration],
      ['POST', `${organization}/declaration`, postDeclaration],
      ['POST', `${organization}/projects`, configured.projects.create],
      ['PATCH', project, configured.projects.update],
      ['POST', `${project}/voice-carriers`, configured.carriers.create],
      ['PATCH', `${project}/voice-carriers/:voice_carrier_id`, configured.carriers.update],
      ['POST', `${project}/voice-carriers/:voice_carrier_id/check`, checkVoiceCarrier],
      ['POST', `${project}/caller-ids`, configured.callerIds.create],
      ['PATCH', `${project}/caller-ids/:caller_id`, configured.callerIds.update],
      ['POST', `${project}/whatsapp-senders`, configured.senders.create],
      ['PATCH', `${project}/whatsapp-senders/:whatsapp_sender_id`, configured.senders.update],
      ['POST', `${project}/whatsapp-senders/:whatsapp_sender_id/check`, checkWhatsappSender],
      ['GET', `${project}/api-keys`, listApiKeys],
      ['POST', `${project}/api-keys`, createApiKey],
      ['POST', `${project}/api-keys/:api_key_id/rotate`, rotateApiKey],
      ['POST', `${project}/api-keys/:api_key_id/revoke`, revokeApiKey],
    ],
  },
]

/**
 * The endpoints of the project API that the management API serves too: viewers may read, editors may place calls, send
 * messages and add sources.
 */
export const mountedEndpoints: EndpointGroup<Context>[] = (['viewer', 'editor'] as const).map((role) => ({
  scope: null,
  role,
  endpoints: allProjectEndpoints.filter(
    ([method, path]) => (method === 'GET') === (role === 'viewer') && !isListed(method, path),
  ),
}))

/** Webhooks, called by providers: each request is verified by its signature, Meta's `GET` by its verify token. */
export const webhookEndpoints: EndpointGroup<Context & { bodies: UnprovedBodies }>[] = [
  {
    scope: null,
    endpoints: [
      ['POST', `${attempt}/instructions`, twilioInstructions],
      ['POST', `${attempt}/instructions/:turn`, twilioInstructions],
      ['POST', `${attempt}/machine-detection`, twilioMachineDetection],
      ['POST', `${attempt}/status`, twilioStatus],

      ['GET', '/webhooks/whatsapp', whatsappWebhook],
      ['POST', '/webhooks/whatsapp', whatsappWebhook],
    ],
  },
]

/** Called by anybody who reaches the server, without a key. */
export const openEndpoints: EndpointGroup<OpenContext>[] = [
  {
    scope: null,
    endpoints: [
      ['GET', '/', addEntrance],
      ['GET', '/healthz', addHealth],
      ['GET', '/readyz', addHealth],
      ['GET', '/openapi.json', addApiDocument],
    ],
  },
]

/** Served here unless `/metrics` has a port of its own. */
export const metricsEndpoints: EndpointGroup<Context>[] = [
  { scope: null, endpoints: [['GET', '/metrics', addMetrics]] },
]

/** The reference pages for readers, and what they load. */
export const referenceEndpoints: EndpointGroup<Context>[] = [
  {
    scope: null,
    endpoints: [
      ['GET', '/docs', addReferencePage],
      ['GET', '/docs/*', addReferencePage],
      ['GET', '/docs/static/*', addReferencePage],
    ],
  },
]

/** The dashboard: its files, and one page for every other path. */
export const dashboardEndpoints: EndpointGroup<Context>[] = [
  {
    scope: null,
    endpoints: [
      ['GET', '/app', addDashboard],
      ['GET', '/app/*', addDashboard],
    ],
  },
]
