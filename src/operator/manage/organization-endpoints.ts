import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { OrganizationParams, organizationPath } from '../../http/paths.ts'
import type { ApplyContext } from '../apply/apply-declaration.ts'
import { selectConfigured } from '../configured/queries.ts'
import { editOrganization } from '../edit/edit-organization.ts'
import { faultyEdit, readRevision, sendRecord, sendStale } from './answer-edit.ts'
import { EditQuery, IfMatch, staleOf } from './configured-endpoints.ts'
import type { ShowContext } from './show-record.ts'
import { DryRun, organizationShape } from './shown-records.ts'

const { Shown, Input, Patch } = organizationShape

/** Shows an organization, its plan and what is used of it. */
export function getOrganization(app: App, context: ApplyContext & ShowContext): void {
  app.get(
    organizationPath(''),
    {
      config: { role: 'viewer', leavesOutProjects: true },
      schema: {
        operationId: 'getOrganization',
        summary: 'Get an organization',
        description: 'Its plan, and what is used of it.',
        tags: ['Organizations'],
        params: OrganizationParams,
        response: { 200: successOf(Shown), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params: { organization_id: id } }, reply) => {
      const [row] = await selectConfigured(context.db, [id], [id])
      if (row === undefined) throw refusals.tenantNotFound()
      return (await sendRecord(context, reply, row)) as never // Records are shown by their kind.
    },
  )
}

/** Makes an organization. */
export function createOrganization(app: App, context: ApplyContext & ShowContext & ConfigHints): void {
  app.post(
    '/organizations',
    {
      config: { role: 'operator' },
      schema: {
        operationId: 'createOrganization',
        summary: 'Make an organization',
        description:
          'Gives it the plan of the declaration’s defaults unless one is given. Its projects are made afterwards.',
        tags: ['Organizations'],
        querystring: EditQuery,
        body: Input,
        response: { 200: successOf(DryRun), 201: successOf(Shown, 201), ...refusalsOf(400, 401, 403, 429) },
      },
    },
    async (request, reply) => (await answer(context, request, reply, null)) as never,
  )
}

/** Changes the name or the plan of an organization. */
export function updateOrganization(app: App, context: ApplyContext & ShowContext & ConfigHints): void {
  app.patch(
    organizationPath(''),
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'updateOrganization',
        summary: 'Change an organization',
        description:
          'Owners may change the name, operators of the installation the plan too. `If-Match` names the revision that it is ' +
          'based on.',
        tags: ['Organizations'],
        params: OrganizationParams,
        querystring: EditQuery,
        headers: IfMatch,
        body: Patch,
        response: {
          200: successOf(z.union([Shown, DryRun])),
          ...refusalsOf(400, 401, 403, 404, 428, 429),
          412: staleOf(Shown),
        },
      },
    },
    async (request, reply) => {
      const { user, body, params } = request
      if (Object.hasOwn(body, 'plan') && !user.is_operator) throw refusals.roleMissing('operator', user.role)
      return (await answer(context, request, reply, params.organization_id)) as never
    },
  )
}

/** @param id null makes an organization. */
async function answer(
  context: ApplyContext & ShowContext & ConfigHints,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string | null,
) {
  const { user, body, query } = request
  const dryRun = (query as { dry_run: boolean }).dry_run
  const outcome = await editOrganization(context, {
    organization_id: id,
    patch: body,
    revision: id === null ? null : readRevision(request.headers['if-match']),
    actor: user.actor,
    dryRun,
  })
  switch (outcome.kind) {
    case 'missing':
      throw refusals.tenantNotFound()
    case 'faulty':
      throw faultyEdit(outcome.faults)
    case 'stale':
      return sendStale(context, request, reply, outcome.record)
    case 'edited': {
      const { changes, effects, record } = outcome
      if (dryRun) return success({ changes, effects }, 'Nothing was changed')
      if (changes.length > 0) publishConfig(context, record._id, null, [record._id])
      return sendRecord(context, reply, record, { status: id === null ? 201 : 200 })
    }
  }
}
