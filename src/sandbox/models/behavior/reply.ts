/** What a model does with a request. */
export type Behavior =
  | Reply
  | { kind: 'refused'; status: number; code: string; message: string; retryAfterSeconds: number | null }
  /** Never a single byte. */
  | { kind: 'silent' }

/** An answer of the model. */
export type Reply = {
  kind: 'reply'
  parts: readonly ReplyPart[]
  stop: 'stop' | 'tools' | 'length' | 'filtered'
  /** The wait before the first text, in simulated milliseconds. */
  firstAfterMs: number
  /** What the model thinks before its first part. It counts as output. */
  reasoningTokens: number
  /** Null: everything at once. */
  wordsPerSecond: number | null
  /** What happens after this many characters; null: nothing. */
  fault: { kind: 'cut' | 'stall' | 'error'; afterCharacters: number } | null
  /** What compatible servers leave out. */
  leavesOut: readonly ('usage' | 'indexes')[]
}

export type ReplyPart = { kind: 'text'; text: string } | ReplyCall

/**
 * `arguments` is the text as the model writes it, JSON or not. `signature` is what the model wants back with the call;
 * absent: nothing. Anthropic's protocol has no place for it.
 */
export type ReplyCall = { kind: 'call'; name: string; arguments: string; signature?: string }

/** Returns an answer that is only a text. */
export function says(text: string): Reply {
  return { ...plain, parts: [{ kind: 'text', text }] }
}

/** Returns an answer that calls a tool. An object is written as JSON, a text as it is. */
export function calls(name: string, given: object | string): Reply {
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  return { ...plain, stop: 'tools', parts: [{ kind: 'call', name, arguments: text }] }
}

export function refuses(status: number, code: string, message: string): Behavior {
  return { kind: 'refused', status, code, message, retryAfterSeconds: null }
}

const plain: Reply = {
  kind: 'reply',
  parts: [],
  stop: 'stop',
  firstAfterMs: 0,
  reasoningTokens: 0,
  wordsPerSecond: null,
  fault: null,
  leavesOut: [],
}

/** Returns the text of a reply without its calls. */
export function textOf({ parts }: Reply): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
}
