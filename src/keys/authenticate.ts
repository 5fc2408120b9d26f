import type { FastifyRequest } from 'fastify'
import type { Clock } from '../base/clock.ts'
import { isUuid } from '../base/ids.ts'
import { refusals } from '../base/refusals.ts'
import type { Db } from '../db/database.ts'
import { hashApiKey, isApiKeyForm } from './api-key.ts'
import { selectHasProject } from '../projects/queries.ts'
import { createKeyUses } from './key-uses.ts'
import { selectKeyHolder } from './queries.ts'

/**
 * Returns the hooks that run before every route of the project API.
 *
 * `onRequest` runs before query and body are read. It checks in this order whether the key is valid, whether it belongs
 * to this organization and project, and whether it has the scope (Rules 1 and 2). Organization and project of the path
 * must be the key's own. A malformed id belongs to nobody, so it is 403 as well (Rule 41): no response shows whether
 * another tenant has it (Promise 44). Neither hook reads the body (Promise 41). On paths of the organization, a key of
 * any of its projects is valid.
 *
 * `preValidation` looks the key up again if the body arrived after the first look-up, so that a key that was revoked
 * meanwhile does nothing.
 *
 * `onClose` writes when keys were last used, as far as that is not written yet.
 */
export function authenticate({ db, clock }: { db: Db; clock: Clock }) {
  const uses = createKeyUses({ db, clock })
  const bodyArrivedLater = new WeakSet<FastifyRequest>()
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    // By then everything is parsed that arrived together with the headers, which is the whole body of most requests.
    setImmediate(() => {
      if (!request.raw.complete) bodyArrivedLater.add(request)
    })
    const holder = await selectKeyHolder(db, hashApiKey(readKey(request)))
    if (holder === null) throw refusals.keyInvalid()
    request.keyId = holder._id
    uses.note(holder)
    const { organization_id, project_id } = request.params as { organization_id: string; project_id?: string }
    const { scope, namesMalformedIds } = request.routeOptions.config
    if (namesMalformedIds === true) refuseMalformedIds(organization_id, project_id)
    if (!isUuid(organization_id) || organization_id !== holder.organization_id) throw refusals.wrongTenant()
    if (project_id !== undefined && project_id !== holder.project_id) {
      const isNobodys =
        namesMalformedIds === true && !(await selectHasProject(db, organization_id, project_id))
      throw isNobodys ? refusals.projectNotFound() : refusals.wrongTenant()
    }
    if (scope !== undefined && !holder.scopes.includes(scope)) throw refusals.scopeMissing(scope)
  }
  const preValidation = async (request: FastifyRequest): Promise<void> => {
    if (!bodyArrivedLater.has(request)) return
    if ((await selectKeyHolder(db, hashApiKey(readKey(request)))) === null) throw refusals.keyInvalid()
  }
  return { onRequest, preValidation, onClose: () => uses.flush().catch(() => {}) }
}

/** Refuses malformed ids with 400. Only the paths of the voice analytics do so (Rule 2). */
function refuseMalformedIds(organizationId: string, projectId: string | undefined): void {
  if (!isUuid(organizationId)) throw refusals.invalidRequest('organization_id: must be an id, a UUID')
  if (projectId !== undefined && !isUuid(projectId))
    throw refusals.invalidRequest('project_id: must be an id, a UUID')
}

function readKey(request: FastifyRequest): string {
  const direct = request.headers['x-api-key']
  const bearer = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim()
  // Node joins repeated X-API-Key headers with a comma, which no key has: it is refused as malformed below.
  const key = typeof direct === 'string' && direct !== '' ? direct : bearer
  if (key === undefined) throw refusals.keyMissing()
  if (bearer !== undefined && bearer !== key) throw refusals.keyConflict()
  if (!isApiKeyForm(key)) throw refusals.keyInvalid()
  return key
}
