// Runs in the page that a test looks at: what asks the layout or walks the text, without one request a node.

/** Returns what makes a page wider than its window, and targets below 24 px (WCAG 2.5.8). */
function findNarrowFaults() {
  const inner = document.documentElement.clientWidth
  const nameOf = (element) => `${element.tagName} ${element.textContent.trim().slice(0, 60)}`
  const shown = [...document.querySelectorAll('body *')].filter(
    (element) => element.checkVisibility() && element.closest('svg *') === null,
  )
  /** What scrolls by itself, or is cut on purpose, does not make the page wide. */
  const isInside = (element) => {
    for (let at = element.parentElement; at !== null; at = at.parentElement)
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true
    return false
  }
  const isWide = (element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 1 && (right > inner + 1 || left < -1) && !isInside(element)
  }
  /** Targets in a sentence and those that are not drawn are left out. */
  const isSmall = (element) => {
    const { width, height } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const isTarget = element.matches('button, a[href], select, input, [role="link"]')
    const isDrawn = style.display !== 'inline' && style.clipPath === 'none' && style.opacity !== '0'
    return isTarget && isDrawn && element.closest('p, label') === null && Math.min(width, height) < 23.5
  }
  return {
    overflow: Math.max(0, document.documentElement.scrollWidth - inner),
    wide: shown.filter(isWide).map(nameOf).slice(0, 5),
    small: shown.filter(isSmall).map(nameOf).slice(0, 5),
  }
}

/** Returns texts without the marks of the pseudo-language, apart from names, numbers and what the service stores. */
function findForeignTexts() {
  const own = 'bdi, time, code, pre, kbd, svg, script, style, [data-stored]'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: parent } = node
    let rest = node.textContent ?? ''
    // A text may be put into another one, so the inner ones go first.
    for (let before = ''; before !== rest;) {
      before = rest
      rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/gu, '')
    }
    // Figures and signs between texts have no words.
    if (parent === null || parent.closest(own) !== null || !/\p{L}{2}/u.test(rest)) continue
    if (parent.checkVisibility()) found.push(`${parent.tagName}: ${rest.trim().slice(0, 80)}`)
  }
  return found
}

globalThis.inPage = { findNarrowFaults, findForeignTexts }
