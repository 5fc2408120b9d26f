import { recordChange } from '../audit/record-change.ts'
import type { ChangedField } from '../audit/record-change.ts'
import type { NewId } from '../base/ids.ts'
import type { Transaction } from '../db/queryable.ts'
import type { SourceAuthor } from './source.ts'

export interface SourceWriting {
  now: Date
  newId: NewId
  author: SourceAuthor
}

/** A source by its keys, with its name as of now. */
export interface NamedSource {
  organization_id: string
  project_id: string
  _id: string
  name: string
}

/** What was done to a source. `read again`: a file or page was replaced by what it says now. */
export type SourceAction =
  | 'created'
  | 'updated'
  | 'removed'
  | 'read again'
  | 'crawl requested'
  | 'crawl canceled'

/** Stores who did what to a source, in the transaction that does it. */
export async function recordSource(
  transaction: Transaction,
  { now, newId, author }: SourceWriting,
  { organization_id, project_id, _id, name }: NamedSource,
  action: SourceAction,
  fields: readonly ChangedField[] = [],
): Promise<void> {
  await recordChange(
    transaction,
    { now, newId, actor: author.actor },
    {
      organization_id,
      project_id,
      kind: 'source',
      record_id: _id,
      record_name: name,
      action,
      revision: null,
      fields,
    },
  )
}
