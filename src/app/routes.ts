import type { FastifyRequest } from 'fastify'
import { beginAgentConversation } from '../agents/api/begin-agent-conversation.ts'
import { listTurns } from '../agents/api/list-turns.ts'
import { sendAgentMessage } from '../agents/api/send-agent-message.ts'
import { setConversationMode } from '../agents/api/set-conversation-mode.ts'
import { chatAnalyticsRoutes } from '../analytics/api/chat-analytics.ts'
import { voiceAnalytics } from '../analytics/api/voice-analytics.ts'
import { listAudit } from '../audit/api/list-audit.ts'
import type { RunInOrder } from '../base/run-in-order.ts'
import { cancelCall } from '../calls/api/cancel-call.ts'
import { createCall } from '../calls/api/create-call.ts'
import { getCall } from '../calls/api/get-call.ts'
import { getOpening } from '../calls/api/get-opening.ts'
import { listCalls } from '../calls/api/list-calls.ts'
import { triggerCall } from '../calls/api/trigger-call.ts'
import { twilioInbound } from '../calls/webhooks/twilio-inbound.ts'
import { twilioInstructions } from '../calls/webhooks/twilio-instructions.ts'
import { twilioMachineDetection } from '../calls/webhooks/twilio-machine-detection.ts'
import { twilioRelayEnded } from '../calls/webhooks/twilio-relay-ended.ts'
import { twilioRelay } from '../calls/webhooks/twilio-relay.ts'
import type { RelayWebhookContext } from '../calls/webhooks/twilio-relay.ts'
import { twilioStatus } from '../calls/webhooks/twilio-status.ts'
import { listCampaigns } from '../campaigns/api/list-campaigns.ts'
import { hasOrganization } from '../cells/api/has-organization.ts'
import { listConversations } from '../conversations/api/list-conversations.ts'
import { listEvents } from '../events/api/list-events.ts'
import { streamEvents } from '../events/api/stream-events.ts'
import { addDoNotCall } from '../guards/api/add-do-not-call.ts'
import { endDoNotCall } from '../guards/api/end-do-not-call.ts'
import { listDoNotCall } from '../guards/api/list-do-not-call.ts'
import type { App } from '../http/app.ts'
import type { UnprovedBodies } from '../http/unproved-bodies.ts'
import { checkKey } from '../keys/authenticate.ts'
import { eraseProfile } from '../operator/api/erase-profile.ts'
import { exportProfile } from '../operator/api/export-profile.ts'
import { webhookEndpointRecords } from '../operator/api/webhook-endpoints.ts'
import { getProfile } from '../people/api/get-profile.ts'
import { listMerges } from '../people/api/list-merges.ts'
import { listProfiles } from '../people/api/list-profiles.ts'
import { separateProfile } from '../people/api/separate-profile.ts'
import { listProjects } from '../projects/api/list-projects.ts'
import { cancelCrawl } from '../sources/api/cancel-crawl.ts'
import { getSource } from '../sources/api/get-source.ts'
import { listCrawlUrls } from '../sources/api/list-crawl-urls.ts'
import { listPages } from '../sources/api/list-pages.ts'
import { listSources } from '../sources/api/list-sources.ts'
import { searchSources } from '../sources/api/search-sources.ts'
import { uploadDomain } from '../sources/api/upload-domain.ts'
import { checkUser } from '../users/authenticate-user.ts'
import { deleteWebhookEndpoint } from '../webhooks/api/delete-webhook-endpoint.ts'
import { disableWebhookEndpoint } from '../webhooks/api/disable-webhook-endpoint.ts'
import { enableWebhookEndpoint } from '../webhooks/api/enable-webhook-endpoint.ts'
import { getWebhookDelivery } from '../webhooks/api/get-webhook-delivery.ts'
import { listWebhookDeliveries } from '../webhooks/api/list-webhook-deliveries.ts'
import { listWebhookResends } from '../webhooks/api/list-webhook-resends.ts'
import { resendWebhookDeliveries } from '../webhooks/api/resend-webhook-deliveries.ts'
import { resendWebhookDelivery } from '../webhooks/api/resend-webhook-delivery.ts'
import { rotateWebhookSecret } from '../webhooks/api/rotate-webhook-secret.ts'
import { testWebhookEndpoint } from '../webhooks/api/test-webhook-endpoint.ts'
import { getWhatsappMessage } from '../whatsapp/api/get-message.ts'
import { listWhatsappMessages } from '../whatsapp/api/list-messages.ts'
import { sendWhatsappMessage } from '../whatsapp/api/send-message.ts'
import { whatsappWebhook } from '../whatsapp/webhooks/whatsapp.ts'
import { addApiDocument } from './api-document.ts'
import type { Context } from './context.ts'
import { addDashboard } from './dashboard.ts'
import { addHealth, addMetrics, redirectToDashboard } from './health.ts'
import type { OpenContext } from './health.ts'
import { broadcast, campaign, organization, person, project, source } from './paths.ts'
import { addReferencePage } from './reference-page.ts'
import type { EndpointGroup } from './serve-endpoints.ts'

const webhookEndpoint = `${project}/webhook-endpoints/:endpoint_id`

const attempt = '/webhooks/voice/twilio/:organization_id/:attempt_id'
const carrierNumbers = '/webhooks/voice/twilio/:organization_id/inbound/:voice_carrier_id'

/** Streams events; the key or session of a stream is looked up again now and then. */
function addEventStream(app: App, context: Context): void {
  const again = { ...context, isRecheck: true }
  const checkReader = (request: FastifyRequest) =>
    request.keyId === null ? checkUser(again, request) : checkKey(context, request)
  streamEvents(app, { ...context, checkReader })
}

/**
 * The project API, called with a project key in `X-API-Key`. Organization and project of the path must be the key's
 * own; on paths without a project, a key of any of the organization's projects will do.
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
    scope: 'agents:chat',
    endpoints: [
      ['POST', `${project}/agents/:agent_id/conversations`, beginAgentConversation],
      ['POST', `${project}/conversations/:conversation_id/messages`, sendAgentMessage],
    ],
  },
  {
    scope: 'agents:manage',
    endpoints: [['POST', `${project}/conversations/:conversation_id/mode`, setConversationMode]],
  },
  {
    scope: 'events:read',
    endpoints: [
      ['GET', `${project}/events`, listEvents],
      ['GET', `${project}/events/stream`, addEventStream],
    ],
  },
  {
    scope: 'profiles:manage',
    readBy: 'editor',
    endpoints: [
      ['POST', `${person}/separate`, separateProfile],
      ['GET', `${person}/export`, exportProfile],
    ],
  },
  {
    scope: 'profiles:erase',
    endpoints: [['DELETE', person, eraseProfile]],
  },
  {
    scope: 'webhooks:manage',
    managedBy: 'admin',
    endpoints: [
      ['GET', `${project}/webhook-endpoints`, webhookEndpointRecords.list],
      ['POST', `${project}/webhook-endpoints`, webhookEndpointRecords.create],
      ['GET', webhookEndpoint, webhookEndpointRecords.get],
      ['PATCH', webhookEndpoint, webhookEndpointRecords.update],
      ['DELETE', webhookEndpoint, deleteWebhookEndpoint],
      ['POST', `${webhookEndpoint}/test`, testWebhookEndpoint],
      ['POST', `${webhookEndpoint}/rotate-secret`, rotateWebhookSecret],
      ['POST', `${webhookEndpoint}/disable`, disableWebhookEndpoint],
      ['POST', `${webhookEndpoint}/enable`, enableWebhookEndpoint],
      ['GET', `${webhookEndpoint}/deliveries`, listWebhookDeliveries],
      ['GET', `${webhookEndpoint}/deliveries/:delivery_id`, getWebhookDelivery],
      ['POST', `${webhookEndpoint}/deliveries/:delivery_id/resend`, resendWebhookDelivery],
      ['POST', `${webhookEndpoint}/resend`, resendWebhookDeliveries],
      ['GET', `${webhookEndpoint}/resends`, listWebhookResends],
    ],
  },
  {
    scope: 'suppressions:manage',
    endpoints: [
      ['GET', `${organization}/do-not-call`, listDoNotCall],
      ['POST', `${organization}/do-not-call`, addDoNotCall],
      ['POST', `${organization}/do-not-call/:number/end`, endDoNotCall],
    ],
  },
  {
    scope: 'audit:read',
    endpoints: [['GET', `${organization}/audit`, listAudit]],
  },
  {
    scope: null,
    endpoints: [
      ['GET', `${organization}/projects`, listProjects],

      ['GET', `${project}/campaigns`, listCampaigns],
      ['GET', `${campaign}/calls`, listCalls],
      ['GET', `${campaign}/opening`, getOpening],
      ['GET', `${campaign}/calls/:campaign_queue_id`, getCall],

      ['GET', `${project}/conversations`, listConversations],
      ['GET', `${project}/conversations/:conversation_id/turns`, listTurns],
      ['GET', `${project}/customer-profiles`, listProfiles],
      ['GET', person, getProfile],
      ['GET', `${person}/merges`, listMerges],

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

/** Webhooks, called by providers: each request is verified by its signature, Meta's `GET` by its verify token. */
export const providerWebhooks: EndpointGroup<
  Context & RelayWebhookContext & { bodies: UnprovedBodies; runReportInOrder: RunInOrder }
>[] = [
  {
    scope: null,
    endpoints: [
      ['POST', carrierNumbers, twilioInbound],
      ['POST', `${carrierNumbers}/status`, twilioInbound],
      ['POST', `${attempt}/instructions`, twilioInstructions],
      ['POST', `${attempt}/instructions/:turn`, twilioInstructions],
      ['POST', `${attempt}/machine-detection`, twilioMachineDetection],
      ['GET', `${attempt}/relay/:nonce`, twilioRelay],
      ['POST', `${attempt}/relay-ended`, twilioRelayEnded],
      ['POST', `${attempt}/relay-transferred/:turn`, twilioRelayEnded],
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
      ['GET', '/', redirectToDashboard],
      ['GET', '/healthz', addHealth],
      ['GET', '/readyz', addHealth],
      ['GET', '/openapi.json', addApiDocument],
      ['GET', '/cells/organizations/:organization_id', hasOrganization],
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
