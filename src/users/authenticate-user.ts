import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Actor } from '../audit/record-change.ts'
import type { Clock } from '../base/clock.ts'
import { isUuid } from '../base/ids.ts'
import { refusals } from '../base/refusals.ts'
import type { Db } from '../db/database.ts'
import {
  selectPerson,
  selectSession,
  selectUserToken,
  updateSessionSeen,
  updateUserTokenUsed,
} from './access-queries.ts'
import type { FoundPerson, Place } from './access-queries.ts'
import { includesRole, lesserRole } from './roles.ts'
import type { Role, RouteRole } from './roles.ts'
import { isSameOrigin } from './same-origin.ts'
import { hashSecret, isUserTokenForm } from './secret-token.ts'
import { liveSessions, readSessionCell, readSessionCookie } from './session-cookie.ts'

/** Who makes a request of the management API, and what they may do at its path. */
export interface RequestUser {
  user_id: string
  name: string
  /** The role in the organization of the path; null where the path has none. Operators have `operator` everywhere. */
  role: Role | null
  /** Whether they act as an operator of the installation. */
  is_operator: boolean
  /** The projects that they may see; null: all of the organization. */
  project_ids: string[] | null
  /** For `recordChange`. */
  actor: Actor
  /** Null for a personal token. */
  session_id: string | null
  /** When the password was given last in the session; null for a personal token. */
  confirmed_at: Date | null
  /** The most that a personal token may do; null for a session. */
  token_role: Role | null
  /** The cell that the session is in; null: it is this one, or there is one cell. */
  session_cell: string | null
}

/** What is asked of other cells about sessions. */
export interface SessionPeers {
  /** The name of this cell. */
  name: string
  /** Returns whose session of another cell a cookie is; null if it is nobody's. */
  whoIs: (cell: string, cookie: string) => Promise<{ email: string; confirmed_until: string } | null>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use a route of the management API. Every such route has one. */
    role?: RouteRole
    /** Whether the password must have been given within 15 minutes. It is not asked of a personal token. */
    asksPassword?: boolean
    /** Whether a personal token may not use the route. */
    sessionOnly?: boolean
    /**
     * Whether a route of the organization leaves out by itself what the user may not see (`request.user.project_ids`).
     * Other routes of the organization are closed to people whose role is for some projects only.
     */
    leavesOutProjects?: boolean
    /**
     * Whether another cell asks for a route that names no organization, with a session that it has. All other such
     * routes are answered by the cell of the session alone: they change the person's own account.
     */
    isAskedByCells?: boolean
  }
  interface FastifyRequest {
    /** Who makes the request; not set where the route's role is `anyone`. */
    user: RequestUser
  }
}

/** How long a given password counts for what asks for it. */
export const confirmedMs = 15 * 60_000
/** How exactly the time of the last request is kept. */
const seenMs = 60_000

export interface UserContext {
  db: Db
  clock: Clock
  publicUrl: () => string
  /** Null: there is one cell. */
  peers: SessionPeers | null
  /** Whether it rechecks an open stream. That is no request, so it does not keep a session of this cell alive. */
  isRecheck?: boolean
}

/**
 * Returns the hooks that run before every route of the management API.
 *
 * Before query and body are read, `onRequest` checks in this order: is there a session or a personal token? Does a
 * change come from the dashboard's own address? Is the organization or project in the path open to the person? Is their
 * role enough? An organization or project that is not open is 404, like one that does not exist.
 *
 * `preValidation` checks again if the body arrived after that, so that a session that was ended meanwhile does nothing.
 */
export function authenticateUser(context: UserContext) {
  const bodyArrivedLater = new WeakSet<FastifyRequest>()
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    setImmediate(() => {
      if (!request.raw.complete) bodyArrivedLater.add(request)
    })
    await checkUser(context, request)
  }
  const preValidation = async (request: FastifyRequest): Promise<void> => {
    if (bodyArrivedLater.has(request)) await checkUser(context, request)
  }
  /** @throws at start, for a route without a role: nobody has decided who may use it. */
  const onRoute = ({ method, url, config }: RouteOptions): void => {
    if (config?.role === undefined) throw new Error(`${String(method)} ${url} says no role in its config`)
  }
  return { onRoute, onRequest, preValidation }
}

/**
 * Sets the user of a request, and refuses whom its route does not admit. A stream calls it again from time to time,
 * with `isRecheck`.
 */
export async function checkUser(context: UserContext, request: FastifyRequest): Promise<void> {
  const { role: needed = 'operator', ...config } = request.routeOptions.config
  const token = readBearer(request)
  if (token === null) refuseForged(request, context.publicUrl(), needed)
  if (needed === 'anyone') return
  const { organization_id, project_id } = request.params as Partial<Record<string, string>>
  const isFormed = [organization_id, project_id].every((id) => id === undefined || isUuid(id))
  const place: Place = {
    organization_id: isFormed ? (organization_id ?? null) : null,
    project_id: isFormed ? (project_id ?? null) : null,
  }
  const user =
    token === null
      ? await findBySession(context, request, place)
      : await findByToken(context, request, token, place)
  request.user = user.found
  request.userId = user.found.user_id
  request.mustSee = user.must_see
  if (config.sessionOnly === true && user.found.session_id === null) throw refusals.sessionNeeded()
  if (needed !== 'signed_in') {
    if (organization_id !== undefined) refuseClosedPlace(user, project_id, config.leavesOutProjects === true)
    const { role } = user.found
    if (role === null || !includesRole(role, needed)) throw refusals.roleMissing(needed, role)
  }
  if (config.asksPassword === true) refuseStalePassword(user.found, context.clock.now())
}

/** Refuses what changes something and does not come from a page of ours. Only cookies can be sent by foreign pages. */
function refuseForged(request: FastifyRequest, publicUrl: string, needed: RouteRole): void {
  if (/^(?:GET|HEAD|OPTIONS)$/.test(request.method)) return
  // Who has no session is not shown another reason first.
  if (needed !== 'anyone' && readSessionCookie(publicUrl, request.headers.cookie) === null)
    throw refusals.signInNeeded()
  if (!isSameOrigin(request.headers, publicUrl)) throw refusals.crossOrigin()
}

/** Returns the personal token of the request, whatever its form; null where it has none, so that a cookie is read. */
function readBearer({ headers }: FastifyRequest): string | null {
  if (headers.authorization === undefined) return null
  return /^bearer +(\S+) *$/i.exec(headers.authorization)?.[1] ?? ''
}

/** The user, and whether the path leads somewhere. */
interface CheckedUser {
  found: RequestUser
  is_place: boolean
  /** People always see what was committed before: pages load again at a hint, and the hint must not come too early. */
  must_see: string
}

/** Who has a session in another cell has none with an id here. */
const noSession = '00000000-0000-0000-0000-000000000000'

async function findBySession(
  context: UserContext,
  request: FastifyRequest,
  place: Place,
): Promise<CheckedUser> {
  const { db, clock, publicUrl, peers, isRecheck = false } = context
  const cell = readSessionCell(publicUrl(), request.headers.cookie)
  if (peers !== null && cell !== null && cell !== peers.name)
    return findBySessionElsewhere(context, peers, cell, request, place)
  const secret = readSessionCookie(publicUrl(), request.headers.cookie)
  if (secret === null) throw refusals.signInNeeded()
  const now = clock.now()
  const session = await selectSession(db, hashSecret(secret), place, liveSessions(now))
  if (session === null) throw refusals.signInNeeded()
  const seenBefore = new Date(now.getTime() - seenMs)
  if (!isRecheck && new Date(session.seen_at!) < seenBefore)
    await updateSessionSeen(db, session.credential_id, { now, seenBefore })
  const { user_id, name } = session
  return checkedUser(session, session.is_operator ? 'operator' : session.role, {
    actor: { kind: 'person', id: user_id, name, via: 'dashboard', requestId: request.id },
    session_id: session.credential_id,
    confirmed_at: new Date(session.confirmed_at),
    token_role: null,
    session_cell: null,
  })
}

/**
 * Finds somebody whose session is in another cell. The cell says who they are, at each request; what they may do is
 * what the person with the address may do here. An operator of the other cell is none of this one.
 */
async function findBySessionElsewhere(
  { db }: Pick<UserContext, 'db'>,
  peers: SessionPeers,
  cell: string,
  request: FastifyRequest,
  place: Place,
): Promise<CheckedUser> {
  const { organization_id } = request.params as Partial<Record<string, string>>
  if (organization_id === undefined && request.routeOptions.config.isAskedByCells !== true)
    throw refusals.signInNeeded()
  const person = await peers.whoIs(cell, request.headers.cookie ?? '')
  if (person === null) throw refusals.signInNeeded()
  const found = await selectPerson(db, person.email, place)
  if (found === null)
    throw place.organization_id === null ? refusals.signInNeeded() : refusals.tenantNotFound()
  const { user_id, name } = found
  return checkedUser({ ...found, is_operator: false }, found.role, {
    actor: { kind: 'person', id: user_id, name, via: 'dashboard', requestId: request.id },
    session_id: noSession,
    confirmed_at: new Date(Date.parse(person.confirmed_until) - confirmedMs),
    token_role: null,
    session_cell: cell,
  })
}

async function findByToken(
  { db, clock }: UserContext,
  request: FastifyRequest,
  token: string,
  place: Place,
): Promise<CheckedUser> {
  if (!isUserTokenForm(token)) throw refusals.signInNeeded()
  const now = clock.now()
  const found = await selectUserToken(db, hashSecret(token), place, now)
  if (found === null) throw refusals.signInNeeded()
  const seenBefore = new Date(now.getTime() - seenMs)
  if (found.seen_at === null || new Date(found.seen_at) < seenBefore)
    await updateUserTokenUsed(db, found.credential_id, { now, seenBefore })
  const role = found.is_operator ? 'operator' : found.role
  const name = `${found.name} (${found.token_name})`
  return checkedUser(found, role === null ? null : lesserRole(role, found.token_role), {
    actor: { kind: 'token', id: found.credential_id, name, via: 'api', requestId: request.id },
    session_id: null,
    confirmed_at: null,
    token_role: found.token_role,
    session_cell: null,
  })
}

function checkedUser(
  { user_id, name, is_operator, project_ids, is_place, must_see }: FoundPerson,
  role: Role | null,
  credential: Pick<RequestUser, 'actor' | 'session_id' | 'confirmed_at' | 'token_role' | 'session_cell'>,
): CheckedUser {
  const projects = is_operator ? null : project_ids
  const found = {
    user_id,
    name,
    role,
    is_operator: role === 'operator',
    project_ids: projects,
    ...credential,
  }
  return { found, is_place, must_see }
}

function refuseClosedPlace(
  { found, is_place }: CheckedUser,
  projectId: string | undefined,
  leavesOutProjects: boolean,
): void {
  const { role, project_ids } = found
  if (!is_place || role === null) throw refusals.tenantNotFound()
  if (project_ids === null) return
  if (projectId === undefined ? leavesOutProjects : project_ids.includes(projectId)) return
  throw projectId === undefined ? refusals.roleForSomeProjects() : refusals.tenantNotFound()
}

/** Refuses what asks for the password again, for instance an edit that sets a secret. A personal token is not asked. */
export function refuseStalePassword({ confirmed_at }: RequestUser, now: Date): void {
  if (confirmed_at !== null && now.getTime() - confirmed_at.getTime() > confirmedMs)
    throw refusals.passwordNeeded()
}
