import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginSpan } from '../base/trace-span.ts'
import type { App } from './app.ts'

type RunInSpan = ReturnType<typeof AsyncLocalStorage.snapshot>

/**
 * Makes each request a span, which all that is done for it belongs to. The path, which may have numbers, is not in it.
 */
export function traceRequests(app: App): void {
  const running = new WeakMap<FastifyRequest, { within: RunInSpan; end: (status: number) => void }>()
  app.addHook('onRequest', (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    beginSpan(
      () => describe(request),
      (end) => {
        if (end !== null)
          running.set(request, {
            within: AsyncLocalStorage.snapshot(),
            end: (status) =>
              end({ 'http.response.status_code': status }, status >= 500 ? String(status) : undefined),
          })
        done()
      },
    ),
  )
  // A body is read in the context of its socket, which is that of no request.
  app.addHook('preValidation', (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const span = running.get(request)
    if (span === undefined) done()
    else span.within(done)
  })
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    running.get(request)?.end(reply.statusCode)
    done()
  })
}

function describe(request: FastifyRequest) {
  const { traceparent } = request.headers
  const route = request.routeOptions.url ?? 'unknown'
  return {
    name: `${request.method} ${route}`,
    kind: 'server' as const,
    isRoot: true,
    from: typeof traceparent === 'string' ? traceparent : undefined,
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'switchboard.request_id': request.id,
    },
  }
}
