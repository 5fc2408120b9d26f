import type { RefusalTable } from './refusal-table.ts'

/** Refusals that any request may meet, whatever it asks for. */
export const requestTable = {
  invalid_request: {
    status: 400,
    when: 'A query parameter or the body is missing, malformed or out of range.',
  },
  malformed_request: {
    status: 400,
    when: 'The request is not well-formed HTTP, or its address can not be decoded.',
  },
  invalid_json: {
    status: 400,
    when: 'The body is not valid JSON, or has a member name that is not allowed.',
  },
  takes_too_long: {
    status: 400,
    when: 'A list could not be made in time: no index serves the filter or sort, or too much was skipped.',
  },
  too_many_lists: {
    status: 429,
    isRetryable: true,
    when: 'Too many slow lists, searches or analytics of the organization run and wait.',
  },
  too_many_changes: {
    status: 429,
    isRetryable: true,
    when: 'Too many changes of what is configured run and wait.',
  },
  export_too_large: {
    status: 400,
    when: 'More records match than one export may have.',
  },
  too_many_exports: {
    status: 429,
    isRetryable: true,
    when: 'The organization, or the process, makes as many exports already as it may make at a time.',
  },
  too_many_streams: {
    status: 429,
    isRetryable: true,
    when: 'The user or key, the conversation, the organization, or the process has too many streams open.',
  },
  idempotency_key_reused: {
    status: 409,
    when: 'The Idempotency-Key was used with a different request before.',
  },
  route_not_found: { status: 404, when: 'No address of the service has this path.' },
  method_not_allowed: {
    status: 405,
    when: 'The address exists, but not with this method; `Allow` lists those it has.',
  },
  body_too_large: { status: 413, when: 'The body is larger than the service accepts.' },
  unsupported_media_type: {
    status: 415,
    when: 'The body is not declared as the content type that the endpoint accepts.',
  },
  headers_too_large: {
    status: 431,
    when: 'The address and headers together are larger than the service accepts.',
  },
  bad_signature: {
    status: 403,
    when: 'A callback is not signed by the account that it is about.',
  },
  upgrade_required: {
    status: 426,
    when: 'A plain request at the address of a websocket; a proxy in front may drop the `Upgrade` header.',
  },
  webhooks_busy: {
    status: 503,
    isRetryable: true,
    when: 'Webhook bodies whose signature is not checked yet use all the memory reserved for them.',
  },
  stopping: {
    status: 503,
    when: 'The process stops; another one, or the next start, goes on with the call.',
  },
  organization_moving: {
    status: 503,
    isRetryable: true,
    when: 'The organization moves to another cell; it answers again within seconds.',
  },
  cell_unavailable: { status: 503, when: 'The cell that has the organization can not be reached.' },
  unexpected: { status: 500, when: 'A fault of the service itself; the log has it under the request id.' },
  unavailable: { status: 503, when: 'The database can not be reached at the moment.' },
  database_held: {
    status: 503,
    when: 'The database was restored or copied, or an operator holds it: nothing is dialed, sent or changed.',
  },
} as const satisfies RefusalTable
