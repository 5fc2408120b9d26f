/** What a refusal means, and what to do. A code that is not here shows the server's English sentence. */
export const errors = {
  unreachable: {
    what: 'The server does not answer.',
    advice: 'Your network or the service is down. Nothing that you typed is lost.',
  },
  unauthorized: { what: 'You are not signed in.', advice: 'Sign in again.' },
  role_missing: {
    what: 'Your role does not allow this.',
    advice: 'An owner or admin can give you the role, under People and roles.',
  },
  not_found: {
    what: 'There is nothing here that you may see.',
    advice: 'Check the address, or ask whether you may see the project.',
  },
  revision_outdated: {
    what: 'Somebody else has changed this meanwhile.',
    advice: 'Look at both versions, then save again.',
  },
  rate_limited: { what: 'Too many requests in a short time.', advice: 'Wait a little, then try again.' },
  page_failed: { what: 'This part of the page has failed.', advice: 'Load the page again.' },
} as Record<string, { what: string; advice: string }>

export const failure = {
  requestId: 'request id',
  retryAt: (time: string) => `The server takes it again at ${time}.`,
}
