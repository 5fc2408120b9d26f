/**
 * What a refusal means that any page can meet, sign-in too, and what to do. `detail`: the server's sentence has a value
 * that the reader needs, and stands below.
 */
export const errors = {
  unreachable: {
    what: 'The server does not answer.',
    advice: 'Your network or the service is down. Nothing that you typed is lost.',
  },
  page_failed: { what: 'This part of the page has failed.', advice: 'Load the page again.' },
  unexpected: {
    what: 'The service has failed.',
    advice: 'Try again. If it fails again, give the request id to an operator: the log has the reason.',
  },
  unavailable: {
    what: 'The service can not reach its database.',
    advice: 'Try again in a moment. Nothing that you typed is lost.',
  },
  invalid_request: {
    what: 'The service does not accept this.',
    advice: 'Correct what it names, then try again.',
    detail: true,
  },
  body_too_large: { what: 'This is too large.', advice: 'Make it smaller, then try again.', detail: true },
  headers_too_large: {
    what: 'The address and headers of the request are too large.',
    advice: 'Use fewer filters. If that does not help, let an operator look for cookies that a proxy adds.',
  },
  route_not_found: {
    what: 'The service does not know this address.',
    advice: 'This page may be older or newer than the service. Load it again.',
  },
  sign_in_needed: { what: 'You are not signed in.', advice: 'Sign in, then try again.' },
  sign_in_failed: {
    what: 'Nobody has this address and this password.',
    advice: 'Try again. If the password is lost, an owner makes a link that sets a new one.',
  },
  password_wrong: { what: 'This is not your password.', advice: 'Check it, and try again.' },
  password_needed: {
    what: 'You gave your password more than 15 minutes ago.',
    advice: 'Give it again, then this is repeated.',
  },
  too_many_failures: {
    what: 'Too many sign-ins have failed.',
    advice: 'Wait until the time that is named, then try again.',
  },
  sign_ins_busy: { what: 'Many people sign in at this moment.', advice: 'Try again in a few seconds.' },
  public_url_missing: {
    what: 'This installation does not say at which address people sign in.',
    advice: 'An operator sets PUBLIC_URL to the address that people open.',
  },
  cross_origin: {
    what: 'The request did not come from the dashboard’s own address.',
    advice: 'Open the dashboard at its own address. Behind a proxy, an operator sets PUBLIC_URL to it.',
  },
  link_not_found: {
    what: 'This link is no longer valid: it was used, has ended, or a newer one was made.',
    advice: 'Ask whoever gave it to you for a new one.',
  },
  second_factor_needed: {
    what: 'The password is right, and a code is needed too.',
    advice: 'Type the code that your authenticator app shows, or a recovery code.',
  },
  second_factor_wrong: {
    what: 'This code is not right.',
    advice: 'Take the one that your app shows now, each only once, or a recovery code.',
  },
  second_factor_exists: {
    what: 'You have a second factor already.',
    advice: 'Load the page again; turn the old one off before you set up another.',
  },
  second_factor_not_begun: {
    what: 'There is no second factor for this any more.',
    advice: 'Load the page again: it was turned off, or set up in another browser.',
  },
} as Record<string, { what: string; advice: string; detail?: true }>

export const failure = {
  requestId: 'request id',
  callNotKnown: 'It is not known yet whether the call was placed. Ask again: it is placed once at most.',
  askAgain: 'Ask again',
  leaveOpenTitle: 'Leave before the answer?',
  leaveOpen: {
    call: 'It is not known yet whether the call was placed. Only this page can ask again without a second call.',
    message:
      'It is not known yet whether the message was sent. Only this page can ask again without sending it twice.',
  },
}
