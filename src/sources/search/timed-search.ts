import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/database.ts'
import { searchSources } from './search-sources.ts'
import type { Passage } from './search-sources.ts'

/** Which connections of the database a look-up uses: those of calls, or, for a trial, those of every search. */
export type LookUpUse = 'call' | 'search'

/** For whom the knowledge base is searched. */
export interface SearchCaller {
  organization_id: string
  project_id: string
  /** Ids that the log shows, such as that of the call. */
  log: { attempt_id?: string | null; conversation_id?: string }
}

/**
 * Searches the project's knowledge base while somebody waits. Never throws: a search that fails or takes longer than
 * `timeoutMs` has found nothing, and is logged. The log contains neither question nor passages, nor the database's
 * message, which could quote them.
 */
export async function timedSearch(
  { db, log, timeoutMs, use }: { db: Db; log: Log; timeoutMs: number; use: LookUpUse },
  {
    organization_id: organizationId,
    project_id: projectId,
    log: { attempt_id, conversation_id },
  }: SearchCaller,
  { question, limit }: { question: string; limit: number },
): Promise<Passage[]> {
  const over = new AbortController()
  try {
    const search = searchSources(db.limited(organizationId, use), {
      organizationId,
      projectId,
      question,
      limit,
    })
    const late = delay(timeoutMs, null, { signal: over.signal })
    // The result of the slower one is ignored, including its error.
    for (const each of [search, late]) each.catch(() => {})
    const passages = await Promise.race([search, late])
    if (passages === null) log.warn({ attempt_id, conversation_id, reason: 'too slow' }, unanswered)
    return (passages ?? []).slice(0, limit)
  } catch (error) {
    log.warn(
      {
        attempt_id,
        conversation_id,
        reason: error instanceof Error ? error.name : 'an error',
        ...codeOf(error),
      },
      unanswered,
    )
    return []
  } finally {
    over.abort()
  }
}

const unanswered = 'the search of the knowledge base for a call failed or was too slow'

function codeOf(error: unknown): { code?: string } {
  return error instanceof Error && 'code' in error ? { code: String(error.code) } : {}
}
