import { demoSender, demoTemplates } from '../operator/demo/demo-whatsapp.ts'
import type { WhatsappNetwork } from '../sandbox/whatsapp/whatsapp-network.ts'

/**
 * Registers the demo's business number at a WhatsApp network. The network then accepts only its token, and reports the
 * status of its messages to the service at that address. The templates are registered too, since the worker reads the
 * templates once a day.
 */
export function openDemoNumber(network: WhatsappNetwork, serviceUrl: string): void {
  network.setAccount({
    ...demoSender,
    verified_name: 'Acme Insurance',
    webhook_url: `${serviceUrl}/webhooks/whatsapp`,
  })
  const { business_account_id } = demoSender
  for (const template of demoTemplates)
    network.addTemplate({ business_account_id, parameter_format: 'NAMED', ...template })
}
