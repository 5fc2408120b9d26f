/** Ids of the organization and project that a page is about. */
export interface ProjectPlace {
  organization: string
  project: string
}

const inOrganization = (organization: string) => `/${encodeURIComponent(organization)}`
const inProject = ({ organization, project }: ProjectPlace) =>
  `${inOrganization(organization)}/${encodeURIComponent(project)}`

/** Every address of the dashboard, below `/app`. A link that is not made here can't be found when an address changes. */
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
  campaigns: (place: ProjectPlace) => `${inProject(place)}/campaigns`,
  newCampaign: (place: ProjectPlace) => `${inProject(place)}/campaigns/new`,
  campaign: (place: ProjectPlace, id: string) => `${inProject(place)}/campaigns/${encodeURIComponent(id)}`,
  editCampaign: (place: ProjectPlace, id: string) => `${paths.campaign(place, id)}/edit`,
  call: (place: ProjectPlace, id: string) => `${inProject(place)}/calls/${encodeURIComponent(id)}`,
  conversations: (place: ProjectPlace) => `${inProject(place)}/conversations`,
  conversation: (place: ProjectPlace, id: string) =>
    `${inProject(place)}/conversations/${encodeURIComponent(id)}`,
  carriers: (place: ProjectPlace) => `${inProject(place)}/carriers`,
  workflows: (place: ProjectPlace) => `${inProject(place)}/workflows`,
  newWorkflow: (place: ProjectPlace) => `${inProject(place)}/workflows/new`,
  workflow: (place: ProjectPlace, id: string) => `${inProject(place)}/workflows/${encodeURIComponent(id)}`,
  keys: (place: ProjectPlace) => `${inProject(place)}/keys`,

  peopleAndRoles: (organization: string) => `${inOrganization(organization)}/people-and-roles`,
  changes: (organization: string) => `${inOrganization(organization)}/changes`,
  settings: (organization: string) => `${inOrganization(organization)}/settings`,
}

/** Returns the address of one of the project's lists. */
export function listAddress(
  place: ProjectPlace,
  list: 'senders' | 'templates' | 'broadcasts' | 'knowledge',
): string {
  return `${inProject(place)}/${list}`
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
