// Runs in each page that a figure is taken of, before the page's own scripts. Notes when rows are painted, and what the
// browser itself measures: the largest paint, long tasks and shifts of the layout.
const noted = { rowsMs: null, firstPaintMs: null, largestPaintMs: null, longTasks: [], shift: 0 }
globalThis.noted = noted

const observe = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
observe('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') noted.firstPaintMs = startTime
})
observe('largest-contentful-paint', ({ startTime }) => (noted.largestPaintMs = startTime))
observe('longtask', ({ startTime, duration }) => noted.longTasks.push({ startTime, duration }))
observe('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) noted.shift += value
})

/** Resolves with the time of the paint that follows, in milliseconds since the navigation. */
const painted = () =>
  new Promise((resolve) =>
    requestAnimationFrame(() => {
      // The callback of a frame runs before its paint, a message after it.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve(performance.now()))
      port1.start()
      port2.postMessage(null)
    }),
  )

const textOfRows = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent).join('\n')

/** Resolves once the page has rows that are not those of `before`, and they are painted. */
globalThis.rowsOtherThan = (before) =>
  new Promise((resolve) => {
    const look = () => {
      const rows = textOfRows()
      if (rows === '' || rows === before) return false
      observer.disconnect()
      resolve(painted())
      return true
    }
    const observer = new MutationObserver(look)
    if (!look()) observer.observe(document, { childList: true, subtree: true, characterData: true })
  })
globalThis.rowsShown = globalThis.rowsOtherThan('').then((at) => (noted.rowsMs = at))

/** Does something that changes the rows, and resolves with the milliseconds until they are painted. */
globalThis.untilOtherRows = async (act) => {
  const begun = performance.now()
  const changed = globalThis.rowsOtherThan(textOfRows())
  act()
  return (await changed) - begun
}

/** What blocked the page between its first paint and now: of each task, what goes beyond 50 ms. */
globalThis.blockedMs = () =>
  noted.longTasks
    .filter(({ startTime }) => noted.firstPaintMs !== null && startTime >= noted.firstPaintMs)
    .reduce((sum, { duration }) => sum + duration - 50, 0)
