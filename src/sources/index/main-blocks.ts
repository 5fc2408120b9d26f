import { Readability } from '@mozilla/readability'
import { blocksOf } from './blocks.ts'
import type { Block } from './document.ts'
import { hasMoreNodes } from './dom.ts'
import type { DomDocument, DomElement } from './dom.ts'

const mainPlaces = ['main', '[role=main]', 'article', '#main-content', '#content']

/**
 * Readability looks at a page several times over: measured, 10 ms for 300 elements, 1.4 s for 16,000. Larger pages,
 * mostly references, are read by their own marks alone.
 */
const nodesMax = 10_000

/**
 * A page's main text: what Readability takes for it, unless the page marks its main part itself and that differs much.
 * Readability may narrow what is marked, by what belongs to no text; it leaves out most of a reference page, made of lists,
 * tables and short paragraphs, and takes in what a script would have hidden. The page is used up by it.
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

/** The text of the longest element that a page marks as its main part; null where it marks none. */
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

/** Empty where Readability finds nothing. */
function readableBlocks(page: DomDocument): Block[] {
  if (hasMoreNodes(page, nodesMax)) return []
  const article = readArticle(page)
  return article === null ? [] : blocksOf(article)
}

/** Null where the library finds nothing, or a page that it does not expect breaks it: it is meant for a browser's pages. */
function readArticle(page: DomDocument): DomElement | null {
  // Its types name a browser's document, of which ours has what it uses.
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
 * With the headings as the page has them: Readability makes each of the first level one of the second, and leaves out the
 * one that repeats the title.
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
