/** What is laid over the page stands beside this element. */
const page = '#root'

const isInPage = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.closest(page) !== null

let last = isInPage(document.activeElement) ? document.activeElement : null
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && isInPage(target)) last = target
})

/** Gives the focus back to what had it on the page before something was laid over it, if it is still there. */
export function focusLastInPage(): void {
  last?.focus({ preventScroll: true })
}
