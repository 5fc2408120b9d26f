import { chunksOf } from './chunks.ts'
import type { Block, ReadDocument } from './document.ts'
import { hashText, simhashOf } from './fingerprint.ts'
import { guessLanguage } from './guess-language.ts'
import { withoutTrivia } from './trivia.ts'

const titleCharactersMax = 300

/** What is known of a document beside its text. */
export interface DocumentFacts {
  title: string
  /** The language that the text declares, or null. */
  language: string | null
  /** Used where the text declares no language and its words show none. */
  fallbackLanguage: string
}

/** Builds the document to index from these blocks. Returns null where they have no text. */
export function documentOf(blocks: readonly Block[], facts: DocumentFacts): ReadDocument | null {
  const clean = blocks.map(withoutControls)
  const { chunks, passages } = chunksOf(clean)
  if (chunks.length === 0) return null
  const words = clean.flatMap((block) => (block.kind === 'page' ? [] : [block.text])).join('\n')
  return {
    title: onOneLine(stripControls(facts.title)).slice(0, titleCharactersMax),
    language: facts.language ?? guessLanguage(words) ?? facts.fallbackLanguage,
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

/**
 * Turns page breaks, vertical tabs and the line ends of mainframes (NEL) into line ends: some files separate words by
 * them alone. Removes other control characters, soft hyphens and two private characters (U+E000, U+E001), and replaces
 * half surrogate pairs. PostgreSQL cannot store NUL or half surrogate pairs.
 */
function stripControls(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\f\v\u0085]/g, '\n')
    .replaceAll(/(?![\t\n])\p{Cc}|[\u00ad\ue000\ue001]/gu, '')
}
