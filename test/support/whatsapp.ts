import { systemClock } from '../../src/base/clock.ts'
import { sql } from '../../src/db/sql.ts'
import type { WhatsappNetwork } from '../../src/sandbox/whatsapp/whatsapp-network.ts'
import { startWhatsappNetwork } from '../../src/sandbox/whatsapp/whatsapp-network.ts'
import { eventually, startService } from './service.ts'
import type { Service } from './service.ts'

export const phoneNumberId = '100000000000001'
export const businessAccountId = '200000000000001'

/** A service whose project can send over the WhatsApp network of the sandbox, which sends it webhooks. */
export interface WhatsappService extends AsyncDisposable {
  service: Service
  network: WhatsappNetwork
  /** The ids by the broadcast's name. */
  broadcastIds: Record<string, string>
  senderId: string
}

export const templateComponents = [
  { type: 'BODY', text: 'Hello {{first_name}}, order {{order_id}} is on its way.' },
  { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://example.com/{{1}}' }] },
]

const codeComponents = [
  { type: 'BODY', text: '{{1}} is your code.' },
  { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy' }] },
]

/**
 * Starts the service. `sends` is the plan's number of sends, `speed` how many times faster than real time messages
 * travel, `clock` the service's own. With `hasCode` there is a template for one-time codes, with a broadcast `Code`.
 * `project` is declared beside the rest, for models on `modelPrivateHosts`.
 */
export async function startWhatsappService({
  sends = 1_000,
  speed = 200,
  clock = systemClock,
  hasCode = false,
  modelPrivateHosts = [] as readonly string[],
  project: more = {},
} = {}): Promise<WhatsappService> {
  await using stack = new AsyncDisposableStack()
  const network = stack.use(await startWhatsappNetwork({ port: 0, speed, webhookRetryAfterMs: [50, 200] }))
  const service = stack.use(await startService({}, { clock, modelPrivateHosts }))
  const account = {
    phone_number_id: phoneNumberId,
    business_account_id: businessAccountId,
    display_phone_number: '+14155550199',
    access_token: 'a-token',
    app_secret: 'an-app-secret',
    verify_token: 'a-verify-token',
  }
  const template = (name: string, more: Record<string, unknown> = {}) => ({
    name,
    sender: 'main',
    language: 'en',
    category: 'utility',
    status: 'approved',
    components: templateComponents,
    ...more,
  })
  const tree = await service.apply({
    organizations: [
      {
        name: 'Acme',
        plan: { status: 'active', whatsapp_sends: sends },
        projects: [
          {
            name: 'Renewals',
            ...more,
            whatsapp_senders: [
              { name: 'main', ...account, catalog_id: '300000000000001', api_url: network.url },
              {
                name: 'gone',
                ...account,
                phone_number_id: '100000000000002',
                status: 'disconnected',
                api_url: network.url,
              },
            ],
            whatsapp_templates: [
              template('order_update'),
              template('october_sale', { category: 'marketing' }),
              template('not_yet', { status: 'pending' }),
              ...(hasCode
                ? [template('login_code', { category: 'authentication', components: codeComponents })]
                : []),
            ],
            broadcasts: [
              { name: 'October', sender: 'main', template: 'order_update' },
              { name: 'Sale', sender: 'main', template: 'october_sale' },
              { name: 'Early', sender: 'main', template: 'not_yet' },
              { name: 'Typed', sender: 'main' },
              ...(hasCode ? [{ name: 'Code', sender: 'main', template: 'login_code' }] : []),
              { name: 'Gone', sender: 'gone', template: 'order_update' },
            ],
          },
        ],
      },
    ],
  })
  network.setAccount({ ...account, webhook_url: `${service.url}/webhooks/whatsapp` })
  // The network has the same templates as the declaration: a refusal after which the service reads them again must not
  // change them.
  for (const [name, more] of [
    ['order_update', {}],
    ['october_sale', { category: 'MARKETING' }],
    ['not_yet', { status: 'PENDING' }],
    ...(hasCode ? [['login_code', { category: 'AUTHENTICATION', components: codeComponents }] as const] : []),
  ] as const)
    network.addTemplate({
      business_account_id: businessAccountId,
      name,
      language: 'en',
      category: 'UTILITY',
      status: 'APPROVED',
      parameter_format: 'NAMED',
      components: templateComponents,
      ...more,
    })
  const [project] = tree.organizations[0]!.projects
  const broadcasts = (project as unknown as { broadcasts: { name: string; _id: string }[] }).broadcasts
  const senders = (project as unknown as { whatsapp_senders: { name: string; _id: string }[] })
    .whatsapp_senders
  const held = stack.move()
  return {
    service,
    network,
    broadcastIds: Object.fromEntries(broadcasts.map(({ name, _id }) => [name, _id])),
    senderId: senders.find(({ name }) => name === 'main')!._id,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** Waits until the network has sent all its webhooks, and a worker has processed them. */
export async function webhooksProcessed({ network, service }: WhatsappService): Promise<void> {
  await network.idle()
  await eventually('all webhooks are processed', async () => {
    const [row] = await service.context.db.query<{ left: number }>(
      sql`select count(*) as left from whatsapp_events where processed_at is null`,
    )
    return row?.left === 0 ? true : null
  })
}
