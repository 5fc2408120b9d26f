/**
 * The business number that the demo writes from. Its ids differ from those in the documents' examples, which operators
 * try beside the demo: an id belongs to one sender of the whole service.
 */
export const demoSender = {
  phone_number_id: '990200000000001',
  business_account_id: '990200000000002',
  display_phone_number: '+14155550199',
  access_token: 'the-demo-sender-has-no-secrets',
  app_secret: 'the-demo-app-has-no-secrets',
  verify_token: 'the-demo-webhook-has-no-secrets',
}

/** A template in the form that the provider returns, so that reading the account later finds no difference. */
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
    { type: 'FOOTER', text: 'Reply STOP to get no more messages.' },
  ],
}

/**
 * Returns the WhatsApp part of the demo's project. The first broadcast has a template; the second sends free-form
 * messages only.
 */
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
