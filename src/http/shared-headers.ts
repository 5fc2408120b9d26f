/**
 * What OWASP's page on REST services asks for: answers are data, which no browser shall guess the type of, run, frame, embed or
 * keep. The reference page, the one thing for browsers here, has a policy of its own.
 */
export const sharedHeaders = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
