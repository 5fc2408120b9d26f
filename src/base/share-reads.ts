/** Reads something, or shares what others read at the same time. */
export type SharedRead<T> = (key: string, read: () => Promise<T>) => Promise<T>

/**
 * Returns a function by which all who ask for the same thing at the same time share one answer. One read of each thing
 * is in hand; whoever asks meanwhile gets the answer of the next one, so nobody gets an answer that is older than their
 * question. A read that fails fails for all who share it.
 */
export function shareReads<T>(): SharedRead<T> {
  const inHand = new Map<string, { answer: Promise<T>; next: Promise<T> | null }>()
  const begin = (key: string, read: () => Promise<T>): Promise<T> => {
    const state = { answer: read(), next: null as Promise<T> | null }
    inHand.set(key, state)
    const end = (): void => {
      if (state.next === null) inHand.delete(key)
    }
    state.answer.then(end, end)
    return state.answer
  }
  return (key, read) => {
    const state = inHand.get(key)
    if (state === undefined) return begin(key, read)
    const after = (): Promise<T> => begin(key, read)
    state.next ??= state.answer.then(after, after)
    return state.next
  }
}
