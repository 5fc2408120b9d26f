import type { WhatsappNetwork } from '../../../src/sandbox/whatsapp/whatsapp-network.ts'
import { startWhatsappNetwork } from '../../../src/sandbox/whatsapp/whatsapp-network.ts'
import type { SeenStop, SeenWebhook } from './evidence.ts'
import { accountOf, providerTemplateOf, talkers } from './plan.ts'
import type { PlannedOrganization } from './plan.ts'

/** How many times faster than real time messages travel: they are read within a second. */
const speed = 20
/**
 * The pauses before a webhook is repeated: Meta repeats for a week, here for as long as a database needs to restart.
 */
const webhookRetryAfterMs = [100, 300, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]

/**
 * Starts the WhatsApp network of the sandbox in the harness's own process, which is never killed, so that its log is
 * reliable.
 */
export function startObserver(logFile: string): Promise<WhatsappNetwork> {
  return startWhatsappNetwork({ port: 0, logFile, speed, webhookRetryAfterMs })
}

export function addAccounts(
  network: WhatsappNetwork,
  plan: readonly PlannedOrganization[],
  webhookUrl: string,
): void {
  for (const sender of plan.flatMap(({ senders }) => senders)) {
    network.setAccount({ ...accountOf(sender), webhook_url: `${webhookUrl}/webhooks/whatsapp` })
    network.addTemplate(providerTemplateOf(sender))
  }
}

/** Lets people write to every sender, which opens their windows; one in three stays silent. */
export function letPeopleWrite(network: WhatsappNetwork, plan: readonly PlannedOrganization[]): void {
  const writers = talkers.filter((_, index) => index % 3 !== 2)
  for (const { phoneNumberId } of plan.find(({ name }) => name === 'Roomy')!.senders)
    network.receive({
      phone_number_id: phoneNumberId,
      messages: writers.map((from) => ({ from, content: { type: 'text', text: { body: 'Hi' } } })),
    })
}

/** Returns the messages with which people opted out. */
export function stopsOf(network: WhatsappNetwork): SeenStop[] {
  return network
    .inboundMessages()
    .filter(({ body }) => (body['text'] as { body: string } | undefined)?.body === 'STOP')
    .map(({ message_id, from }) => ({ messageId: message_id, number: from }))
}

/** Returns the webhooks that were sent so far, with their answers. */
export function webhooksOf(network: WhatsappNetwork): SeenWebhook[] {
  const seen = new Map<number, SeenWebhook>()
  for (const entry of network.entries()) {
    if (entry.kind === 'webhook') {
      const { at, forged, updates } = entry
      const open = { answeredAt: Number.POSITIVE_INFINITY, status: null }
      seen.set(entry.webhook_id, { at: Date.parse(at), isForged: forged, updates, ...open })
    }
    if (entry.kind === 'webhook_answer')
      Object.assign(seen.get(entry.webhook_id) ?? {}, {
        answeredAt: Date.parse(entry.at),
        status: entry.status,
      })
  }
  return [...seen.values()]
}
