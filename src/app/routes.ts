import { chatAnalyticsRoutes } from '../analytics/api/chat-analytics.ts'
import { voiceAnalytics } from '../analytics/api/voice-analytics.ts'
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
import type { App } from '../http/app.ts'
import { createUnprovedBodies } from '../http/unproved-bodies.ts'
import { authenticate } from '../keys/authenticate.ts'
import { getProfile } from '../people/api/get-profile.ts'
import { listProfiles } from '../people/api/list-profiles.ts'
import { listProjects } from '../projects/api/list-projects.ts'
import { cancelCrawl } from '../sources/api/cancel-crawl.ts'
import { getSource } from '../sources/api/get-source.ts'
import { listCrawlUrls } from '../sources/api/list-crawl-urls.ts'
import { listPages } from '../sources/api/list-pages.ts'
import { listSources } from '../sources/api/list-sources.ts'
import { searchSources } from '../sources/api/search-sources.ts'
import { uploadDomain } from '../sources/api/upload-domain.ts'
import { getWhatsappMessage } from '../whatsapp/api/get-message.ts'
import { listWhatsappMessages } from '../whatsapp/api/list-messages.ts'
import { sendWhatsappMessage } from '../whatsapp/api/send-message.ts'
import { whatsappWebhook } from '../whatsapp/webhooks/whatsapp.ts'
import type { Context } from './context.ts'

/** The project API: every address below needs a key. */
export function projectApi(app: App, context: Context): void {
  const { onRequest, preValidation } = authenticate(context)
  app.addHook('onRequest', onRequest)
  app.addHook('preValidation', preValidation)

  triggerCall(app, context)
  createCall(app, context)
  listCalls(app, context)
  getCall(app, context)
  cancelCall(app, context)
  listCampaigns(app, context)
  listConversations(app, context)
  listProfiles(app, context)
  getProfile(app, context)
  uploadDomain(app, context)
  listSources(app, context)
  searchSources(app, context)
  getSource(app, context)
  listPages(app, context)
  listCrawlUrls(app, context)
  cancelCrawl(app, context)
  listProjects(app, context)
  chatAnalyticsRoutes(app, context)
  voiceAnalytics(app, context)
  sendWhatsappMessage(app, context)
  listWhatsappMessages(app, context)
  getWhatsappMessage(app, context)
}

/** Of all webhooks of the process whose signature is not checked yet. */
const webhookBodyLimits = { heldBytesMax: 16 * 1_048_576, arrivalMaxMs: 10_000 }

/** What providers call back; each request is proved by its signature. */
export function webhooks(app: App, context: Context): void {
  const receiving = { ...context, bodies: createUnprovedBodies(webhookBodyLimits) }
  twilioStatus(app, receiving)
  twilioInstructions(app, receiving)
  twilioMachineDetection(app, receiving)
  whatsappWebhook(app, receiving)
}
