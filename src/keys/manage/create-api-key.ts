import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { scopes } from '../api-key.ts'
import { keyNameCharactersMax, makeKey, refuseOrganizationScopes } from '../change-keys.ts'
import { DeclaredRate, rateOf, usualRate } from '../limits/rates.ts'
import { lockProjectKey } from '../queries.ts'
import { MadeApiKey, shownKey } from './shown-key.ts'

export interface KeyContext extends ConfigHints {
  db: Db
  clock: Clock
  newId: NewId
}

const Body = z
  .strictObject({
    name: z
      .string()
      .min(1, 'must not be empty')
      .max(keyNameCharactersMax, `must have at most ${keyNameCharactersMax} characters`)
      .refine((name) => name === name.trim(), 'must not begin or end with a blank')
      .refine((name) => !/\p{Cc}/u.test(name), 'must be one line without control characters'),
    scopes: z
      .array(z.enum(scopes, `must be one of ${scopes.join(', ')}`))
      .max(scopes.length)
      .refine((granted) => new Set(granted).size === granted.length, 'must not name a scope twice')
      .default([]),
    rate: DeclaredRate.default(usualRate).describe('How many requests it may make.'),
  })
  .meta({ id: 'NewApiKey' })

/** Makes a key. */
export function createApiKey(app: App, { db, clock, newId, hints }: KeyContext): void {
  app.post(
    projectPath('/api-keys'),
    {
      config: { role: 'admin', asksPassword: true },
      schema: {
        operationId: 'createApiKey',
        summary: 'Make an API key',
        description: 'Its value is shown this once.',
        tags: ['Keys'],
        params: ProjectParams,
        body: Body,
        response: { 201: successOf(MadeApiKey, 201), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params, body, user }, reply) => {
      refuseOrganizationScopes(user.project_ids, body.scopes)
      const now = clock.now()
      const writing = { now, newId, actor: user.actor }
      const made = await db.transaction(async (transaction) => {
        const rate = rateOf(body.rate)
        const key = await makeKey(transaction, writing, { ...params, ...body, rate })
        return key && { key: key.key, stored: await lockProjectKey(transaction, params, key._id) }
      })
      if (made === null)
        throw refusals.faultyRequest({
          path: 'name',
          message: 'is taken: the project has a key of this name, perhaps a revoked one',
        })
      publishConfig({ hints }, params.organization_id, params.project_id, [made.stored!._id])
      void reply.code(201)
      return success({ ...shownKey(made.stored!, now), key: made.key }, 'Made', 201)
    },
  )
}
