import type { FastifyRequest } from 'fastify'
import { isUuid } from '../base/ids.ts'
import { refusals } from '../base/refusals.ts'
import type { Db } from '../db/database.ts'
import { hashApiKey, isApiKeyForm } from './api-key.ts'
import { selectHasProject } from '../projects/queries.ts'
import { selectKeyHolder } from './queries.ts'

/**
 * The hooks before every project API route.
 *
 * `onRequest`: who asks, may they here, may they this; in that order, and before any query or body is looked at (Rules 1
 * and 2). Organization and project of the path must be the key's own; an id of another form is nobody's, hence 403 as well
 * (Rule 41), so that no answer tells whether somebody else has it (Promise 44). Neither looks at the body (Promise 41). On
 * organization paths a key of any of its projects serves.
 *
 * `preValidation`: looks the key up again where the body arrived after it had been looked up, so that a key which was revoked
 * meanwhile does nothing.
 */
export function authenticate({ db }: { db: Db }) {
  const arrivedLater = new WeakSet<FastifyRequest>()
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    // By then everything has been parsed that was read together with the headers: most bodies whole.
    setImmediate(() => {
      if (!request.raw.complete) arrivedLater.add(request)
    })
    const holder = await selectKeyHolder(db, hashApiKey(readKey(request)))
    if (holder === null) throw refusals.keyInvalid()
    request.keyId = holder._id
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
    if (!arrivedLater.has(request)) return
    if ((await selectKeyHolder(db, hashApiKey(readKey(request)))) === null) throw refusals.keyInvalid()
  }
  return { onRequest, preValidation }
}

/** The voice analytics tell ids of another form, and projects that the organization does not have (Rule 2). */
function refuseMalformedIds(organizationId: string, projectId: string | undefined): void {
  if (!isUuid(organizationId)) throw refusals.invalidRequest('organization_id: must be an id, a UUID')
  if (projectId !== undefined && !isUuid(projectId))
    throw refusals.invalidRequest('project_id: must be an id, a UUID')
}

function readKey(request: FastifyRequest): string {
  const direct = request.headers['x-api-key']
  const bearer = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim()
  // Node joins repeated X-API-Key headers with a comma, which no key has: refused as malformed below.
  const key = typeof direct === 'string' && direct !== '' ? direct : bearer
  if (key === undefined) throw refusals.keyMissing()
  if (bearer !== undefined && bearer !== key) throw refusals.keyConflict()
  if (!isApiKeyForm(key)) throw refusals.keyInvalid()
  return key
}
