import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Who changed what, from what to what. */
export const changes = {
  title: 'Changes',
  lead: 'Who changed what in this organization, newest first. Dashboard, API, commands and syncs alike.',
  none: 'Nothing was changed yet.',
  noneNext: 'Each change from now on is written down here.',
  person: 'By whom',
  record: 'What',
  field: 'Field',
  fieldHint: 'Such as slots',
  personHint: 'Name or id',
  from: 'From',
  to: 'Until',
  kinds: {
    organization: 'Organization',
    project: 'Project',
    voice_carrier: 'Carrier',
    caller_id: 'Caller ID',
    workflow: 'Workflow',
    agent: 'Agent',
    model_account: 'Model account',
    webhook_endpoint: 'Webhook endpoint',
    campaign: 'Campaign',
    call_batch: 'File of calls',
    do_not_call: 'Do-not-call number',
    whatsapp_sender: 'Sender',
    whatsapp_template: 'Template',
    broadcast: 'Broadcast',
    whatsapp_message: 'Message',
    opt_out: 'Opt-out',
    customer_profile: 'Person called',
    ticket: 'Ticket',
    source: 'Source',
    api_key: 'API key',
    person: 'Person',
    demo_calls: 'Demo',
  } as Record<string, string>,
  actions: {
    created: 'made',
    updated: 'changed',
    removed: 'removed',
    opened: 'opened',
    closed: 'closed',
    ended: 'ended',
    settled: 'settled',
    separated: 'separated',
    erased: 'erased',
    replaced: 'replaced',
    revoked: 'revoked',
    invited: 'invited',
    'invitation link made': 'invitation link made',
    'password link made': 'password link made',
    'second factor turned off': 'second factor turned off',
    'read again': 'read again',
    'crawl requested': 'crawled anew',
    'crawl canceled': 'no longer crawled: canceled',
    'sessions ended': 'signed out everywhere',
    'calls canceled': 'waiting calls canceled',
  } as Record<string, string>,
  vias: {
    dashboard: 'in the dashboard',
    api: 'over the API',
    apply: 'by apply',
    command: 'by a command',
    sync: 'by a sync',
  } as Record<string, string>,
  what: (kind: ReactNode, name: ReactNode, action: ReactNode) => (
    <>
      {kind} <b>{name}</b> {action}
    </>
  ),
  who: (name: ReactNode, via: string, at: ReactNode) => (
    <>
      {name} {via}, {at}
    </>
  ),
  path: 'Field',
  before: 'Before',
  after: 'After',
  unset: 'not set',
  secret: 'secret, changed',
  show: (count: number) =>
    `${count} ${plural(count, 'en', { one: 'field', other: 'fields' })}: before and after`,
  hide: 'Hide',
  bringBack: 'Bring this back',
  bringBackLabel: (name: string, revision: string) => `Bring back ${name} before revision ${revision}`,
  requestId: 'request id',
  historyNone: 'Nothing was changed since it was made, or it was made before changes were kept.',
  historyNoneNext: 'The next change will stand here, with what was before.',
  by: 'Changed by',
}
