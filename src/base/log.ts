import { pino } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

/**
 * Creates the program's log: one JSON line for each event on standard error, because standard output is for the results
 * of commands. Callers log ids, never phone numbers, names or texts. The redaction here is a second protection, for
 * requests or configuration objects logged by mistake.
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
 * Returns what the log shows of an error. Other members are left out: PostgreSQL's `detail` quotes the failed row with
 * numbers and names, and the driver attaches the whole connection.
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
