import { documentOf } from './document-of.ts'
import type { Block, ReadDocument } from './document.ts'

/**
 * Reads Markdown: headings, paragraphs, lists and code listings. Links and emphasis become the text that a reader sees.
 */
export function readMarkdown(text: string, name: string, fallbackLanguage: string): ReadDocument | null {
  const blocks = markdownBlocks(withoutFrontMatter(text))
  const first = blocks.find((block) => block.kind === 'heading')
  return documentOf(blocks, { title: first?.text ?? name, language: null, fallbackLanguage })
}

/** Reads plain text: paragraphs separated by empty lines. */
export function readPlainText(text: string, name: string, fallbackLanguage: string): ReadDocument | null {
  const blocks = paragraphsOf(text)
  return documentOf(blocks, { title: name, language: null, fallbackLanguage })
}

export function paragraphsOf(text: string): Block[] {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.replaceAll(/[ \t]+$/gm, '').replace(/^\n+/, ''))
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ kind: 'text', text: paragraph }))
}

function withoutFrontMatter(text: string): string {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/)
  const end =
    lines[0] === '---' ? lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)$/.test(line)) : -1
  return lines.slice(end + 1).join('\n')
}

const fence = /^ {0,3}(`{3,}|~{3,})/
const underline = /^ {0,3}(=+|-+)[ \t]*$/
const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/

function markdownBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  let fencedBy: string | null = null
  const close = () => {
    const paragraph = lines.join('\n').trimEnd()
    if (paragraph.trim() !== '') blocks.push({ kind: 'text', text: paragraph })
    lines = []
  }
  const add = (block: Block) => {
    close()
    blocks.push(block)
  }
  for (const line of text.split('\n')) {
    const mark = fence.exec(line)?.[1]
    if (fencedBy !== null) {
      if (mark?.startsWith(fencedBy) === true) fencedBy = null
      else lines.push(line.trimEnd())
      if (fencedBy === null) close()
    } else if (mark !== undefined) {
      close()
      fencedBy = mark
    } else if (heading.test(line)) {
      const [, signs = '', words = ''] = heading.exec(line) ?? []
      add(headingOf(signs.length, words))
    } else if (underline.test(line) && lines.length === 1) {
      const [above = ''] = lines
      lines = []
      add(headingOf(line.includes('=') ? 1 : 2, above))
    } else if (line.trim() === '') close()
    else lines.push(plainLine(line.trimEnd()))
  }
  close()
  return blocks
}

function headingOf(level: number, words: string): Block {
  const own = /\{#([\w.:-]+)\}\s*$/.exec(words)
  const text = plainLine(words.slice(0, own?.index ?? words.length).replace(/[ \t]#+[ \t]*$/, '')).trim()
  return { kind: 'heading', level, text, anchor: own?.[1] ?? slugOf(text) }
}

/** Returns the anchor that most Markdown renderers give a heading. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
}

/** Returns the text of a line without the markup of links, emphasis and code. */
function plainLine(line: string): string {
  return line
    .replaceAll(/!\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replaceAll(/\[([^\]]{0,500})\](?:\([^)]{0,2000}\)|\[[^\]]{0,500}\])/g, '$1')
    .replaceAll(/<!--.{0,5000}?-->/g, '')
    .replaceAll(/(\*\*|__|`)(?=\S)|(?<=\S)(\*\*|__|`)/g, '')
}
