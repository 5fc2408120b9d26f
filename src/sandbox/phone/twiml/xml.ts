import { SaxesParser } from 'saxes'

/** An element of a parsed document. Text is unescaped; white space is kept. */
export type XmlElement = {
  readonly name: string
  /** Without a prototype: any attribute name is safe to look up. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

export type XmlResult =
  | { kind: 'document'; root: XmlElement }
  /** `reason` says what is wrong and at which character. */
  | { kind: 'malformed'; reason: string }

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[]
}

/** Deepest nesting of elements. */
const depthMax = 50

/**
 * Reads a well-formed XML 1.0 document of elements, attributes, text, CDATA, comments and processing instructions, with the
 * five named entities and character references. Anything else is malformed, above all a DOCTYPE: no entity can be
 * declared, so none can expand.
 */
export function parseXml(text: string): XmlResult {
  try {
    return { kind: 'document', root: readDocument(text) }
  } catch (error) {
    if (error instanceof Malformed) return { kind: 'malformed', reason: error.message }
    throw error
  }
}

/** All text inside an element, at every depth. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
}

/** The child elements, text left out. */
export function elementsOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string')
}

class Malformed extends Error {}

function readDocument(text: string): XmlElement {
  const parser = new SaxesParser({ defaultXMLVersion: '1.0', forceXMLVersion: true })
  const fail = (reason: string): never => {
    throw new Malformed(`${reason} (at character ${parser.position})`)
  }
  const open: OpenElement[] = []
  let root: XmlElement | null = null
  const addText = (found: string) => void open.at(-1)?.children.push(found)
  parser.on('error', ({ message }) => fail(message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')))
  parser.on('doctype', () => fail('a DOCTYPE or other declaration'))
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === depthMax) fail(`elements nested deeper than ${depthMax}`)
    const element = { name, attributes: Object.assign(Object.create(null), attributes), children: [] }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text).close()
  return root ?? fail('the root element is missing')
}
