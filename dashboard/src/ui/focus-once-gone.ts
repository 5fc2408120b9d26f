/** How long to wait for the page to change. */
const watchedMs = 10_000

/**
 * Moves the focus on once what has it now is taken off the page, such as a button with its row; else the keyboard would
 * begin again at the top. A focus that has gone elsewhere meanwhile stays there.
 *
 * @param ids the elements to go to; the first one that is there then, else the page's title.
 */
export function focusOnceGone(...ids: readonly string[]): void {
  const element = document.activeElement
  if (element === null || element === document.body) return
  const observer = new MutationObserver(() => {
    if (element.isConnected) return
    observer.disconnect()
    if (document.activeElement !== document.body) return
    const next = ids.map((id) => document.getElementById(id)).find((found) => found !== null)
    const target = next ?? document.querySelector<HTMLElement>('main h1')
    target?.focus()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), watchedMs)
}
