import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { bodyBytesMax, bodyTooLarge, receiveBody } from './receive-body.ts'
import type { UnprovedBodies } from './unproved-bodies.ts'

/**
 * Accepts bodies of these content types and passes their bytes to `parse`. Fastify's own reader would keep a list of
 * their chunks.
 *
 * @param strangers receives the bodies of requests that have neither a key nor a user; they are received like the
 *   others where it is left out, because all routes of the scope need one of both.
 */
export function acceptBodies(
  scope: App,
  contentTypes: string | string[],
  parse: (bytes: Buffer, request: FastifyRequest) => unknown,
  strangers?: UnprovedBodies,
): void {
  scope.addContentTypeParser(contentTypes, async (request: FastifyRequest, payload: Readable) => {
    const isKnown = request.keyId !== null || request.userId !== null
    return parse(await readBody(request, payload, isKnown ? undefined : strangers), request)
  })
}

/**
 * Returns the parser of JSON. It refuses members that could change a prototype, and keeps the text where the route
 * wants it.
 */
export function jsonParser(app: App): (bytes: Buffer, request: FastifyRequest) => Promise<unknown> {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (bytes, request) =>
    new Promise((resolve, reject) => {
      const text = bytes.toString()
      if (request.routeOptions.config.keepsBodyText) request.bodyText = text.replace(/^\uFEFF/, '')
      void parse(request, text, (error, body) => (error === null ? resolve(body) : reject(error)))
    })
}

/**
 * Reads a body up to the limit of its route. @throws {Refusal} 413 beyond it; 400 if the body does not arrive whole.
 */
async function readBody(
  { headers, routeOptions }: FastifyRequest,
  payload: Readable,
  bodies: UnprovedBodies | undefined,
): Promise<Buffer> {
  const bytesMax = routeOptions.bodyLimit ?? bodyBytesMax
  const declaredBytes = Number(headers['content-length'])
  if (declaredBytes > bytesMax) throw bodyTooLarge(bytesMax)
  return bodies === undefined
    ? receiveBody(payload, { bytesMax, declaredBytes }).bytes
    : bodies.use(payload, bytesMax, async (arrived) => arrived)
}
