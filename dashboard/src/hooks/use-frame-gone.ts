import { useLayoutEffect } from 'react'

/** Returns whether the frame of `index.html` still stands, which is painted before any code is there. */
export function isFrameThere(): boolean {
  return document.querySelector('#frame') !== null
}

/** Takes the frame of `index.html` away. */
export function removeFrame(): void {
  document.querySelector('#frame')?.remove()
}

/** Takes the frame of `index.html` away as what it stood for is painted. */
export function useFrameGone(): void {
  useLayoutEffect(removeFrame, [])
}
