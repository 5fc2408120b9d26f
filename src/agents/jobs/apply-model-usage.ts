import type { Db } from '../../db/database.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Job } from '../../jobs/repeat.ts'

/** The most changes applied in one statement. */
const changesMax = 2_000
/** With fewer changes left than this, they wait for the next run; readers add up what is left. */
const changesMin = 1_000

/** Adds the changes of the models' usage up, so that readers have few of them to add. */
export function applyModelUsage({ db }: { db: Db }): Job {
  return {
    name: 'apply model usage',
    pauseMs: 2_000,
    due: (now) =>
      sql`(select ${now}::timestamptz where exists (select from model_usage_changes where is_here(organization_id)))`,
    run: async () => (await applyUsageChanges(db)) >= changesMin,
  }
}

/** Applies changes of all tenants. Returns how many. Changes that another worker has locked are skipped. */
async function applyUsageChanges(db: Queryable): Promise<number> {
  const [row] = await db.write<{ taken: number }>(sql`
    with taken as (
      delete from model_usage_changes c
      where (organization_id, project_id, _id) in (
        select organization_id, project_id, _id from model_usage_changes
        where is_here(organization_id) limit ${changesMax} for update skip locked)
      returning c.*
    ), counted as (
      insert into model_usage as u (organization_id, project_id, agent_id, model_account, day, requests, input_tokens,
        output_tokens)
      select organization_id, project_id, agent_id, model_account, day, sum(requests), sum(input_tokens),
        sum(output_tokens)
      from taken group by 1, 2, 3, 4, 5 order by 1, 2, 5, 3, 4
      on conflict (organization_id, project_id, day, agent_id, model_account) do update set
        requests = u.requests + excluded.requests, input_tokens = u.input_tokens + excluded.input_tokens,
        output_tokens = u.output_tokens + excluded.output_tokens
    )
    select count(*) as taken from taken`)
  return row?.taken ?? 0
}
