import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { selectUserTokens } from '../token-queries.ts'
import { UserToken } from './shown-token.ts'

/** Lists the personal tokens of the person who is signed in. */
export function listTokens(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.get(
    '/me/tokens',
    {
      config: { role: 'signed_in', sessionOnly: true },
      schema: {
        operationId: 'listTokens',
        summary: 'List your personal tokens',
        tags: ['Session'],
        querystring: PageQuery,
        response: { 200: pageOf(UserToken), ...refusalsOf(400, 401, 403) },
      },
    },
    async ({ user, query }) => {
      const whose = { userId: user.user_id, now: clock.now() }
      const { items, total } = await selectUserTokens(db, whose, query)
      return page(items, total, query)
    },
  )
}
