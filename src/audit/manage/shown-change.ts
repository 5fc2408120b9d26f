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
    actor_name: z.string().describe('As of then.'),
    via: z.enum(changeVias),
    request_id: z.string().nullable(),
    project_id: z.string().nullable().describe('Null: the record belongs to no project.'),
    kind: z.string().describe('What the record is, such as `campaign`.'),
    record_id: z.string(),
    record_name: z.string().describe('As of then.'),
    action: z.string().describe('`created`, `updated`, or another word.'),
    revision: z.int().nullable().describe('Of the record after the change; null where it has none.'),
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
export function shownChange({ organization_id: _, ...row }: ChangeRow) {
  return row as z.infer<typeof ShownChange> // The table's checks hold the words of kinds and ways.
}
