/** Where the standard looks for a charset in the markup; some sites put it after a comment or a script. */
const prescanBytes = 4_096

/**
 * The text of an HTML document: by its byte order mark, else the charset of the Content-Type, else that of the markup,
 * else UTF-8 where its bytes are that and Windows-1252 where not. What the charset can't read becomes a replacement
 * character; no document is refused for its encoding.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const label = markOf(bytes) ?? labelOf(contentType) ?? labelInMarkup(bytes) ?? guess(bytes)
  return new TextDecoder(label).decode(bytes)
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

/** `<meta charset>` and `<meta http-equiv>`; the bytes so far are ASCII in every charset that can stand there. */
function labelInMarkup(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, prescanBytes)).toString('latin1')
  for (const [tag] of start.matchAll(/<(?:meta|\?xml)\b[^>]{0,500}>/gi)) {
    const found = known(/(?:charset|encoding)\s*=\s*["']?([^\s"'/>;?]+)/i.exec(tag)?.[1])
    // Markup that could be read as ASCII is no UTF-16, whatever it says.
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

/** The label, if it is one of the Encoding Standard; null else. */
function known(label: string | undefined): string | null {
  if (label === undefined) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}
