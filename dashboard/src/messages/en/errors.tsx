/** What a refusal means, and what to do. A code that is not here shows the server's English sentence. */
export const errors = {
  unreachable: {
    what: 'The server does not answer.',
    advice: 'Your network or the service is down. Nothing that you typed is lost.',
  },
  sign_in_needed: { what: 'You are not signed in.', advice: 'Sign in, then try again.' },
  role_missing: {
    what: 'Your role does not allow this.',
    advice: 'An owner or admin of the organization can give you the role, under People and roles.',
  },
  tenant_not_found: {
    what: 'There is no such organization or project that you may see.',
    advice: 'Check the address, or ask an owner to let you in.',
  },
  project_not_found: {
    what: 'There is no such project that you may see.',
    advice: 'Check the address, or ask an owner to let you in.',
  },
  revision_outdated: {
    what: 'Somebody else has changed this meanwhile.',
    advice: 'Look at both versions, then save again.',
  },
  password_wrong: { what: 'This is not your password.', advice: 'Check it, and try again.' },
  second_factor_exists: {
    what: 'You have a second factor already.',
    advice: 'Load the page again; turn the old one off before you set up another.',
  },
  second_factor_not_begun: {
    what: 'There is no second factor for this any more.',
    advice: 'Load the page again: it was turned off, or set up in another browser.',
  },
  unexpected: {
    what: 'The service has failed.',
    advice: 'Try again. If it fails again, give the request id to an operator: the log has the reason.',
  },
  unavailable: { what: 'The service can not reach its database.', advice: 'Try again in a moment.' },
  page_failed: { what: 'This part of the page has failed.', advice: 'Load the page again.' },
} as Record<string, { what: string; advice: string }>

export const failure = {
  requestId: 'request id',
  retryAt: (time: string) => `The server takes it again at ${time}.`,
}
