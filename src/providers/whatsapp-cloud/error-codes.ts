/** What an error is about. `quota` is a limit that Meta sets for the sender. */
export type ErrorAbout = 'recipient' | 'message' | 'template' | 'sender' | 'window' | 'opt_out' | 'quota'

/**
 * The meaning of one of Meta's error codes for a message. `rejected`: certainly not sent, and final. `rate_limit`,
 * `pair_limit` and `passing_fault`: certainly not sent, but it can be sent later. `unknown`: it may have been sent. In
 * a status webhook, every code means that the message failed.
 */
export type CodeMeaning = {
  /** Our own words, written to follow a colon: no capital letter, no full stop, nothing from the request. */
  reason: string
  /** The shortest useful pause before a retry; null if Meta names none. */
  retryAfterMs: number | null
} & (
  | { verdict: 'rejected'; about: ErrorAbout }
  | { verdict: 'rate_limit' | 'pair_limit'; about: 'quota' }
  /** A fault at Meta. */
  | { verdict: 'passing_fault' | 'unknown'; about: null }
)

const tokenRefused = 'WhatsApp does not accept the access token of the sender'
const noPermission = 'the access token of the sender lacks a permission'
const notRegistered = 'the number of the sender is not registered with WhatsApp'
const billing = 'WhatsApp has no valid means of payment from the business of the sender'
const wrongParameters = 'the values do not fit the variables of the template'
const notOnboarded = 'the account of the sender may not send this template in this way'
const failed = 'WhatsApp failed while it worked on the message'
const hourMs = 3_600_000

/**
 * Every code with a verdict or a reason of its own. README.md has the same list. Meta: "Error codes",
 * https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
 */
export const codeMeanings: ReadonlyMap<number, CodeMeaning> = new Map<number, CodeMeaning>([
  [0, rejected('sender', tokenRefused)],
  [1, unknown()],
  [2, unknown()],
  [3, rejected('sender', noPermission)],
  [4, limited('WhatsApp accepts no more requests of this app at the moment')],
  [10, rejected('sender', noPermission)],
  [33, rejected('sender', 'WhatsApp does not know the number of the sender')],
  [100, rejected('message', 'the request is not in a form that WhatsApp accepts')],
  [104, rejected('sender', tokenRefused)],
  [190, rejected('sender', tokenRefused)],
  [368, rejected('sender', 'WhatsApp has restricted the account of the sender')],
  [80007, limited('the account of the sender accepts no more requests at the moment')],
  [130429, limited('the sender has as many messages under way as WhatsApp accepts at one time')],
  [130472, rejected('recipient', 'WhatsApp keeps marketing messages from this person at present')],
  [130497, rejected('recipient', "the account of the sender may not write to the recipient's country")],
  [131000, unknown()],
  [131005, rejected('sender', noPermission)],
  [131008, rejected('message', 'the message lacks a field that WhatsApp requires')],
  [131009, rejected('message', 'a value in the message is not one that WhatsApp accepts')],
  [131016, unknown()],
  [131021, rejected('recipient', 'the recipient is the sender itself')],
  [131026, rejected('recipient', 'WhatsApp cannot deliver to this recipient')],
  [131030, rejected('recipient', 'a test number may write to the recipients on its list only')],
  [131031, rejected('sender', 'WhatsApp has locked the account of the sender')],
  [131037, rejected('sender', 'WhatsApp has not approved the display name of the sender')],
  [131042, rejected('sender', billing)],
  [131044, rejected('sender', billing)],
  [131045, rejected('sender', notRegistered)],
  [131047, rejected('window', "more than a day has passed since the recipient's last message")],
  [131048, limited('WhatsApp restricts the sender, since people report its messages', hourMs)],
  [131049, rejected('recipient', 'WhatsApp limits how many marketing messages this person gets')],
  [131050, rejected('opt_out', 'the recipient has stopped marketing messages of this sender')],
  [131051, rejected('message', 'WhatsApp does not know this type of message')],
  [131052, rejected('message', 'WhatsApp could not fetch the media of the message')],
  [131053, rejected('message', 'WhatsApp could not fetch or accept the media of the message')],
  [131055, rejected('message', 'WhatsApp does not accept this message in this way')],
  [131056, pairLimited()],
  [131057, passing('WhatsApp has the number of the sender in maintenance', 60_000)],
  [131062, rejected('recipient', 'this message needs the phone number of the recipient')],
  [131063, rejected('template', 'the account of the sender may not send marketing templates in this way')],
  [131064, limited('WhatsApp has lowered the limit of the sender for misused templates', hourMs)],
  [132000, rejected('template', 'the number of values differs from that of the variables of the template')],
  [132001, rejected('template', 'the template does not exist in this language or is not approved')],
  [132005, rejected('template', 'the text of the template with its values is too long')],
  [132007, rejected('template', 'the content of the template is against the rules of WhatsApp')],
  [132008, rejected('template', wrongParameters)],
  [132012, rejected('template', wrongParameters)],
  [132015, rejected('template', 'WhatsApp has paused the template for its quality')],
  [132016, rejected('template', 'WhatsApp has disabled the template for its quality')],
  [132018, rejected('template', wrongParameters)],
  [132068, rejected('template', 'WhatsApp has blocked the flow of the message')],
  [132069, rejected('template', 'WhatsApp limits messages with this flow at present')],
  [133000, rejected('sender', notRegistered)],
  [133004, unknown()],
  [133005, rejected('sender', notRegistered)],
  [133006, rejected('sender', notRegistered)],
  [133008, rejected('sender', notRegistered)],
  [133009, rejected('sender', notRegistered)],
  [133010, rejected('sender', notRegistered)],
  [133015, rejected('sender', notRegistered)],
  [133016, limited('the number of the sender was registered too often', hourMs)],
  [134011, rejected('sender', 'the business of the sender has not accepted the terms of payments')],
  [134100, rejected('template', 'only marketing templates can be sent in this way')],
  [134101, rejected('template', 'WhatsApp is still processing the template')],
  [134102, rejected('template', notOnboarded)],
  [134103, rejected('template', notOnboarded)],
  [135000, rejected('message', 'WhatsApp refused the message and did not say why')],
  [137000, rejected('recipient', 'the identity of the recipient has changed')],
])

/** Returns the meaning of a code; null if it is not listed. All codes from 200 to 299 concern permissions. */
export function meaningOf(code: number): CodeMeaning | null {
  if (code >= 200 && code <= 299) return rejected('sender', noPermission)
  return codeMeanings.get(code) ?? null
}

/** The meaning of an unlisted code in a response with a status from 400 to 499. */
export const unlistedRefusal = rejected('message', 'WhatsApp refused the request')
/** The meaning of an unlisted code in a response with status 429. */
export const unlistedLimit = limited('WhatsApp accepts no more requests at the moment')
/** The meaning of an unlisted code in any other response, and of one that Meta calls transient. */
export const unlistedFault = unknown()

function rejected(about: ErrorAbout, reason: string): CodeMeaning {
  return { verdict: 'rejected', about, reason, retryAfterMs: null }
}

function limited(reason: string, retryAfterMs: number | null = null): CodeMeaning {
  return { verdict: 'rate_limit', about: 'quota', reason, retryAfterMs }
}

function pairLimited(): CodeMeaning {
  const reason = 'the sender has written to this person too often in a short time'
  return { verdict: 'pair_limit', about: 'quota', reason, retryAfterMs: 1_000 }
}

function passing(reason: string, retryAfterMs: number): CodeMeaning {
  return { verdict: 'passing_fault', about: null, reason, retryAfterMs }
}

function unknown(): CodeMeaning {
  return { verdict: 'unknown', about: null, reason: failed, retryAfterMs: null }
}
