/** Pictures among characters, without those that are written as text: © ® ™ ‼ ⁉ ℹ and arrows. */
const emoji =
  /(?:[\p{Extended_Pictographic}--[©®™‼⁉ℹ↔-↪⤴⤵]]|\p{Regional_Indicator}|[\u{1F3FB}-\u{1F3FF}]|[#*0-9]\uFE0F?\u20E3)(?:[\uFE0E\uFE0F\u{E0020}-\u{E007F}]|\u200D)*/gv

/**
 * Returns a piece of a model's text without Markdown, emoji, HTML tags and marks of passages such as `[1]`. Marks need
 * no partner, since a piece may begin or end within one. On a call all is one line, and what ends a line ends a
 * sentence, so that the items of a list are spoken apart. Chats keep line breaks and show items with a dash. Spaces at
 * both ends stay one space, so that pieces can be joined.
 */
export function stripMarkup(text: string, medium: 'voice' | 'chat'): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const shown = lines.flatMap((line, at) => {
    const stripped = stripLine(line, medium)
    if (stripped === null) return []
    const endsHere = at < lines.length - 1 && medium === 'voice'
    return [endsHere ? withEnd(stripped) : stripped]
  })
  if (medium === 'chat') return shown.join('\n').replace(/\n{3,}/g, '\n\n')
  // A no-break space separates the groups of one number.
  return shown.join(' ').replace(/(?<=\d)([\u00A0\u202F])(?=\d)|\s+/g, (_, kept?: string) => kept ?? ' ')
}

/** Returns the line without markup, null where it has nothing but markup. */
function stripLine(line: string, medium: 'voice' | 'chat'): string | null {
  if (/^\s*(?:`{3,}|~{3,})[\w+-]*\s*$/.test(line)) return null
  if (/^\s*(?:[-*_]\s*){3,}$/.test(line)) return null
  if (/^\s*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?)?\s*$/.test(line)) return null
  const row = /^\s*\|(.*)\|\s*$/.exec(line)
  const content =
    row === null
      ? line
      : row[1]!
          .split('|')
          .map((cell) => cell.trim())
          .filter((cell) => cell !== '')
          .join(', ')
  const item = /^(\s*)[-*+•‣◦]\s+(?:\[[ xX]\]\s+)?/.exec(content)
  const start = item === null ? '' : medium === 'chat' ? `${item[1]}- ` : ''
  const body = content.slice(item === null ? 0 : item[0].length).replace(/^\s*(?:#{1,6}\s+|(?:>\s?)+)/, '')
  return start + stripInline(body, medium)
}

function stripInline(text: string, medium: 'voice' | 'chat'): string {
  return text
    .replace(/!\[([^[\]]{0,300})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(
      /\[([^[\]]{1,300})\]\(([^()\s]{1,2000})(?:\s+"[^"]{0,300}")?\)/g,
      (_, shown: string, address: string) =>
        medium === 'voice' || shown === address ? shown : `${shown} (${address})`,
    )
    .replace(/<(https?:\/\/[^<>\s]{1,2000})>/g, '$1')
    .replace(/[ \t]?\[\d{1,3}(?:, ?\d{1,3}){0,9}\]/g, '')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<\/?[a-z][a-z0-9]{0,15}(?:\s[^<>]{0,200})?>/gi, '')
    .replace(/`+/g, '')
    .replace(/\*{2,}|~{2,}/g, '')
    .replace(/(?<![\p{L}\p{N}])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])/gu, '')
    .replace(/(?<![\d\\])\*(?=\S)|(?<=[^\s\\])\*(?!\d)/g, '')
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, '$1')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(emoji, '')
    .replace(/(?<=\S) +(?=[,.;:!?](?:\s|$))/g, '')
    .replace(/[ \t]{2,}/g, ' ')
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
}

/** Returns the line with a full stop if it has words and no punctuation at its end. */
function withEnd(line: string): string {
  const text = line.trimEnd()
  return /[\p{L}\p{N})"'”’%]$/u.test(text) ? `${text}.` : text
}
