import { randomBytes } from 'node:crypto'
import type { Context } from '../../src/app/context.ts'
import { applyDeclaration } from '../../src/operator/apply/apply-declaration.ts'
import { wideCallSettings } from '../../test/support/declarations.ts'

/** An organization of equal projects, each with its own carrier accounts and campaigns. */
export interface Wanted {
  projects?: number
  /** Carrier accounts in each project, over which its campaigns are spread. */
  carriers?: number
  /** Campaigns in each project. */
  campaigns: Record<string, unknown>[]
  /** The address of the program that stands in for the carrier. */
  carrierUrl: string
}

export interface Seeded {
  organizationId: string
  projects: { projectId: string; key: string; campaignIds: string[] }[]
}

/** Returns the number of the caller ID that belongs to the carrier account. */
const callerId = (carrier: number) => `+1415555${String(100 + carrier).padStart(4, '0')}`

export async function seedOrganization(context: Context, wanted: Wanted): Promise<Seeded> {
  const { projects = 1, carriers = 1, campaigns, carrierUrl } = wanted
  const numbers = Array.from({ length: carriers }, (_, index) => index)
  const project = (index: number) => ({
    name: `Project ${index}`,
    default_country: 'US',
    voice_carriers: numbers.map((carrier) => ({
      name: `carrier ${carrier}`,
      kind: 'twilio',
      account_sid: `AC${randomBytes(16).toString('hex')}`,
      auth_token: 'a-token-of-the-sandbox',
      api_url: carrierUrl,
      calls_per_second: 1000,
    })),
    caller_ids: numbers.map((carrier) => ({ number: callerId(carrier), carrier: `carrier ${carrier}` })),
    campaigns: campaigns.map((campaign, position) => ({
      status: 'running',
      campaign_type: 'script',
      script: 'Hello {{ customer.name }}',
      voice: 'alice',
      caller_id: callerId(position % carriers),
      name: `Campaign ${position}`,
      ...campaign,
    })),
    requests_per_second: 'none',
    api_keys: [{ name: 'all', scopes: ['calls:create', 'whatsapp:create'], rate: 'none' }],
  })
  const declaration = {
    organizations: [
      {
        name: 'Bench',
        calls: wideCallSettings,
        projects: Array.from({ length: projects }, (_, index) => project(index)),
      },
    ],
  }
  const applied = await applyDeclaration(context, declaration)
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults))
  const { _id: organizationId, projects: made } = applied.tree.organizations[0]!
  return {
    organizationId,
    projects: made.map(({ _id, api_keys, campaigns: ready }) => ({
      projectId: _id,
      key: api_keys.find(({ key }) => key !== undefined)!.key!,
      campaignIds: ready.map((campaign) => campaign._id),
    })),
  }
}
