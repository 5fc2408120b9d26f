import { changedFields } from '../audit/changed-fields.ts'
import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import type { Transaction } from '../db/queryable.ts'
import { lockProject, selectFileSource, selectUrlSource, upsertAddedSource } from './added-queries.ts'
import { urlKey } from './crawl/frontier/url-key.ts'
import type { ReadDocument } from './index/document.ts'
import { storePage } from './index/store-page.ts'
import { recordSource } from './record-source.ts'
import type { SourceAuthor } from './source.ts'

/** A file or a single web page that is added. A file is identified by its name, a page by its URL. */
export interface GivenSource {
  organization_id: string
  project_id: string
  name: string
  document: ReadDocument
  byteSize: number
  from: { kind: 'file'; type: string } | { kind: 'url'; url: string }
  author: SourceAuthor
}

/** `quota`: nothing was added, because the organization has used all indexed links of its plan. */
export type AddOutcome =
  | {
      kind: 'added' | 'replaced' | 'unchanged'
      source_id: string
      /** Passages in the index. A long document keeps the first `chunksMax` only. */
      passages: number
      /** Passages in the document. */
      passages_found: number
    }
  | { kind: 'quota' }

/** Thrown to roll the new source back when its page exceeds the quota. */
class QuotaReached extends Error {
  override name = 'QuotaReached'
}

/** Adds a source with its one page, or replaces the source that has the same file name or URL. */
export async function addSource(
  context: { db: Db; clock: Clock; newId: NewId },
  given: GivenSource,
): Promise<AddOutcome> {
  try {
    return await context.db.transaction((transaction) => write(context, transaction, given))
  } catch (error) {
    if (error instanceof QuotaReached) return { kind: 'quota' }
    throw error
  }
}

async function write(
  { clock, newId }: { clock: Clock; newId: NewId },
  transaction: Transaction,
  given: GivenSource,
): Promise<AddOutcome> {
  const { organization_id, project_id, name, document, byteSize, from, author } = given
  await lockProject(transaction, given)
  const url = from.kind === 'url' ? from.url : null
  const known =
    url === null
      ? await selectFileSource(transaction, given, name)
      : await selectUrlSource(transaction, given, urlKey(url))
  const sourceId = known ?? newId()
  const now = clock.now()
  const source = {
    organization_id,
    project_id,
    _id: sourceId,
    name,
    source_type: from.kind === 'url' ? ('urls' as const) : ('files' as const),
    file_size: from.kind === 'file' ? byteSize : null,
    file_type: from.kind === 'file' ? from.type : null,
  }
  await upsertAddedSource(transaction, { ...source, created_by: author.creator }, now)
  const page = { organizationId: organization_id, projectId: project_id, sourceId, url, document, byteSize }
  const unknown = { etag: null, lastModified: null, crawlId: null, pagesMax: 1 }
  const outcome = await storePage(transaction, { ...page, ...unknown }, now)
  if (outcome.kind === 'quota') throw new QuotaReached()
  if (outcome.kind !== 'indexed' && outcome.kind !== 'unchanged')
    throw new Error(`storing the only page of a source returned ${outcome.kind}`)
  const kind = outcome.kind === 'unchanged' ? 'unchanged' : known === null ? 'added' : 'replaced'
  const { source_type, file_size, file_type } = source
  await recordSource(
    transaction,
    { now, newId, author },
    source,
    known === null ? 'created' : 'read again',
    known === null ? changedFields(null, { name, source_type, url, file_type, file_size }) : [],
  )
  const { chunks, passages } = document
  return { kind, source_id: sourceId, passages: chunks.length, passages_found: passages }
}
