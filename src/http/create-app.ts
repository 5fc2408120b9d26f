import type { ServerOptions } from 'node:http'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import { fastify } from 'fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { uuidv7 } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { refusals } from '../base/refusals.ts'
import { Refusal } from '../base/refusals/refusal.ts'
import { acceptBodies, jsonParser } from './accept-bodies.ts'
import type { App } from './app.ts'
import { BoundedServer } from './bounded-server.ts'
import {
  answerBrokenRequest,
  answerRaw,
  createErrorHandler,
  headerBytesMax,
  notFound,
} from './error-handler.ts'
import { methodsKnown } from './other-methods.ts'
import { parseQueryString } from './query-string.ts'
import { bodyBytesMax } from './receive-body.ts'
import { sharedHeaders } from './shared-headers.ts'
import { traceRequests } from './trace-requests.ts'
import { createUnprovedBodies } from './unproved-bodies.ts'
import { Upgrades } from './upgrades.ts'
import { validatorCompiler } from './validation.ts'

export interface AppOptions {
  log: Log
  /** Called once an answer has been sent. The route is the pattern, not the address, which may contain numbers. */
  onAnswered?: (answer: { method: string; route: string; status: number; seconds: number }) => void
  /**
   * Checks each answer against its route's schema, for tests; that costs as much again as making the answer. Otherwise
   * answers are only serialized.
   */
  checkResponses?: boolean
  /** How long a request may take to arrive, headers and body. 30 s by default. */
  requestTimeoutMs?: number
  /** Proxies beside those of this machine whose word about the client's address is taken: addresses or networks. */
  trustedProxies?: readonly string[]
  /** Aborts when the program stops; from then on every answer closes its connection. */
  stop?: AbortSignal
}

const defaultRequestTimeoutMs = 30_000
/**
 * Memory that the bodies of requests without key and user may hold together: of those that sign in or follow a link.
 */
const strangersBytesMax = 16 * 1_048_576
/** How often Node looks for late requests. With its default of 30 s, a limit of 30 s could take up to 60. */
const lateCheckMs = 1_000

/**
 * Creates an HTTP server with everything that all answers share (Rule 3, Promise 40), such as compression (Rule 10),
 * and no routes. It does not listen.
 */
export async function createApp({
  log,
  onAnswered,
  checkResponses = false,
  requestTimeoutMs = defaultRequestTimeoutMs,
  trustedProxies = [],
  stop,
}: AppOptions): Promise<App> {
  const errorHandler = createErrorHandler(log)
  const upgrades = new Upgrades()
  const server = fastify({
    // The access log below has less: no query strings and no headers.
    logger: false,
    genReqId: () => uuidv7(),
    bodyLimit: bodyBytesMax,
    trustProxy: ['loopback', ...trustedProxies],
    serverFactory: (handler) => new BoundedServer(httpOptions(requestTimeoutMs, upgrades), handler),
    // Endpoints handle ids of any length, like every other unknown id.
    routerOptions: { maxParamLength: headerBytesMax, querystringParser: parseQueryString },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these requests.
      void reply.headers({ ...sharedHeaders, 'x-request-id': request.id })
      if (stop?.aborted) void reply.header('connection', 'close')
      errorHandler(error, request, reply)
    },
  })
  const app: App = server.withTypeProvider()
  for (const method of methodsKnown)
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  answerOddRequests(app)
  app.setErrorHandler(errorHandler)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(checkResponses ? checkedSerializer : () => (data) => JSON.stringify(data))
  app.decorate('upgrades', upgrades)
  app.server.on('upgrade', (request, socket, head) => upgrades.take(request, socket, head))
  app.decorateRequest('keyId', null)
  app.decorateRequest('userId', null)
  app.decorateRequest('mustSee', null)
  app.decorateRequest('pathRefused', null)
  app.decorateRequest('bodyText', null)
  app.removeContentTypeParser('text/plain')
  acceptJson(app)
  traceRequests(app)
  app.addHook('onRequest', addSharedHeaders)
  app.addHook('preParsing', refuseUnreadBody)
  app.addHook('onSend', closeOnceStopping(stop))
  app.addHook('onSend', endUnsentStream)
  app.addHook('onResponse', logAnswer(log, onAnswered))
  app.addHook('preClose', async () => {
    if (app.server instanceof BoundedServer && app.server.listening) await app.server.closeListener()
  })
  await app.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip', 'deflate'],
    globalDecompression: false,
  })
  app.setNotFoundHandler((request, reply) => errorHandler(notFound(), request, reply))
  return app
}

function httpOptions(requestTimeoutMs: number, upgrades: Upgrades): ServerOptions {
  return {
    shouldUpgradeCallback: (request) => upgrades.accepts(request),
    requestTimeout: requestTimeoutMs,
    // Node's longer default for headers would apply to bodies too.
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: lateCheckMs,
    keepAliveTimeout: 72_000,
    maxHeaderSize: headerBytesMax,
    requireHostHeader: false,
  }
}

/** Sends a JSON answer to the requests that Node would answer by itself, without a body. */
function answerOddRequests(app: App): void {
  app.server.on('connect', (_request, socket) =>
    answerRaw(socket, 'method_not_allowed', 'This service is not a proxy and accepts no CONNECT'),
  )
  app.server.on('checkExpectation', (request) =>
    answerRaw(request.socket, 'malformed_request', 'The Expect header may only say 100-continue'),
  )
}

function addSharedHeaders(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  void reply.headers(sharedHeaders).header('x-request-id', request.id)
  done()
}

/** Makes clients open another connection for their next request, which then reaches another process. */
function closeOnceStopping(stop: AbortSignal | undefined) {
  return (_request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void => {
    if (stop?.aborted) void reply.header('connection', 'close')
    done()
  }
}

/** Ends what would be streamed to HEAD, which has no body: otherwise an export would be read to its end for nobody. */
function endUnsentStream(
  { method }: FastifyRequest,
  _reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload?: unknown) => void,
): void {
  if (method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload)
  payload.once('error', () => {}).destroy()
  done(null, '')
}

function acceptJson(app: App): void {
  const parse = jsonParser(app)
  const strangers = createUnprovedBodies({ heldBytesMax: strangersBytesMax, busy: refusals.signInBodiesBusy })
  app.removeContentTypeParser('application/json')
  acceptBodies(app, 'application/json', parse, strangers)
}

/**
 * Refuses bodies at unknown addresses, and compressed ones. Bodies are small, and unpacking would only help attackers
 * to send large ones.
 */
async function refuseUnreadBody(request: FastifyRequest): Promise<void> {
  if (request.is404) throw notFound()
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding.trim().toLowerCase() !== 'identity')
    throw new Refusal('unsupported_media_type', 'Send the body without content-encoding', {
      'accept-encoding': 'identity',
    })
}

function logAnswer(log: Log, onAnswered: AppOptions['onAnswered']) {
  // Only the method comes from the client, so there is nothing to redact.
  const access = log.child({}, { redact: [] })
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const route = request.routeOptions.url ?? request.pathRefused ?? 'unknown'
    const answer = {
      method: request.method,
      route,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    }
    onAnswered?.(answer)
    access.info(
      {
        request_id: request.id,
        key_id: request.keyId,
        user_id: request.userId,
        ...answer,
        seconds: Number(answer.seconds.toFixed(4)),
      },
      'answered',
    )
    done()
  }
}

const checkedSerializer = ({ schema }: { schema: z.ZodType }) => {
  return (data: unknown): string => {
    const text = JSON.stringify(data)
    const result = schema.safeParse(JSON.parse(text))
    if (!result.success) throw new Error(`the answer does not fit its schema: ${result.error.message}`)
    return text
  }
}
