import type { Block } from './document.ts'
import { isElement, textNode } from './dom.ts'
import type { DomElement, DomNode } from './dom.ts'

/** Elements whose content is never text of the page. */
const silent = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG IFRAME OBJECT CANVAS AUDIO VIDEO SELECT BUTTON INPUT TEXTAREA DIALOG HEAD TITLE'.split(
    ' ',
  ),
)
/** Elements around the main text: navigation, headers, footers. */
const framing = new Set('NAV HEADER FOOTER ASIDE FORM'.split(' '))
const framingRoles = new Set(
  'navigation banner contentinfo complementary search menu menubar dialog'.split(' '),
)
const inline = new Set(
  (
    'A ABBR ACRONYM B BDI BDO BIG CITE CODE DATA DEL DFN EM FONT I IMG INS KBD LABEL MARK OUTPUT Q RUBY RB RT RP S SAMP ' +
    'SMALL SPAN STRIKE STRONG SUB SUP TIME TT U VAR WBR'
  ).split(' '),
)

/**
 * Returns the text below an element as headings, paragraphs, lists, tables and code listings. Does not change the page.
 */
export function blocksOf(root: DomElement): Block[] {
  const blocks: Block[] = []
  let line: string[] = []
  const close = () => {
    const text = line
      .join('')
      .replaceAll(/ ?\n ?/g, '\n')
      .trim()
    line = []
    if (text !== '') blocks.push({ kind: 'text', text })
  }
  const walkAll = (node: DomNode) => {
    for (const child of node.childNodes) walk(child)
  }
  const walk = (node: DomNode): void => {
    if (node.nodeType === textNode) {
      const text = (node.textContent ?? '').replaceAll(/\s+/g, ' ')
      const kept = /\s$/.test(line.at(-1) ?? ' ') ? text.trimStart() : text
      if (kept !== '') line.push(kept)
      return
    }
    if (!isElement(node) || isSilent(node) || (node !== root && isFraming(node))) return
    const name = node.nodeName.toUpperCase()
    if (name === 'BR') line.push('\n')
    else if (inline.has(name)) walkAll(node)
    else {
      close()
      const block = wholeBlock(node, name)
      if (block === null) walkAll(node)
      else blocks.push(...block)
      close()
    }
  }
  walk(root)
  close()
  return blocks
}

/**
 * Returns the blocks of an element that is read as a whole, or null for an element whose children are read one by one.
 */
function wholeBlock(element: DomElement, name: string): Block[] | null {
  if (isHeading(name)) {
    const text = headingText(element)
    return text === '' ? [] : [{ kind: 'heading', level: Number(name[1]), text, anchor: anchorOf(element) }]
  }
  const text =
    name === 'PRE'
      ? listingText(element)
      : name === 'UL' || name === 'OL'
        ? listText(element)
        : name === 'TABLE' && element.querySelector('table, h1, h2, h3, h4, h5, h6, pre') === null
          ? tableText(element)
          : null
  if (text === null) return null
  return text === '' ? [] : [{ kind: 'text', text }]
}

/** Link texts that documentation generators add to a heading, so that readers can link to it. */
const permalink = /^(#|¶|§|🔗|🔗︎|[\u{e000}-\u{f8ff}])$/u

function headingText(heading: DomElement): string {
  const hasLink = [...heading.querySelectorAll('a')].some((link) =>
    permalink.test((link.textContent ?? '').trim()),
  )
  const text = (itemText(heading) || (heading.textContent ?? '')).replaceAll(/\s+/g, ' ').trim()
  return hasLink ? text.replace(/^[#¶§]\s+|\s*([#¶§\u{e000}-\u{f8ff}]|🔗︎?)$/u, '') : text
}

/** Returns the id of the heading, of an element in it, or of the section that it begins. */
function anchorOf(heading: DomElement): string | null {
  if (heading.id !== '') return heading.id
  const inner = heading.querySelector('[id], a[name]')
  const named = inner === null ? '' : inner.id || (inner.getAttribute('name') ?? '')
  if (named !== '') return named
  const parent = heading.parentElement
  const opens =
    parent !== null &&
    parent.firstElementChild === heading &&
    /^(SECTION|DIV|ARTICLE)$/i.test(parent.nodeName)
  return opens && parent.id !== '' ? parent.id : null
}

function listingText(element: DomElement): string {
  const lines = (element.textContent ?? '').split(/\r\n?|\n/).map((line) => line.trimEnd())
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
}

/** Returns one line for each item; items of nested lists are indented. */
function listText(list: DomElement): string {
  const isOrdered = list.nodeName.toUpperCase() === 'OL'
  const lines: string[] = []
  for (const item of list.children) {
    if (isSilent(item)) continue
    const inner: string[] = []
    const own: string[] = []
    for (const node of item.childNodes) {
      if (isElement(node) && /^[UO]L$/i.test(node.nodeName)) inner.push(listText(node))
      else own.push(itemText(node))
    }
    const sign = isOrdered ? `${lines.length + 1}. ` : '- '
    const text = own
      .join('')
      .replaceAll(/[ \t]+/g, ' ')
      .replaceAll(/ ?\n\s*/g, '\n' + ' '.repeat(sign.length))
      .trim()
    const nested = inner.filter((text) => text !== '').map((text) => text.replaceAll(/^/gm, '  '))
    if (text !== '') lines.push(sign + text)
    lines.push(...nested)
  }
  return lines.join('\n')
}

function itemText(node: DomNode): string {
  if (!isElement(node))
    return node.nodeType === textNode ? (node.textContent ?? '').replaceAll(/\s+/g, ' ') : ''
  if (isSilent(node)) return ''
  const name = node.nodeName.toUpperCase()
  if (name === 'BR') return '\n'
  if (inline.has(name) || isHeading(name)) return [...node.childNodes].map(itemText).join('')
  const texts = blocksOf(node).flatMap((block) => (block.kind === 'page' ? [] : [block.text]))
  return `\n${texts.join('\n')}\n`
}

/** Returns one line for each row, with ` | ` between the cells. */
function tableText(table: DomElement): string {
  const lines: string[] = []
  for (const row of table.querySelectorAll('caption, tr')) {
    const cells = row.nodeName.toUpperCase() === 'TR' ? [...row.children] : [row]
    const texts = cells
      .filter((cell) => !isSilent(cell))
      .map((cell) => itemText(cell).replaceAll(/\s+/g, ' ').trim())
    if (texts.some((text) => text !== '')) lines.push(texts.join(' | '))
  }
  return lines.join('\n')
}

function isSilent(element: DomElement): boolean {
  return (
    silent.has(element.nodeName.toUpperCase()) ||
    element.getAttribute('hidden') !== null ||
    element.getAttribute('aria-hidden') === 'true' ||
    /display:\s*none/i.test(element.getAttribute('style') ?? '')
  )
}

/**
 * Checks whether an element frames the page. A `<header>` with an `h1` and without navigation belongs to the article;
 * any other belongs to the site.
 */
function isFraming(element: DomElement): boolean {
  const name = element.nodeName.toUpperCase()
  if (name === 'HEADER' && element.querySelector('h1') !== null && element.querySelector('nav') === null)
    return false
  return framing.has(name) || framingRoles.has(element.getAttribute('role') ?? '')
}

function isHeading(name: string): boolean {
  return /^H[1-6]$/.test(name)
}
