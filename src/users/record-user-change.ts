import { recordChange } from '../audit/record-change.ts'
import type { Actor, ChangeWriting } from '../audit/record-change.ts'
import type { Queryable } from '../db/queryable.ts'

/** Returns a person as the actor of a change in the dashboard. */
export function personActor(user: { _id: string; name: string }, requestId: string): Actor {
  return { kind: 'person', id: user._id, name: user.name, via: 'dashboard', requestId }
}

/** Records what happened to a person's account: a change of the installation, not of an organization. */
export async function recordUserChange(
  db: Queryable,
  writing: ChangeWriting,
  user: { _id: string; name: string },
  action: string,
): Promise<void> {
  await recordChange(db, writing, {
    organization_id: null,
    kind: 'user',
    record_id: user._id,
    record_name: user.name,
    action,
    revision: null,
    fields: [],
  })
}
