import { useLayoutEffect, useRef } from 'react'

/** What a key does: `'/'`, `'?'`, `'c'`, or two in a row, `'g l'`. */
export type KeyMap = Record<string, () => void>

/** The second key of a pair has to follow within this. */
const pairMsMax = 1_000

/** Listens to keys while no field has the focus and no dialog is open, from the moment in which the page is drawn. */
export function useKeys(keys: KeyMap): void {
  const current = useRef(keys)
  useLayoutEffect(() => {
    current.current = keys
  }, [keys])
  useLayoutEffect(() => {
    let before: { key: string; at: number } | null = null
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return
      const key = keyOf(event)
      const pair = before !== null && event.timeStamp - before.at < pairMsMax ? `${before.key} ${key}` : ''
      before = { key, at: event.timeStamp }
      const action = current.current[pair] ?? current.current[key]
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/**
 * Returns the key's sign, or what its place has on a Latin keyboard where the layout has no Latin signs, as in Arabic.
 */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (/^[\x20-\x7e]+$/.test(key)) return key
  if (code === 'Slash') return shiftKey ? '?' : '/'
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter === undefined) return key
  return shiftKey ? letter : letter.toLowerCase()
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null)
    return true
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
