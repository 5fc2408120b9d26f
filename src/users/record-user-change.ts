import { recordChange, recordChanges } from '../audit/record-change.ts'
import type { Actor, ChangeAction, ChangedField, ChangeWriting } from '../audit/record-change.ts'
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

/** Records what happened to a person in each of some organizations: a change of theirs, which they can list. */
export async function recordPersonChanges(
  db: Queryable,
  writing: ChangeWriting,
  { _id, name }: { _id: string; name: string },
  { action, organizations }: { action: ChangeAction; organizations: readonly ChangedPlace[] },
): Promise<void> {
  await recordChanges(
    db,
    writing,
    organizations.map(({ organization_id, fields = [] }) => ({
      organization_id,
      kind: 'person',
      record_id: _id,
      record_name: name,
      action,
      revision: null,
      fields,
    })),
  )
}

/** An organization, and what changed there. */
interface ChangedPlace {
  organization_id: string
  fields?: readonly ChangedField[]
}
