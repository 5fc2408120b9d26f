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

/** A number that the business no longer uses. */
const oldNumber = {
  phone_number_id: '990200000000004',
  display_phone_number: '+14155550198',
  status: 'disconnected',
}

/** What WhatsApp says of templates beside their content. */
const remarks: Record<string, { quality_score?: 'GREEN' | 'YELLOW' | 'RED'; rejected_reason?: string }> = {
  renewal_reminder: { quality_score: 'GREEN' },
  storm_notice: { quality_score: 'GREEN' },
  bundle_offer: { quality_score: 'RED' },
  policy_documents: { quality_score: 'YELLOW' },
  winter_check: { rejected_reason: 'INCORRECT_CATEGORY' },
}

const footer = { type: 'FOOTER', text: 'Reply STOP to get no more messages.' }

/** A template in the form that the provider returns, so that reading the account later finds no difference. */
const demoTemplate = {
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

/** With a document, two buttons and a footer. */
const policyTemplate = {
  name: 'policy_documents',
  language: 'en',
  category: 'utility',
  status: 'approved',
  components: [
    {
      type: 'HEADER',
      format: 'DOCUMENT',
      example: { header_handle: ['https://example.com/policy.pdf'] },
    },
    {
      type: 'BODY',
      text: 'Hello {{name}}, here is your policy {{policy_number}}. Keep it where you find it.',
      example: {
        body_text_named_params: [
          { param_name: 'name', example: 'Ada' },
          { param_name: 'policy_number', example: 'AC-204118' },
        ],
      },
    },
    { type: 'FOOTER', text: 'Acme Insurance, Springfield' },
    {
      type: 'BUTTONS',
      buttons: [
        {
          type: 'URL',
          text: 'See it online',
          url: 'https://example.com/policies/{{1}}',
          example: ['AC-204118'],
        },
        { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+14155550100' },
      ],
    },
  ],
}

/** With an image and quick replies; WhatsApp has rejected it. */
const winterTemplate = {
  name: 'winter_check',
  language: 'en',
  category: 'utility',
  status: 'rejected',
  components: [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://example.com/winter.jpg'] } },
    {
      type: 'BODY',
      text: 'Hello {{name}}, winter comes. Book a check of your home and save 10 percent on the next policy.',
      example: { body_text_named_params: [{ param_name: 'name', example: 'Ada' }] },
    },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Book a check' },
        { type: 'QUICK_REPLY', text: 'Not now' },
      ],
    },
  ],
}

/** Handed in lately: WhatsApp still reviews it. */
const movingTemplate = {
  name: 'moving_home',
  language: 'en',
  category: 'utility',
  status: 'pending',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Moving home?' },
    {
      type: 'BODY',
      text: 'Hello {{name}}, we have your new address: {{address}}. Your policy goes with you.',
      example: {
        body_text_named_params: [
          { param_name: 'name', example: 'Ada' },
          { param_name: 'address', example: '12 Elm Street' },
        ],
      },
    },
    footer,
  ],
}

/** All templates of the demo that it declares. */
const declaredTemplates = [
  demoTemplate,
  stormTemplate,
  offerTemplate,
  policyTemplate,
  winterTemplate,
  movingTemplate,
]

/** Other languages of the first template, which only a sync brings. */
const translations = [
  {
    ...demoTemplate,
    language: 'es',
    components: [
      {
        ...demoTemplate.components[0],
        type: 'BODY',
        text: 'Hola {{name}}, su póliza vence el {{end_date}}. ¿La renovamos?',
      },
      { type: 'FOOTER', text: 'Responda STOP para no recibir más mensajes.' },
    ],
  },
  {
    ...demoTemplate,
    language: 'ar',
    status: 'pending',
    components: [
      {
        ...demoTemplate.components[0],
        type: 'BODY',
        text: 'مرحبًا {{name}}، تنتهي وثيقتك في {{end_date}}. هل نجددها؟',
      },
    ],
  },
]

/** All templates of the demo's business account, as the sandbox's WhatsApp has them. */
export const demoTemplates = [...declaredTemplates, ...translations].map((template) => ({
  ...template,
  ...(template.language === 'en' && remarks[template.name]),
}))

/**
 * Returns the WhatsApp part of the demo's project. The first broadcast has a template; the second sends free-form
 * messages only.
 *
 * @param hasHistory whether the broadcasts are declared too that only a history fills.
 */
export function demoWhatsapp(whatsappNetworkUrl: string, hasHistory: boolean) {
  const sender = 'sandbox'
  const templates = hasHistory ? declaredTemplates : [demoTemplate]
  return {
    whatsapp_senders: [
      { name: sender, ...demoSender, catalog_id: '990200000000003', api_url: whatsappNetworkUrl },
      ...(hasHistory
        ? [{ name: 'old number', ...demoSender, ...oldNumber, api_url: whatsappNetworkUrl }]
        : []),
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
