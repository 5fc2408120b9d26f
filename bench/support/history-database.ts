import { sealCallers } from '../../src/counters/seal-callers.ts'
import { seedOrganization } from './organization.ts'
import { seedHistory } from './seed-history.ts'
import type { BenchDatabase, Stage } from './stage.ts'

/** A database with a long history in one project, and short ones in others. */
export interface HistoryDatabase extends BenchDatabase {
  organization_id: string
  project_id: string
  /** The campaigns of the project. */
  campaignIds: readonly string[]
  conversations: number
  /** The path of the project's resources. */
  projectPath: string
  headers: Record<string, string>
}

const projects = 50
/** Conversations of each of the other projects. */
const inOthers = 100
/** The average number of conversations of a person. */
const each = 5

export async function createHistoryDatabase(
  stage: Stage,
  conversations: number,
  { campaigns = 4 }: { campaigns?: number } = {},
): Promise<HistoryDatabase> {
  const database = await stage.createDatabase()
  const { organizationId: organization_id, projects: seeded } = await seedOrganization(database.context, {
    projects,
    campaigns: Array.from({ length: campaigns }, () => ({})),
    carrierUrl: 'http://127.0.0.1:1',
  })
  const histories = seeded.map(({ projectId: project_id, campaignIds }, index) => {
    const rows = index === 0 ? conversations : inOthers
    return { organization_id, project_id, campaignIds, conversations: rows, people: Math.ceil(rows / each) }
  })
  await seedHistory(database, histories)
  const { projectId: project_id, campaignIds, key } = seeded[0]!
  return {
    ...database,
    organization_id,
    project_id,
    campaignIds,
    conversations,
    projectPath: `/organizations/${organization_id}/projects/${project_id}`,
    headers: { 'x-api-key': key },
  }
}

/** Seals all past days, as the worker does from an hour after its first look on. */
export async function sealHistory({ db }: HistoryDatabase): Promise<void> {
  const now = Date.now()
  await sealCallers(db, new Date(now))
  while (await sealCallers(db, new Date(now + 3_600_000)));
}
