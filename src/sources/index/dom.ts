import { parseHTML } from 'linkedom'

/** What is read of a node of a parsed page. The types of the library are a browser's, which the program does not load. */
export interface DomNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly textContent: string | null
  readonly childNodes: ArrayLike<DomNode> & Iterable<DomNode>
  readonly parentNode: DomNode | null
  readonly firstChild: DomNode | null
  readonly lastChild: DomNode | null
  readonly nextSibling: DomNode | null
  remove(): void
}

export interface DomElement extends DomNode {
  readonly id: string
  readonly firstElementChild: DomElement | null
  readonly children: ArrayLike<DomElement> & Iterable<DomElement>
  readonly parentElement: DomElement | null
  getAttribute(name: string): string | null
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): ArrayLike<DomElement> & Iterable<DomElement>
}

export interface DomDocument extends DomNode {
  readonly documentElement: DomElement | null
  readonly body: DomElement | null
  readonly title: string
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): ArrayLike<DomElement> & Iterable<DomElement>
}

export const elementNode = 1
export const textNode = 3

export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === elementNode
}

/** Deeper than any page is meant. */
const depthMax = 200

/**
 * The page's tree. The tags that HTML lets a page leave out, and the parser does not add, are put around what it has; what
 * lies deeper than `depthMax` is cut off, so that no page can exhaust the stack of those who read it.
 */
export function parsePage(html: string): DomDocument {
  let page: DomDocument = parseHTML(/<html[\s>]/i.test(html) ? html : withFrame(html)).document
  if (!hasBody(page)) page = parseHTML(withFrame(html)).document
  cutBelow(page, depthMax)
  return page
}

function hasBody(page: DomDocument): boolean {
  for (const child of page.documentElement?.children ?? [])
    if (child.nodeName.toUpperCase() === 'BODY') return true
  return false
}

function withFrame(html: string): string {
  const attributes = /<html\b([^>]*)>/i.exec(html)?.[1] ?? ''
  return `<html${attributes}><body>${html.replaceAll(/<!doctype[^>]*>|<\/?(?:html|head|body)\b[^>]*>/gi, '')}</body></html>`
}

function cutBelow(page: DomDocument, deepest: number): void {
  walk(page, (node, depth) => {
    if (depth === deepest) while (node.lastChild !== null) node.lastChild.remove()
    return true
  })
}

/** Whether the page has more nodes than so many, texts included. */
export function hasMoreNodes(page: DomDocument, most: number): boolean {
  let count = 0
  walk(page, () => ++count <= most)
  return count > most
}

/** Calls with each node in the page's order, until that answers false. It needs no stack, however deep the page is. */
function walk(page: DomDocument, visit: (node: DomNode, depth: number) => boolean): void {
  let node: DomNode | null = page.documentElement
  let depth = 0
  while (node !== null && visit(node, depth)) {
    if (node.firstChild !== null) {
      node = node.firstChild
      depth++
      continue
    }
    while (node !== null && node.nextSibling === null) {
      node = node.parentNode
      depth--
    }
    node = node?.nextSibling ?? null
  }
}
