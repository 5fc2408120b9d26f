import { chunksOf } from './chunks.ts'
import type { Block, ReadDocument } from './document.ts'
import { hashText, simhashOf } from './fingerprint.ts'
import { guessLanguage } from './guess-language.ts'
import { withoutTrivia } from './trivia.ts'

const titleCharactersMax = 300

/** What a text tells of itself. */
export interface Told {
  title: string
  /** As the text declares it; null: it does not. */
  language: string | null
  /** Where neither the text nor its words tell. */
  fallbackLanguage: string
}

/** The document that these blocks make; null where they have no text. */
export function documentOf(blocks: readonly Block[], told: Told): ReadDocument | null {
  const clean = blocks.map(withoutControls)
  const { chunks, passages } = chunksOf(clean)
  if (chunks.length === 0) return null
  const words = clean.flatMap((block) => (block.kind === 'page' ? [] : [block.text])).join('\n')
  return {
    title: onOneLine(stripControls(told.title)).slice(0, titleCharactersMax),
    language: told.language ?? guessLanguage(words) ?? told.fallbackLanguage,
    chunks,
    passages,
    textHash: hashText(words),
    simhash: simhashOf(withoutTrivia(words)),
  }
}

function withoutControls(block: Block): Block {
  if (block.kind === 'page') return block
  return block.kind === 'heading'
    ? { ...block, text: onOneLine(stripControls(block.text)) }
    : { ...block, text: stripControls(block.text) }
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Without what PostgreSQL can't keep (NUL, half surrogate pairs), soft hyphens, and the marks of a highlight. */
function stripControls(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\t\n])\p{Cc}|[\u00ad\ue000\ue001]/gu, '')
}
