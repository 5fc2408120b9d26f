/**
 * How many bytes of the markup are searched for a charset. The standard says 1,024, but some sites put it after a
 * comment or a script.
 */
const prescanBytes = 4_096

/**
 * Returns the text of an HTML document. The charset is that of the byte order mark, else of the Content-Type, else of
 * the markup. Without any, it is UTF-8 if the bytes are valid UTF-8, else Windows-1252. Invalid bytes become
 * replacement characters; no document is refused for its encoding.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const label = markOf(bytes) ?? labelOf(contentType) ?? labelInMarkup(bytes) ?? guess(bytes)
  return new TextDecoder(label).decode(bytes)
}

/** Returns a text that is no HTML, by the same rules. It may be about markup, so that no charset in it counts. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  return new TextDecoder(markOf(bytes) ?? labelOf(contentType) ?? guess(bytes)).decode(bytes)
}

function markOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

function labelOf(contentType: string): string | null {
  return known(/charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1])
}

/**
 * Reads the label from `<meta charset>` or `<meta http-equiv>`. Up to there the bytes are ASCII in every charset that a
 * label can name.
 */
function labelInMarkup(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, prescanBytes)).toString('latin1')
  for (const [tag] of start.matchAll(/<(?:meta|\?xml)\b[^>]{0,500}>/gi)) {
    const found = known(/(?:charset|encoding)\s*=\s*["']?([^\s"'/>;?]+)/i.exec(tag)?.[1])
    // Markup that is readable as ASCII is not UTF-16, whatever its label.
    if (found !== null) return found.startsWith('utf-16') ? 'utf-8' : found
  }
  return null
}

function guess(bytes: Uint8Array): string {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** Returns the label if the Encoding Standard has it, else null. */
function known(label: string | undefined): string | null {
  if (label === undefined) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}
