import { METHODS } from 'node:http'
import { errorCodes } from 'fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { Refusal } from '../base/refusals/refusal.ts'
import type { App } from './app.ts'
import { headerBytesMax } from './error-handler.ts'

/** All methods that Node's parser accepts. CONNECT never reaches a route. */
export const methodsKnown = METHODS.filter((method) => method !== 'CONNECT')

/** Methods by route pattern. */
export type RouteMethods = Map<string, Set<string>>

/** Records every route that is added from now on. */
export function collectRoutes(app: App): RouteMethods {
  const routes: RouteMethods = new Map()
  app.addHook('onRoute', (route) => {
    const known = routes.get(route.url) ?? new Set()
    for (const method of [route.method].flat()) known.add(method)
    routes.set(route.url, known)
  })
  return routes
}

/**
 * Makes every path with a route answer its other methods with 405 and the list of those it has (Rule 3). Call it once,
 * after the last route.
 *
 * Only methods that some route has are added to each path, because the path of another route may stand for it as well.
 * All others have one list of paths: with routes for them too, a program took a tenth of a second longer to start.
 */
export function refuseOtherMethods(app: App, routes: RouteMethods): void {
  const used = new Set([...routes.values()].flatMap((methods) => [...methods]))
  const paths = findMyWay({ maxParamLength: headerBytesMax, onBadUrl: () => {} })
  for (const [url, known] of routes) {
    if (url.includes('*')) continue
    const allow = [...known].sort().join(', ')
    paths.on('GET', url, () => {}, { url, allow } satisfies Path)
    const missing = [...used.difference(known)]
    if (missing.length === 0) continue
    app.route({
      method: missing,
      url,
      schema: { hide: true },
      // Before the body is parsed, which doesn't matter for a method that does not exist.
      onRequest: async () => {
        throw refuse(allow)
      },
      handler: async () => {},
    })
  }
  app.addHook('onRequest', (request: FastifyRequest, _reply: FastifyReply, done: (fault?: Error) => void) => {
    const found = request.is404 && !used.has(request.method) ? paths.find('GET', request.url) : null
    if (found === null) return done()
    const path = found.store as Path | null
    // The address can't be decoded.
    if (path === null) return done(errorCodes.FST_ERR_BAD_URL(request.url))
    request.pathRefused = path.url
    done(refuse(path.allow))
  })
}

interface Path {
  /** The pattern of its routes. */
  url: string
  allow: string
}

function refuse(allow: string): Refusal {
  return new Refusal('method_not_allowed', `This address accepts ${allow}`, { allow })
}
