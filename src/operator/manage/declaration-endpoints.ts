import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import { acceptBodies } from '../../http/accept-bodies.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { flag } from '../../http/list-query.ts'
import { OrganizationParams, organizationPath } from '../../http/paths.ts'
import { refuseStalePassword } from '../../users/authenticate-user.ts'
import { applyDeclaration } from '../apply/apply-declaration.ts'
import type { ApplyContext } from '../apply/apply-declaration.ts'
import { showDifferences } from '../apply/describe-differences.ts'
import { declarationBytesMax, parseDeclaration } from '../apply/parse-declaration.ts'
import { declarationToYaml, exportDeclaration } from '../configured/export-declaration.ts'
import { faultyEdit } from './answer-edit.ts'

const yamlTypes = ['application/yaml', 'text/yaml', 'text/x-yaml', 'application/x-yaml']

/** Returns what is configured in an organization as a declaration. */
export function getDeclaration(app: App, context: ApplyContext): void {
  app.get(
    organizationPath('/declaration'),
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'getDeclaration',
        summary: 'Export the declaration',
        description:
          'YAML that `switchboard apply` takes: everything that is configured, without secrets. To apply it changes nothing.',
        tags: ['Declaration'],
        params: OrganizationParams,
        produces: ['application/yaml', 'application/json'],
        response: {
          200: z.string().describe('The declaration.'),
          ...refusalsOf(401, 403, 404),
        },
      },
    },
    async ({ params }, reply) => {
      const declaration = await exportDeclaration(context, params.organization_id)
      if (declaration === null) throw refusals.projectNotFound()
      return reply
        .type('application/yaml; charset=utf-8')
        .serializer((text: string) => text)
        .send(declarationToYaml(declaration))
    },
  )
}

const Difference = z
  .object({
    path: z.string().describe('The record’s place in the declaration.'),
    kind: z.string(),
    action: z.enum(['created', 'updated']),
    _id: z.string().nullable().describe('Null for a record that would be created.'),
    name: z.string(),
    fields: z.array(
      z.object({
        path: z.string(),
        before: z.unknown(),
        after: z.unknown(),
        set_by: z
          .object({ name: z.string(), kind: z.string(), via: z.string(), at: z.string() })
          .nullable()
          .describe('Whose value it overwrites; null where that is not known.'),
      }),
    ),
  })
  .meta({ id: 'Difference' })

const Applied = z
  .object({
    changes: z.object({ created: z.int(), updated: z.int(), unchanged: z.int() }),
    differences: z.array(Difference),
    api_keys: z
      .array(z.object({ _id: z.string(), project: z.string(), name: z.string(), key: z.string() }))
      .describe('The keys that it made, with their values, which are shown this once. Empty for a dry run.'),
    webhook_secrets: z
      .array(z.object({ _id: z.string(), project: z.string(), name: z.string(), secret: z.string() }))
      .describe(
        'The webhook endpoints whose secret it made, with that secret, which is shown this once. Empty for a dry run.',
      ),
    warnings: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe('What is applied and is probably a mistake, such as a prompt that reads what no call has.'),
  })
  .meta({ id: 'AppliedDeclaration' })

/** Applies a declaration to one organization. */
export function postDeclaration(app: App, context: ApplyContext & ConfigHints): void {
  for (const type of yamlTypes)
    if (!app.hasContentTypeParser(type)) acceptBodies(app, type, (bytes) => bytes.toString())
  app.post(
    organizationPath('/declaration'),
    {
      config: { role: 'admin', contentType: 'application/yaml or application/json' },
      bodyLimit: declarationBytesMax,
      schema: {
        operationId: 'applyDeclaration',
        summary: 'Apply a declaration',
        description:
          'Makes the organization match the declaration, as `switchboard apply` does: all of it or, at any fault, nothing. ' +
          'Records that it does not name stay. Only operators may change the plan and the limits of calls (`calls`); left ' +
          'out, they stay.',
        tags: ['Declaration'],
        params: OrganizationParams,
        querystring: z.object({
          dry_run: flag('Changes nothing; the answer has the differences.'),
        }),
        consumes: ['application/yaml', 'application/json'],
        body: z
          .union([z.string(), z.record(z.string(), z.unknown())])
          .meta({ id: 'DeclarationText', description: 'In the form that docs/declaration.md describes.' }),
        response: { 200: successOf(Applied), ...refusalsOf(400, 401, 403, 404, 429) },
      },
    },
    async ({ params, query, body, user }) => {
      if (!query.dry_run) refuseStalePassword(user, context.clock.now())
      const value = readBody(body)
      const { organization_id } = params
      const applied = await applyDeclaration(context, value, {
        actor: { ...user.actor, via: 'apply' },
        dryRun: query.dry_run,
        only: { organization_id, isOperator: user.is_operator },
      })
      if (!applied.ok) throw faultyEdit(applied.faults)
      const { tree, changes, differences, warnings } = applied
      if (!query.dry_run && differences.length > 0) publishConfig(context, organization_id, null, null)
      const made = query.dry_run ? [] : tree.organizations.flatMap(({ projects }) => projects)
      const message = query.dry_run ? 'Nothing was changed' : 'Applied'
      const shown = {
        changes,
        differences: showDifferences(tree, differences),
        api_keys: made.flatMap(({ name: project, api_keys }) =>
          api_keys.flatMap(({ key, ...rest }) => (key === undefined ? [] : [{ ...rest, project, key }])),
        ),
        webhook_secrets: made.flatMap(({ name: project, webhook_endpoints }) =>
          webhook_endpoints.flatMap(({ secret, ...rest }) =>
            secret === undefined ? [] : [{ ...rest, project, secret }],
          ),
        ),
        warnings,
      }
      return success(shown, message)
    },
  )
}

function readBody(body: unknown): unknown {
  if (typeof body !== 'string') return body
  const parsed = parseDeclaration(body)
  if (!parsed.ok) throw faultyEdit(parsed.faults)
  return parsed.value
}
