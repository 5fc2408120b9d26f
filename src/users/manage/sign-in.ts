import { z } from 'zod'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { refuseUnnamedAddress, sessionCookie } from '../session-cookie.ts'
import { signIn as begin } from '../sign-in.ts'
import type { SignInContext } from '../sign-in.ts'
import { GivenPassword, SecondFactorCode } from './fields.ts'
import { Me, circumstancesOf, readMe } from './shown-user.ts'

const Body = z
  .strictObject({
    email: z.string('must be text').trim().max(254, 'is too long'),
    password: GivenPassword,
    code: SecondFactorCode.optional().describe(
      'Required of users with a second factor: the six digits of their app, or a recovery code.',
    ),
  })
  .meta({ id: 'SignInInput' })

/** Signs a person in: the answer sets the cookie of the session. */
export function signIn(
  app: App,
  context: SignInContext & { publicUrl: () => string; cells: { name: string } | null },
): void {
  app.post(
    '/sign-in',
    {
      config: { role: 'anyone' },
      schema: {
        operationId: 'signIn',
        summary: 'Sign in',
        description: 'The answer sets the cookie of a session: 12 hours without a request, 30 days at most.',
        tags: ['Session'],
        security: [],
        body: Body,
        response: { 200: successOf(Me), ...refusalsOf(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      refuseUnnamedAddress(context.publicUrl(), request.headers.host)
      const { email, password, code = null } = request.body
      const { userId, secret } = await begin(context, { email, password, code }, circumstancesOf(request))
      void reply.header('set-cookie', sessionCookie(context, secret))
      return success(await readMe(context, userId), 'Signed in')
    },
  )
}
