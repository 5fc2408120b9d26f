import type { Queryable, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { WorkflowDefinition } from './definition.ts'
import type { WorkflowRunState } from './run-workflow.ts'

/** A call's place in its workflow, with what the carrier was last answered. */
export interface WorkflowRun {
  /** Turns answered so far. */
  turn: number
  state: WorkflowRunState
  reply: string
}

/** Null where the call has not begun its workflow. */
export async function selectWorkflowRun(
  db: Queryable,
  organizationId: string,
  attemptId: string,
): Promise<WorkflowRun | null> {
  const [run] = await db.query<WorkflowRun>(sql`
    select turn, state, reply from workflow_runs
    where organization_id = ${organizationId} and attempt_id = ${attemptId}`)
  return run ?? null
}

/** Keeps the call's new place, over the one before. */
export async function upsertWorkflowRun(
  transaction: Transaction,
  organizationId: string,
  attemptId: string,
  run: WorkflowRun,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    insert into workflow_runs (organization_id, attempt_id, turn, state, reply, updated_at)
    values (${organizationId}, ${attemptId}, ${run.turn}, ${JSON.stringify(run.state)}::jsonb, ${run.reply}, ${now})
    on conflict (organization_id, attempt_id) do update
      set turn = excluded.turn, state = excluded.state, reply = excluded.reply, updated_at = excluded.updated_at`)
}

/** @throws where there is none: a dial's revision exists, a foreign key sees to it. */
export async function selectWorkflowDefinition(
  db: Queryable,
  organizationId: string,
  workflowId: string,
  revision: number,
): Promise<WorkflowDefinition> {
  const [row] = await db.query<{ definition: WorkflowDefinition }>(sql`
    select definition from workflow_revisions
    where organization_id = ${organizationId} and workflow_id = ${workflowId} and revision = ${revision}`)
  if (row === undefined) throw new Error(`revision ${revision} of workflow ${workflowId} is missing`)
  return row.definition
}
