import { selectAgent } from '../../agents/conversation/queries.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Attempt } from '../queries.ts'
import { lastedSeconds } from './attempt-queries.ts'

/** How much longer than its agent may speak a call lasts at most, in seconds. */
const endingSeconds = 30

/**
 * Returns after how many seconds a call of an agent is ended at the carrier, whatever happens here (Rule 114). Null:
 * the carrier's own limit holds, as for a workflow, whose steps before and after its agent take any time.
 */
export async function selectTimeLimit(db: Db, attempt: Attempt): Promise<number | null> {
  if (attempt.agent_id === null || attempt.workflow_id !== null) return null
  const agent = await selectAgent(db, attempt, attempt.agent_id, attempt.agent_revision)
  return agent === null ? null : agent.definition.limits.seconds + endingSeconds
}

/** Returns for how many seconds a call has lasted, since its answer where that is known. */
export async function selectLastedSeconds(db: Db, attempt: Attempt, now: Date): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(sql`select ${lastedSeconds(attempt, now)} as seconds`)
  if (row === undefined) throw new Error('a select without a table returned no row')
  return row.seconds
}
