/** The message and the HTTP status of each code. Provider: error dictionary. The wording is our own. */
const errors: Readonly<Record<number, { status: number; message: string }>> = {
  20001: { status: 400, message: 'A parameter is missing, unknown or malformed' },
  20003: { status: 401, message: 'Account and token do not belong together' },
  20004: { status: 405, message: 'This method is not allowed here' },
  20404: { status: 404, message: 'There is no such resource' },
  20429: { status: 429, message: 'Too many requests' },
  20500: { status: 500, message: 'Internal error' },
  20503: { status: 503, message: 'Service unavailable' },
  21201: { status: 400, message: 'No number to call was given' },
  21205: { status: 400, message: 'The address of the instructions is missing or not valid' },
  21206: { status: 400, message: 'SendDigits is not valid' },
  21208: { status: 400, message: 'Timeout is not valid' },
  21209: { status: 400, message: 'An HTTP method is neither GET nor POST' },
  21211: { status: 400, message: 'The number to call is not valid' },
  21212: { status: 400, message: 'The calling number is not valid' },
  21213: { status: 400, message: 'No calling number was given' },
  21214: { status: 400, message: 'The number to call cannot be reached' },
  21215: { status: 400, message: 'The account may not call numbers of that country' },
  21216: { status: 400, message: 'Calls to that number are blocked' },
  21218: { status: 400, message: 'There is no such application' },
  21220: { status: 400, message: 'The call is not in a state that allows this' },
  21609: { status: 400, message: 'The address of the status callback is not valid' },
  21626: { status: 400, message: 'An event of the status callback is not known' },
  32018: { status: 400, message: 'Inline instructions are limited to 4000 characters' },
}

/** The body of an error answer. */
export type TwilioError = { code: number; message: string; more_info: string; status: number }

/**
 * Returns an error in the format of Twilio's REST API.
 *
 * @param change a status or a message that replaces the table's
 */
export function twilioError(code: number, change: { status?: number; message?: string } = {}): TwilioError {
  const known = errors[code] ?? { status: 400, message: 'Refused' }
  return {
    code,
    message: change.message ?? known.message,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status: change.status ?? known.status,
  }
}
