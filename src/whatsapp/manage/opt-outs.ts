import { z } from 'zod'
import { selectLastChanges } from '../../audit/queries.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { expecting, PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { addOptOut, optOutKind, removeOptOut } from '../inbound/operator-opt-out.ts'
import type { ManualOptOut } from '../inbound/operator-opt-out.ts'
import { selectOptOutPage } from '../inbound/opt-out-list-queries.ts'

interface OptOutContext extends ConfigHints {
  db: Db
  clock: Clock
  newId: NewId
  secretBox: SecretBox
}

const scopes = ['all', 'marketing'] as const
const sources = ['message', 'provider', 'operator'] as const
const scope = z.enum(scopes).describe('`marketing`: templates of that category alone.')
const source = z
  .enum(sources)
  .describe('`message`: the person wrote STOP; `provider`: in WhatsApp; `operator`: somebody here.')
const number = z.string().describe("The number in E.164; WhatsApp's id of a person who hides it.")

const OptOut = z
  .object({
    number,
    scope,
    source,
    since: timestamp(),
    reason: z.string().nullable().describe('What an operator wrote.'),
    made_by: z.string().nullable().describe('Who made it here; null: the person did.'),
    customer_profile_id: z.string().nullable(),
    customer_name: z.string().nullable(),
    username: z.string().nullable().describe('The username in WhatsApp.'),
  })
  .meta({ id: 'OptOut', description: 'A person who must not get messages.' })

const ChangedOptOut = z
  .object({
    number,
    changed: z.boolean().describe('False: it was so already.'),
    opt_outs: z
      .array(z.object({ scope, source, since: timestamp(), reason: z.string().nullable() }))
      .describe('Those in force now, over all addresses of the person.'),
  })
  .meta({ id: 'ChangedOptOut' })

const Query = PageQuery.extend({
  scope: z
    .enum(scopes, expecting(`must be one of ${scopes.join(', ')}`))
    .optional()
    .describe('Only those of this scope.'),
  source: z
    .enum(sources, expecting(`must be one of ${sources.join(', ')}`))
    .optional()
    .describe('Only those that came this way.'),
  q: z
    .string(expecting('must be text'))
    .max(100)
    .optional()
    .describe('Digits of a number, a WhatsApp id, or a part of a name.'),
})

const reason = z.string().trim().min(1, 'must not be empty').max(1_000).describe('Why; the changes keep it.')

/** Lists the opt-outs of a project that are in force. */
export function listOptOuts(app: App, { db }: OptOutContext): void {
  app.get(
    projectPath('/opt-outs'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listOptOuts',
        summary: 'List opt-outs',
        description: 'Those in force, newest first.',
        tags: ['Opt-outs'],
        params: ProjectParams,
        querystring: Query,
        response: { 200: pageOf(OptOut), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params, query }) => {
      const { scope: inScope = null, source: bySource = null, q } = query
      const filter = { scope: inScope, source: bySource, text: q?.trim().toLowerCase() || null }
      const { items, total } = await selectOptOutPage(db, params, filter, query)
      const made = items.filter((item) => item.source === 'operator').map(({ recipient }) => recipient)
      const record = { organization_id: params.organization_id, kind: optOutKind }
      const changes = made.length === 0 ? [] : await selectLastChanges(db, record, made)
      const makers = new Map(changes.map((change) => [change.record_id, change.actor_name]))
      const shown = items.map(({ recipient, why, ...item }) => ({
        ...item,
        number: recipient,
        reason: why,
        made_by: item.source === 'operator' ? (makers.get(recipient) ?? null) : null,
      }))
      return page(shown, total, query)
    },
  )
}

const NewOptOut = z
  .strictObject({
    number: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe("A number, without country code only of the project's country; or a WhatsApp id."),
    reason,
  })
  .meta({ id: 'NewOptOut' })

/** Bars every WhatsApp message of the project to a person. */
export function createOptOut(app: App, context: OptOutContext): void {
  app.post(
    projectPath('/opt-outs'),
    {
      config: { role: 'editor' },
      schema: {
        operationId: 'createOptOut',
        summary: 'Opt a person out',
        description:
          'Bars every WhatsApp message of the project, until the person writes START or it is ended.',
        tags: ['Opt-outs'],
        params: ProjectParams,
        body: NewOptOut,
        response: {
          200: successOf(ChangedOptOut),
          201: successOf(ChangedOptOut, 201),
          ...refusalsOf(400, 401, 403, 404),
        },
      },
    },
    async ({ params, body, user }, reply) => {
      const person = { ...placeOf(params), number: body.number }
      const done = shownResult(await addOptOut({ ...context, actor: user.actor }, person, body.reason))
      if (done.changed) publish(context, params)
      void reply.code(done.changed ? 201 : 200)
      return done.changed ? success(done, 'Opted out', 201) : success(done, 'Was opted out already')
    },
  )
}

const EndParams = ProjectParams.extend({
  number: z.string().describe('The number or the WhatsApp id of the person.'),
})
const End = z.strictObject({ reason }).meta({ id: 'OptOutEnd' })

/** Allows messages to a person again. */
export function endOptOut(app: App, context: OptOutContext): void {
  app.post(
    projectPath('/opt-outs/:number/end'),
    {
      config: { role: 'editor' },
      schema: {
        operationId: 'endOptOut',
        summary: 'End an opt-out',
        description:
          'Allows messages to the person again, whoever had barred them. An opt-out from marketing that the person made in ' +
          'WhatsApp stays, because WhatsApp refuses those messages.',
        tags: ['Opt-outs'],
        params: EndParams,
        body: End,
        response: { 200: successOf(ChangedOptOut), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params, body, user }) => {
      const person = { ...placeOf(params), number: params.number }
      const done = shownResult(await removeOptOut({ ...context, actor: user.actor }, person, body.reason))
      if (done.changed) publish(context, params)
      return success(done, done.changed ? 'Ended' : 'Was not opted out')
    },
  )
}

interface Place {
  organization_id: string
  project_id: string
}

function placeOf({ organization_id, project_id }: Place): Place {
  return { organization_id, project_id }
}

function shownResult(done: ManualOptOut): z.input<typeof ChangedOptOut> {
  if (done === null)
    throw refusals.faultyRequest({
      path: 'number',
      message: 'must be a telephone number with its country code, such as +14155550123, or a WhatsApp id',
    })
  const { number: of, changed, opt_outs } = done
  return { number: of, changed, opt_outs: opt_outs.map(({ why, ...optOut }) => ({ ...optOut, reason: why })) }
}

function publish(context: OptOutContext, { organization_id, project_id }: Place): void {
  context.hints.publish({ topic: 'messages', organization_id, project_id, ids: null })
  publishConfig(context, organization_id, project_id, null)
}
