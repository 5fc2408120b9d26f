import { pino } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

/**
 * The program's log: one JSON line an event, on standard error, so that standard output stays free for what a command
 * answers. Callers log ids, never numbers, names or texts; the redaction here is a second wall, for whole requests or
 * configuration objects that slip in.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: {
        paths: [
          '*.auth_token',
          '*.access_token',
          '*.app_secret',
          '*.verify_token',
          '*.phone_number',
          '*.key',
          'req.headers',
        ],
        censor: '[redacted]',
      },
    },
    pino.destination({ dest: 2, sync: false }),
  )
}

/**
 * What of an error goes into the log. Other members stay out: PostgreSQL's `detail` quotes the row that failed, numbers and
 * names included, and its driver hangs the whole connection on an error.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  const constraint =
    'constraint' in error && error.constraint !== undefined ? { constraint: error.constraint } : {}
  return {
    type: name,
    message,
    ...code,
    ...constraint,
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

/** `+14155550101` → `+1415•••0101`: enough to recognise a number in a log, too little to call it. */
export function maskNumber(number: string): string {
  return number.length > 8 ? `${number.slice(0, 5)}•••${number.slice(-4)}` : '•••'
}
