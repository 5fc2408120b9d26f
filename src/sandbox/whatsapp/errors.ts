import { randomBytes } from 'node:crypto'

/** The title and the HTTP status of each code. Provider: Cloud API error codes. The wording is our own. */
const errors: Readonly<Record<number, { status: number; title: string }>> = {
  1: { status: 400, title: 'The request failed for an unknown reason' },
  2: { status: 503, title: 'The service is down for the moment' },
  4: { status: 400, title: 'The app has made too many requests' },
  10: { status: 403, title: 'The permission is missing' },
  33: { status: 400, title: 'There is no such object, or it may not be seen' },
  100: { status: 400, title: 'A parameter is not valid' },
  104: { status: 401, title: 'An access token is required' },
  190: { status: 401, title: 'The access token is not valid' },
  368: { status: 403, title: 'The account is blocked for breaking the rules' },
  80007: { status: 400, title: 'The business account has made too many requests' },
  130429: { status: 400, title: 'The number has sent too many messages at once' },
  130472: { status: 400, title: 'The person takes part in an experiment' },
  130497: { status: 403, title: 'The account may not message people of that country' },
  131000: { status: 500, title: 'Something went wrong' },
  131005: { status: 403, title: 'Access is denied' },
  131008: { status: 400, title: 'A required parameter is missing' },
  131009: { status: 400, title: 'The value of a parameter is not valid' },
  131016: { status: 500, title: 'The service is not available' },
  131021: { status: 400, title: 'Sender and recipient are the same' },
  131026: { status: 400, title: 'The message can not be delivered' },
  131030: { status: 400, title: 'The recipient is not on the list of allowed numbers' },
  131031: { status: 403, title: 'The account is locked' },
  131042: { status: 400, title: 'There is a fault with the payment of the account' },
  131047: { status: 400, title: 'More than 24 hours have passed since the person last wrote' },
  131048: { status: 400, title: 'The number is held back for spam' },
  131049: { status: 400, title: 'The message was not delivered, for the health of the ecosystem' },
  131050: { status: 400, title: 'The person has stopped marketing messages' },
  131051: { status: 400, title: 'The type of the message is not known' },
  131053: { status: 400, title: 'The media could not be fetched' },
  131056: { status: 400, title: 'Too many messages from this number to this person' },
  131057: { status: 500, title: 'The number is under maintenance' },
  131062: {
    status: 400,
    title: 'Recipients by a business-scoped user id are not supported for this message',
  },
  132000: { status: 400, title: 'The number of parameters is not that of the template' },
  132001: { status: 404, title: 'There is no such template in that language' },
  132005: { status: 400, title: 'The text is too long once it is filled in' },
  132012: { status: 400, title: 'A parameter is not of the form that the template has' },
  132015: { status: 400, title: 'The template is paused' },
  132016: { status: 400, title: 'The template is disabled' },
  132018: { status: 400, title: 'The parameters of the template are not valid' },
  133010: { status: 400, title: 'The number is not registered' },
  135000: { status: 400, title: 'Something about the request is wrong' },
}

function meaningOf(code: number): { status: number; title: string } {
  return errors[code] ?? { status: 400, title: 'The request was refused' }
}

/** An error in the Graph API's envelope, with its HTTP status. */
export type GraphRefusal = { status: number; code: number; body: object }

/** @param otherStatus replaces the status of the table */
export function graphRefusal(code: number, details?: string, otherStatus?: number): GraphRefusal {
  const { status, title } = meaningOf(code)
  const error = {
    message: `(#${code}) ${title}`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: details ?? title },
    fbtrace_id: randomBytes(12).toString('base64url'),
  }
  return { status: otherStatus ?? status, code, body: { error } }
}

/** Returns an error as webhooks write it. */
export function webhookError(code: number, details?: string): object {
  const { title } = meaningOf(code)
  return {
    code,
    title,
    message: title,
    error_data: { details: details ?? title },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  }
}
