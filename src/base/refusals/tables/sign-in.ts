import type { RefusalTable } from './refusal-table.ts'

/** Refusals about signing in, sessions, personal tokens and links. */
export const signInTable = {
  sign_in_needed: {
    status: 401,
    when: 'The request has neither a session nor a personal token, or one that has ended.',
  },
  sign_in_failed: { status: 401, when: 'No user has this address and this password.' },
  second_factor_needed: {
    status: 401,
    when: 'The password is right, and the person has a second factor, whose code is missing.',
  },
  second_factor_wrong: {
    status: 401,
    when: 'The code is not one that the authenticator app shows now, was used before, or is no recovery code.',
  },
  second_factor_exists: { status: 409, when: 'The person has a second factor already.' },
  second_factor_not_begun: {
    status: 409,
    when: 'The person has no second factor to confirm, or none at all.',
  },
  password_wrong: { status: 403, when: 'The password is not that of the person who is signed in.' },
  password_needed: {
    status: 403,
    when: 'The password was last given more than 15 minutes ago, and this request needs it again.',
  },
  session_needed: {
    status: 403,
    when: 'A personal token asks for what only a person who is signed in may do.',
  },
  cross_origin: {
    status: 403,
    when: 'A request with a session changes something, and does not come from the dashboard’s own address.',
  },
  public_url_missing: {
    status: 403,
    when: 'Somebody signs in over a network, but `PUBLIC_URL` names no address at which people sign in.',
  },
  too_many_failures: {
    status: 429,
    isRetryable: true,
    when: 'Too many failed sign-ins for this account or from this address; `Retry-After` says when to try again.',
  },
  sign_ins_busy: {
    status: 429,
    isRetryable: true,
    when: 'Too many passwords are being checked, or too many requests to sign in are arriving, at the same time.',
  },
  link_not_found: { status: 404, when: 'The link is unknown, has ended, was used, or a newer one was made.' },
  session_not_found: { status: 404, when: 'The person has no session with this id.' },
  token_not_found: { status: 404, when: 'The person has no personal token with this id.' },
  too_many_tokens: { status: 409, when: 'The person has as many personal tokens as one may have.' },
} as const satisfies RefusalTable
