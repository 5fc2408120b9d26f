import { useEffect, useState } from 'react'

/** How long the keys rest before what is typed is previewed. */
const usualMs = 300

/** Returns a value once it has stayed the same for a time. An object counts as another one when it is made anew. */
export function useSettled<Value>(value: Value, settleMs = usualMs): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value, settleMs])
  return settled
}
