import { chunkCharactersMax, chunksMax } from './document.ts'
import type { Block, Chunk } from './document.ts'

const headingCharactersMax = 300

interface Heading {
  level: number
  text: string
  anchor: string | null
}

/**
 * Cuts a text into chunks at its headings. A section that is longer than a chunk is cut at the end of a paragraph, else
 * of a line, a sentence or a word. A heading without text is a chunk of its own, so that its words can be found. Only
 * the first `chunksMax` are kept; `passages` counts all.
 */
export function chunksOf(blocks: readonly Block[]): { chunks: Chunk[]; passages: number } {
  const chunks: Chunk[] = []
  let passages = 0
  let last: string | null = null
  let above: Heading[] = []
  let page: string | null = null
  let texts: string[] = []
  const closeSection = (nextLevel: number) => {
    const heading = above.at(-1)
    const text = texts.join('\n\n')
    texts = []
    if (text === '' && (heading === undefined || nextLevel > heading.level || last === pathOf(above))) return
    const place = { heading: pathOf(above), anchor: page ?? heading?.anchor ?? null }
    last = place.heading
    const parts = text === '' ? [heading!.text.slice(0, chunkCharactersMax)] : cutText(text)
    passages += parts.length
    for (const part of parts.slice(0, chunksMax - chunks.length)) chunks.push({ ...place, text: part })
  }
  for (const block of blocks) {
    if (block.kind === 'text') {
      texts.push(block.text)
      continue
    }
    if (block.kind === 'page') {
      closeSection(Infinity)
      page = block.anchor
      continue
    }
    closeSection(block.level)
    above = [...above.filter(({ level }) => level < block.level), block]
  }
  closeSection(0)
  return { chunks, passages }
}

function pathOf(above: readonly Heading[]): string {
  const path = above
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join(' › ')
  return path.length <= headingCharactersMax ? path : `…${path.slice(1 - headingCharactersMax)}`
}

/** Places to cut at, the best first: ends of paragraphs, lines, sentences, words. */
const cuts = [/\n\n/g, /\n/g, /[.!?…。！？]\s?(?=\S)/g, /\s/g]

function cutText(text: string): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > chunkCharactersMax) {
    const at = cutAt(rest)
    const part = rest.slice(0, at).trim()
    if (part !== '') parts.push(part)
    rest = rest.slice(at).trim()
  }
  if (rest !== '') parts.push(rest)
  return parts
}

/** Returns the last place of the best kind that leaves the chunk at least a third full. */
function cutAt(text: string): number {
  const window = text.slice(0, chunkCharactersMax)
  for (const cut of cuts) {
    let last = 0
    for (const found of window.matchAll(cut)) last = found.index + found[0].length
    if (last > chunkCharactersMax / 3) return last
  }
  // Never cuts a surrogate pair in two.
  const code = text.charCodeAt(chunkCharactersMax - 1)
  return code >= 0xd800 && code <= 0xdbff ? chunkCharactersMax - 1 : chunkCharactersMax
}
