import assert from 'node:assert/strict'
import { createContext } from '../../src/app/context.ts'
import type { Context } from '../../src/app/context.ts'
import { createServer } from '../../src/app/server.ts'
import { runWorker } from '../../src/app/worker.ts'
import { systemClock } from '../../src/base/clock.ts'
import type { Clock } from '../../src/base/clock.ts'
import { createLog } from '../../src/base/log.ts'
import type { CellMember } from '../../src/cells/directory/cell-member.ts'
import type { Db } from '../../src/db/database.ts'
import { startHoldWatch, unwatched } from '../../src/db/hold-watch.ts'
import type { App } from '../../src/http/app.ts'
import { applyDeclaration } from '../../src/operator/apply/apply-declaration.ts'
import type { AppliedTree } from '../../src/operator/apply/apply-declaration.ts'
import type { Resolver } from '../../src/providers/web/guard/resolver.ts'
import type { PhoneNetwork } from '../../src/sandbox/phone/phone-network.ts'
import { chromiumFolder } from './chromium-folder.ts'
import { createTestDatabase } from './database.ts'
import { organization } from './declarations.ts'
import type { Declared } from './declarations.ts'

/** The whole service on its own database and phone network, listening on loopback. */
export interface Service extends AsyncDisposable {
  app: App
  context: Context
  /** Null when the test declares a carrier of its own. */
  network: PhoneNetwork | null
  url: string
  /** For programs that a test starts on the same database. */
  databaseUrl: string
  organizationId: string
  projectId: string
  /** A key with every scope. */
  key: string
  /** A key without scopes, which can only read. */
  readKey: string
  campaignIds: Record<string, string>
  /** Sends a request with the key and returns status, headers and parsed body. */
  request: (method: string, path: string, options?: RequestOptions) => Promise<Answer>
  /** Applies a declaration and returns the tree. */
  apply: (declaration: unknown) => Promise<AppliedTree>
  /** Starts the worker's jobs, which run until the service ends. */
  startWorker: () => void
}

export interface RequestOptions {
  body?: unknown
  headers?: Record<string, string>
  /** null: no key header. */
  key?: string | null
}

export interface Answer {
  status: number
  headers: Headers
  body: { status: string; message: string; data: never; status_code: number } & Record<string, unknown>
}

export interface ServiceOptions {
  clock?: Clock
  /** How many times faster than real time calls proceed. */
  speed?: number
  /** Private hosts of the test's sites that crawls may reach. */
  crawlPrivateHosts?: readonly string[]
  /** Private hosts of the test's models. */
  modelPrivateHosts?: readonly string[]
  /** How long a crawl keeps its slot while others wait. */
  crawlSliceMs?: number
  /** How long a preview of a crawl looks at a site. */
  previewMs?: number
  /** How long a call waits for a look-up in the knowledge base: by default longer than a busy machine needs. */
  lookUpMs?: number
  /** Resolves the hosts that crawls fetch; the machine's resolver by default. */
  lookup?: Resolver
  /** Certificates of the test's endpoints of webhooks. */
  webhookCa?: string
  /** Whether the process watches whether its database is held, as `serve` does. */
  watchesHold?: boolean
  /** A migrated database, which the service then does not end; one of its own by default. */
  database?: { db: Db; databaseUrl: string }
  /** Replicas that lists are read from. */
  replicas?: { addresses: readonly string[]; lagMaxMs: number }
  /** The cell that the service is of, and the directory. */
  cells?: CellMember
  /** The name of the organization. */
  name?: string
  /** Where browsers and providers reach it; by default where it listens. */
  publicUrl?: string
}

/** A retry pause that is short enough for a test. */
const crawlRetryMs = 5

export async function startService(
  declared: Declared = {},
  {
    clock = systemClock,
    speed = 200,
    crawlPrivateHosts = [],
    modelPrivateHosts = [],
    crawlSliceMs = 60_000,
    previewMs,
    lookUpMs = 60_000,
    lookup,
    webhookCa,
    watchesHold = false,
    database: given,
    replicas,
    cells,
    name = 'Acme',
    publicUrl,
  }: ServiceOptions = {},
): Promise<Service> {
  await using stack = new AsyncDisposableStack()
  const database = given ?? stack.use(await createTestDatabase())
  const network = declared.carrier?.['api_url'] === undefined ? await startNetwork(speed) : null
  stack.defer(async () => network?.close())
  let url = ''
  const log = createLog(process.env['TEST_LOG_LEVEL'] ?? 'silent')
  const isAlone = async () => false
  const holdState = watchesHold
    ? stack.use(await startHoldWatch(database.db, { log, address: 'test', isInService: isAlone }))
    : unwatched
  const context = createContext({
    holdState,
    db: database.db,
    log,
    secretKey: Buffer.alloc(32, 7),
    publicUrl: () => publicUrl ?? url,
    clock,
    crawlPrivateHosts,
    modelPrivateHosts,
    crawlTiming: {
      pauseMs: 0,
      retryMs: crawlRetryMs,
      robotsRetryMs: 60_000,
      sliceMs: crawlSliceMs,
      ...(previewMs !== undefined && { previewMs }),
    },
    lookUpMs,
    chromiumDir: chromiumFolder,
    ...(lookup && { lookup }),
    ...(webhookCa !== undefined && { webhookCa }),
    ...(replicas && { replicas }),
    ...(cells !== undefined && { cells }),
  })
  stack.use(context.lists)
  const apply = async (declaration: unknown): Promise<AppliedTree> => {
    const applied = await applyDeclaration(context, declaration)
    assert.ok(applied.ok, JSON.stringify(applied))
    return applied.tree
  }
  const tree = await apply(organization(name, network?.url ?? '', declared))
  const [project] = tree.organizations[0]?.projects ?? []
  assert.ok(project)
  const app = await createServer(context, { checkResponses: true })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  stack.defer(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  const keyOf = (name: string) => project.api_keys?.find((each) => each.name === name)?.key ?? ''
  const key = keyOf('all')
  const held = stack.move()
  return {
    app,
    context,
    network,
    url,
    key,
    readKey: keyOf('read'),
    databaseUrl: database.databaseUrl,
    organizationId: tree.organizations[0]!._id,
    projectId: project._id,
    campaignIds: Object.fromEntries((project.campaigns ?? []).map(({ name, _id }) => [name, _id])),
    request: (method, path, options) => send(url, key, method, path, options),
    apply,
    startWorker: () => {
      const stop = new AbortController()
      const running = runWorker(context, stop.signal)
      held.defer(async () => {
        stop.abort()
        await running
      })
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

async function startNetwork(speed: number): Promise<PhoneNetwork> {
  const { startPhoneNetwork } = await import('../../src/sandbox/phone/phone-network.ts')
  return startPhoneNetwork({ port: 0, speed })
}

/** Sends a request with a key, to any process of the service. */
export async function send(
  url: string,
  serviceKey: string,
  method: string,
  path: string,
  { body, headers = {}, key = serviceKey }: RequestOptions = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key === null ? {} : { 'x-api-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

/**
 * Calls `condition` every 20 ms, later every tenth of the time that has passed, half a second at most, until it returns
 * something other than null: asking costs processor time that the others need who run meanwhile. `mostMs` only ends a
 * test that hangs. A test of a time limit measures the time itself.
 */
export async function eventually<T>(
  what: string,
  condition: () => Promise<T | null> | T | null,
  mostMs = 180_000,
): Promise<T> {
  const begunAt = performance.now()
  for (let passed = 0; passed < mostMs; passed = performance.now() - begunAt) {
    const found = await condition()
    if (found !== null) return found
    const pauseMs = Math.min(500, Math.max(20, passed / 10))
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new Error(`still not so after ${mostMs} ms: ${what}`)
}
