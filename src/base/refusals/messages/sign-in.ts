import { Refusal } from '../refusal.ts'

/** Refusals about signing in, sessions, personal tokens and links. */
export const signInRefusals = {
  signInNeeded: () =>
    new Refusal(
      'sign_in_needed',
      'Sign in, or send a personal token as Authorization: Bearer svc_user_…; what was sent is missing, unknown or has ended',
    ),
  signInFailed: () => new Refusal('sign_in_failed', 'No user has this address and this password'),
  secondFactorNeeded: () =>
    new Refusal(
      'second_factor_needed',
      'Send the code that your authenticator app shows, or a recovery code, as code',
    ),
  secondFactorWrong: () =>
    new Refusal(
      'second_factor_wrong',
      'The code is not right: take the one that your app shows now, each only once, or a recovery code',
    ),
  secondFactorExists: () =>
    new Refusal(
      'second_factor_exists',
      'You have a second factor; turn it off before you set up another one',
    ),
  secondFactorNotBegun: () =>
    new Refusal(
      'second_factor_not_begun',
      'There is no second factor for this; begin with POST /api/me/second-factor',
    ),
  passwordWrong: () => new Refusal('password_wrong', 'The password is not yours'),
  passwordNeeded: () =>
    new Refusal(
      'password_needed',
      'Give your password again, to POST /api/me/confirm, and repeat the request',
    ),
  sessionNeeded: () =>
    new Refusal('session_needed', 'A personal token may not do this; sign in with address and password'),
  crossOrigin: () =>
    new Refusal(
      'cross_origin',
      'A change must come from the dashboard’s own address: send Sec-Fetch-Site: same-origin, or an Origin that is the address asked',
    ),
  publicUrlMissing: () =>
    new Refusal(
      'public_url_missing',
      'Signing in over a network needs an address: the operator sets PUBLIC_URL, best to one with https',
    ),
  tooManyFailures: (retryAfterMs: number) =>
    new Refusal('too_many_failures', 'Too many sign-ins have failed; wait before the next one', {
      'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))),
    }),
  signInsBusy: () =>
    new Refusal('sign_ins_busy', 'Too many passwords are being checked; try again in a moment', {
      'retry-after': '2',
    }),
  signInBodiesBusy: () =>
    new Refusal('sign_ins_busy', 'Too many requests to sign in are arriving; try again in a moment', {
      'retry-after': '2',
    }),
  linkNotFound: () =>
    new Refusal(
      'link_not_found',
      'This link is not good: it is unknown, was used, or has ended; ask for a new one',
    ),
  sessionNotFound: () => new Refusal('session_not_found', 'You have no session with this id'),
  tokenNotFound: () => new Refusal('token_not_found', 'You have no personal token with this id'),
  tooManyTokens: (most: number) =>
    new Refusal('too_many_tokens', `You have ${most} personal tokens, which is the most; revoke one first`),
} as const
