import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../base/clock.ts'
import { isUuid } from '../base/ids.ts'
import { refusals } from '../base/refusals.ts'
import { Refusal } from '../base/refusals/refusal.ts'
import type { Db } from '../db/database.ts'
import { selectHasProject } from '../projects/queries.ts'
import { hashApiKey, isApiKeyForm } from './api-key.ts'
import { createKeyUses } from './key-uses.ts'
import { limitHeaders, retrySeconds } from './limits/limit-headers.ts'
import type { LimitMetrics } from './limits/limit-metrics.ts'
import { RequestLimits } from './limits/request-limits.ts'
import { WrongKeys } from './limits/wrong-keys.ts'
import { selectKeyHolder } from './queries.ts'
import type { KeyHolder } from './queries.ts'
import { WriterMarks } from './writer-marks.ts'

export interface KeyCheckContext {
  db: Db
  clock: Clock
  random: () => number
  limitMetrics: LimitMetrics
  mayHaveReplicas: boolean
}

/**
 * Returns the hooks that run before every route of the project API.
 *
 * `onRequest` runs before query and body are read. It checks in this order whether the key is valid, whether it belongs
 * to this organization and project, and whether it has the scope (Rules 1 and 2). Organization and project of the path
 * must be the key's own. A malformed id belongs to nobody, so it is 403 as well (Rule 41): no response shows whether
 * another tenant has it (Promise 44). Neither hook reads the body (Promise 41). On paths of the organization, a key of
 * any of its projects is valid. Once the key is known, the request counts against its limits, so requests that are
 * refused later count too (429). A wrong key counts against its address.
 *
 * `preValidation` looks the key up again if the body arrived after the first look-up, so that a key that was revoked
 * meanwhile does nothing.
 *
 * `onSend` prolongs the mark of a key that writes, where its request took long.
 *
 * `onClose` writes when keys were last used, as far as that is not written yet.
 */
export function authenticate({ db, clock, random, limitMetrics, mayHaveReplicas }: KeyCheckContext) {
  const uses = createKeyUses({ db, clock })
  const limits = new RequestLimits(db, random)
  const wrongKeys = new WrongKeys()
  const marks = mayHaveReplicas ? new WriterMarks(db) : null
  const writers = new WeakMap<FastifyRequest, KeyHolder>()
  const bodyArrivedLater = new WeakSet<FastifyRequest>()
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { scope, namesMalformedIds, isWrite } = request.routeOptions.config
    // By then everything is parsed that arrived together with the headers, which is the whole body of most requests.
    setImmediate(() => {
      if (!request.raw.complete) bodyArrivedLater.add(request)
    })
    const key = readKey(request)
    const holder = key instanceof Refusal ? null : await selectKeyHolder(db, hashApiKey(key))
    if (holder === null) {
      const standing = wrongKeys.count(request.ip)
      void reply.headers(limitHeaders([['wrong-keys', standing.limit]], [standing]))
      if (standing.isAdmitted) throw key instanceof Refusal ? key : refusals.keyInvalid()
      limitMetrics.inc({ limit: 'wrong_keys' })
      throw refusals.tooManyWrongKeys(retrySeconds(standing.retryMs))
    }
    request.keyId = holder._id
    request.mustSee = holder.must_see
    uses.note(holder)
    const { policies, standings, refusedBy } = await limits.admit(holder, isWrite === true)
    if (policies.length > 0) void reply.headers(limitHeaders(policies, standings))
    if (refusedBy !== null) {
      limitMetrics.inc({ limit: refusedBy.name })
      throw refusals.rateLimited(refusedBy.name, refusedBy.limit, retrySeconds(refusedBy.retryMs))
    }
    const { organization_id, project_id } = request.params as { organization_id: string; project_id?: string }
    if (namesMalformedIds === true) refuseMalformedIds(organization_id, project_id)
    if (!isUuid(organization_id) || organization_id !== holder.organization_id) throw refusals.wrongTenant()
    if (project_id !== undefined && project_id !== holder.project_id) {
      const isNobodys =
        namesMalformedIds === true && !(await selectHasProject(db, organization_id, project_id))
      throw isNobodys ? refusals.projectNotFound() : refusals.wrongTenant()
    }
    if (scope !== undefined && !holder.scopes.includes(scope)) throw refusals.scopeMissing(scope)
    if (marks === null || readingMethods.has(request.method)) return
    await marks.begin(holder)
    writers.set(request, holder)
  }
  const onSend = async (request: FastifyRequest): Promise<void> => {
    const writer = writers.get(request)
    if (writer !== undefined) await marks?.answer(writer)
  }
  const preValidation = async (request: FastifyRequest): Promise<void> => {
    if (bodyArrivedLater.has(request)) await checkKey({ db }, request)
  }
  return { onRequest, preValidation, onSend, onClose: () => uses.flush().catch(() => {}) }
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Looks the key of a request up again. @throws {Refusal} 401 where it does not work any more. */
export async function checkKey({ db }: { db: Db }, request: FastifyRequest): Promise<void> {
  const key = readKey(request)
  if (key instanceof Refusal) throw key
  if ((await selectKeyHolder(db, hashApiKey(key))) === null) throw refusals.keyInvalid()
}

/** Refuses malformed ids with 400. Only the paths of the voice analytics do so (Rule 2). */
function refuseMalformedIds(organizationId: string, projectId: string | undefined): void {
  if (!isUuid(organizationId))
    throw refusals.faultyRequest({ path: 'organization_id', message: 'must be an id, a UUID' })
  if (projectId !== undefined && !isUuid(projectId))
    throw refusals.faultyRequest({ path: 'project_id', message: 'must be an id, a UUID' })
}

/**
 * Returns the key of a request, or the refusal of a wrong one, which counts.
 *
 * @throws {Refusal} 401 where there is none.
 */
function readKey(request: FastifyRequest): string | Refusal {
  const direct = request.headers['x-api-key']
  const bearer = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim()
  // Node joins repeated X-API-Key headers with a comma, which no key has: it is refused as malformed below.
  const key = typeof direct === 'string' && direct !== '' ? direct : bearer
  if (key === undefined) throw refusals.keyMissing()
  if (bearer !== undefined && bearer !== key) return refusals.keyConflict()
  if (!isApiKeyForm(key)) return refusals.keyInvalid()
  return key
}
