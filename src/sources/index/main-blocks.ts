import { Readability } from '@mozilla/readability'
import { blocksOf } from './blocks.ts'
import type { Block } from './document.ts'
import { hasMoreNodes } from './dom.ts'
import type { DomDocument, DomElement } from './dom.ts'

const mainPlaces = ['main', '[role=main]', 'article', '#main-content', '#content']

/**
 * Readability reads a page several times: measured 10 ms for 300 elements, 1.4 s for 16,000. Larger pages are mostly
 * reference pages; for them only their own markup decides.
 */
const nodesMax = 10_000

/**
 * Returns a page's main text: the result of Readability, unless the page marks its main part itself and the two differ
 * much. A smaller result is accepted only where it drops little: Readability omits most of a reference page, which
 * consists of lists, tables and short paragraphs. A larger one is never accepted: it includes text that a script would
 * have hidden.
 *
 * Readability changes the page, so the caller must not use it afterwards.
 */
export function mainBlocks(page: DomDocument): Block[] {
  const whole = page.body ?? page.documentElement
  if (whole === null) return []
  const marked = markedBlocks(page)
  const own = marked ?? blocksOf(whole)
  const readable = withHeadings(readableBlocks(page), own)
  const size = sizeOf(readable)
  if (size === 0) return own
  if (marked === null) return size >= sizeOf(own) / 2 ? readable : own
  return size >= sizeOf(own) * 0.8 && size <= sizeOf(own) ? readable : own
}

/** Returns the text of the longest element that the page marks as its main part, or null where it marks none. */
function markedBlocks(page: DomDocument): Block[] | null {
  for (const place of mainPlaces) {
    const found = [...page.querySelectorAll(place)]
    if (found.length === 0 || found.length > 3) continue
    const texts = found.map((element) => blocksOf(element))
    const [longest = []] = texts.sort((a, b) => sizeOf(b) - sizeOf(a))
    if (sizeOf(longest) > 0) return longest
  }
  return null
}

/** Returns the text that Readability finds; empty where it finds none. */
function readableBlocks(page: DomDocument): Block[] {
  if (hasMoreNodes(page, nodesMax)) return []
  const article = readArticle(page)
  return article === null ? [] : blocksOf(article)
}

/** Returns null where Readability finds nothing or fails: it expects a browser's DOM and throws on some pages. */
function readArticle(page: DomDocument): DomElement | null {
  // Its types require a browser's document. Ours has everything that it uses.
  const document = page as unknown as ConstructorParameters<typeof Readability>[0]
  const serializer = (node: unknown) => node as DomElement
  try {
    const article = new Readability(document, { serializer, keepClasses: true, disableJSONLD: true }).parse()
    return article?.content ?? null
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/**
 * Restores the page's headings: Readability turns level 1 into level 2 and removes the heading that repeats the title.
 */
function withHeadings(blocks: readonly Block[], original: readonly Block[]): Block[] {
  if (blocks.length === 0) return []
  const headings = original.filter((block) => block.kind === 'heading')
  const levels = new Map(headings.map(({ text, level }) => [text, level]))
  const restored = blocks.map((block) =>
    block.kind === 'heading' ? { ...block, level: levels.get(block.text) ?? block.level } : block,
  )
  const [top, second] = headings.filter(({ level }) => level === 1)
  const isLost = top !== undefined && second === undefined && !restored.some((block) => isSame(block, top))
  return isLost ? [top, ...restored] : restored
}

function isSame(block: Block, heading: Block & { kind: 'heading' }): boolean {
  return block.kind === 'heading' && block.text === heading.text
}

function sizeOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + (block.kind === 'page' ? 0 : block.text.length), 0)
}
