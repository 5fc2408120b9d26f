import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../../src/db/sql.ts'
import { seedOrganization } from '../support/organization.ts'
import type { BenchDatabase, Program, Stage } from '../support/stage.ts'

/** A project with a filled knowledge base. */
export interface KnowledgeProject {
  organizationId: string
  projectId: string
  /** The path of the project's resources. */
  path: string
  headers: Record<string, string>
}

/** Creates a database with projects whose plan has no effective limit of links. */
export async function createKnowledgeProjects(
  stage: Stage,
  count: number,
): Promise<{ database: BenchDatabase; projects: KnowledgeProject[] }> {
  const database = await stage.createDatabase()
  const seeded = await seedOrganization(database.context, {
    projects: count,
    campaigns: [],
    carrierUrl: 'http://127.0.0.1:1',
  })
  const { organizationId } = seeded
  await database.db.query(sql`update organizations set plan_links = 1000000 where _id = ${organizationId}`)
  const projects = seeded.projects.map(({ projectId, key }) => ({
    organizationId,
    projectId,
    path: `/organizations/${organizationId}/projects/${projectId}`,
    headers: { 'x-api-key': key },
  }))
  return { database, projects }
}

/** Starts API and worker as processes that may crawl sites of this machine. `flags` are for the worker's Node. */
export async function startService(
  stage: Stage,
  { databaseUrl }: BenchDatabase,
  flags: readonly string[] = [],
): Promise<{ api: Program; worker: Program }> {
  const environment = { DATABASE_URL: databaseUrl, CRAWL_PRIVATE_HOSTS: '127.0.0.1' }
  const api = await stage.start(['src/cli/main.ts', 'api'], environment)
  const worker = await stage.start([...flags, 'src/cli/main.ts', 'worker'], environment)
  return { api, worker }
}

interface ShownSource {
  name: string
  sync_status: string
  page_count: number
}

/**
 * Crawls these domains, at most 1,000 pages of each, until all pages are indexed. Returns the seconds, and the number
 * of pages.
 */
export async function crawlDomains(
  apiUrl: string,
  { path, headers }: KnowledgeProject,
  domains: readonly string[],
): Promise<{ seconds: number; pages: number }> {
  const begun = performance.now()
  for (const domain of domains) {
    const response = await fetch(`${apiUrl}${path}/sources/domains`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ domain, max_pages: 1_000, max_depth: 10 }),
    })
    if (response.status !== 201) throw new Error(`${domain} was answered ${await response.text()}`)
  }
  for (;;) {
    await delay(100)
    const response = await fetch(`${apiUrl}${path}/sources`, { headers })
    const { data } = (await response.json()) as { data: { items: ShownSource[] } }
    const open = data.items.filter(({ sync_status }) => ['pending', 'syncing'].includes(sync_status))
    if (open.length > 0) continue
    const failed = data.items.find(({ sync_status }) => sync_status !== 'success')
    if (failed !== undefined) throw new Error(`the crawl of ${failed.name} ended as ${failed.sync_status}`)
    const pages = data.items.reduce((sum, { page_count }) => sum + page_count, 0)
    return { seconds: (performance.now() - begun) / 1_000, pages }
  }
}
