import type { ModelRequest } from '../model-client.ts'
import type { AnswerParts } from './answer-parts.ts'
import type { OpenObject } from './lenient-json.ts'

/** How one kind of provider writes requests and answers. Knows neither connections nor time. */
export interface ModelProtocol {
  /** Returns the request: the path below the base address, headers in lower case, and the body. */
  write: (request: ModelRequest) => WrittenRequest
  /**
   * Adds one event of the stream to the answer. `data` is the event's text, which may be anything. Servers that do not
   * stream send one event: their whole body.
   */
  read: (parts: AnswerParts, data: string) => void
}

export interface WrittenRequest {
  path: string
  headers: Record<string, string>
  body: OpenObject
}
