import type { RouteRole } from '../../src/users/roles.ts'

/** Who may use a route of the management API. */
export interface RouteGuard {
  role: RouteRole
  /** Only with a session, not with a personal token. */
  session: boolean
  /** Only if the password was given lately. */
  password: boolean
  /** Open to people with some projects only, although the route is of the whole organization. */
  own_projects: boolean
}

/**
 * What was decided for each route, written down once more, so that the test does not ask the code: the least role, and
 * what it demands or allows beside it. `O` stands for an organization, `P` for a project.
 */
const table = `
GET /health → operator
POST /health/checks → operator
POST /links/accept → anyone
POST /links/check → anyone
GET /me → signed_in
PATCH /me → signed_in session
POST /me/confirm → signed_in session
POST /me/password → signed_in session
DELETE /me/second-factor → signed_in session password
POST /me/second-factor → signed_in session password
POST /me/second-factor/confirm → signed_in session password
POST /me/second-factor/recovery-codes → signed_in session password
GET /me/sessions → signed_in session
DELETE /me/sessions/:session_id → signed_in session
GET /me/tokens → signed_in session
POST /me/tokens → signed_in session password
DELETE /me/tokens/:token_id → signed_in session
GET /openapi.json → anyone
GET /organizations → signed_in
POST /organizations → operator
POST /sign-in → anyone
POST /sign-out → signed_in session
GET O → viewer own_projects
PATCH O → owner
GET O/analytics → viewer
GET O/audit → viewer
GET O/changes → viewer own_projects
GET O/changes/:change_id → viewer own_projects
GET O/conversation-analytics → viewer
GET O/declaration → admin
POST O/declaration → admin
GET O/demo-calls → admin
PUT O/demo-calls → admin
GET O/do-not-call → viewer
POST O/do-not-call → editor
POST O/do-not-call/:number/end → editor
GET O/events → viewer own_projects
GET O/find → viewer own_projects
GET O/guards → viewer own_projects
GET O/people → admin
POST O/people → admin password
DELETE O/people/:user_id → admin password
PATCH O/people/:user_id → admin password
POST O/people/:user_id/link → admin password
DELETE O/people/:user_id/second-factor → admin password
DELETE O/people/:user_id/sessions → admin password
GET O/projects → viewer own_projects
POST O/projects → admin
GET P → viewer
PATCH P → admin
GET P/agents → viewer
POST P/agents → editor
GET P/agents/:agent_id → viewer
PATCH P/agents/:agent_id → editor
POST P/agents/:agent_id/conversations → editor
GET P/agents/:agent_id/revisions → viewer
POST P/agents/preview → viewer
GET P/analytics → viewer
GET P/analytics/chat → viewer
GET P/analytics/chat.csv → viewer
GET P/analytics/voice → viewer
GET P/analytics/voice.csv → viewer
GET P/api-keys → admin
POST P/api-keys → admin password
PATCH P/api-keys/:api_key_id → admin
POST P/api-keys/:api_key_id/revoke → admin
POST P/api-keys/:api_key_id/rotate → admin password
GET P/broadcasts → viewer
POST P/broadcasts → editor
GET P/broadcasts/:broadcast_id → viewer
PATCH P/broadcasts/:broadcast_id → editor
GET P/broadcasts/:broadcast_id/figures → viewer
GET P/broadcasts/:broadcast_id/messages → viewer
POST P/broadcasts/:broadcast_id/messages → editor
GET P/broadcasts/:broadcast_id/messages/:message_id → viewer
POST P/broadcasts/:broadcast_id/messages/check → editor
GET P/broadcasts/:broadcast_id/template → viewer
GET P/caller-ids → viewer
POST P/caller-ids → admin
GET P/caller-ids/:caller_id → viewer
PATCH P/caller-ids/:caller_id → admin
POST P/calling-hours/callee/preview → viewer
POST P/calling-hours/preview → viewer
GET P/calls → viewer
GET P/calls-under-way → viewer
GET P/calls/:campaign_queue_id → viewer
GET P/calls/:campaign_queue_id/carrier-events → viewer
GET P/campaigns → viewer
POST P/campaigns → editor
GET P/campaigns/:campaign_id → viewer
PATCH P/campaigns/:campaign_id → editor
GET P/campaigns/:campaign_id/call-batches → viewer
POST P/campaigns/:campaign_id/call-batches → editor
GET P/campaigns/:campaign_id/call-batches/:batch_id → viewer
POST P/campaigns/:campaign_id/call-batches/:batch_id/cancel → editor
GET P/campaigns/:campaign_id/call-batches/:batch_id/faults → viewer
GET P/campaigns/:campaign_id/call-batches/:batch_id/outcomes → viewer
POST P/campaigns/:campaign_id/call-batches/:batch_id/resume → editor
GET P/campaigns/:campaign_id/calls → viewer
POST P/campaigns/:campaign_id/calls → editor
GET P/campaigns/:campaign_id/calls/:campaign_queue_id → viewer
POST P/campaigns/:campaign_id/calls/:campaign_queue_id/cancel → editor
POST P/campaigns/:campaign_id/calls/cancel-waiting → editor
GET P/campaigns/:campaign_id/figures → viewer
POST P/campaigns/:campaign_id/hold → editor
GET P/campaigns/:campaign_id/opening → viewer
POST P/campaigns/:campaign_id/release → editor
POST P/campaigns/:campaign_id/trigger-call → editor
GET P/conversation-analytics → viewer
GET P/conversations → viewer
GET P/conversations/:conversation_id → viewer
POST P/conversations/:conversation_id/messages → editor
GET P/conversations/:conversation_id/mode → viewer
POST P/conversations/:conversation_id/mode → editor
POST P/conversations/:conversation_id/replies → editor
GET P/conversations/:conversation_id/turns → viewer
GET P/conversations/export → viewer
POST P/crawls/preview → editor
GET P/customer-profiles → viewer
DELETE P/customer-profiles/:customer_profile_id → admin
GET P/customer-profiles/:customer_profile_id → viewer
GET P/customer-profiles/:customer_profile_id/export → editor
GET P/customer-profiles/:customer_profile_id/merges → viewer
POST P/customer-profiles/:customer_profile_id/separate → editor
GET P/customer-profiles/:customer_profile_id/timeline → viewer
GET P/event-log → viewer
GET P/events → viewer
GET P/events/stream → viewer
POST P/hold → editor
GET P/inbox → viewer
GET P/messages → viewer
GET P/messages/:message_id → viewer
POST P/messages/:message_id/settle → editor
GET P/model-accounts → viewer
POST P/model-accounts → admin
GET P/model-accounts/:model_account_id → viewer
PATCH P/model-accounts/:model_account_id → admin
GET P/opt-outs → viewer
POST P/opt-outs → editor
POST P/opt-outs/:number/end → editor
GET P/queue → viewer
POST P/release → editor
POST P/scripts/preview → viewer
GET P/sends → viewer
GET P/sources → viewer
GET P/sources/:source_id → viewer
POST P/sources/:source_id/cancel → editor
POST P/sources/:source_id/crawl → editor
GET P/sources/:source_id/crawl-urls → viewer
GET P/sources/:source_id/pages → viewer
GET P/sources/:source_id/pages/:page_id/passages → viewer
POST P/sources/:source_id/remove → editor
GET P/sources/ask → viewer
POST P/sources/domains → editor
POST P/sources/files → editor
GET P/sources/room → viewer
GET P/sources/search → viewer
POST P/sources/urls → editor
GET P/tickets → viewer
POST P/tickets → editor
POST P/tickets/:ticket_id/close → editor
GET P/today → viewer
GET P/voice-carriers → viewer
POST P/voice-carriers → admin
GET P/voice-carriers/:voice_carrier_id → viewer
PATCH P/voice-carriers/:voice_carrier_id → admin
POST P/voice-carriers/:voice_carrier_id/check → admin
GET P/webhook-endpoints → viewer
POST P/webhook-endpoints → admin
DELETE P/webhook-endpoints/:endpoint_id → admin
GET P/webhook-endpoints/:endpoint_id → viewer
PATCH P/webhook-endpoints/:endpoint_id → admin
GET P/webhook-endpoints/:endpoint_id/deliveries → viewer
GET P/webhook-endpoints/:endpoint_id/deliveries/:delivery_id → viewer
POST P/webhook-endpoints/:endpoint_id/deliveries/:delivery_id/resend → admin
POST P/webhook-endpoints/:endpoint_id/disable → admin
POST P/webhook-endpoints/:endpoint_id/enable → admin
POST P/webhook-endpoints/:endpoint_id/resend → admin
GET P/webhook-endpoints/:endpoint_id/resends → viewer
POST P/webhook-endpoints/:endpoint_id/rotate-secret → admin password
POST P/webhook-endpoints/:endpoint_id/test → admin
GET P/whatsapp-senders → viewer
POST P/whatsapp-senders → admin
GET P/whatsapp-senders/:whatsapp_sender_id → viewer
PATCH P/whatsapp-senders/:whatsapp_sender_id → admin
POST P/whatsapp-senders/:whatsapp_sender_id/check → admin
GET P/whatsapp-templates → viewer
GET P/whatsapp-templates/:template_id → viewer
POST P/whatsapp-templates/sync → editor
GET P/workflows → viewer
POST P/workflows → editor
GET P/workflows/:workflow_id → viewer
PATCH P/workflows/:workflow_id → editor
GET P/workflows/:workflow_id/revisions → viewer
POST P/workflows/check → viewer
POST P/workflows/try → viewer
`

const short: Record<string, string> = {
  O: '/organizations/:organization_id',
  P: '/organizations/:organization_id/projects/:project_id',
}

/** The guards by method and address, such as `GET /api/me`. */
export const routeGuards: ReadonlyMap<string, RouteGuard> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [, method, letter = '', path, role, ...more] = /^(\w+) ([OP])?(\S*) → (\w+)(.*)$/.exec(line)!
      const has = (what: string) => more.join(' ').split(' ').includes(what)
      const guard = {
        role: role as RouteRole,
        session: has('session'),
        password: has('password'),
        own_projects: has('own_projects'),
      }
      return [`${method} /api${short[letter] ?? ''}${path}`, guard] as const
    }),
)
