import { formatFault } from '../../faults.ts'
import type { Fault } from '../../faults.ts'
import { Refusal } from '../refusal.ts'

/** Refusals that any request may meet, whatever it asks for. */
export const requestRefusals = {
  invalidRequest: (message: string, faults: readonly Fault[] = []) =>
    new Refusal('invalid_request', message, {}, faults),
  /** For faults that a schema can't see. */
  faultyRequest: (...faults: [Fault, ...Fault[]]) =>
    new Refusal('invalid_request', faults.map(formatFault).join('; '), {}, faults),
  takesTooLong: (ms: number) =>
    new Refusal(
      'takes_too_long',
      `filters, sort, search or skip: the list takes too long, more than ${ms / 1_000} s; narrow it, by a range of times for instance`,
    ),
  /** Names a span of start times that would be answered, in milliseconds since 1970. */
  analyticsTakeTooLong: (
    ms: number,
    { from, to, days, hours }: { from: number; to: number; days: number; hours: number },
  ) =>
    new Refusal(
      'takes_too_long',
      `filters: the conversations of this span take longer than ${ms / 1_000} s to read; use a start_time from ` +
        `${new Date(from).toISOString()} to before ${new Date(to).toISOString()}, or any ` +
        `${days > 0 ? formatCount(days, 'day') : formatCount(hours, 'hour')} within the span`,
    ),
  tooManyLists: (retryAfterMs: number) =>
    new Refusal(
      'too_many_lists',
      'The organization has too many lists, searches or analytics with filters under way; ask for fewer at a time, or narrower ones',
      { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) },
    ),
  tooManyChanges: (retryAfterMs: number) =>
    new Refusal(
      'too_many_changes',
      'Too many changes of what is configured are under way, and nothing was changed; try again in a moment',
      { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) },
    ),
  exportTooLarge: (found: number, most: number) =>
    new Refusal(
      'export_too_large',
      `filters: ${found} records match, and one export has at most ${most}; narrow it, by a range of times for instance`,
    ),
  tooManyExports: () =>
    new Refusal('too_many_exports', 'Other exports are under way; ask again in a while', {
      'retry-after': '15',
    }),
  tooManyStreams: () =>
    new Refusal('too_many_streams', 'Too many streams are open; close other pages, or ask again in a while', {
      'retry-after': '15',
    }),
  idempotencyKeyReused: () =>
    new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a different request within 24 hours; a new request needs a new key',
    ),
  databaseHeld: () =>
    new Refusal(
      'database_held',
      'The service is held, because its database was restored or copied or an operator stopped it: it answers reads, and dials and sends nothing until its operator releases it',
      { 'retry-after': '60' },
    ),
  organizationMoving: () =>
    new Refusal(
      'organization_moving',
      'The organization is being moved; send the same request again shortly',
      {
        'retry-after': '2',
      },
    ),
  cellUnavailable: () =>
    new Refusal('cell_unavailable', 'The organization can not be reached at the moment; try again shortly', {
      'retry-after': '2',
    }),
  webhooksBusy: () =>
    new Refusal('webhooks_busy', 'Too many webhooks are arriving at the moment; send it again shortly', {
      'retry-after': '5',
    }),
  badSignature: () => new Refusal('bad_signature', 'The signature does not fit the request'),
} as const

function formatCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
