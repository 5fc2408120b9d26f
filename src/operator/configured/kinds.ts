import type { SectionName } from '../apply/outline.ts'

/** What a configured record is, as the audit and the management API name it. */
export type ConfiguredKind = 'organization' | 'project' | (typeof kindOfSection)[SectionName]

/** The kind of the records in each list of a project. */
export const kindOfSection = {
  voice_carriers: 'voice_carrier',
  caller_ids: 'caller_id',
  workflows: 'workflow',
  whatsapp_senders: 'whatsapp_sender',
  whatsapp_templates: 'whatsapp_template',
  broadcasts: 'broadcast',
  model_accounts: 'model_account',
  agents: 'agent',
  campaigns: 'campaign',
  api_keys: 'api_key',
  webhook_endpoints: 'webhook_endpoint',
} as const satisfies Record<SectionName, string>
