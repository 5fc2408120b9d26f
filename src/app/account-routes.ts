import { acceptLink } from '../users/manage/accept-link.ts'
import { beginSecondFactor } from '../users/manage/begin-second-factor.ts'
import { changePassword } from '../users/manage/change-password.ts'
import { checkLink } from '../users/manage/check-link.ts'
import { confirmPassword } from '../users/manage/confirm-password.ts'
import { confirmSecondFactor } from '../users/manage/confirm-second-factor.ts'
import { createPersonLink } from '../users/manage/create-person-link.ts'
import { createToken } from '../users/manage/create-token.ts'
import { endPersonSecondFactor } from '../users/manage/end-person-second-factor.ts'
import { endPersonSessions } from '../users/manage/end-person-sessions.ts'
import { endSecondFactor } from '../users/manage/end-second-factor.ts'
import { endSession } from '../users/manage/end-session.ts'
import { getMe } from '../users/manage/get-me.ts'
import { invitePerson } from '../users/manage/invite-person.ts'
import { listOrganizations } from '../users/manage/list-organizations.ts'
import { listPeople } from '../users/manage/list-people.ts'
import { listSessions } from '../users/manage/list-sessions.ts'
import { listTokens } from '../users/manage/list-tokens.ts'
import { removePerson } from '../users/manage/remove-person.ts'
import { renewRecoveryCodes } from '../users/manage/renew-recovery-codes.ts'
import { revokeToken } from '../users/manage/revoke-token.ts'
import { signIn } from '../users/manage/sign-in.ts'
import { signOut } from '../users/manage/sign-out.ts'
import { updateMe } from '../users/manage/update-me.ts'
import { updatePerson } from '../users/manage/update-person.ts'
import type { Context } from './context.ts'
import { organization } from './paths.ts'
import type { EndpointGroup } from './serve-endpoints.ts'

/**
 * The part of the management API that is about people: signing in, one's own account, and the people of an
 * organization.
 */
export const accountEndpoints: EndpointGroup<Context>[] = [
  {
    scope: null,
    role: 'anyone',
    endpoints: [
      ['POST', '/sign-in', signIn],
      ['POST', '/links/check', checkLink],
      ['POST', '/links/accept', acceptLink],
    ],
  },
  {
    scope: null,
    role: 'signed_in',
    endpoints: [
      ['POST', '/sign-out', signOut],
      ['GET', '/me', getMe],
      ['PATCH', '/me', updateMe],
      ['POST', '/me/confirm', confirmPassword],
      ['POST', '/me/password', changePassword],
      ['POST', '/me/second-factor', beginSecondFactor],
      ['POST', '/me/second-factor/confirm', confirmSecondFactor],
      ['POST', '/me/second-factor/recovery-codes', renewRecoveryCodes],
      ['DELETE', '/me/second-factor', endSecondFactor],
      ['GET', '/me/sessions', listSessions],
      ['DELETE', '/me/sessions/:session_id', endSession],
      ['GET', '/me/tokens', listTokens],
      ['POST', '/me/tokens', createToken],
      ['DELETE', '/me/tokens/:token_id', revokeToken],

      ['GET', '/organizations', listOrganizations],
    ],
  },
  {
    scope: null,
    role: 'admin',
    endpoints: [
      ['GET', `${organization}/people`, listPeople],
      ['POST', `${organization}/people`, invitePerson],
      ['PATCH', `${organization}/people/:user_id`, updatePerson],
      ['DELETE', `${organization}/people/:user_id`, removePerson],
      ['POST', `${organization}/people/:user_id/link`, createPersonLink],
      ['DELETE', `${organization}/people/:user_id/sessions`, endPersonSessions],
      ['DELETE', `${organization}/people/:user_id/second-factor`, endPersonSecondFactor],
    ],
  },
]
