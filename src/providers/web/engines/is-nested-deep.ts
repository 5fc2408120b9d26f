/** The deepest nesting of elements. Pages for readers are far below it. */
const nestingMax = 10_000

/** Elements without an end tag, or with an optional one. Counting them would not give the depth. */
const unclosed = new Set(
  `area base br col embed hr img input link meta param source track wbr
  p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rb rp rt rtc`.split(/\s+/),
)

/**
 * Returns whether elements are nested so deeply that a browser would change the document. Beyond some hundreds of
 * levels, Chromium places elements beside each other.
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
