import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const dashboard = fileURLToPath(new URL('../../dashboard/', import.meta.url))

/** What this file reads of a route of React Router. */
interface Route {
  path?: string
  index?: boolean
  children?: Route[]
}

/** Returns the path of every page of `routes.tsx`, such as `/:organization/:project/campaigns/:id`, without `/app`. */
export async function readRoutes(): Promise<string[]> {
  return loadDashboardModule('/src/routes.tsx', (module) => {
    const { routes } = module as { routes: Route[] }
    return [...new Set(routes.flatMap((route) => pagesOf(route, '')))]
  })
}

/**
 * Loads a module of the dashboard as its build would, and returns what `read` makes of it; `file` begins with `/src/`.
 */
export async function loadDashboardModule<Result>(
  file: string,
  read: (module: unknown) => Result | Promise<Result>,
): Promise<Result> {
  const vite = await createServer({
    configFile: path.join(dashboard, 'vite.config.ts'),
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, watch: null },
  })
  try {
    return await read(await vite.ssrLoadModule(file))
  } finally {
    await vite.close()
  }
}

function pagesOf({ path: own = '', index = false, children = [] }: Route, above: string): string[] {
  const whole = own === '' ? above : `${above}/${own}`
  const below = children.flatMap((child) => pagesOf(child, whole))
  return index || children.length === 0 ? [whole === '' ? '/' : whole, ...below] : below
}

/** Ids for the parameters of addresses. */
export interface RouteIds {
  organization: string
  project: string
  /** By the segment before the parameter: `campaigns`, `calls`. null where the demo has none. */
  records: Record<string, string | null>
}

/**
 * Returns a route's address with real ids; null if the demo has no such record.
 *
 * @throws if a parameter is of a kind that `records` does not have: a new screen needs its line there.
 */
export function addressOf(route: string, { organization, project, records }: RouteIds): string | null {
  const segments = route.split('/')
  const filled = segments.map((segment, at) => {
    if (segment === ':organization') return organization
    if (segment === ':project') return project
    if (segment === '*') return 'no-such-page'
    if (!segment.startsWith(':')) return segment
    const kind = segments[at - 1] ?? ''
    if (!Object.hasOwn(records, kind))
      throw new Error(`${route}: demo-service.ts finds no record for the parameter after ${kind}`)
    return records[kind] ?? null
  })
  return filled.includes(null) ? null : filled.join('/')
}

/** Returns a name for the files of a route: `campaigns-id-edit`. */
export function nameOf(route: string): string {
  const words = route
    .replace('/:organization/:project', '/project')
    .replace('/:organization', '')
    .replaceAll('*', 'unknown')
    .split('/')
    .map((segment) => segment.replace(/^:.*$/, 'one'))
    .filter((segment) => segment !== '')
  return words.length === 0 ? 'start' : words.join('-')
}
