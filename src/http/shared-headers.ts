/**
 * The headers that OWASP's page on REST services recommends. The answers are data, so no browser may guess their type,
 * run, frame, embed or store them. The dashboard and the reference, the only pages for browsers, have policies of their
 * own.
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
