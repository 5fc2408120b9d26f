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
  tooManyLists: (retryAfterMs: number) =>
    new Refusal(
      'too_many_lists',
      'The organization has too many lists, searches or analytics with filters under way; ask for fewer at a time, or narrower ones',
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
  badSignature: () => new Refusal('bad_signature', 'The signature does not fit the request'),
} as const
