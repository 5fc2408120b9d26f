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
import { failure } from './checked-connection.ts'
import type { Failure } from './checked-connection.ts'

/** The unpacked beginning of a body, or all of it. */
export interface TakenBody {
  kind: 'taken'
  body: Buffer
  /** Over the wire. */
  bytes: number
  isCut: boolean
}

/** What packing may add to a body that does not shrink, and no more than one that unpacks to nothing may cost. */
const packedExtraBytesMax = 65_536

/**
 * Takes a body as it comes and unpacks it, by at most one coding, up to `bytesMax` bytes. It goes on no further than
 * that, so that a small body that unpacks to a huge one costs no more than a large one. Settles at least once; the
 * caller, who takes the first, then closes the connection.
 */
export function takeBody(
  incoming: IncomingMessage,
  { coding, bytesMax }: { coding: string | undefined; bytesMax: number },
  settle: (result: TakenBody | Failure) => void,
): void {
  const kept: Buffer[] = []
  let size = 0
  let bytes = 0
  let unpacker: Transform | null = null
  const finish = (result: TakenBody | Failure): void => {
    incoming.off('data', receive)
    unpacker?.destroy()
    settle(result)
  }
  const finishTaken = (isCut: boolean): void =>
    finish({ kind: 'taken', body: Buffer.concat(kept), bytes, isCut })
  const keep = (chunk: Buffer): void => {
    const fitting = chunk.subarray(0, bytesMax - size)
    kept.push(fitting)
    size += fitting.length
    if (fitting.length < chunk.length) finishTaken(true)
  }
  const receive = (chunk: Buffer): void => {
    bytes += chunk.length
    if (isPlain(coding)) return keep(chunk)
    unpacker ??= startUnpacker(coding, chunk[0]!)
    if (unpacker === null) return finish(failure('bad_answer', 'the body is packed in an unknown way'))
    if (unpacker.listenerCount('data') === 0) {
      unpacker.on('data', keep)
      unpacker.on('drain', () => incoming.resume())
      unpacker.on('end', () => finishTaken(false))
      unpacker.on('error', () => finish(failure('bad_answer', 'the body can not be unpacked')))
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

/** Windows are bounded to 8 MiB (RFC 9659), as browsers do. null: a coding that was not asked for. */
function startUnpacker(coding: string | undefined, firstByte: number): Transform | null {
  switch (coding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      // Some servers leave out the zlib frame that the name stands for; its first byte names method 8.
      return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw()
    case 'br':
      return createBrotliDecompress()
    case 'zstd':
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } })
    default:
      return null
  }
}
