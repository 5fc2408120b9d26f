/** Elements within each other, of which no page for readers comes near. */
const nestingMax = 10_000

/** Elements without an end tag, or with an optional one. Counting them would not give the depth. */
const unclosed = new Set(
  `area base br col embed hr img input link meta param source track wbr
  p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rb rp rt rtc`.split(/\s+/),
)

/**
 * Whether elements of a document stand so deep within each other that a browser would not keep them so: beyond some
 * hundreds Chromium puts them beside each other, and what comes out is another document.
 */
export function isNestedDeep(html: string): boolean {
  let depth = 0
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
    if (unclosed.has(name.toLowerCase())) continue
    depth = Math.max(0, depth + (end === '' ? 1 : -1))
    if (depth > nestingMax) return true
  }
  return false
}
