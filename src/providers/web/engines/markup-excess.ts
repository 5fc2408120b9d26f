import { Parser } from 'htmlparser2'

/**
 * The limits of a page. At these numbers its tree takes some 190 MB, as measured. The largest pages for readers,
 * references of 5 MB, have half as much.
 */
const markupBounds = {
  /** Elements, texts and comments. A text with character references counts as several, as the parser stores it. */
  nodes: 300_000,
  attributes: 200_000,
  /** The limit for one tag, because each attribute is compared with those before it. */
  attributesOfTag: 1_000,
} as const

/**
 * Returns which limit a document exceeds, so that it is not read into a tree, or null. Counts while parsing and keeps
 * nothing. It reads each character once and needs no memory for the result.
 */
export function markupExcess(html: string): string | null {
  let nodes = 0
  let attributes = 0
  let attributesOfTag = 0
  const addNode = (): void => {
    nodes++
    attributesOfTag = 0
    if (nodes > markupBounds.nodes)
      throw new Excess(`has more than ${written(markupBounds.nodes)} elements and texts`)
  }
  const addAttribute = (): void => {
    attributes++
    attributesOfTag++
    if (attributesOfTag > markupBounds.attributesOfTag)
      throw new Excess(`has a tag with more than ${written(markupBounds.attributesOfTag)} attributes`)
    if (attributes > markupBounds.attributes)
      throw new Excess(`has more than ${written(markupBounds.attributes)} attributes`)
  }
  const parser = new Parser({
    onopentagname: addNode,
    onattribute: addAttribute,
    ontext: addNode,
    oncomment: addNode,
    onprocessinginstruction: addNode,
  })
  try {
    parser.end(html)
    return null
  } catch (error) {
    if (error instanceof Excess) return error.message
    throw error
  }
}

class Excess extends Error {
  override name = 'Excess'
}

function written(count: number): string {
  return count.toLocaleString('en-US')
}
