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
  /** Only for screen readers, by itself or with what it lies in. */
  const isClipped = (element) => {
    for (let at = element; at !== null; at = at.parentElement)
      if (getComputedStyle(at).clipPath !== 'none') return true
    return false
  }
  /** Targets in a sentence and those that are not drawn are left out. */
  const isSmall = (element) => {
    const { width, height } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const isTarget = element.matches('button, a[href], select, input, [role="link"]')
    const isDrawn = style.display !== 'inline' && style.opacity !== '0' && !isClipped(element)
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

/** Returns what has the focus: its name, and what is wrong with how it is seen; null if nothing is. */
function describeFocus() {
  const element = document.activeElement
  if (element === null || element === document.body) return { name: '', fault: 'nothing has the focus' }
  const labels = [...(element.labels ?? [])]
  const name = [
    element.getAttribute('aria-label'),
    ...labels.map((label) => label.textContent),
    element.textContent,
  ].find((text) => text !== null && text.trim() !== '')
  // A dialog is seen whole; its own edge is the sign.
  const isDialog = element.matches('[role="dialog"], [role="alertdialog"]')
  // A checkbox may be drawn by its label.
  const isDrawn = getComputedStyle(element).opacity !== '0' && element.getBoundingClientRect().width > 4
  const shown = isDrawn ? element : (labels[0] ?? element)
  return {
    name: (name ?? '').trim().replaceAll(/\s+/g, ' '),
    fault: isDialog ? null : (placeFault(element, shown) ?? ringFault(element, shown)),
  }
}

/** A fault unless the middle of the element is in the window and nothing lies over it. */
function placeFault(element, shown) {
  const { left, top, width, height } = [...shown.getClientRects()][0] ?? shown.getBoundingClientRect()
  if (width < 1 || height < 1) return 'it is not drawn'
  const [x, y] = [left + width / 2, top + Math.min(height, innerHeight) / 2]
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight)
    return `it lies outside of the window, at ${Math.round(x)}, ${Math.round(y)}`
  const over = document.elementFromPoint(x, y)
  const isSeen =
    over !== null &&
    (shown.contains(over) ||
      over.contains(element) ||
      [...(element.labels ?? [])].some((label) => label.contains(over)))
  return isSeen ? null : `${over?.tagName} “${over?.textContent.trim().slice(0, 40)}” lies over it`
}

/** A fault unless the element, what draws it, or what it lies in has an outline of 2 px. */
function ringFault(element, shown) {
  const near = [element, shown, shown.parentElement, element.nextElementSibling, element.parentElement]
  const hasRing = near.some((one) => {
    if (one === null) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  return hasRing ? null : 'nothing shows that it has the focus'
}

globalThis.inPage = { findNarrowFaults, findForeignTexts, describeFocus }
