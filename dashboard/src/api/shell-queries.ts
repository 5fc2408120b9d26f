import { queries, query } from './queries.ts'

const staleMs = 60_000

/** Who is signed in. */
export const meQuery = { ...query('getMe', {}), staleTime: staleMs }

/** The organizations where the person may go, each with its projects: the first hundred by name. */
export const organizationsQuery = { ...query('listOrganizations', { limit: 100 }), staleTime: staleMs }

/** How many calls of a project are under way, and whether a worker is there. */
export const underWayQuery = (ids: { organization_id: string; project_id: string }) =>
  query('getCallsUnderWay', ids, { live: true })

/** How many conversations of a project a person answers. */
export const inboxCountQuery = (ids: { organization_id: string; project_id: string }) =>
  query('listInbox', { ...ids, limit: 1 }, { live: true })

/** Asks for what every page inside the shell waits for, all at once; `project` is null for pages outside of one. */
export function askForShell(project: { organization_id: string; project_id: string } | null): void {
  void queries.prefetchQuery(meQuery)
  void queries.prefetchQuery(organizationsQuery)
  if (project !== null) void queries.prefetchQuery(underWayQuery(project))
}
