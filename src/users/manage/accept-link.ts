import { z } from 'zod'
import type { SecretBox } from '../../base/secret-box.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { acceptLink as accept } from '../links.ts'
import type { PeopleContext } from '../memberships.ts'
import { refuseUnnamedAddress, sessionCookie } from '../session-cookie.ts'
import { Email, GivenPassword, LinkToken, PlainName, SecondFactorCode } from './fields.ts'
import { Me, circumstancesOf, readMe } from './shown-user.ts'

const Body = z
  .strictObject({
    token: LinkToken.describe('What stands after # in the link.'),
    password: GivenPassword.describe('12 characters at least, and not a common one.'),
    email: Email.optional().describe('Required of the first owner; ignored for others.'),
    name: PlainName.optional().describe('Required of the first owner; others may change theirs.'),
    code: SecondFactorCode.optional().describe(
      'Required of users with a second factor, as in `POST /api/sign-in`.',
    ),
  })
  .meta({ id: 'AcceptLinkInput' })

/** Uses a link up: sets the password and signs the person in. */
export function acceptLink(app: App, context: PeopleContext & { secretBox: SecretBox }): void {
  app.post(
    '/links/accept',
    {
      config: { role: 'anyone' },
      schema: {
        operationId: 'acceptLink',
        summary: 'Use a link',
        description:
          'Sets the password and signs the person in; their other sessions end. A link is good once.',
        tags: ['Session'],
        security: [],
        body: Body,
        response: { 200: successOf(Me), ...refusalsOf(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      refuseUnnamedAddress(context.publicUrl(), request.headers.host)
      const { token, password, email = null, name = null, code = null } = request.body
      const given = { token, password, email, name, code }
      const { userId, secret } = await accept(context, given, circumstancesOf(request))
      void reply.header('set-cookie', sessionCookie(context, secret))
      return success(await readMe(context, userId), 'Signed in')
    },
  )
}
