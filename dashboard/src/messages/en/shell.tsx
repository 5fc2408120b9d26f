import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

export const shell = {
  skip: 'Skip to the content',
  navigation: 'Places',
  home: 'Home',
  live: 'Live',
  analytics: 'Analytics',
  campaigns: 'Campaigns',
  broadcasts: 'Broadcasts',
  conversations: 'Conversations',
  inbox: 'Inbox',
  inboxCount: (count: string, number: number) =>
    `, ${count} ${plural(number, 'en', { one: 'conversation', other: 'conversations' })} with a person`,
  peopleCalled: 'People called',
  tickets: 'Tickets',
  workflows: 'Workflows',
  agents: 'Agents',
  knowledge: 'Knowledge',
  carriers: 'Carriers',
  models: 'Models',
  senders: 'Senders',
  templates: 'Templates',
  optOuts: 'Opt-outs',
  keys: 'Keys',
  peopleAndRoles: 'People and roles',
  changes: 'Changes',
  settings: 'Settings',
  health: 'Health',
  underWay: (count: string, number: number) =>
    `, ${count} ${plural(number, 'en', { one: 'call', other: 'calls' })} under way`,
  stateNoWorker: 'No worker',
  demoStop: 'Stop the demo’s calls',
  demoStart: 'Let the demo call',
  demoStopped: 'The demo places no more calls. Those under way go on.',
  demoStarted: 'The demo places a call now and then while somebody looks.',
  me: 'Your account',
  signOut: 'Sign out',
  reference: 'API reference',
  more: 'More',
  find: 'Find',
  findLabel: 'Find a number, id or name',
  findHint: 'Type or paste a phone number, an id, or part of a name.',
  findNothing: (text: string) =>
    `Nothing is called “${text}”, and it is no id or number of this organization.`,
  findNext: 'Check the organization at the top of the side bar; other organizations are not searched.',
  kinds: {
    call: 'Call',
    campaign: 'Campaign',
    conversation: 'Conversation',
    project: 'Project',
    api_key: 'Key',
    workflow: 'Workflow',
    agent: 'Agent',
    model_account: 'Model account',
    voice_carrier: 'Carrier',
    message: 'Message',
    broadcast: 'Broadcast',
    source: 'Source',
    ticket: 'Ticket',
    whatsapp_sender: 'Sender',
    whatsapp_template: 'Template',
    caller_id: 'Caller ID',
    person: 'Person',
  } as Record<string, string>,
  keysTitle: 'Keys',
  keysLabel: 'Keys',
  keyFind: 'Find anything',
  keyHelp: 'Show this list',
  keyCopy: 'Copy the id of what has the focus, or of the page',
  keyGo: (place: string) => `Go to ${place}`,
  copied: (id: string) => `Copied ${id}`,
  switcher: 'Organization and project',
  time: (zone: string) => `${zone} time`,
  stateLive: 'Live',
  stateConnecting: 'Connecting',
  stateLost: (time: string) => `Updated ${time}, reconnecting`,
  organizations: 'Organizations',
  noProject: 'You may not see any project yet.',
  noProjectNext: 'Ask an owner or admin of your organization to give you a role, then load this page again.',
  insecure: 'This page comes over plain http, so everybody in the network can read along.',
  insecureMore: 'An operator puts TLS in front of the service and sets PUBLIC_URL to https.',
  noWorkerNever: 'No worker is running: nothing is dialled.',
  noWorkerTitle: (at: ReactNode, duration: ReactNode) => (
    <>
      No worker is running: nothing is dialled since {at} ({duration}).
    </>
  ),
  openHealth: 'Open health',
  noWorkerBodyMore: (waiting: string) =>
    `More than ${waiting} calls keep their places; calls under way go on.`,
  noWorkerBody: (waiting: string, count: number) =>
    `${waiting} ${plural(count, 'en', { one: 'call keeps its place', other: 'calls keep their places' })}; calls under way go on.`,
  lastSeen: (host: ReactNode, version: ReactNode) => (
    <>
      {' '}
      Last seen: worker on {host}, version {version}.
    </>
  ),
  startOne: ' An operator starts one with “switchboard worker” or “switchboard serve”.',
}
