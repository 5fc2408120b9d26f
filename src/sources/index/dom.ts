import { parseHTML } from 'linkedom'

/**
 * The properties of a DOM node that the readers use. linkedom's own types need TypeScript's `dom` library, which the
 * service does not load.
 */
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

const elementNode = 1
export const textNode = 3

export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === elementNode
}

/** No useful page is nested deeper. */
const depthMax = 200

/**
 * Parses a page. It adds the optional `html` and `body` tags, which the parser does not. It removes everything deeper
 * than `depthMax`, so that no page can exhaust the stack of recursive readers.
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

/** Returns whether the page has more than `most` nodes, text nodes included. */
export function hasMoreNodes(page: DomDocument, most: number): boolean {
  let count = 0
  walk(page, () => ++count <= most)
  return count > most
}

/** Visits each node in document order until `visit` returns false. It does not recurse, so any depth is safe. */
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
