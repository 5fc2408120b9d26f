import { Parser } from 'htmlparser2'

/**
 * What a page may have, by measure: at these numbers its tree takes some 190 MB. The largest pages for readers, references of
 * 5 MB, have a half of that.
 */
export const markupBounds = {
  /** Elements, texts and comments. A text that has character references counts as several: so the tree has it. */
  nodes: 300_000,
  attributes: 200_000,
  /** The limit for one tag, because each attribute is compared with those before it. */
  attributesOfTag: 1_000,
} as const

/**
 * Returns what a document has too much of to be read into a tree, or null. It counts what a parser comes by and keeps none
 * of it, so that it takes the time of a look at each character and no memory.
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
