import type { Readable } from 'node:stream'
import { Refusal } from '../base/refusals/refusal.ts'
import type { App } from './app.ts'

export interface UnprovedBodyLimits {
  /** Memory that all bodies may hold together. */
  heldBytesMax: number
  /** How long a body may take to arrive. */
  arrivalMaxMs: number
}

/** Receives the bodies of requests whose sender is verified only by the whole body, such as signed webhooks. */
export interface UnprovedBodies {
  /**
   * Receives a body and calls the function with it. Its memory counts as held until the function's promise settles.
   *
   * @throws {Refusal} 413 beyond `bytesMax`; 400 when it does not arrive completely and in time; 503 when all bodies
   *   together hold too much and this is the largest that is still arriving.
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

const firstBytes = 4_096

/**
 * Limits the memory of all such bodies, whatever the number of connections. When they hold too much, the largest one
 * that is still arriving is refused, so that slow large bodies can't keep small webhooks out.
 */
export function createUnprovedBodies({ heldBytesMax, arrivalMaxMs }: UnprovedBodyLimits): UnprovedBodies {
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
      largest.refuse(tooManyBodies())
      if (heldBytes <= heldBytesMax) break
    }
    return arriving.has(body)
  }

  return {
    async use(stream, bytesMax, run) {
      const body: Arriving = { heldBytes: 0, refuse: () => {} }
      arriving.add(body)
      try {
        const bytes = await receive(stream, body, { bytesMax, arrivalMaxMs }, (held) => hold(body, held))
        arriving.delete(body)
        return await run(bytes)
      } finally {
        release(body)
      }
    },
  }
}

/**
 * Copies the data into one growing buffer, because thousands of tiny chunks would use far more memory than their bytes.
 */
function receive(
  stream: Readable,
  body: Arriving,
  { bytesMax, arrivalMaxMs }: { bytesMax: number; arrivalMaxMs: number },
  hold: (bytes: number) => boolean,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0)
    let length = 0
    const onData = (chunk: Buffer): void => {
      const needed = length + chunk.length
      if (needed > bytesMax) return body.refuse(tooLarge(bytesMax))
      if (needed > bytes.length) {
        const capacity = Math.min(Math.max(bytes.length * 2, needed, firstBytes), bytesMax)
        if (!hold(capacity)) return
        const grown = Buffer.allocUnsafeSlow(capacity)
        bytes.copy(grown, 0, 0, length)
        bytes = grown
      }
      chunk.copy(bytes, length)
      length = needed
    }
    const onEnd = (): void => {
      stopListening()
      resolve(bytes.subarray(0, length))
    }
    const onBroken = (): void => body.refuse(broken())
    const timer = setTimeout(() => body.refuse(tooSlow(arrivalMaxMs)), arrivalMaxMs)
    const stopListening = (): void => {
      clearTimeout(timer)
      stream.off('data', onData).off('end', onEnd).off('close', onBroken)
    }
    body.refuse = (refusal) => {
      stopListening()
      // The stream's error listener keeps a reference to these bytes, so drop them.
      bytes = Buffer.alloc(0)
      // Reads and drops the rest, so that the sender gets the answer.
      stream.resume()
      reject(refusal)
    }
    stream.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken)
  })
}

function tooLarge(bytesMax: number): Refusal {
  return new Refusal('body_too_large', `The body is too large; at most ${bytesMax} bytes are accepted`)
}

function broken(): Refusal {
  return new Refusal('malformed_request', 'The body did not arrive whole')
}

function tooSlow(arrivalMaxMs: number): Refusal {
  return new Refusal('malformed_request', `The body did not arrive within ${arrivalMaxMs / 1_000} s`, {
    connection: 'close',
  })
}

function tooManyBodies(): Refusal {
  return new Refusal('webhooks_busy', 'Too many webhooks are arriving at the moment; send it again shortly', {
    'retry-after': '5',
  })
}
