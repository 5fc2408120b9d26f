import type { Readable } from 'node:stream'
import { ByteCollector } from '../base/byte-collector.ts'
import { Refusal } from '../base/refusals/refusal.ts'

/** Maximum size of a request body. */
export const bodyBytesMax = 262_144

export interface ReceiveOptions {
  bytesMax: number
  /** The length that the sender declares. A body that comes whole in one chunk of it is not copied. */
  declaredBytes?: number
  /** Called before the body holds more memory, with all that it will hold. False: it was refused meanwhile. */
  hold?: (bytes: number) => boolean
}

/** A body on its way. */
export interface ArrivingBody {
  /** Rejects with 413 beyond `bytesMax`, 400 when the body does not arrive whole, and as `refuse` says. */
  bytes: Promise<Buffer>
  /** Drops what has arrived and what still arrives. */
  refuse: (refusal: Refusal) => void
}

/** Receives a body into one buffer, whatever the size of its chunks. */
export function receiveBody(
  stream: Readable,
  { bytesMax, declaredBytes, hold = () => true }: ReceiveOptions,
): ArrivingBody {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const collected = new ByteCollector(bytesMax)
  let whole: Buffer | null = null
  const onData = (chunk: Buffer): void => {
    const needed = (whole?.length ?? collected.length) + chunk.length
    if (needed > bytesMax) return refuse(bodyTooLarge(bytesMax))
    if (needed === chunk.length && needed === declaredBytes) {
      whole = chunk
      return
    }
    const capacity = collected.capacityFor(needed)
    if (capacity > collected.capacity && !hold(capacity)) return
    collected.add(chunk)
  }
  const onEnd = (): void => {
    stopListening()
    resolve(whole ?? collected.bytes())
  }
  const onBroken = (): void => refuse(bodyBroken())
  const stopListening = (): void => {
    stream.off('data', onData).off('end', onEnd).off('close', onBroken)
  }
  const refuse = (refusal: Refusal): void => {
    stopListening()
    // The stream's error listener keeps a reference to these bytes, so drop them.
    collected.clear()
    whole = null
    // Reads and drops the rest, so that the sender gets the answer.
    stream.resume()
    reject(refusal)
  }
  stream.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken)
  // No event says any more that it broke off before.
  if (stream.destroyed) onBroken()
  return { bytes: promise, refuse }
}

/** Returns the refusal of a body beyond its limit. */
export function bodyTooLarge(bytesMax: number): Refusal {
  return new Refusal('body_too_large', `The body is too large; at most ${bytesMax} bytes are accepted`)
}

function bodyBroken(): Refusal {
  return new Refusal('malformed_request', 'The body did not arrive whole')
}
