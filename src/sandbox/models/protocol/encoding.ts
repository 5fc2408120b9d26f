import type { Reply, ReplyCall } from '../behavior/reply.ts'

/** How one protocol writes an answer: as events of a stream, or as one document. */
export type Encoding = {
  /** Before the first part. */
  start(): string
  text(piece: string): string
  /** Returns the events of a call; `call` has its part of the arguments only where `isFirst` is false. */
  call(call: ReplyCall & { id: string }, place: { index: number; isFirst: boolean }): string
  /** After the last part. */
  end(stop: Reply['stop']): string
  error(): string
  /** The answer as one document, for requests that want no stream. */
  whole(reply: Reply, ids: readonly string[]): object
}

/** What an encoding knows of the answer before it begins. */
export type AnswerFacts = {
  readonly id: string
  readonly model: string
  readonly usage: Usage
  readonly leavesOut: Reply['leavesOut']
}

/** In tokens; 4 characters are one. */
export type Usage = { readonly input: number; readonly output: number }

export function sseData(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
