/** A statement with a time limit of its own, on a connection that has none: the driver knows it, its types don't. */
export function limitedStatement(text: string, answerMs: number): { text: string; query_timeout: number } {
  return { text, query_timeout: answerMs }
}
