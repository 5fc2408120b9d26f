// Who may use which endpoint of the management API: every route that is registered, for every role, at their own and at
// foreign places. The routes are the registered ones with their guard; only what they do is left out. Whom each must
// let in is written in `support/route-guards.ts`.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RouteOptions } from 'fastify'
import { serveManagementApi, serveProjectApi } from '../src/app/server.ts'
import { uuidv7 } from '../src/base/ids.ts'
import { sql } from '../src/db/sql.ts'
import type { App } from '../src/http/app.ts'
import { createApp } from '../src/http/create-app.ts'
import { collectRoutes } from '../src/http/other-methods.ts'
import type { Role } from '../src/users/roles.ts'
import { routeGuards } from './support/route-guards.ts'
import type { RouteGuard } from './support/route-guards.ts'
import { startService } from './support/service.ts'
import type { Service } from './support/service.ts'
import { makeToken, signInAs, signInFirstOwner } from './support/users.ts'

interface Route {
  method: string
  url: string
}

/** Somebody who makes requests, and what they have. */
interface Caller {
  name: string
  headers: Record<string, string>
  /** Whether the session or token is good. */
  isGood: boolean
  isToken: boolean
  isStale: boolean
  /** The role in each organization. */
  roleAt: (organizationId: string) => Role | null
  /** Null: all projects. */
  projects: string[] | null
}

interface Place {
  name: string
  organization_id: string
  project_id: string
}

/** The rank of each role, written down once more, so that the test does not ask the code. */
const ranks: Record<string, number> = { viewer: 1, editor: 2, admin: 3, owner: 4, operator: 5 }

let service: Service
let app: App
let routes: Route[]
let callers: Caller[]
let places: Place[]
/** Projects by organization. */
let projectsOf: Record<string, string[]>
const passed = 'passed'

before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
  const { organizationId, projectId } = service
  const second = (await declare('Acme', 'Second')).project_id
  const other = await declare('Other', 'Renewals')
  const unknown = uuidv7()
  projectsOf = { [organizationId]: [projectId, second], [other.organization_id]: [other.project_id] }
  places = [
    { name: 'own project', organization_id: organizationId, project_id: projectId },
    { name: 'second project', organization_id: organizationId, project_id: second },
    { name: 'foreign organization', ...other },
    {
      name: 'foreign project in own organization',
      organization_id: organizationId,
      project_id: other.project_id,
    },
    {
      name: 'own project in foreign organization',
      organization_id: other.organization_id,
      project_id: projectId,
    },
    { name: 'unknown organization', organization_id: unknown, project_id: projectId },
    { name: 'unknown project', organization_id: organizationId, project_id: unknown },
    { name: 'malformed ids', organization_id: 'nonsense', project_id: `${projectId}x` },
  ]
  callers = await makeCallers(other.organization_id)
  await makeApp()
})
after(async () => {
  await app.close()
  await service[Symbol.asyncDispose]()
})

async function declare(organization: string, project: string) {
  const tree = await service.apply({ organizations: [{ name: organization, projects: [{ name: project }] }] })
  const [made] = tree.organizations
  return { organization_id: made!._id, project_id: made!.projects.find(({ name }) => name === project)!._id }
}

async function makeCallers(otherId: string): Promise<Caller[]> {
  const { organizationId, projectId, key, context } = service
  const own = (role: Role) => (id: string) => (id === organizationId ? role : null)
  const caller = (name: string, headers: Record<string, string>, more: Partial<Caller> = {}): Caller => ({
    name,
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    isGood: true,
    isToken: false,
    isStale: false,
    roleAt: () => null,
    projects: null,
    ...more,
  })
  const bad = { isGood: false }
  const made = [
    caller('nobody', {}, bad),
    caller('a project key', { 'x-api-key': key }, bad),
    caller('a project key as bearer', { authorization: `Bearer ${key}` }, bad),
    caller('a made-up cookie', { cookie: `switchboard-80=${'x'.repeat(43)}` }, bad),
  ]
  const operator = await signInFirstOwner(service)
  made.push(caller('operator', { cookie: operator.cookie }, { roleAt: () => 'operator' }))
  for (const role of ['viewer', 'editor', 'admin', 'owner'] as const) {
    const { cookie } = await signInAs(service, role)
    made.push(caller(role, { cookie }, { roleAt: own(role) }))
  }
  const foreign = await signInAs(service, 'owner', { organizationId: otherId })
  made.push(
    caller(
      'owner elsewhere',
      { cookie: foreign.cookie },
      { roleAt: (id) => (id === otherId ? 'owner' : null) },
    ),
  )
  const limited = await signInAs(service, 'admin', { projectIds: [projectId] })
  const projects = [projectId]
  made.push(caller('admin of one project', { cookie: limited.cookie }, { roleAt: own('admin'), projects }))
  const stale = await signInAs(service, 'owner')
  await context.db.write(sql`
    update sessions set confirmed_at = now() - interval '16 minutes' where user_id = ${stale.userId}`)
  made.push(
    caller('owner after 16 minutes', { cookie: stale.cookie }, { roleAt: own('owner'), isStale: true }),
  )

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const holder = await signInAs(service, 'owner')
  const [weak, full, revoked] = [
    await makeToken(holder, 'viewer'),
    await makeToken(holder, 'operator'),
    await makeToken(holder, 'owner'),
  ]
  const isToken = true
  made.push(caller('token of an owner, as viewer', bearer(weak.token), { roleAt: own('viewer'), isToken }))
  made.push(caller('token of an owner, as operator', bearer(full.token), { roleAt: own('owner'), isToken }))
  const lesser = await makeToken(operator, 'editor')
  made.push(
    caller('token of an operator, as editor', bearer(lesser.token), { roleAt: () => 'editor', isToken }),
  )
  assert.equal((await holder.request('DELETE', `/api/me/tokens/${revoked._id}`)).status, 200)
  made.push(caller('a revoked token', bearer(revoked.token), bad))
  const past = await makeToken(holder, 'owner')
  await context.db.write(sql`update user_tokens set ends_at = now() where _id = ${past._id}`)
  made.push(caller('a token past its end', { ...bearer(past.token), cookie: holder.cookie }, bad))

  const signedOut = await signInAs(service, 'owner')
  assert.equal((await signedOut.request('POST', '/api/sign-out')).status, 200)
  made.push(caller('an ended session', { cookie: signedOut.cookie }, bad))
  for (const [name, column, age] of [
    ['a session without a request for 12 hours', sql`seen_at`, '12 hours'],
    ['a session of 30 days', sql`created_at`, '30 days'],
  ] as const) {
    const { cookie, userId } = await signInAs(service, 'owner')
    await context.db.write(sql`
      update sessions set ${column} = now() - ${age}::interval where user_id = ${userId}`)
    made.push(caller(name, { cookie }, bad))
  }
  return made
}

/** Serves the registered routes, none of which does anything. */
async function makeApp(): Promise<void> {
  app = await createApp({ log: service.context.log })
  const registered: RouteOptions[] = []
  await app.register(
    async (scope: App) => {
      scope.addHook('onRoute', (route) => {
        route.handler = async (_request, reply) => reply.code(200).send(passed)
        delete route.schema
        registered.push(route)
      })
      await serveManagementApi(scope, service.context)
    },
    { prefix: '/api' },
  )
  await app.ready()
  routes = registered.flatMap(({ method, url }) =>
    [method]
      .flat()
      // HEAD comes with each GET, and is answered without a body.
      .filter((each) => each !== 'HEAD')
      .map((each) => ({ method: each, url })),
  )
}

function addressOf({ url }: Route, place: Place): string {
  return url.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'organization_id' || name === 'project_id') return place[name]
    return uuidv7()
  })
}

const nameOf = ({ method, url }: Route): string => `${method} ${url}`

function guardOf(route: Route): RouteGuard {
  const guard = routeGuards.get(nameOf(route))
  assert.ok(guard, `${nameOf(route)}: say in support/route-guards.ts who may use it`)
  return guard
}

/** What is expected: `passed`, or the code of the refusal. */
function expectedOf(route: Route, caller: Caller, place: Place): string {
  const { url } = route
  const { role: needed, session, password, own_projects } = guardOf(route)
  if (needed === 'anyone') return passed
  if (!caller.isGood) return 'sign_in_needed'
  if (session && caller.isToken) return 'session_needed'
  if (needed !== 'signed_in') {
    const hasOrganization = url.includes(':organization_id')
    const role = caller.roleAt(place.organization_id)
    if (hasOrganization) {
      const projects = projectsOf[place.organization_id]
      if (projects === undefined || role === null) return 'tenant_not_found'
      if (url.includes(':project_id')) {
        const open = caller.projects ?? projects
        if (!projects.includes(place.project_id) || !open.includes(place.project_id))
          return 'tenant_not_found'
      } else if (caller.projects !== null && !own_projects) return 'role_missing'
    }
    if ((ranks[role ?? ''] ?? 0) < ranks[needed]!) return 'role_missing'
  }
  return password && caller.isStale ? 'password_needed' : passed
}

/** Callers that tell any two different guards apart: the two let in different ones of these. */
const distinguishing = [
  'nobody',
  'operator',
  'viewer',
  'editor',
  'admin',
  'owner',
  'owner elsewhere',
  'admin of one project',
  'owner after 16 minutes',
  'token of an owner, as operator',
]

/** Returns who asks, and where: everybody everywhere for the first route with a guard, a few for the others. */
function requestsTo(route: Route, isFirst: boolean): [Caller, Place][] {
  const at = route.url.includes(':organization_id') ? places : places.slice(0, 1)
  if (isFirst) return callers.flatMap((caller) => at.map((place): [Caller, Place] => [caller, place]))
  const few = callers.filter(({ name }) => distinguishing.includes(name))
  const owner = callers.find(({ name }) => name === 'owner')!
  return [
    ...few.map((caller): [Caller, Place] => [caller, at[0]!]),
    ...at.slice(1).map((place): [Caller, Place] => [owner, place]),
  ]
}

describe('every route of the management API', () => {
  it('has a guard that is written down', () => {
    assert.deepEqual(new Set(routes.map(nameOf)), new Set(routeGuards.keys()))
  })

  it('lets in whom its role names, at their own places, and nobody else', async () => {
    const wrong: string[] = []
    const seen = new Set<string>()
    let count = 0
    for (const route of routes) {
      const depth = [':organization_id', ':project_id'].filter((id) => route.url.includes(id)).length
      const guard = `${JSON.stringify(guardOf(route))} ${depth}`
      for (const [caller, place] of requestsTo(route, !seen.has(guard))) {
        const expected = expectedOf(route, caller, place)
        const answer = await app.inject({
          method: route.method as 'GET',
          url: addressOf(route, place),
          headers: caller.headers,
        })
        const got = answer.body === passed ? passed : answer.json<{ code: string }>().code
        if (got !== expected)
          wrong.push(`${nameOf(route)}, ${caller.name}, ${place.name}: ${got}, not ${expected}`)
        count += 1
      }
      seen.add(guard)
    }
    assert.deepEqual(wrong, [])
    assert.ok(routes.length > 40 && count > 4_000, `${routes.length} routes, ${count} requests`)
  })

  it('shows the same for what is foreign and what does not exist', async () => {
    const owner = callers.find(({ name }) => name === 'owner')!
    const bodies = new Set<string>()
    for (const place of places.slice(2)) {
      const url = `/api/organizations/${place.organization_id}/projects/${place.project_id}/campaigns`
      const { statusCode, body } = await app.inject({ method: 'GET', url, headers: owner.headers })
      assert.equal(statusCode, 404)
      bodies.add(body.replace(/"request_id":"[^"]+"/, ''))
    }
    assert.equal(bodies.size, 1)
  })

  it('needs an editor for what changes something in an organization, unless it only asks ahead', () => {
    const open = routes.filter(
      (route) =>
        route.method !== 'GET' &&
        route.url.includes(':organization_id') &&
        (ranks[guardOf(route).role] ?? 0) < ranks['editor']! &&
        !/\/(?:preview|try|workflows\/check)$/.test(route.url),
    )
    assert.deepEqual(open, [])
  })

  it('refuses every change that a page of another site makes with a session', async () => {
    const owner = callers.find(({ name }) => name === 'operator')!
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      const headers = { ...owner.headers, 'sec-fetch-site': 'cross-site' }
      const url = addressOf(route, places[0]!)
      const { statusCode, body } = await app.inject({ method: route.method as 'POST', url, headers })
      assert.equal(statusCode, 403, `${route.method} ${route.url}`)
      assert.match(body, /cross_origin/)
    }
  })
})

describe('every route of the project API', () => {
  it('knows neither sessions nor personal tokens', async () => {
    const bare = await createApp({ log: service.context.log })
    const found = collectRoutes(bare)
    await bare.register(async (scope) => serveProjectApi(scope as typeof bare, service.context))
    await bare.ready()
    const signedIn = callers.filter(({ isGood }) => isGood)
    let asked = 0
    for (const [url, methods] of found)
      for (const method of methods)
        for (const caller of [signedIn[0]!, signedIn.find(({ isToken }) => isToken)!]) {
          const address = addressOf({ method, url }, places[0]!)
          const { statusCode } = await bare.inject({
            method: method as 'GET',
            url: address,
            headers: caller.headers,
            // An address of its own, because wrong keys of one are limited.
            remoteAddress: `10.0.${asked >> 8}.${asked++ & 255}`,
          })
          assert.equal(statusCode, 401, `${method} ${url}, ${caller.name}`)
        }
    await bare.close()
  })
})
