/** The most requests whose bodies are kept. */
export const keptRequestsMax = 1_000

/** A request to a model with its whole body. */
export type KeptRequest = { request_id: number; path: string; body: unknown }

/** The latest requests to models, in memory. */
export class KeptRequests {
  readonly #requests: KeptRequest[] = []

  add(request: KeptRequest): void {
    this.#requests.push(request)
    if (this.#requests.length > keptRequestsMax) this.#requests.shift()
  }

  /** Returns the requests with ids above `after`, oldest first, at most `limit`. */
  after(after: number, limit: number = keptRequestsMax): readonly KeptRequest[] {
    return this.#requests.filter(({ request_id }) => request_id > after).slice(0, limit)
  }
}
