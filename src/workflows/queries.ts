import type { Queryable, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import type { WorkflowDefinition } from './definition.ts'
import type { WorkflowRunState } from './workflow-turn.ts'

/** A call's place in its workflow, with the last reply to the carrier. */
export interface WorkflowRun {
  /** Turns answered so far. */
  turn: number
  state: WorkflowRunState
  reply: string
}

/** Returns the run of an attempt; null if it has not begun its workflow. */
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

/** Inserts or updates the place of an attempt in its workflow. */
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

/**
 * Returns a revision of a workflow. Throws if there is none, which a foreign key prevents for the revisions of
 * attempts.
 */
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

/** A workflow as an operator declares it; `_id` is used if it is not stored yet. */
export interface DeclaredWorkflowRow {
  organization_id: string
  project_id: string
  _id: string
  name: string
  /** Names the agent of its `agent` step by id, so that it lasts when the agent is renamed. */
  definition: WorkflowDefinition
  /** The agent of that step; null without one. */
  agent_id: string | null
}

/** Returns the definition of `workflow_revisions v` as it is declared, with the present name of its agent. */
export const declaredDefinition: Sql = sql`case when v.agent_id is null then v.definition
  else jsonb_set(v.definition, '{steps}', (
    select jsonb_object_agg(s.key, case s.value ->> 'kind' when 'agent' then s.value || (
      select jsonb_build_object('agent', g.name) from agents g
      where g.organization_id = v.organization_id and g._id = v.agent_id) else s.value end)
    from jsonb_each(v.definition -> 'steps') s)) end`

/**
 * Makes the definition the current revision of the project's workflow of this id. Returns the workflow's id, or null if
 * it has this name and the current revision is the same JSON, whatever the order of members: then nothing is written.
 * Each change becomes a new revision, also that of the name alone, so that calls under way keep theirs. One statement,
 * whose conflict locks the workflow's row: two at the same time make two revisions.
 */
export async function upsertWorkflow(
  transaction: Transaction,
  row: DeclaredWorkflowRow,
  now: Date,
): Promise<string | null> {
  const definition = JSON.stringify(row.definition)
  const [written] = await transaction.query<{ _id: string }>(sql`
    with written as (
      insert into workflows as w (organization_id, project_id, _id, name, revision, created_at, updated_at)
      values (${row.organization_id}, ${row.project_id}, ${row._id}, ${row.name}, 1, ${now}, ${now})
      on conflict (organization_id, _id) do update
        set name = excluded.name, revision = w.revision + 1, updated_at = excluded.updated_at
        where w.name <> excluded.name or (
          select r.definition from workflow_revisions r
          where r.organization_id = w.organization_id and r.workflow_id = w._id and r.revision = w.revision
        ) is distinct from ${definition}::jsonb
      returning organization_id, _id, revision, updated_at)
    insert into workflow_revisions (organization_id, workflow_id, revision, definition, agent_id, created_at)
    select organization_id, _id, revision, ${definition}::jsonb, ${row.agent_id}::uuid, updated_at from written
    returning workflow_id as _id`)
  return written?._id ?? null
}
