import { z } from 'zod'
import { recordChange } from '../../audit/record-change.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { roles } from '../roles.ts'
import { generateUserToken, hashSecret, prefixOfUserToken } from '../secret-token.ts'
import { insertUserToken } from '../token-queries.ts'
import { PlainName } from './fields.ts'
import { UserToken } from './shown-token.ts'

const dayMs = 86_400_000
const daysMax = 365
const daysExpected = `must be a whole number of days from 1 to ${daysMax}`
/** Tokens of one person. */
const tokensMax = 50

const Body = z
  .strictObject({
    name: PlainName.describe('What it is for.'),
    role: z
      .enum(roles, `must be one of ${roles.join(', ')}`)
      .describe('The most that it may do; it never may more than you.'),
    days: z.int(daysExpected).min(1, daysExpected).max(daysMax, daysExpected).default(90),
  })
  .meta({ id: 'NewUserToken' })

const MadeToken = UserToken.extend({
  token: z.string().describe('Its value, shown this once: `svc_user_…`.'),
}).meta({ id: 'MadeUserToken', description: 'A new personal token.' })

/** Makes a personal token. */
export function createToken(app: App, { db, clock, newId }: { db: Db; clock: Clock; newId: NewId }): void {
  app.post(
    '/me/tokens',
    {
      config: { role: 'signed_in', sessionOnly: true, asksPassword: true },
      schema: {
        operationId: 'createToken',
        summary: 'Make a personal token',
        description: 'Makes a token for programs that act for you. Its value is shown once.',
        tags: ['Session'],
        body: Body,
        response: { 201: successOf(MadeToken, 201), ...refusalsOf(400, 401, 403, 409) },
      },
    },
    async ({ user, body }, reply) => {
      const token = generateUserToken()
      const now = clock.now()
      const made = await db.transaction(async (transaction) => {
        const row = await insertUserToken(
          transaction,
          {
            _id: newId(),
            user_id: user.user_id,
            name: body.name,
            token_hash: hashSecret(token),
            prefix: prefixOfUserToken(token),
            role: body.role,
            created_at: now,
            ends_at: new Date(now.getTime() + body.days * dayMs),
          },
          tokensMax,
        )
        if (row === null) throw refusals.tooManyTokens(tokensMax)
        const change = {
          organization_id: null,
          kind: 'personal token',
          record_id: row._id,
          record_name: row.name,
        } as const
        const fields = [{ path: 'role', before: null, after: row.role }]
        const writing = { now, newId, actor: user.actor }
        await recordChange(transaction, writing, { ...change, action: 'created', revision: null, fields })
        return row
      })
      void reply.code(201)
      return success({ ...made, token }, 'Made; its value is shown this once', 201)
    },
  )
}
