import { randomUUID } from 'node:crypto'
import type { Context } from '../../src/app/context.ts'
import { applyDeclaration } from '../../src/operator/apply/apply-declaration.ts'
import { businessAccountId, phoneNumberId } from '../../test/support/whatsapp.ts'

/** A broadcast whose template has two variables. */
export interface SeededBroadcast {
  path: string
  /** With the API key of its project. */
  headers: Record<string, string>
}

/** Organizations with a sender and a broadcast each. Sends wait for each other only on rows of one of these. */
export async function seedBroadcasts(
  context: Context,
  { organizations, graphUrl }: { organizations: number; graphUrl: string },
): Promise<SeededBroadcast[]> {
  const organization = (index: number) => ({
    name: `Organization ${index}`,
    plan: { status: 'active', whatsapp_sends: 2_000_000_000 },
    projects: [
      {
        name: 'Bench',
        whatsapp_senders: [
          {
            name: 'main',
            phone_number_id: String(Number(phoneNumberId) + index),
            business_account_id: businessAccountId,
            display_phone_number: '+14155550199',
            access_token: 'a-token',
            app_secret: 'an-app-secret',
            verify_token: 'a-verify-token',
            api_url: graphUrl,
            // More than the bench sends, so that no send waits for the sender's rate limit.
            messages_per_second: 1_000,
          },
        ],
        whatsapp_templates: [
          {
            name: 'order_update',
            sender: 'main',
            language: 'en',
            category: 'utility',
            status: 'approved',
            components: [{ type: 'BODY', text: 'Hello {{first_name}}, order {{order_id}} is on its way.' }],
          },
        ],
        broadcasts: [{ name: 'October', sender: 'main', template: 'order_update' }],
        requests_per_second: 'none',
        api_keys: [{ name: 'all', scopes: ['whatsapp:create'], rate: 'none' }],
      },
    ],
  })
  const declared = Array.from({ length: organizations }, (_, index) => organization(index))
  const applied = await applyDeclaration(context, { organizations: declared })
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults))
  return applied.tree.organizations.map(({ _id, projects }) => {
    const [project] = projects
    const broadcastId = project!.broadcasts[0]!._id
    return {
      path: `/organizations/${_id}/projects/${project!._id}/broadcasts/${broadcastId}/messages`,
      headers: { 'x-api-key': project!.api_keys[0]!.key!, 'content-type': 'application/json' },
    }
  })
}

/** Returns a send under the broadcast with a new idempotency key, for `autocannon` and `fetch`. */
export function sendTo({ path, headers }: SeededBroadcast, to: string) {
  return {
    path,
    method: 'POST' as const,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ to, data: { first_name: 'Ada', order_id: 'A-1042' } }),
  }
}
