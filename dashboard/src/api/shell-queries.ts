import { allPagesQuery } from './all-pages.ts'
import { listQuery, queries, query } from './queries.ts'
import { answeredOrAsked } from './sign-in-requests.ts'

const staleMs = 60_000

/** Who is signed in. */
export const meQuery = { ...query('getMe', {}), staleTime: staleMs }

/** The organizations where the person may go, each with its projects: the first hundred by name. */
export const organizationsQuery = { ...query('listOrganizations', { limit: 100 }), staleTime: staleMs }

/** One of them by its id, for people who have more. */
export const organizationQuery = (organization_id: string) => ({
  ...query('listOrganizations', { organization_id, limit: 1 }),
  staleTime: staleMs,
})

/** How many calls of a project are under way, and whether a worker is there. */
export const underWayQuery = (ids: { organization_id: string; project_id: string }) =>
  query('getCallsUnderWay', ids, { live: true })

/** How many conversations of a project a person answers. */
export const inboxCountQuery = (ids: { organization_id: string; project_id: string }) =>
  query('listInbox', { ...ids, limit: 1 }, { live: true })

type ProjectIds = { organization_id: string; project_id: string }

/** What the home page is about. */
export const todayQuery = (ids: ProjectIds) => query('getToday', ids, { live: true })

/** What the live page is about. */
export const queueQuery = (ids: ProjectIds) => query('getQueue', ids, { live: true })

/** What the page of a call is about. */
export const callQuery = (ids: ProjectIds, id: string) =>
  query('getProjectCall', { ...ids, campaign_queue_id: id }, { live: true })

/** What the carrier has said about a call. */
export const carrierEventsQuery = (ids: ProjectIds, id: string) =>
  query('listCarrierEvents', { ...ids, campaign_queue_id: id }, { live: true })

/** The campaigns of a project, for lists that name them. */
export const campaignNamesQuery = (ids: ProjectIds) => allPagesQuery('listCampaigns', ids)

/** The campaigns, as their list begins. */
export const campaignsPaging = { limit: 100, skip: 0 } as const

/** The latest conversations, as the list begins. */
const conversationsPaging = { limit: 50, skip: 0, sort: { start_time: -1 } } as const

/** What pages begin with that many are opened on, by their path below a project. */
const firstOf: Record<string, (ids: ProjectIds) => void> = {
  '': (ids) => void queries.prefetchQuery(todayQuery(ids)),
  '/live': (ids) => void queries.prefetchQuery(queueQuery(ids)),
  '/campaigns': (ids) =>
    void queries.prefetchQuery(listQuery('listCampaigns', { ...ids, ...campaignsPaging }, { live: true })),
  '/conversations': (ids) => {
    void queries.prefetchQuery(
      listQuery('listConversations', { ...ids, ...conversationsPaging }, { live: true }),
    )
    // Without their campaigns' names, the rows would be drawn with ids first.
    void queries.prefetchQuery(campaignNamesQuery(ids))
  },
  '/analytics': (ids) => void queries.prefetchQuery(listQuery('voiceSeries', { ...ids, last: '30d' })),
}

/** Asks for what a page begins with. */
function askForPage(project: ProjectIds, below: string): void {
  firstOf[below]?.(project)
  const [, id] = /^\/calls\/([\w-]+)$/.exec(below) ?? []
  if (id === undefined) return
  void queries.prefetchQuery(callQuery(project, id))
  void queries.prefetchQuery(carrierEventsQuery(project, id))
}

/**
 * Asks for what every page inside the shell waits for, and for what the page begins with, all at once while their code
 * is still coming. Resolves once it is known who is signed in, or somebody is asked to sign in. Drawn before, the page
 * would wait for it inside of a Suspense, and React shows what follows 300 ms later at the earliest.
 *
 * @param project null for pages outside of one.
 * @param below the path below the project; null where the address says more.
 */
export async function askForShell(project: ProjectIds | null, below: string | null): Promise<void> {
  const asked = Promise.all([queries.prefetchQuery(meQuery), queries.prefetchQuery(organizationsQuery)])
  if (project !== null) {
    void queries.prefetchQuery(underWayQuery(project))
    if (below !== null) askForPage(project, below)
  }
  // The dialog that asks somebody to sign in is drawn with the page.
  await answeredOrAsked(asked)
}
