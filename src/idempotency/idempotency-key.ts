import { z } from 'zod'

/** The keys of messages that agents send begin so; callers may not use them (Rule 94). */
export const agentKeyPrefix = 'agent:'

/** The header of requests that may be repeated. An empty value is refused (Rule 41). */
export const IdempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .min(1, 'must have 1 to 255 characters')
    .max(255, 'must have 1 to 255 characters')
    .refine(
      (key) => !key.startsWith(agentKeyPrefix),
      `must not begin with "${agentKeyPrefix}": these are the keys of what agents send`,
    )
    .optional()
    .describe(
      'The same key with the same request gives the same answer for 24 hours, and does nothing again; ' +
        'with another request it is refused (409). 202 while the outcome is not known.',
    ),
})

/** Marks a response as the stored answer of an earlier request. */
export const replayedHeader = { 'idempotency-replayed': 'true' }
