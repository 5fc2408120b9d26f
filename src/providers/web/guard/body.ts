import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { ByteCollector } from '../../../base/byte-collector.ts'
import { failure } from './checked-connection.ts'
import type { Failure } from './checked-connection.ts'

/** A body, or the beginning of one that is too long; unpacked. */
export interface TakenBody {
  kind: 'taken'
  body: Buffer
  /** Bytes on the wire. */
  bytes: number
  isCut: boolean
}

/** Packed bytes beyond `bytesMax`: packing may enlarge a body, and a body may unpack to nothing. */
const packedExtraBytesMax = 65_536

/**
 * Reads a body and unpacks it (at most one content coding) up to `bytesMax` bytes. It unpacks no further, so that a
 * small body that unpacks to a huge one costs no more than a large one. It calls `settle` at least once; the caller
 * uses the first call and then closes the connection.
 */
export function takeBody(
  incoming: IncomingMessage,
  { coding, bytesMax }: { coding: string | undefined; bytesMax: number },
  settle: (result: TakenBody | Failure) => void,
): void {
  const kept = new ByteCollector(bytesMax)
  let bytes = 0
  let unpacker: Transform | null = null
  const finish = (result: TakenBody | Failure): void => {
    incoming.off('data', receive)
    unpacker?.destroy()
    settle(result)
  }
  const finishTaken = (isCut: boolean): void => finish({ kind: 'taken', body: kept.bytes(), bytes, isCut })
  const keep = (chunk: Buffer): void => {
    const fitting = chunk.subarray(0, bytesMax - kept.length)
    kept.add(fitting)
    if (fitting.length < chunk.length) finishTaken(true)
  }
  const receive = (chunk: Buffer): void => {
    bytes += chunk.length
    if (isPlain(coding)) return keep(chunk)
    unpacker ??= startUnpacker(coding, chunk[0]!)
    if (unpacker === null) return finish(failure('bad_answer', 'the body has an unknown content coding'))
    if (unpacker.listenerCount('data') === 0) {
      unpacker.on('data', keep)
      unpacker.on('drain', () => incoming.resume())
      unpacker.on('end', () => finishTaken(false))
      unpacker.on('error', () => finish(failure('bad_answer', 'the body cannot be unpacked')))
    }
    if (bytes > bytesMax + packedExtraBytesMax) return finishTaken(true)
    if (!unpacker.write(chunk)) incoming.pause()
  }
  incoming.on('data', receive)
  incoming.on('error', () => finish(failure('connection', 'the connection broke within the body')))
  incoming.on('end', () => (unpacker === null ? finishTaken(false) : unpacker.end()))
}

function isPlain(coding: string | undefined): boolean {
  return coding === undefined || /^\s*(identity)?\s*$/i.test(coding)
}

/** Returns null for a coding that was not requested. The zstd window is limited to 8 MiB (RFC 9659), as in browsers. */
function startUnpacker(coding: string | undefined, firstByte: number): Transform | null {
  switch (coding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      // Some servers omit the zlib frame that `deflate` includes. The low half of its first byte is the method, 8.
      return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw()
    case 'br':
      return createBrotliDecompress()
    case 'zstd':
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } })
    default:
      return null
  }
}
