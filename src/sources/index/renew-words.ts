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
 * A source with this many words has little room for others. It need not get all of that: a page's known words take some
 * of it too.
 */
const manyWords = 0.9 * wordsMax

/**
 * Reads the words of a source from its pages anew, if it has nearly as many as are kept. Otherwise words of pages that
 * are gone would keep out those of new pages. Nobody else may change the pages meanwhile: a crawl calls it while it
 * holds its lease.
 *
 * @throws the signal's reason.
 */
export async function renewWords(db: Db, source: SourceKey, signal: AbortSignal): Promise<void> {
  if ((await selectWordCount(db, source)) < manyWords) return
  const words = await readWords(db, source, signal)
  await db.transaction(async (transaction) => {
    if ((await lockSource(transaction, source.organization_id, source.source_id)) === null) return
    await deleteOtherWords(transaction, source, words)
    await insertWords(transaction, source, words)
    await recountWords(transaction, source)
  })
}

/**
 * Returns the words of the source's pages, as many as are kept: those of the newest pages first, since the oldest ones
 * may be about to leave. Reads one page at a time, since they are large.
 */
async function readWords(db: Db, source: SourceKey, signal: AbortSignal): Promise<string[]> {
  const words = new Set<string>()
  for (const { _id, title } of await selectTitles(db, source)) {
    signal.throwIfAborted()
    const chunks = await selectChunks(db, { organizationId: source.organization_id }, _id)
    for (const text of [title, ...chunks.flatMap((chunk) => [chunk.heading, chunk.text])])
      for (const word of wordsIn(indexForm(text))) words.add(word)
    if (words.size >= wordsMax) break
  }
  return [...words].slice(0, wordsMax).sort()
}
