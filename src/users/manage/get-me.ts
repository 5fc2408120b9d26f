import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { timestamp } from '../../http/timestamp.ts'
import { confirmedMs } from '../authenticate-user.ts'
import { roles } from '../roles.ts'
import { Me, readMe } from './shown-user.ts'

const SignedIn = Me.extend({
  token_role: z
    .enum(roles)
    .nullable()
    .describe('The most that the personal token may do; null in a session.'),
  confirmed_until: timestamp()
    .nullable()
    .describe('Until when the password is not asked again; null with a personal token.'),
}).meta({ id: 'SignedIn', description: 'The person who is signed in, and how.' })

/** Shows who is signed in. */
export function getMe(app: App, context: { db: Db; publicUrl: () => string }): void {
  app.get(
    '/me',
    {
      config: { role: 'signed_in' },
      schema: {
        operationId: 'getMe',
        summary: 'Get who is signed in',
        tags: ['Session'],
        response: { 200: successOf(SignedIn), ...refusalsOf(401) },
      },
    },
    async ({ user }) => {
      const { token_role, confirmed_at } = user
      const confirmed_until =
        confirmed_at === null ? null : new Date(confirmed_at.getTime() + confirmedMs).toISOString()
      return success({ ...(await readMe(context, user.user_id)), token_role, confirmed_until }, 'OK')
    },
  )
}
