/**
 * The business number that the demo writes from. Its ids are its own: an id belongs to one sender of the whole service, and
 * operators try those of the examples beside the demo.
 */
export const demoSender = {
  phone_number_id: '990200000000001',
  business_account_id: '990200000000002',
  display_phone_number: '+14155550199',
  access_token: 'the-demo-sender-has-no-secrets',
  app_secret: 'the-demo-app-has-no-secrets',
  verify_token: 'the-demo-webhook-has-no-secrets',
}

/** A template as the provider would give it back: a later reading of the account finds nothing to change. */
export const demoTemplate = {
  name: 'renewal_reminder',
  language: 'en',
  category: 'utility',
  status: 'approved',
  components: [
    {
      type: 'BODY',
      text: 'Hello {{name}}, your policy ends on {{end_date}}. Shall we renew it?',
      example: {
        body_text_named_params: [
          { param_name: 'name', example: 'Ada' },
          { param_name: 'end_date', example: '31 January' },
        ],
      },
    },
    { type: 'FOOTER', text: 'Reply STOP to hear no more from us.' },
  ],
}

/** What the demo's project declares of WhatsApp. The first broadcast has a template; the second sends typed messages alone. */
export function demoWhatsapp(whatsappNetworkUrl: string) {
  const name = 'sandbox'
  return {
    whatsapp_senders: [{ name, ...demoSender, catalog_id: '990200000000003', api_url: whatsappNetworkUrl }],
    whatsapp_templates: [{ ...demoTemplate, sender: name }],
    broadcasts: [
      { name: 'Renewal messages', sender: name, template: demoTemplate.name },
      { name: 'Answers', sender: name },
    ],
  }
}
