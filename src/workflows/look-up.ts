import { cutText } from '../base/cut-text.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../db/database.ts'
import { speakable } from '../providers/voice-instructions.ts'
import { timedSearch } from '../sources/search/timed-search.ts'
import type { LookUpUse } from '../sources/search/timed-search.ts'
import type { LookedUp, LookUp } from './workflow-turn.ts'

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

/**
 * Searches the project's knowledge base for a workflow. Never throws, because the customer is waiting: a search that
 * fails or takes longer than `timeoutMs` has found nothing, and is logged.
 */
export async function lookUp(
  context: { db: Db; log: Log; timeoutMs: number; use: LookUpUse },
  { attempt_id, ...project }: AskingCall,
  { question, limit }: LookUp,
): Promise<LookedUp> {
  const passages = await timedSearch(context, { ...project, log: { attempt_id } }, { question, limit })
  return { question, limit, text: passagesText(passages.map(({ text }) => text)) }
}

/** Returns a passage as it is spoken: without what is no speech, and ended as a sentence. Empty if nothing is left. */
export function spokenPassage(passage: string): string {
  const text = speakable(passage)
  return text === '' || /[.!?…:;。！？।]["'”’»)\]]*$/u.test(text) ? text : `${text}.`
}

/**
 * Joins passages for speech, each ended as a sentence. Cuts the text if it is too long, after a sentence if possible,
 * else after a word.
 */
export function passagesText(passages: readonly string[]): string {
  const text = passages
    .map(spokenPassage)
    .filter((passage) => passage !== '')
    .join(' ')
  if (text.length <= passagesCharactersMax) return text
  const room = cutText(text, passagesCharactersMax)
  const sentences = /^.*(?:[.!?…।]["'”’»)\]]*(?=\s|$)|[。！？])/su.exec(room)?.[0] ?? ''
  if (sentences.length >= passagesCharactersMax / 2) return sentences
  const words = room.slice(0, Math.max(room.lastIndexOf(' '), 0))
  return words.length >= passagesCharactersMax / 2 ? words : room
}
