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

const footer = { type: 'FOOTER', text: 'Reply STOP to get no more messages.' }

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
    footer,
  ],
}

/** A template that the storm brought. */
const stormTemplate = {
  name: 'storm_notice',
  language: 'en',
  category: 'utility',
  status: 'approved',
  components: [
    {
      type: 'BODY',
      text: 'Hello {{name}}, the storm is over. If anything at your home was damaged, answer this message and we help.',
      example: { body_text_named_params: [{ param_name: 'name', example: 'Ada' }] },
    },
    footer,
  ],
}

/** A template that Meta has paused: its broadcast can't send. */
const offerTemplate = {
  name: 'bundle_offer',
  language: 'en',
  category: 'marketing',
  status: 'paused',
  components: [
    {
      type: 'BODY',
      text: 'Hello {{name}}, insure your car and your home with us and save 12 percent. Shall we send you an offer?',
      example: { body_text_named_params: [{ param_name: 'name', example: 'Ada' }] },
    },
    footer,
  ],
}

/** All templates of the demo's business account. */
export const demoTemplates = [demoTemplate, stormTemplate, offerTemplate]

/**
 * Returns the WhatsApp part of the demo's project. The first broadcast has a template; the second sends free-form
 * messages only.
 *
 * @param hasHistory whether the broadcasts are declared too that only a history fills.
 */
export function demoWhatsapp(whatsappNetworkUrl: string, hasHistory: boolean) {
  const sender = 'sandbox'
  const templates = hasHistory ? demoTemplates : [demoTemplate]
  return {
    whatsapp_senders: [
      { name: sender, ...demoSender, catalog_id: '990200000000003', api_url: whatsappNetworkUrl },
    ],
    whatsapp_templates: templates.map((template) => ({ ...template, sender })),
    broadcasts: [
      { name: 'Renewal messages', sender, template: demoTemplate.name },
      { name: 'Answers', sender },
      ...(hasHistory
        ? [
            { name: 'Storm notices', sender, template: stormTemplate.name },
            { name: 'Bundle offer', sender, template: offerTemplate.name },
          ]
        : []),
    ],
  }
}
