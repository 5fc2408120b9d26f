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

/** Deepest nesting of elements. */
const depthMax = 50

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Reads a well-formed XML document of elements, attributes, text, CDATA, comments and processing instructions, with the
 * five named entities and character references. Anything else is malformed, above all a DOCTYPE: no entity can be
 * declared, so none can expand.
 */
export function parseXml(text: string): XmlResult {
  try {
    return { kind: 'document', root: new XmlReader(text).document() }
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

class XmlReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text.startsWith('\uFEFF') ? text.slice(1) : text
    // eslint-disable-next-line no-control-regex -- these are the characters that XML 1.0 forbids
    const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.exec(this.#text)
    if (forbidden !== null) throw new Malformed(`forbidden character at ${forbidden.index}`)
  }

  document(): XmlElement {
    if (/^<\?xml\s/.test(this.#text)) this.#until('?>', 'XML declaration')
    this.#misc()
    if (!this.#looksAt('<')) this.#fail('text outside the root element')
    const root = this.#element(1)
    this.#misc()
    if (this.#at < this.#text.length) this.#fail('more after the root element')
    return root
  }

  /** Skips white space, comments and processing instructions. */
  #misc(): void {
    for (;;) {
      this.#pattern(/\s*/y)
      if (this.#looksAt('<!--')) this.#comment()
      else if (this.#looksAt('<?')) this.#instruction()
      else if (this.#looksAt('<!')) this.#fail('a DOCTYPE or other declaration')
      else return
    }
  }

  #element(depth: number): XmlElement {
    if (depth > depthMax) this.#fail(`elements nested deeper than ${depthMax}`)
    this.#expect('<')
    const name = this.#name()
    const attributes = this.#attributes()
    if (this.#accept('/>')) return { name, attributes, children: [] }
    this.#expect('>')
    const children = this.#content(depth)
    this.#expect('</')
    if (this.#name() !== name) this.#fail(`the end tag of <${name}> is missing`)
    this.#pattern(/\s*/y)
    this.#expect('>')
    return { name, attributes, children }
  }

  #attributes(): Record<string, string> {
    const attributes: Record<string, string> = Object.create(null)
    for (;;) {
      const gap = this.#pattern(/\s*/y)
      if (this.#looksAt('>') || this.#looksAt('/>')) return attributes
      if (gap === '') this.#fail('white space is missing before an attribute')
      const name = this.#name()
      this.#pattern(/\s*/y)
      this.#expect('=')
      this.#pattern(/\s*/y)
      const quoted = this.#pattern(/"[^"<]*"|'[^'<]*'/y)
      if (quoted === '') this.#fail(`the value of ${name} is not quoted`)
      if (name in attributes) this.#fail(`${name} is given twice`)
      attributes[name] = this.#unescaped(quoted.slice(1, -1).replaceAll(/[\t\n\r]/g, ' '))
    }
  }

  #content(depth: number): (XmlElement | string)[] {
    const children: (XmlElement | string)[] = []
    for (;;) {
      const text = this.#pattern(/[^<]+/y)
      if (text.includes(']]>')) this.#fail('"]]>" in text')
      if (text !== '') children.push(this.#unescaped(text))
      if (this.#looksAt('</')) return children
      if (this.#looksAt('<!--')) this.#comment()
      else if (this.#accept('<![CDATA[')) children.push(this.#until(']]>', 'CDATA section'))
      else if (this.#looksAt('<?')) this.#instruction()
      else if (this.#looksAt('<!')) this.#fail('a DOCTYPE or other declaration')
      else if (this.#looksAt('<')) children.push(this.#element(depth + 1))
      else this.#fail('the document ends inside an element')
    }
  }

  #comment(): void {
    this.#expect('<!--')
    if (this.#until('-->', 'comment').includes('--')) this.#fail('"--" inside a comment')
  }

  #instruction(): void {
    this.#expect('<?')
    if (this.#name().toLowerCase() === 'xml') this.#fail('an XML declaration that is not at the start')
    this.#until('?>', 'processing instruction')
  }

  #unescaped(text: string): string {
    return text.replaceAll(/&([^&;]{0,12});?/g, (whole, body: string) => {
      const character = whole.endsWith(';') ? referenced(body) : null
      return character ?? this.#fail(`"${whole}" is no character reference or known entity`)
    })
  }

  #name(): string {
    const name = this.#pattern(/[\p{L}_:][\p{L}\p{N}_:.-]*/uy)
    return name === '' ? this.#fail('a name is missing') : name
  }

  #until(mark: string, what: string): string {
    const end = this.#text.indexOf(mark, this.#at)
    if (end < 0) this.#fail(`a ${what} without its end`)
    const text = this.#text.slice(this.#at, end)
    this.#at = end + mark.length
    return text
  }

  #pattern(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #looksAt(mark: string): boolean {
    return this.#text.startsWith(mark, this.#at)
  }

  #accept(mark: string): boolean {
    if (!this.#looksAt(mark)) return false
    this.#at += mark.length
    return true
  }

  #expect(mark: string): void {
    if (!this.#accept(mark)) this.#fail(`"${mark}" is missing`)
  }

  #fail(reason: string): never {
    throw new Malformed(`${reason} (at character ${this.#at})`)
  }
}

/** The character of `&body;`, or null when there is none. */
function referenced(body: string): string | null {
  if (Object.hasOwn(entities, body)) return entities[body] ?? null
  const digits = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(body)
  if (digits === null) return null
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16)
  const allowed =
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  return allowed ? String.fromCodePoint(code) : null
}
