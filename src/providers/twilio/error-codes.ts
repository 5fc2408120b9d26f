import type { CodeSubject } from '../voice-carrier.ts'

/** What a carrier's error code means for a request to place a call. */
export interface CodeMeaning {
  /** With `fault`, the carrier may have placed the call. */
  about: CodeSubject
  /** Our own words, to be shown after a colon: no capital, no full stop, nothing from the request. */
  reason: string
}

/**
 * The codes with a meaning or wording of their own. Twilio: "Error and Warning Dictionary",
 * https://www.twilio.com/docs/api/errors
 *
 * `number` marks codes that apply to the number whichever account dials it.
 */
const meanings: Readonly<Record<number, CodeMeaning>> = {
  10001: account('the carrier account is not active'),
  10002: account('the carrier account is a trial account, which lacks this feature'),
  10004: rate('the carrier account has as many calls under way as it is allowed'),
  13223: number('the number is not in a form that the carrier can dial'),
  13224: number('the number is not valid, or the carrier does not serve it'),
  13225: number('the carrier blocks calls to this number'),
  13227: account('the carrier account may not call the country of this number'),
  13247: account('the caller ID is not valid, or may not be used to call out'),
  20001: account('the carrier does not understand the request'),
  20003: account('the credentials of the carrier account are not accepted'),
  20004: account('the carrier does not understand the request'),
  20005: account('the carrier account is not active'),
  20006: account('the carrier account may not place calls'),
  20008: account('the carrier account has test credentials, which place no calls'),
  20404: account('the carrier does not know this account'),
  20429: rate('the carrier accepts no more requests at the moment'),
  20500: fault(),
  20503: fault(),
  21201: account('the request names no number to call'),
  21202: number('it is a premium-rate number, which the carrier does not dial'),
  21203: account('the carrier account may not call abroad'),
  21205: account('the carrier does not accept the address of the instructions'),
  21208: account('the carrier does not accept the ring timeout'),
  21209: account('the carrier does not accept the HTTP method of a callback'),
  21210: account('the caller ID is neither owned nor verified by the carrier account'),
  21211: number('the number is not valid'),
  21212: account('the caller ID is not a valid number'),
  21213: account('the request names no caller ID'),
  21214: number('the number cannot be reached'),
  21215: account('the carrier account may not call the country of this number'),
  21216: number('the carrier blocks calls to this number'),
  21217: number('the number does not look valid'),
  21219: account('a trial account of the carrier may call verified numbers only'),
  22005: rate("the carrier's queue of calls is full"),
  573005: account('a trial account of the carrier may call verified numbers only'),
}

/** Returns the meaning of a code in the answer to a request to place a call; an unlisted code is about the account. */
export function meaningOf(code: number): CodeMeaning {
  return listedMeaningOf(code) ?? account('the carrier refused the request')
}

/** Returns the meaning of a code that is listed here or is one of the carrier's own faults; null for any other. */
export function listedMeaningOf(code: number): CodeMeaning | null {
  const isFault = code >= 20_500 && code <= 20_599
  return meanings[code] ?? (isFault ? fault() : null)
}

function number(reason: string): CodeMeaning {
  return { about: 'number', reason }
}

function account(reason: string): CodeMeaning {
  return { about: 'account', reason }
}

function rate(reason: string): CodeMeaning {
  return { about: 'rate', reason }
}

function fault(): CodeMeaning {
  return { about: 'fault', reason: 'the carrier failed while it handled the request' }
}
