import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { timestamp } from '../../http/timestamp.ts'
import { liveSessions, sessionIdleMs, sessionMaxMs } from '../session-cookie.ts'
import { selectSessions } from '../session-queries.ts'

const Session = z
  .object({
    _id: z.string(),
    user_agent: z.string().nullable().describe('What the browser says that it is.'),
    created_at: timestamp(),
    seen_at: timestamp().describe('The last request, to the minute.'),
    ends_at: timestamp().describe('If nothing is requested until then.'),
    is_current: z.boolean().describe('Whether it is that of this request.'),
  })
  .meta({ id: 'Session', description: 'A browser that is signed in.' })

/** Lists the sessions of the person who is signed in. */
export function listSessions(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.get(
    '/me/sessions',
    {
      config: { role: 'signed_in', sessionOnly: true },
      schema: {
        operationId: 'listSessions',
        summary: 'List your sessions',
        tags: ['Session'],
        querystring: PageQuery,
        response: { 200: pageOf(Session), ...refusalsOf(400, 401, 403) },
      },
    },
    async ({ user, query }) => {
      const { items, total } = await selectSessions(db, user.user_id, liveSessions(clock.now()), query)
      const shown = items.map((item) => ({
        ...item,
        ends_at: new Date(
          Math.min(Date.parse(item.seen_at) + sessionIdleMs, Date.parse(item.created_at) + sessionMaxMs),
        ).toISOString(),
        is_current: item._id === user.session_id,
      }))
      return page(shown, total, query)
    },
  )
}
