import { z } from 'zod'
import { timestamp } from '../../http/timestamp.ts'
import type { ChangeRow } from '../queries.ts'
import { actorKinds, changeVias } from '../record-change.ts'

export const ShownChange = z
  .object({
    _id: z.string(),
    at: timestamp(),
    actor_kind: z.enum(actorKinds),
    actor_id: z.string().nullable(),
    actor_name: z.string().describe('The name at the time of the change.'),
    via: z.enum(changeVias),
    request_id: z.string().nullable(),
    project_id: z.string().nullable().describe('Null: the record belongs to no project.'),
    kind: z.string().describe('What the record is, such as `campaign`.'),
    record_id: z.string(),
    record_name: z.string().describe('The name at the time of the change.'),
    action: z.string().describe('`created`, `updated`, or another word.'),
    revision: z
      .int()
      .nullable()
      .describe('The revision of the record after the change; null if such records have no revisions.'),
    fields: z.array(
      z.object({
        path: z.string(),
        before: z.unknown(),
        after: z.unknown().describe('`changed` for a secret.'),
      }),
    ),
  })
  .meta({ id: 'Change', description: 'Who changed a record, from what to what.' })

/** Returns a change as the management API shows it. */
export function shownChange(row: ChangeRow): z.infer<typeof ShownChange> {
  const { _id, at, request_id, project_id, kind, record_id, record_name, action, revision } = row
  const { actor_id, actor_name } = row
  // The table's checks hold the words of kinds and ways.
  const { actor_kind, via } = row as Pick<z.infer<typeof ShownChange>, 'actor_kind' | 'via'>
  const actor = { actor_kind, actor_id, actor_name, via, request_id }
  const record = { project_id, kind, record_id, record_name, action, revision }
  return { _id, at, ...actor, ...record, fields: [...row.fields] }
}
