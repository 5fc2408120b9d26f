import type { Readable } from 'node:stream'
import { Refusal } from '../base/refusals/refusal.ts'
import type { App } from './app.ts'
import { receiveBody } from './receive-body.ts'

export interface UnprovedBodyLimits {
  /** Memory that all bodies may hold together. */
  heldBytesMax: number
  /** How long a body may take to arrive; left out: as long as the server waits for a request. */
  arrivalMaxMs?: number
  /** Returns the refusal of a body for which there is no memory. */
  busy: () => Refusal
}

/** Receives the bodies of requests whose sender is not known before them, such as signed webhooks and sign-ins. */
export interface UnprovedBodies {
  /**
   * Receives a body and calls the function with it. Its memory counts as held until the function's promise settles.
   *
   * @throws {Refusal} 413 beyond `bytesMax`; 400 when it does not arrive completely and in time; `busy` when all
   *   bodies together hold too much and this is the largest that is still arriving.
   */
  use<Result>(body: Readable, bytesMax: number, run: (bytes: Buffer) => Promise<Result>): Promise<Result>
}

/** Leaves bodies of this content type unread, for `use`, which takes `request.raw`. Other content types are refused. */
export function keepBodiesAsStreams(scope: App, contentType: string): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(contentType, (_request, _payload, done) => done(null))
}

interface Arriving {
  heldBytes: number
  refuse: (refusal: Refusal) => void
}

/**
 * Limits the memory of all such bodies, whatever the number of connections. When they hold too much, the largest one
 * that is still arriving is refused, so that slow large bodies can't keep small ones out.
 */
export function createUnprovedBodies({
  heldBytesMax,
  arrivalMaxMs,
  busy,
}: UnprovedBodyLimits): UnprovedBodies {
  const arriving = new Set<Arriving>()
  let heldBytes = 0

  function release(body: Arriving): void {
    arriving.delete(body)
    heldBytes -= body.heldBytes
    body.heldBytes = 0
  }

  /** Counts the bytes that a body holds from now on. Returns false when the body was refused to free memory. */
  function hold(body: Arriving, bytes: number): boolean {
    heldBytes += bytes - body.heldBytes
    body.heldBytes = bytes
    if (heldBytes <= heldBytesMax) return true
    for (const largest of [...arriving].toSorted((one, other) => other.heldBytes - one.heldBytes)) {
      release(largest)
      largest.refuse(busy())
      if (heldBytes <= heldBytesMax) break
    }
    return arriving.has(body)
  }

  return {
    async use(stream, bytesMax, run) {
      const body: Arriving = { heldBytes: 0, refuse: () => {} }
      arriving.add(body)
      const { bytes: arrival, refuse } = receiveBody(stream, { bytesMax, hold: (held) => hold(body, held) })
      body.refuse = refuse
      const timer =
        arrivalMaxMs === undefined ? undefined : setTimeout(() => refuse(tooSlow(arrivalMaxMs)), arrivalMaxMs)
      try {
        const bytes = await arrival.finally(() => clearTimeout(timer))
        arriving.delete(body)
        return await run(bytes)
      } finally {
        release(body)
      }
    },
  }
}

function tooSlow(arrivalMaxMs: number): Refusal {
  return new Refusal('malformed_request', `The body did not arrive within ${arrivalMaxMs / 1_000} s`, {
    connection: 'close',
  })
}
