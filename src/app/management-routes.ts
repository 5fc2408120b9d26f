import { chatSeries, exportChatSeries } from '../analytics/manage/chat-series.ts'
import { exportVoiceSeries, voiceSeries } from '../analytics/manage/voice-series.ts'
import { getChange } from '../audit/manage/get-change.ts'
import { listChanges } from '../audit/manage/list-changes.ts'
import { refusals } from '../base/refusals.ts'
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
import { cancelWaitingCalls } from '../calls/manage/cancel-waiting-calls.ts'
import { checkVoiceCarrier } from '../calls/manage/check-voice-carrier.ts'
import { getCallsUnderWay } from '../calls/manage/get-calls-under-way.ts'
import { getProjectCall, listCarrierEvents } from '../calls/manage/get-project-call.ts'
import { getQueue } from '../calls/manage/get-queue.ts'
import { listProjectCalls } from '../calls/manage/list-project-calls.ts'
import { selectWorksHere } from '../cells/directory/copy-queries.ts'
import { exportConversations } from '../conversations/manage/export-conversations.ts'
import { getConversation } from '../conversations/manage/get-conversation.ts'
import { listNamedConversations } from '../conversations/manage/list-named-conversations.ts'
import { closeTicket, listTickets, openTicket } from '../conversations/manage/tickets.ts'
import { listEventLog } from '../events/manage/list-event-log.ts'
import { getGuards } from '../guards/manage/get-guards.ts'
import { streamHints } from '../hints/manage/stream-hints.ts'
import type { App } from '../http/app.ts'
import { createApiKey } from '../keys/manage/create-api-key.ts'
import { listApiKeys } from '../keys/manage/list-api-keys.ts'
import { revokeApiKey } from '../keys/manage/revoke-api-key.ts'
import { rotateApiKey } from '../keys/manage/rotate-api-key.ts'
import { updateApiKey } from '../keys/manage/update-api-key.ts'
import { erasePerson } from '../operator/api/erase-profile.ts'
import { addSources } from '../operator/manage/add-sources.ts'
import { checkWorkflowSource } from '../operator/manage/check-workflow.ts'
import { configuredEndpoints } from '../operator/manage/configured-endpoints.ts'
import { getDeclaration, postDeclaration } from '../operator/manage/declaration-endpoints.ts'
import { getDemoCalls, putDemoCalls } from '../operator/manage/demo-calls.ts'
import { find } from '../operator/manage/find.ts'
import { getHealth } from '../operator/manage/get-health.ts'
import { getToday } from '../operator/manage/get-today.ts'
import {
  holdCampaign,
  holdProject,
  releaseCampaign,
  releaseProject,
} from '../operator/manage/hold-endpoints.ts'
import { listAgentRevisions } from '../operator/manage/list-agent-revisions.ts'
import { listWorkflowRevisions } from '../operator/manage/list-workflow-revisions.ts'
import {
  createOrganization,
  getOrganization,
  updateOrganization,
} from '../operator/manage/organization-endpoints.ts'
import { getPersonCalled, getTimeline } from '../operator/manage/person-endpoints.ts'
import { previewAgent } from '../operator/manage/preview-agent.ts'
import { previewCalleeHours } from '../operator/manage/preview-callee-hours.ts'
import { previewHours } from '../operator/manage/preview-hours.ts'
import { runChecks } from '../operator/manage/run-checks.ts'
import { tryWorkflow } from '../operator/manage/try-workflow.ts'
import { listPeopleCalled } from '../people/manage/list-people-called.ts'
import { crawlSource } from '../sources/manage/crawl-source.ts'
import { getKnowledgeRoom } from '../sources/manage/get-room.ts'
import { getWholeSource } from '../sources/manage/get-source.ts'
import { listPagePassages } from '../sources/manage/list-passages.ts'
import { previewCrawl } from '../sources/manage/preview-crawl.ts'
import { removeSource } from '../sources/manage/remove-source.ts'
import { checkUser } from '../users/authenticate-user.ts'
import { broadcastFigures } from '../whatsapp/manage/broadcast-figures.ts'
import { checkWhatsappMessage } from '../whatsapp/manage/check-message.ts'
import { checkWhatsappSender } from '../whatsapp/manage/check-sender.ts'
import { getConversationMode } from '../whatsapp/manage/get-conversation-mode.ts'
import { getProjectMessage } from '../whatsapp/manage/get-project-message.ts'
import { getBroadcastTemplate, getTemplate } from '../whatsapp/manage/get-template.ts'
import { listInbox } from '../whatsapp/manage/list-inbox.ts'
import { listProjectMessages } from '../whatsapp/manage/list-project-messages.ts'
import { listSends } from '../whatsapp/manage/list-sends.ts'
import { listTemplates } from '../whatsapp/manage/list-templates.ts'
import { createOptOut, endOptOut, listOptOuts } from '../whatsapp/manage/opt-outs.ts'
import { replyToChat } from '../whatsapp/manage/reply-to-chat.ts'
import { sendOrResendMessage } from '../whatsapp/manage/send-or-resend.ts'
import { settleMessage } from '../whatsapp/manage/settle-message.ts'
import { syncTemplatesNow } from '../whatsapp/manage/sync-templates.ts'
import { askKnowledge } from '../workflows/manage/ask-knowledge.ts'
import { previewScript } from '../workflows/manage/preview-script.ts'
import { accountEndpoints } from './account-routes.ts'
import { addManagementDocument } from './api-document.ts'
import type { Context } from './context.ts'
import { broadcast, callBatch, campaign, organization, person, project, source } from './paths.ts'
import { projectEndpoints } from './routes.ts'
import type { EndpointGroup } from './serve-endpoints.ts'

/** Streams hints; the session of a stream is looked up again by the same guard that let it in. */
function addHintStream(app: App, context: Context): void {
  const { cells, db } = context
  const again = { ...context, isRecheck: true }
  streamHints(app, {
    ...context,
    checkUser: async (request) => {
      await checkUser(again, request)
      const { organization_id } = request.params as { organization_id: string }
      // The page comes again, and is passed on to the cell that has the organization.
      if (cells !== null && !(await selectWorksHere(db, organization_id))) throw refusals.organizationMoving()
    },
  })
}

const configured = {
  projects: configuredEndpoints('projects'),
  carriers: configuredEndpoints('voice_carriers'),
  callerIds: configuredEndpoints('caller_ids'),
  workflows: configuredEndpoints('workflows'),
  senders: configuredEndpoints('whatsapp_senders'),
  campaigns: configuredEndpoints('campaigns'),
  broadcasts: configuredEndpoints('broadcasts'),
  modelAccounts: configuredEndpoints('model_accounts'),
  agents: configuredEndpoints('agents'),
  webhookEndpoints: configuredEndpoints('webhook_endpoints'),
}

/**
 * The management API, below `/api`, for people who are signed in and their personal tokens (`users/roles.ts`). The
 * group says who may use an endpoint; each role may also do what the roles before it may. An endpoint of the same
 * method and path as one of the project API takes its place.
 */
export const managementEndpoints: EndpointGroup<Context>[] = [
  ...accountEndpoints,
  { scope: null, role: 'anyone', endpoints: [['GET', '/openapi.json', addManagementDocument]] },
  {
    scope: null,
    role: 'viewer',
    endpoints: [
      ['GET', organization, getOrganization],
      ['GET', `${organization}/guards`, getGuards],
      ['GET', `${organization}/events`, addHintStream],
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
      ['GET', `${campaign}/call-batches`, listCallBatches],
      ['GET', callBatch, getCallBatch],
      ['GET', `${callBatch}/faults`, listCallBatchFaults],
      ['GET', `${callBatch}/outcomes`, exportCallBatch],
      ['GET', `${project}/conversations`, listNamedConversations],
      ['GET', `${project}/conversations/export`, exportConversations],
      ['GET', `${project}/conversations/:conversation_id`, getConversation],
      ['GET', `${project}/conversations/:conversation_id/mode`, getConversationMode],
      ['GET', `${project}/inbox`, listInbox],
      ['GET', `${project}/customer-profiles`, listPeopleCalled],
      ['GET', person, getPersonCalled],
      ['GET', `${person}/timeline`, getTimeline],
      ['GET', `${project}/tickets`, listTickets],
      ['GET', `${project}/event-log`, listEventLog],
      ['POST', `${project}/calling-hours/preview`, previewHours],
      ['POST', `${project}/calling-hours/callee/preview`, previewCalleeHours],
      ['POST', `${project}/scripts/preview`, previewScript],

      ['GET', `${project}/sources/ask`, askKnowledge],
      ['GET', `${project}/sources/room`, getKnowledgeRoom],
      ['GET', source, getWholeSource],
      ['GET', `${source}/pages/:page_id/passages`, listPagePassages],

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
      ['POST', `${project}/agents/preview`, previewAgent],
      ['GET', `${project}/campaigns`, configured.campaigns.list],
      ['GET', campaign, configured.campaigns.get],
      ['GET', `${project}/whatsapp-senders`, configured.senders.list],
      ['GET', `${project}/whatsapp-senders/:whatsapp_sender_id`, configured.senders.get],
      ['GET', `${project}/whatsapp-templates`, listTemplates],
      ['GET', `${project}/whatsapp-templates/:template_id`, getTemplate],
      ['GET', `${broadcast}/template`, getBroadcastTemplate],
      ['GET', `${project}/opt-outs`, listOptOuts],

      ['GET', `${project}/broadcasts`, configured.broadcasts.list],
      ['GET', `${project}/model-accounts`, configured.modelAccounts.list],
      ['GET', `${project}/model-accounts/:model_account_id`, configured.modelAccounts.get],
      ['GET', `${project}/webhook-endpoints`, configured.webhookEndpoints.list],
      ['GET', `${project}/webhook-endpoints/:endpoint_id`, configured.webhookEndpoints.get],
      ['GET', `${project}/agents`, configured.agents.list],
      ['GET', `${project}/agents/:agent_id`, configured.agents.get],
      ['GET', `${project}/agents/:agent_id/revisions`, listAgentRevisions],
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
      ['POST', `${project}/agents`, configured.agents.create],
      ['PATCH', `${project}/agents/:agent_id`, configured.agents.update],
      ['POST', `${project}/broadcasts`, configured.broadcasts.create],
      ['PATCH', broadcast, configured.broadcasts.update],
      ['POST', `${campaign}/hold`, holdCampaign],
      ['POST', `${campaign}/release`, releaseCampaign],
      ['POST', `${project}/hold`, holdProject],
      ['POST', `${project}/release`, releaseProject],

      ['POST', `${campaign}/calls/cancel-waiting`, cancelWaitingCalls],
      ['POST', `${campaign}/call-batches`, addCallBatch],
      ['POST', `${callBatch}/cancel`, cancelCallBatch],
      ['POST', `${callBatch}/resume`, resumeCallBatch],
      ['POST', `${project}/tickets`, openTicket],
      ['POST', `${project}/tickets/:ticket_id/close`, closeTicket],

      ['POST', `${broadcast}/messages`, sendOrResendMessage],
      ['POST', `${broadcast}/messages/check`, checkWhatsappMessage],
      ['POST', `${project}/conversations/:conversation_id/replies`, replyToChat],
      ['POST', `${project}/messages/:message_id/settle`, settleMessage],
      ['POST', `${project}/whatsapp-templates/sync`, syncTemplatesNow],
      ['POST', `${project}/opt-outs`, createOptOut],
      ['POST', `${project}/opt-outs/:number/end`, endOptOut],

      ['POST', `${project}/crawls/preview`, previewCrawl],
      ['POST', `${project}/sources/files`, addSources],
      ['POST', `${project}/sources/urls`, addSources],
      ['POST', `${source}/crawl`, crawlSource],
      ['POST', `${source}/remove`, removeSource],
    ],
  },
  {
    scope: null,
    role: 'admin',
    endpoints: [
      ['GET', `${organization}/demo-calls`, getDemoCalls],
      ['PUT', `${organization}/demo-calls`, putDemoCalls],

      ['GET', `${organization}/declaration`, getDeclaration],
      ['POST', `${organization}/declaration`, postDeclaration],
      ['DELETE', person, erasePerson],
      ['POST', `${organization}/projects`, configured.projects.create],
      ['PATCH', project, configured.projects.update],
      ['POST', `${project}/voice-carriers`, configured.carriers.create],
      ['PATCH', `${project}/voice-carriers/:voice_carrier_id`, configured.carriers.update],
      ['POST', `${project}/voice-carriers/:voice_carrier_id/check`, checkVoiceCarrier],
      ['POST', `${project}/caller-ids`, configured.callerIds.create],
      ['PATCH', `${project}/caller-ids/:caller_id`, configured.callerIds.update],
      ['POST', `${project}/model-accounts`, configured.modelAccounts.create],
      ['PATCH', `${project}/model-accounts/:model_account_id`, configured.modelAccounts.update],
      ['POST', `${project}/webhook-endpoints`, configured.webhookEndpoints.create],
      ['PATCH', `${project}/webhook-endpoints/:endpoint_id`, configured.webhookEndpoints.update],
      ['POST', `${project}/whatsapp-senders`, configured.senders.create],
      ['PATCH', `${project}/whatsapp-senders/:whatsapp_sender_id`, configured.senders.update],
      ['POST', `${project}/whatsapp-senders/:whatsapp_sender_id/check`, checkWhatsappSender],
      ['GET', `${project}/api-keys`, listApiKeys],
      ['POST', `${project}/api-keys`, createApiKey],
      ['PATCH', `${project}/api-keys/:api_key_id`, updateApiKey],
      ['POST', `${project}/api-keys/:api_key_id/rotate`, rotateApiKey],
      ['POST', `${project}/api-keys/:api_key_id/revoke`, revokeApiKey],
    ],
  },
  { scope: null, role: 'owner', endpoints: [['PATCH', organization, updateOrganization]] },
  {
    scope: null,
    role: 'operator',
    endpoints: [
      ['GET', '/health', getHealth],
      ['POST', '/health/checks', runChecks],
      ['POST', '/organizations', createOrganization],
    ],
  },
]

const isListed = (method: string, path: string): boolean =>
  managementEndpoints.some(({ endpoints }) =>
    endpoints.some((endpoint) => endpoint[0] === method && endpoint[1] === path),
  )

/**
 * The endpoints of the project API that the management API serves too: viewers may read, editors may place calls, send
 * messages, add sources and export people, admins may manage endpoints of webhooks.
 */
export const mountedEndpoints: EndpointGroup<Context>[] = (['viewer', 'editor', 'admin'] as const).map(
  (role) => ({
    scope: null,
    role,
    endpoints: projectEndpoints.flatMap(({ managedBy = 'editor', readBy = 'viewer', endpoints }) =>
      endpoints.filter(
        ([method, path]) => (method === 'GET' ? readBy : managedBy) === role && !isListed(method, path),
      ),
    ),
  }),
)
