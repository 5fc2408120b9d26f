import { demoSender, demoTemplate } from '../operator/demo/demo-whatsapp.ts'
import type { WhatsappNetwork } from '../sandbox/whatsapp/whatsapp-network.ts'

/**
 * Makes the demo's business number known to a WhatsApp network, which then takes its token and no other, and tells the
 * service at that address what becomes of its messages. As at Meta, the template is there too: the worker reads it once a
 * day.
 */
export function openDemoNumber(network: WhatsappNetwork, serviceUrl: string): void {
  network.setAccount({
    ...demoSender,
    verified_name: 'Acme Insurance',
    webhook_url: `${serviceUrl}/webhooks/whatsapp`,
  })
  const { business_account_id } = demoSender
  network.addTemplate({ business_account_id, parameter_format: 'NAMED', ...demoTemplate })
}
