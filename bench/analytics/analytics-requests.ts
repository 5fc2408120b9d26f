import type { HistoryDatabase } from '../support/history-database.ts'

/** A request to the voice analytics, in the API's terms and as conditions on the rows. */
export interface VoiceQuestion {
  name: string
  /** Whether the counters can answer it; otherwise the rows are read. */
  isCounted: boolean
  /** Whether it asks for all projects of the organization. */
  isOfAll: boolean
  filter: (time: number) => object
  /** The same condition in SQL that both PostgreSQL and DuckDB accept, in UTC. */
  where: (time: number) => string
}

export interface ChatQuestion {
  name: string
  isOfAll: boolean
  query: (time: number) => Record<string, string>
  where: (time: number, createdAt: string) => string
}

const dayMs = 86_400_000
/** A span in the first months of the history. */
const earliest = Date.parse('2025-01-11T03:17:41.513Z')

/** A year that does not begin or end at a whole hour; another one each time. */
export function year(time: number): { from: Date; to: Date } {
  const from = earliest + (time % 1_000) * 2_221_000
  return { from: new Date(from), to: new Date(from + 365 * dayMs + 37 * 60_000) }
}

/** Formats an instant for both databases. */
function literal(at: Date): string {
  return `'${at.toISOString().slice(0, -1).replace('T', ' ')}'`
}

function within(column: string, time: number): string {
  const { from, to } = year(time)
  return `${column} >= ${literal(from)} and ${column} <= ${literal(to)}`
}

function startedWithin(time: number) {
  const { from, to } = year(time)
  return { start_time: { $gte: from.toISOString(), $lte: to.toISOString() } }
}

/** @param campaignIds at least three, the one with the questions of its own first. */
export function voiceQuestions(campaignIds: readonly string[]): VoiceQuestion[] {
  const [campaignId] = campaignIds
  const some = campaignIds.slice(0, 3)
  const counted = { isCounted: true, isOfAll: false }
  const raw = { isCounted: false, isOfAll: false }
  const inYear = (time: number) => within('start_time', time)
  return [
    { ...counted, name: 'no filter', filter: () => ({}), where: () => 'true' },
    { ...counted, isOfAll: true, name: 'no filter, 50 projects', filter: () => ({}), where: () => 'true' },
    {
      ...counted,
      name: 'status',
      filter: () => ({ status: 'completed' }),
      where: () => `status = 'completed'`,
    },
    { ...counted, name: 'a year', filter: startedWithin, where: inYear },
    {
      ...counted,
      name: 'status, a year',
      filter: (time) => ({ status: 'completed', ...startedWithin(time) }),
      where: (time) => `status = 'completed' and ${inYear(time)}`,
    },
    {
      ...counted,
      name: 'campaign',
      filter: () => ({ campaign_id: campaignId }),
      where: () => `campaign_id = '${campaignId}'`,
    },
    {
      ...counted,
      name: 'campaign, status',
      filter: () => ({ campaign_id: campaignId, status: 'completed' }),
      where: () => `campaign_id = '${campaignId}' and status = 'completed'`,
    },
    {
      ...counted,
      name: 'campaign, a year',
      filter: (time) => ({ campaign_id: campaignId, ...startedWithin(time) }),
      where: (time) => `campaign_id = '${campaignId}' and ${inYear(time)}`,
    },
    {
      ...counted,
      name: 'three campaigns',
      filter: () => ({ campaign_id: { $in: some } }),
      where: () => `campaign_id in (${some.map((each) => `'${each}'`).join()})`,
    },
    {
      ...raw,
      name: 'duration',
      filter: () => ({ duration_seconds: { $gte: 240 } }),
      where: () => 'duration_seconds >= 240',
    },
    {
      ...raw,
      name: 'duration, a year',
      filter: (time) => ({ duration_seconds: { $gte: 240 }, ...startedWithin(time) }),
      where: (time) => `duration_seconds >= 240 and ${inYear(time)}`,
    },
  ]
}

export function chatQuestions(): ChatQuestion[] {
  const asked: Omit<ChatQuestion, 'isOfAll'>[] = [
    { name: 'no dates', query: () => ({}), where: () => `channel_type <> 'voice'` },
    {
      name: 'a year',
      query: (time) => {
        const { from, to } = year(time)
        return { start_date: from.toISOString(), end_date: to.toISOString() }
      },
      where: (time, createdAt) => `channel_type <> 'voice' and ${within(createdAt, time)}`,
    },
    {
      name: 'channel',
      query: () => ({ channel_type: 'whatsapp' }),
      where: () => `channel_type = 'whatsapp'`,
    },
  ]
  return [false, true].flatMap((isOfAll) =>
    asked.map((each) => ({
      ...each,
      isOfAll,
      name: `${isOfAll ? 'organization' : 'project'}, ${each.name}`,
    })),
  )
}

/** Returns the path of the analytics of one project or of all. */
export function pathOf(
  { organization_id, projectPath }: HistoryDatabase,
  isOfAll: boolean,
  tail: 'analytics' | 'conversation-analytics',
  query: Record<string, string>,
): string {
  const base = isOfAll ? `/organizations/${organization_id}` : projectPath
  return `${base}/${tail}?${new URLSearchParams(query).toString()}`
}

/** Returns the tenant as a condition on the rows. */
export function tenantOf({ organization_id, project_id }: HistoryDatabase, isOfAll: boolean): string {
  const ofProject = isOfAll ? '' : ` and project_id = '${project_id}'`
  return `organization_id = '${organization_id}'${ofProject}`
}
