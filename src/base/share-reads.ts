/** Reads something, or shares what others read at the same time. */
export type SharedRead<T> = (key: string, read: () => Promise<T>) => Promise<T>

/**
 * Returns a function that shares reads of the same key. One read of a key runs at a time; calls that come meanwhile
 * share the next one, so that no call gets an answer that is older than its question. A failed read fails for all that
 * share it.
 */
export function shareReads<T>(): SharedRead<T> {
  const running = new Map<string, { answer: Promise<T>; next: Promise<T> | null }>()
  const begin = (key: string, read: () => Promise<T>): Promise<T> => {
    const state = { answer: read(), next: null as Promise<T> | null }
    running.set(key, state)
    const end = (): void => {
      if (state.next === null) running.delete(key)
    }
    state.answer.then(end, end)
    return state.answer
  }
  return (key, read) => {
    const state = running.get(key)
    if (state === undefined) return begin(key, read)
    const after = (): Promise<T> => begin(key, read)
    state.next ??= state.answer.then(after, after)
    return state.next
  }
}
