import type { RefusalTable } from './refusal-table.ts'

/** Refusals about API keys. */
export const keyTable = {
  key_missing: { status: 401, when: 'The request has no API key.' },
  key_invalid: { status: 401, when: 'The API key is unknown, malformed or revoked.' },
  key_conflict: { status: 401, when: 'The two key headers have different keys.' },
  rate_limited: {
    status: 429,
    isRetryable: true,
    when: 'A limit of the key, of its project, or of wrong keys from an address is used up; `Retry-After` says when to try again.',
  },
  wrong_tenant: {
    status: 403,
    when: 'The key belongs to another organization or project than the path names.',
  },
  scope_missing: { status: 403, when: 'The key lacks the scope that the endpoint requires.' },
  key_ended: {
    status: 409,
    when: 'The API key is revoked or was replaced, so it can not be replaced or changed.',
  },
} as const satisfies RefusalTable
