import { SaxesParser } from 'saxes'

/** An element of a parsed document. Text is unescaped; white space is kept. */
export type XmlElement = {
  readonly name: string
  /** Has no prototype, so that any attribute name can be looked up safely. */
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

/** The deepest nesting of elements. */
const depthMax = 50

/**
 * Parses a well-formed XML 1.0 document of elements, attributes, text, CDATA, comments and processing instructions,
 * with the five named entities and character references. Refuses a DOCTYPE, so that no entity can be declared and
 * expanded.
 */
export function parseXml(text: string): XmlResult {
  try {
    return { kind: 'document', root: readDocument(text) }
  } catch (error) {
    if (error instanceof Malformed) return { kind: 'malformed', reason: error.message }
    throw error
  }
}

/** Returns the text inside an element, at every depth. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
}

/** Returns the child elements, without text. */
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
