import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { WhatsappNetwork } from '../../../src/sandbox/whatsapp/whatsapp-network.ts'
import { organization, scriptCampaign } from '../../support/declarations.ts'
import type { LoadedOrganization } from './load.ts'
import type { Stage } from './stage.ts'

/** An organization as a run wants it. */
export interface WantedOrganization {
  cell: 'one' | 'two'
  name: string
  phoneNumberId: string
  firstNumber: number
  /** Where the sandboxes of the carrier and of WhatsApp are. Without the latter it sends no messages. */
  phoneUrl: string
  graphUrl?: string
}

export const businessAccountId = '200000000000001'
export const appSecret = 'an-app-secret'
/** The template of messages, as the declaration and Meta have it. */
const template = {
  name: 'order_update',
  language: 'en',
  components: [{ type: 'BODY', text: 'Hello {{first_name}}.' }],
}

/** Adds the account of an organization's sender and its template to the sandbox of WhatsApp. */
export function addAccount(
  network: Pick<WhatsappNetwork, 'setAccount' | 'addTemplate'>,
  { name, phoneNumberId }: Pick<WantedOrganization, 'name' | 'phoneNumberId'>,
  routerUrl: string,
): void {
  network.setAccount({
    phone_number_id: phoneNumberId,
    business_account_id: businessAccountId,
    display_phone_number: '+14155550199',
    access_token: 'a-token',
    app_secret: appSecret,
    verify_token: `token-of-${name}`,
    webhook_url: `${routerUrl}/webhooks/whatsapp`,
  })
  network.addTemplate({
    ...template,
    business_account_id: businessAccountId,
    category: 'UTILITY',
    status: 'APPROVED',
    parameter_format: 'NAMED',
  })
}

interface Tree {
  _id: string
  projects: {
    _id: string
    campaigns: { _id: string }[]
    broadcasts?: { _id: string }[]
    api_keys: { name: string; key: string }[]
  }[]
}

/** Declares an organization with a campaign, a sender and perhaps a broadcast, and places it in a cell. */
export async function declareOrganization(
  { cells, command, folder }: Stage,
  { cell, name, phoneNumberId, firstNumber, phoneUrl, graphUrl }: WantedOrganization,
): Promise<LoadedOrganization> {
  const declared = organization(name, phoneUrl, {
    campaigns: [scriptCampaign({ slots: 4 })],
    carrier: { calls_per_second: 50 },
  })
  const sender = {
    name: 'main',
    phone_number_id: phoneNumberId,
    business_account_id: businessAccountId,
    display_phone_number: '+14155550199',
    access_token: 'a-token',
    app_secret: appSecret,
    verify_token: `token-of-${name}`,
    ...(graphUrl !== undefined && { api_url: graphUrl }),
  }
  Object.assign(declared.organizations[0]!, { plan: { status: 'active', whatsapp_sends: 1_000_000 } })
  Object.assign(declared.organizations[0]!.projects[0]!, {
    whatsapp_senders: [sender],
    whatsapp_templates: [{ ...template, sender: 'main', category: 'utility', status: 'approved' }],
    broadcasts: [{ name: 'October', sender: 'main', template: template.name }],
  })
  const file = path.join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(declared))
  const text = await command(['apply', file, '--json'], { DATABASE_URL: cells[cell].databaseUrl })
  const [tree] = (JSON.parse(text) as { organizations: Tree[] }).organizations
  await command(['cells', 'place', name, '--in', cell])
  const project = tree!.projects[0]!
  return {
    name,
    organizationId: tree!._id,
    projectId: project._id,
    campaignId: project.campaigns[0]!._id,
    broadcastId: graphUrl === undefined ? null : project.broadcasts![0]!._id,
    key: project.api_keys.find(({ name: of }) => of === 'all')!.key,
    phoneNumberId,
    firstNumber,
  }
}
