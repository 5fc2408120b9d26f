import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'

/** A document that many requests share. It is created and compressed once, however often it is sent. */
export interface ReadyDocument {
  type: string
  cacheControl: string
  etag: string
  /** Compresses at the first call for an encoding, outside of the event loop; returns the same bytes from then on. */
  bytes: (encoding: Encoding) => Promise<Buffer>
}

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
}

/** For documents that only a new version changes: clients may keep them for five minutes and then revalidate. */
const publicForMinutes = 'public, max-age=300'

export function readyDocument(type: string, body: Buffer, cacheControl = publicForMinutes): ReadyDocument {
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    type,
    cacheControl,
    // A weak tag, because all encodings share it.
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    bytes: (encoding) => {
      const known = made.get(encoding) ?? compressors[encoding](body)
      made.set(encoding, known)
      return known
    },
  }
}

/** Route options of such documents; they are compressed already. */
export const readyRoute = { schema: { hide: true }, compress: false } as const

/** Sends the document in the encoding that the client prefers, or 304 if the client has it. */
export async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  document: ReadyDocument,
): Promise<FastifyReply> {
  void reply
    .header('cache-control', document.cacheControl)
    .header('etag', document.etag)
    .header('vary', 'accept-encoding')
  if (isKnown(request.headers['if-none-match'], document.etag)) return reply.code(304).send()
  const accepted = request.headers['accept-encoding']?.toLowerCase() ?? ''
  const encoding = negotiate(accepted, ['br', 'gzip', 'identity'] satisfies Encoding[]) ?? 'identity'
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.type(document.type).send(await document.bytes(encoding))
}

function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim())
  return tags.includes('*') || tags.some((tag) => tag.replace(/^W\//, '') === etag.slice(2))
}
