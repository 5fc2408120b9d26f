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
 * A path gets a route for another method only where the path of a route with that method may stand for it as well, as
 * `/calls/:id` does for `/calls/live`. All others have one list of paths: with routes for them too, a server took a
 * third longer to make.
 */
export function refuseOtherMethods(app: App, routes: RouteMethods): void {
  const paths = findMyWay({ maxParamLength: headerBytesMax, onBadUrl: () => {} })
  const taken = takenMethods(routes)
  for (const [url, known] of routes) {
    if (url.includes('*')) continue
    const allow = [...known].sort().join(', ')
    paths.on('GET', url, () => {}, { url, allow } satisfies Path)
    const hidden = [...taken.get(url)!.difference(known)]
    if (hidden.length === 0) continue
    app.route({
      method: hidden,
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
    const found = request.is404 ? paths.find('GET', request.url) : null
    if (found === null) return done()
    const path = found.store as Path | null
    // The address can't be decoded.
    if (path === null) return done(errorCodes.FST_ERR_BAD_URL(request.url))
    request.pathRefused = path.url
    done(refuse(path.allow))
  })
}

/**
 * Returns, for each pattern, the methods of all patterns that may fit the same address, and of those that may fit the
 * same address as one of these, and so on. So an address always reaches the most exact of its patterns.
 */
function takenMethods(routes: RouteMethods): Map<string, Set<string>> {
  const patterns = new PatternTree()
  for (const url of routes.keys()) patterns.add(url)
  const taken = new Map<string, Set<string>>()
  for (const first of routes.keys()) {
    if (taken.has(first)) continue
    const group = new Set([first])
    for (const url of group) for (const other of patterns.fitting(url)) group.add(other)
    const methods = new Set([...group].flatMap((url) => [...routes.get(url)!]))
    for (const url of group) taken.set(url, methods)
  }
  return taken
}

/** Patterns by their segments. Comparing each with each took longer than registering the routes that it saves. */
class PatternTree {
  readonly #children = new Map<string, PatternTree>()
  #url: string | null = null

  add(url: string, segments: readonly string[] = url.split('/')): void {
    const [first, ...rest] = segments
    if (first === undefined) {
      this.#url = url
      return
    }
    const child = this.#children.get(first) ?? new PatternTree()
    this.#children.set(first, child)
    child.add(url, rest)
  }

  /** Returns the patterns that one address may fit together with this one; rather too many than too few. */
  fitting(url: string): string[] {
    const found: string[] = []
    let nodes: PatternTree[] = [this]
    for (const segment of url.split('/')) {
      if (segment.includes('*')) return [...found, ...nodes.flatMap((node) => node.#all())]
      const next: PatternTree[] = []
      for (const node of nodes)
        for (const [other, child] of node.#children)
          if (other.includes('*')) found.push(...child.#all())
          else if (other === segment || other.includes(':') || segment.includes(':')) next.push(child)
      nodes = next
    }
    return [...found, ...nodes.flatMap((node) => node.#url ?? [])]
  }

  #all(): string[] {
    const below = [...this.#children.values()].flatMap((child) => child.#all())
    return this.#url === null ? below : [this.#url, ...below]
  }
}

interface Path {
  /** The pattern of its routes. */
  url: string
  allow: string
}

function refuse(allow: string): Refusal {
  return new Refusal('method_not_allowed', `This address accepts ${allow}`, { allow })
}
