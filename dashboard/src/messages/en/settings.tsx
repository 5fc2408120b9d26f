import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Settings of an organization, and the list of organizations. */
export const settings = {
  title: (name: string) => `Settings of ${name}`,
  lead: 'Plan, projects, and everything that is configured as one file.',
  rename: 'Rename…',
  name: 'Name',
  plan: 'Plan',
  changePlan: 'Name and plan…',
  planBy: 'An operator of the installation changes the plan.',
  planActive: 'active: WhatsApp messages can be sent',
  planInactive: 'not active: WhatsApp messages are refused, calls go on',
  planStatus: 'State',
  sends: 'WhatsApp messages',
  links: 'Pages of the knowledge base',
  used: (used: string, of: string) => `${used} of ${of}`,
  left: (left: string) => `${left} left`,
  allUsed: 'all used: further ones are refused',
  nearly: 'nearly used up',
  projects: 'Projects',
  newProject: 'New project…',
  newProjectTitle: 'New project',
  noProject: 'This organization has no project yet.',
  noProjectNext: 'Campaigns, carriers and keys lie in a project: make the first one.',
  project: 'Project',
  language: 'Language',
  languageHint: 'Of what is spoken and written, such as en or de-AT.',
  zone: 'Time zone',
  zoneHint: 'Days on screens are counted in it.',
  country: 'Country',
  countryHint: 'The country of numbers that have no country code, such as US. Empty: every number needs one.',
  noCountry: 'none',
  words: 'Ticket words',
  wordsHint: 'A WhatsApp message with one of them opens a ticket. One on each line.',
  rate: 'Requests a second',
  rateHint: 'All keys of the project together. Empty: there is no limit.',
  retention: 'Removed after some time',
  retentionHint:
    'Empty: it is kept as long as the project; events 30 days, changes 400. What is removed can not be brought back.',
  days: 'days',
  retentionOf: {
    transcripts: 'Remove transcripts after',
    messages: 'Remove texts of messages after',
    events: 'Remove events after',
    audit: 'Remove the list of changes after',
  },
  noWords: 'none',
  status: 'State',
  statuses: { active: 'active', archived: 'archived' } as Record<string, string>,
  edit: 'Change…',
  editLabel: (name: string) => `Change ${name}`,
  editTitle: (name: string) => `Change ${name}`,
  make: 'Make',
  made: (name: ReactNode) => <>{name} is made.</>,
  saved: (name: ReactNode) => <>{name} is saved.</>,
  changed: 'Changed',
  declaration: 'Declaration',
  declarationLead:
    'Everything that is configured here as one YAML file, without secrets. “switchboard apply” takes the same file.',
  show: 'Show it',
  hide: 'Hide it',
  download: 'Download',
  file: (name: string) => `${name}, as YAML`,
  compare: 'Apply a file',
  compareLead:
    'Paste a declaration or choose a file. First you see what would change, and whose values it would overwrite. What it does not name stays.',
  pasted: 'Declaration in YAML or JSON',
  choose: 'Choose a file…',
  difference: 'Show the difference',
  differenceFirst: 'Paste a declaration first.',
  noDifference: 'No difference: all of it is configured so already.',
  differences: (count: number) =>
    `${count} ${plural(count, 'en', { one: 'record would change', other: 'records would change' })}.`,
  wouldBe: { created: 'would be made', updated: 'would change' } as Record<string, string>,
  overwrites: (name: ReactNode, at: ReactNode) => (
    <>
      overwrites what {name} set {at}
    </>
  ),
  whatApplied: 'What was applied:',
  was: { created: 'was made', updated: 'was changed' } as Record<string, string>,
  overwrote: (name: ReactNode, at: ReactNode) => (
    <>
      overwrote what {name} set {at}
    </>
  ),
  differsNow: 'Somebody has changed something since. This is the difference now: look at it, then apply.',
  apply: 'Apply',
  applyFirst: 'Show the difference first.',
  applied: (count: number) =>
    `${count} ${plural(count, 'en', { one: 'record is', other: 'records are' })} made or changed.`,
  newKeys: 'New keys and secrets',
  newKeysBody: 'Their values are shown this once. Hand them over now.',
  keyOf: (name: string, project: string) => `key ${name} of ${project}`,
  secretOf: (name: string, project: string) => `secret of the endpoint ${name} of ${project}`,
  demo: 'Demo',
  demoBody:
    'This is the demo: it places a call now and then while somebody has the dashboard open. Nobody is really called.',
  organizations: 'Organizations',
  organizationsLead: 'All organizations of this installation, with their plans.',
  yourOrganizationsLead: 'All organizations where you have a role, with their plans.',
  newOrganization: 'New organization…',
  newOrganizationTitle: 'New organization',
  newOrganizationBody: 'It begins without a project and without people. You may do everything in it.',
  organization: 'Organization',
  projectsOf: (count: string, number: number) =>
    `${count} ${plural(number, 'en', { one: 'project', other: 'projects' })}`,
  editOrganization: (name: string) => `Name and plan of ${name}`,
  noOrganization: 'There is no organization yet.',
  noOrganizationNext: 'Make the first one, then its projects.',
  unit: { sends: 'messages', links: 'pages' },
}
