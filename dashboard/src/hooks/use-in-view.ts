import { useCallback, useState } from 'react'
import type { RefCallback } from 'react'
import { afterPaint } from './after-paint.ts'

/** What is this near to the window counts as in view, so that it is there once it is scrolled to. */
const margin = '200px'

/**
 * Returns whether an element is in view or near to it, as the page is scrolled, and the `ref` of the element. It counts
 * once it has been painted, so that what it asks for then does not come before the page.
 */
export function useInView(): { ref: RefCallback<Element>; isInView: boolean } {
  const [isInView, setInView] = useState(false)
  const ref = useCallback((element: Element) => {
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting === true),
      { rootMargin: margin },
    )
    const giveUp = afterPaint(() => observer.observe(element))
    return () => {
      giveUp()
      observer.disconnect()
    }
  }, [])
  return { ref, isInView }
}
