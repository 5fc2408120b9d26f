import type { Db } from '../../db/database.ts'
import { indexForm } from './index-form.ts'
import { wordsIn, wordsMax } from './store-page.ts'
import {
  deleteOtherWords,
  insertWords,
  lockSource,
  recountWords,
  selectChunks,
  selectTitles,
  selectWordCount,
} from './store-queries.ts'
import type { SourceKey } from './store-queries.ts'

/**
 * Reads the words of a source from its pages anew, if it has as many as are kept. Otherwise words of pages that are
 * gone would keep out those of new pages. Nobody else may change the pages meanwhile: a crawl calls it while it holds
 * its lease.
 *
 * @throws the signal's reason.
 */
export async function renewWords(db: Db, source: SourceKey, signal: AbortSignal): Promise<void> {
  if ((await selectWordCount(db, source)) < wordsMax) return
  const words = await readWords(db, source, signal)
  await db.transaction(async (transaction) => {
    if ((await lockSource(transaction, source.organization_id, source.source_id)) === null) return
    await deleteOtherWords(transaction, source, words)
    await insertWords(transaction, source, words)
    await recountWords(transaction, source)
  })
}

/** Returns the words of the source's pages, as many as are kept. Reads one page at a time, since they are large. */
async function readWords(db: Db, source: SourceKey, signal: AbortSignal): Promise<string[]> {
  const words = new Set<string>()
  for (const { _id, title } of await selectTitles(db, source)) {
    signal.throwIfAborted()
    const chunks = await selectChunks(db, { organizationId: source.organization_id }, _id)
    for (const text of [title, ...chunks.flatMap((chunk) => [chunk.heading, chunk.text])])
      for (const word of wordsIn(indexForm(text))) words.add(word)
    if (words.size >= wordsMax) break
  }
  return [...words].sort().slice(0, wordsMax)
}
