import type { Random } from '../random.ts'

/** An organization as the harness declares it: one project, two senders, and a broadcast for each. */
export interface PlannedOrganization {
  name: string
  /** How many messages it may send. */
  quota: number
  senders: PlannedSender[]
}

export interface PlannedSender {
  name: string
  phoneNumberId: string
  businessAccountId: string
}

/**
 * Returns the organizations. `Roomy` never reaches its quota, `Tight` does during the load, and many clients compete
 * for `Quota`.
 */
export function createPlan({ tight, quota }: { tight: number; quota: number }): PlannedOrganization[] {
  return [
    { name: 'Roomy', quota: 1_000_000 },
    { name: 'Tight', quota: tight },
    { name: 'Quota', quota },
  ].map((organization, index) => ({
    ...organization,
    senders: [1, 2].map((number) => ({
      name: `${organization.name} ${number}`,
      phoneNumberId: `1000000000000${index}${number}`,
      businessAccountId: `2000000000000${index}${number}`,
    })),
  }))
}

const secrets = { access_token: 'a-token', app_secret: 'an-app-secret', verify_token: 'a-verify-token' }
const components = [
  { type: 'BODY', text: 'Hello {{first_name}}, order {{order_id}} is on its way.' },
  { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://example.com/{{1}}' }] },
]
/** Values for the template's variables. */
export const templateData = { first_name: 'Ada', order_id: '7', button_0: 'orders' }

/** Returns the declaration for `switchboard apply`. Broadcasts have the names of their senders. */
export function declarationOf(plan: readonly PlannedOrganization[], networkUrl: string): unknown {
  const organizations = plan.map(({ name, quota, senders }) => ({
    name,
    plan: { status: 'active', whatsapp_sends: quota },
    projects: [
      {
        name,
        default_country: 'US',
        whatsapp_senders: senders.map((sender) => ({
          ...accountOf(sender),
          name: sender.name,
          api_url: networkUrl,
        })),
        whatsapp_templates: senders.map((sender) => ({
          name: templateOf(sender),
          sender: sender.name,
          language: 'en',
          category: 'utility',
          status: 'approved',
          components,
        })),
        broadcasts: senders.map((sender) => ({
          name: sender.name,
          sender: sender.name,
          template: templateOf(sender),
        })),
        requests_per_second: 'none',
        api_keys: [{ name: 'clients', scopes: ['whatsapp:create'], rate: 'none' }],
      },
    ],
  }))
  return { organizations }
}

/** Returns the account of a sender for the network, without its webhook address. */
export function accountOf({ phoneNumberId, businessAccountId }: PlannedSender) {
  return {
    phone_number_id: phoneNumberId,
    business_account_id: businessAccountId,
    display_phone_number: `+1415555${phoneNumberId.slice(-4).padStart(4, '0')}`,
    ...secrets,
  }
}

export function providerTemplateOf(sender: PlannedSender) {
  return {
    business_account_id: sender.businessAccountId,
    name: templateOf(sender),
    language: 'en',
    category: 'UTILITY' as const,
    status: 'APPROVED',
    parameter_format: 'NAMED' as const,
    components,
  }
}

function templateOf({ name }: PlannedSender): string {
  return name.toLowerCase().replace(' ', '_')
}

/**
 * How often each outcome occurs. The last two digits of the recipient decide on it, as in the sandbox
 * (`sandbox outcomes`). Half of the messages are delivered; the rest are refused, lost in every way, or reported twice,
 * late or wrongly.
 */
const fates: readonly (readonly [digits: string, weight: number])[] = [
  ['00', 30],
  ['01', 5],
  ['03', 5],
  ['04', 5],
  ['06', 3],
  ['10', 5],
  ['17', 5],
  ['20', 6],
  ['22', 3],
  ['31', 6],
  ['32', 6],
  ['33', 2],
  ['34', 3],
  ['35', 5],
  ['36', 2],
  ['37', 2],
  ['38', 2],
  ['39', 4],
  ['40', 5],
  ['41', 2],
  ['50', 3],
  ['51', 8],
  ['53', 5],
  ['54', 6],
]
/** The outcome without an answer: each one keeps its client waiting for ten seconds. */
const silence = ['30', 1] as const

export function pickFate(random: Random, isSilenceAllowed: boolean): string {
  const choices = isSilenceAllowed ? [...fates, silence] : fates
  let roll = random.next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [digits, weight] of choices) {
    roll -= weight
    if (roll < 0) return digits
  }
  return '00'
}

/** The people to whom all clients write, with different outcomes. */
export const talkers: readonly string[] = ['00', '04', '05', '51', '54'].flatMap((digits) =>
  [1, 2, 3].map((number) => `+14153000${number}${digits}`),
)
