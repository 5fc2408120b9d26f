import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import type { Db } from '../db/database.ts'
import { speakable } from '../providers/voice-instructions.ts'
import { searchSources } from '../sources/search/search-sources.ts'
import type { LookedUp, LookUp } from './run-workflow.ts'

/** How long the customer waits for the knowledge base, unless a test sets another time. */
export const usualLookUpMs = 1_500

/** The most characters of the found passages: about two minutes of speech. */
export const passagesCharactersMax = 2_000

/** The call for which the knowledge base is searched. */
export interface AskingCall {
  organization_id: string
  project_id: string
  /** Null: nobody is called, a person tries the workflow. */
  attempt_id: string | null
}

/** Which connections of the database a look-up uses: those of calls, or, for a trial, those of every search. */
export type LookUpUse = 'call' | 'search'

/**
 * Searches the project's knowledge base for a workflow. Never throws, because the customer is waiting: a search that fails or
 * takes longer than `timeoutMs` has found nothing, and is logged. The log contains neither question nor passages, nor the
 * database's message, which could quote them.
 */
export async function lookUp(
  { db, log, timeoutMs, use }: { db: Db; log: Log; timeoutMs: number; use: LookUpUse },
  call: AskingCall,
  { question, limit }: LookUp,
): Promise<LookedUp> {
  const { organization_id: organizationId, project_id: projectId, attempt_id } = call
  const found = (text: string): LookedUp => ({ question, limit, text })
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
    if (passages === null) log.warn({ attempt_id, reason: 'too slow' }, unanswered)
    return found(passagesText((passages ?? []).slice(0, limit).map(({ text }) => text)))
  } catch (error) {
    log.warn(
      { attempt_id, reason: error instanceof Error ? error.name : 'an error', ...codeOf(error) },
      unanswered,
    )
    return found('')
  } finally {
    over.abort()
  }
}

const unanswered = 'the search of the knowledge base for a call failed or was too slow'

function codeOf(error: unknown): { code?: string } {
  return error instanceof Error && 'code' in error ? { code: String(error.code) } : {}
}

/** Returns a passage as it is spoken: without what is no speech, and ended as a sentence. Empty if nothing is left. */
export function spokenPassage(passage: string): string {
  const text = speakable(passage)
  return text === '' || /[.!?…:;。！？।]["'”’»)\]]*$/u.test(text) ? text : `${text}.`
}

/**
 * Joins passages for speech, each ended as a sentence. Cuts the text if it is too long, after a sentence if possible, else
 * after a word.
 */
export function passagesText(passages: readonly string[]): string {
  const text = passages
    .map(spokenPassage)
    .filter((passage) => passage !== '')
    .join(' ')
  if (text.length <= passagesCharactersMax) return text
  const room = text.slice(0, passagesCharactersMax).replace(/[\uD800-\uDBFF]$/, '')
  const sentences = /^.*(?:[.!?…।]["'”’»)\]]*(?=\s|$)|[。！？])/su.exec(room)?.[0] ?? ''
  if (sentences.length >= passagesCharactersMax / 2) return sentences
  const words = room.slice(0, Math.max(room.lastIndexOf(' '), 0))
  return words.length >= passagesCharactersMax / 2 ? words : room
}
