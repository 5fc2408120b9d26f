import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { timestamp } from '../../http/timestamp.ts'
import { linkKinds } from '../link-queries.ts'
import { checkLink as check } from '../links.ts'
import { LinkToken } from './fields.ts'

const Body = z.strictObject({ token: LinkToken }).meta({ id: 'CheckLinkInput' })

const Link = z
  .object({
    kind: z.enum(linkKinds),
    email: z.string().nullable().describe('Whose it is; null for the first owner, who is not known yet.'),
    name: z.string().nullable(),
    ends_at: timestamp(),
  })
  .meta({ id: 'Link', description: 'What a link is for.' })

/** Shows what a link is for, and leaves it good. */
export function checkLink(app: App, context: { db: Db; clock: Clock }): void {
  app.post(
    '/links/check',
    {
      config: { role: 'anyone' },
      schema: {
        operationId: 'checkLink',
        summary: 'Check a link',
        description: 'What a link is for, before it is used. It stays good.',
        tags: ['Session'],
        security: [],
        body: Body,
        response: { 200: successOf(Link), ...refusalsOf(400, 403, 404, 429) },
      },
    },
    async (request) => {
      const { kind, email, name, ends_at } = await check(context, request.body.token)
      return success({ kind, email, name, ends_at }, 'OK')
    },
  )
}
