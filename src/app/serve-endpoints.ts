import type { App } from '../http/app.ts'
import type { RouteRole } from '../users/roles.ts'

/** An endpoint as `routes.ts` and `management-routes.ts` list it: method, path, and the function that registers it. */
export type Endpoint<Context> = readonly [
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  register: (app: App, context: Context) => void,
]

/** Endpoints that the same callers may use. */
export interface EndpointGroup<Context> {
  /** The scope that the caller's key must have; null if any key will do, or none is needed. */
  scope: string | null
  /** The role that a person needs to use them; absent outside of the management API. */
  role?: RouteRole
  /** The role that a person needs for what changes something, in the management API; absent: `editor`. */
  managedBy?: 'admin'
  /** The role that a person needs for what only reads, in the management API; absent: `viewer`. */
  readBy?: 'editor'
  endpoints: readonly Endpoint<Context>[]
}

/**
 * Registers the endpoints of the groups, each function once, and compares what they register with the groups when the
 * server gets ready. Listed paths are below the prefix of `app`. A path that ends in `/*` stands for every path below
 * it. `HEAD` comes with each `GET`.
 *
 * @throws when the server gets ready, if an endpoint is missing, is not listed, or has another scope or role than its
 * group.
 */
export function serveEndpoints<Context>(
  app: App,
  context: Context,
  groups: readonly EndpointGroup<Context>[],
): void {
  const listed = new Set<string>()
  const registers = new Set<Endpoint<Context>[2]>()
  for (const { scope, role, endpoints } of groups)
    for (const [method, path, register] of endpoints) {
      listed.add(nameOf(method, path, scope ?? role))
      registers.add(register)
    }
  const served = new Set<string>()
  app.addHook('onRoute', ({ method, url, config }) => {
    const path = url.slice(app.prefix.length)
    for (const one of [method].flat()) {
      if (one === 'HEAD') continue
      const access = config?.scope ?? config?.role
      const above = nameOf(one, path.replace(/\/[^/]*$/, '/*'), access)
      served.add(listed.has(above) ? above : nameOf(one, path, access))
    }
  })
  for (const register of registers) register(app, context)
  app.addHook('onReady', async () => {
    const missing = [...listed.difference(served)].map((name) => `nothing serves ${name}`)
    const unlisted = [...served.difference(listed)].map((name) => `no list of endpoints has ${name}`)
    const faults = [...missing, ...unlisted]
    if (faults.length > 0) throw new Error(faults.join('; '))
  })
}

function nameOf(method: string, path: string, access: string | undefined): string {
  return `${method} ${path} (scope or role: ${access ?? 'none'})`
}
