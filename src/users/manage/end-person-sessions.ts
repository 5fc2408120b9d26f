import { z } from 'zod'
import type { ConfigHints } from '../../hints/publish-config.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { organizationPath } from '../../http/paths.ts'
import { endSessionsOf } from '../memberships.ts'
import type { PeopleContext } from '../memberships.ts'
import { PersonParams } from './shown-person.ts'

const Ended = z.object({ ended: z.int().min(0).describe('How many sessions have ended.') })

/** Signs a person out of every browser. */
export function endPersonSessions(app: App, context: PeopleContext & ConfigHints): void {
  app.delete(
    organizationPath('/people/:user_id/sessions'),
    {
      config: { role: 'admin', asksPassword: true },
      schema: {
        operationId: 'endPersonSessions',
        summary: 'End the sessions of a person',
        description:
          'The person is signed out everywhere, also of other organizations, and can sign in again. Personal tokens stay. ' +
          'The session of this request stays, where the sessions are your own.',
        tags: ['People'],
        params: PersonParams,
        response: { 200: successOf(Ended), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ user, params }) => {
      const place = { organizationId: params.organization_id, userId: params.user_id }
      const ended = await endSessionsOf(context, user, place)
      publishConfig(context, params.organization_id, null, [params.user_id])
      return success({ ended }, 'The sessions have ended')
    },
  )
}
