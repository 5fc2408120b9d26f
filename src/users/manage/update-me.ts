import { z } from 'zod'
import { recordChange } from '../../audit/record-change.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { selectUser, themes, updateUser } from '../queries.ts'
import { Language, PlainName, TimeZone } from './fields.ts'
import { Me, readMe } from './shown-user.ts'

const Body = z
  .strictObject({
    name: PlainName.optional(),
    language: Language.nullable().optional(),
    timezone: TimeZone.nullable().optional(),
    theme: z
      .enum(themes, `must be ${themes.join(' or ')}, or null`)
      .nullable()
      .optional(),
  })
  .meta({ id: 'MePatch', description: 'What is left out stays; null is the default.' })

/** Changes what people set for themselves. */
export function updateMe(
  app: App,
  context: { db: Db; clock: Clock; newId: NewId; publicUrl: () => string },
): void {
  app.patch(
    '/me',
    {
      config: { role: 'signed_in', sessionOnly: true },
      schema: {
        operationId: 'updateMe',
        summary: 'Change your name and how the dashboard looks',
        tags: ['Session'],
        body: Body,
        response: { 200: successOf(Me), ...refusalsOf(400, 401, 403) },
      },
    },
    async ({ user, body }) => {
      const now = context.clock.now()
      await context.db.transaction(async (transaction) => {
        const before = await selectUser(transaction, user.user_id)
        const after = await updateUser(transaction, user.user_id, body, now)
        if (before === null || after === null) return
        const paths = ['name', 'language', 'timezone', 'theme'] as const
        const fields = paths
          .filter((path) => before[path] !== after[path])
          .map((path) => ({ path, before: before[path], after: after[path] }))
        if (fields.length === 0) return
        const change = {
          organization_id: null,
          kind: 'user',
          record_id: user.user_id,
          record_name: after.name,
        } as const
        const writing = { now, newId: context.newId, actor: user.actor }
        await recordChange(transaction, writing, { ...change, action: 'updated', revision: null, fields })
      })
      return success(await readMe(context, user.user_id), 'Changed')
    },
  )
}
