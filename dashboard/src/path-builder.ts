/** Ids of the organization and project that a page is about. */
export interface ProjectPlace {
  organization: string
  project: string
}

const inOrganization = (organization: string) => `/${encodeURIComponent(organization)}`
const inProject = ({ organization, project }: ProjectPlace) =>
  `${inOrganization(organization)}/${encodeURIComponent(project)}`

/**
 * Every address of the dashboard, below `/app`. A link that is not made here can't be found when an address changes.
 */
export const paths = {
  start: () => '/',
  signIn: () => '/sign-in',
  welcome: () => '/welcome',
  invited: () => '/invited',
  me: () => '/me',
  health: () => '/health',
  organizations: () => '/organizations',
  parts: () => '/parts',

  home: (place: ProjectPlace) => inProject(place),
  live: (place: ProjectPlace) => `${inProject(place)}/live`,
  analytics: (place: ProjectPlace) => `${inProject(place)}/analytics`,
  campaigns: (place: ProjectPlace) => `${inProject(place)}/campaigns`,
  newCampaign: (place: ProjectPlace) => `${inProject(place)}/campaigns/new`,
  campaign: (place: ProjectPlace, id: string) => `${inProject(place)}/campaigns/${encodeURIComponent(id)}`,
  editCampaign: (place: ProjectPlace, id: string) => `${paths.campaign(place, id)}/edit`,
  call: (place: ProjectPlace, id: string) => `${inProject(place)}/calls/${encodeURIComponent(id)}`,
  conversations: (place: ProjectPlace) => `${inProject(place)}/conversations`,
  conversation: (place: ProjectPlace, id: string) =>
    `${inProject(place)}/conversations/${encodeURIComponent(id)}`,
  inbox: (place: ProjectPlace) => `${inProject(place)}/inbox`,
  peopleCalled: (place: ProjectPlace) => `${inProject(place)}/people`,
  customerProfile: (place: ProjectPlace, id: string) =>
    `${inProject(place)}/people/${encodeURIComponent(id)}`,
  tickets: (place: ProjectPlace) => `${inProject(place)}/tickets`,
  /** The list of tickets with this one alone. */
  ticket: (place: ProjectPlace, id: string, { isOpen }: { isOpen: boolean }) =>
    withQuery(paths.tickets(place), { show: isOpen ? undefined : 'closed', search: id }),
  /** The broadcasts, of which one is chosen to write to this number or id with. */
  sendTo: (place: ProjectPlace, address: string) =>
    withQuery(`${inProject(place)}/broadcasts`, { to: address }),
  broadcasts: (place: ProjectPlace) => `${inProject(place)}/broadcasts`,
  broadcast: (place: ProjectPlace, id: string) => `${inProject(place)}/broadcasts/${encodeURIComponent(id)}`,
  message: (place: ProjectPlace, id: string) => `${inProject(place)}/messages/${encodeURIComponent(id)}`,
  sends: (place: ProjectPlace) => `${inProject(place)}/sends`,
  knowledge: (place: ProjectPlace) => `${inProject(place)}/knowledge`,
  newDomain: (place: ProjectPlace) => `${inProject(place)}/knowledge/new-domain`,
  source: (place: ProjectPlace, id: string) => `${inProject(place)}/knowledge/${encodeURIComponent(id)}`,
  editDomain: (place: ProjectPlace, id: string) => `${paths.source(place, id)}/edit`,
  sourcePage: (place: ProjectPlace, source: string, id: string) =>
    `${paths.source(place, source)}/pages/${encodeURIComponent(id)}`,
  carriers: (place: ProjectPlace) => `${inProject(place)}/carriers`,
  workflows: (place: ProjectPlace) => `${inProject(place)}/workflows`,
  newWorkflow: (place: ProjectPlace) => `${inProject(place)}/workflows/new`,
  workflow: (place: ProjectPlace, id: string) => `${inProject(place)}/workflows/${encodeURIComponent(id)}`,
  models: (place: ProjectPlace) => `${inProject(place)}/models`,
  agents: (place: ProjectPlace) => `${inProject(place)}/agents`,
  newAgent: (place: ProjectPlace) => `${inProject(place)}/agents/new`,
  agent: (place: ProjectPlace, id: string) => `${inProject(place)}/agents/${encodeURIComponent(id)}`,
  senders: (place: ProjectPlace) => `${inProject(place)}/senders`,
  sender: (place: ProjectPlace, id: string) => `${inProject(place)}/senders/${encodeURIComponent(id)}`,
  templates: (place: ProjectPlace) => `${inProject(place)}/templates`,
  template: (place: ProjectPlace, id: string) => `${inProject(place)}/templates/${encodeURIComponent(id)}`,
  optOuts: (place: ProjectPlace) => `${inProject(place)}/opt-outs`,
  keys: (place: ProjectPlace) => `${inProject(place)}/keys`,
  webhooks: (place: ProjectPlace) => `${inProject(place)}/webhooks`,
  newWebhook: (place: ProjectPlace) => `${inProject(place)}/webhooks/new`,
  webhook: (place: ProjectPlace, id: string) => `${inProject(place)}/webhooks/${encodeURIComponent(id)}`,
  editWebhook: (place: ProjectPlace, id: string) => `${paths.webhook(place, id)}/edit`,
  delivery: (place: ProjectPlace, webhook: string, id: string) =>
    `${paths.webhook(place, webhook)}/deliveries/${encodeURIComponent(id)}`,
  events: (place: ProjectPlace) => `${inProject(place)}/events`,

  peopleAndRoles: (organization: string) => `${inOrganization(organization)}/people-and-roles`,
  doNotCall: (organization: string) => `${inOrganization(organization)}/do-not-call`,
  changes: (organization: string) => `${inOrganization(organization)}/changes`,
  settings: (organization: string) => `${inOrganization(organization)}/settings`,
  guards: (organization: string) => `${inOrganization(organization)}/guards`,
}

/** Returns an address with parameters; those that are undefined or empty are left out. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value))
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

/** Returns the address of the API reference, outside of `/app`, with the ids that it writes into its requests. */
export function referenceAddress(organization: string | undefined, project: string | undefined): string {
  return withQuery('/docs', { organization_id: organization, project_id: project })
}

/** Returns the address of an organization's declaration, outside of `/app`. */
export function declarationAddress(organization: string): string {
  return `/api/organizations/${encodeURIComponent(organization)}/declaration`
}
