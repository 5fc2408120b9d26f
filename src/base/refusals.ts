import { formatFault } from './faults.ts'
import type { Fault } from './faults.ts'

/**
 * A refused request. Only `http/error-handler.ts` turns it into an answer. The message says what is wrong, where, and
 * what is expected.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What is wrong with the input, by its place; the management API answers with them. */
  readonly faults: readonly Fault[]

  constructor(
    code: RefusalCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    faults: readonly Fault[] = [],
  ) {
    super(message)
    this.code = code
    this.status = refusalTable[code].status
    this.headers = headers
    this.faults = faults
  }
}

/**
 * Every refusal of the service: its HTTP status, and its sentence in `docs/errors.md` (a test compares them). The code
 * is for logs and documentation; callers see the status and the message.
 */
export const refusalTable = {
  invalid_request: {
    status: 400,
    when: 'A query parameter or the body is missing, malformed or out of range.',
  },
  takes_too_long: {
    status: 400,
    when: 'A list could not be made in time: no index serves the filter or sort, or too much was skipped.',
  },
  malformed_request: {
    status: 400,
    when: 'The request is not well-formed HTTP, or its address can not be decoded.',
  },
  invalid_json: {
    status: 400,
    when: 'The body is not valid JSON, or has a member name that is not allowed.',
  },
  invalid_phone_number: { status: 400, when: 'The number is not a valid telephone number.' },
  campaign_not_ready: {
    status: 400,
    when: 'The campaign lacks what a call needs: outbound direction, a caller ID, a workflow or a script with voice.',
  },
  call_file_unusable: {
    status: 400,
    when: 'A file of calls can not be read as a whole, or no row of it would become a call.',
  },
  campaign_paused: { status: 400, when: 'A triggered call of a campaign that is on hold (`paused`).' },
  campaign_ended: { status: 400, when: 'The campaign has ended, or its end date is past.' },
  campaign_ends_before_opening: {
    status: 400,
    when: 'The campaign ends before its calling hours begin again.',
  },
  outside_calling_hours: {
    status: 400,
    when: 'A call was triggered outside of its calling hours; the message gives the next opening.',
  },
  no_free_slot: {
    status: 400,
    when: 'A call was triggered while every calling slot of its campaign was in use.',
  },
  number_taken: {
    status: 400,
    when: 'A call was triggered to a number that the project is calling already, or that another call waits for.',
  },
  dial_too_late: {
    status: 400,
    when: 'A triggered call waited for the rate limit until the calling hours had ended.',
  },
  carrier_refused_number: { status: 400, when: 'The carrier refuses to call this number.' },
  carrier_busy: {
    status: 400,
    when: 'The carrier took no further call within the 5 seconds that a triggered call waits.',
  },
  key_missing: { status: 401, when: 'The request has no API key.' },
  key_invalid: { status: 401, when: 'The API key is unknown, malformed or revoked.' },
  key_conflict: { status: 401, when: 'The two key headers have different keys.' },
  wrong_tenant: {
    status: 403,
    when: 'The key belongs to another organization or project than the path names.',
  },
  scope_missing: { status: 403, when: 'The key lacks the scope that the endpoint requires.' },
  sign_in_needed: {
    status: 401,
    when: 'The request has neither a session nor a personal token, or one that has ended.',
  },
  sign_in_failed: { status: 401, when: 'No user has this address and this password.' },
  second_factor_needed: {
    status: 401,
    when: 'The password is right, and the person has a second factor, whose code is missing.',
  },
  second_factor_wrong: {
    status: 401,
    when: 'The code is not one that the authenticator app shows now, was used before, or is no recovery code.',
  },
  second_factor_exists: { status: 409, when: 'The person has a second factor already.' },
  second_factor_not_begun: {
    status: 409,
    when: 'The person has no second factor to confirm, or none at all.',
  },
  password_wrong: { status: 403, when: 'The password is not that of the person who is signed in.' },
  password_needed: {
    status: 403,
    when: 'The password was last given more than 15 minutes ago, and this request needs it again.',
  },
  session_needed: {
    status: 403,
    when: 'A personal token asks for what only a person who is signed in may do.',
  },
  role_missing: {
    status: 403,
    when: 'The role of the person or token is too low, or covers only some of the projects.',
  },
  cross_origin: {
    status: 403,
    when: 'A request with a session changes something, and does not come from the dashboard’s own address.',
  },
  public_url_missing: {
    status: 403,
    when: 'Somebody signs in over a network, but `PUBLIC_URL` names no address at which people sign in.',
  },
  person_elsewhere: {
    status: 403,
    when: 'The link is for a person who also has a role that you do not manage: in another organization or as operator.',
  },
  too_many_failures: {
    status: 429,
    when: 'Too many failed sign-ins for this account or from this address; `Retry-After` says when to try again.',
  },
  sign_ins_busy: { status: 429, when: 'Too many passwords are being checked at the same time.' },
  link_quota_reached: {
    status: 403,
    when: 'The organization has all the links in its index that its plan allows.',
  },
  too_many_domains: {
    status: 429,
    when: 'The organization has all the domains in its knowledge bases that it may have.',
  },
  too_many_crawls: {
    status: 429,
    when: 'Too many crawls of the organization wait or run; `Retry-After` says when to try again.',
  },
  bad_signature: {
    status: 403,
    when: 'A callback is not signed by the account that it is about.',
  },
  route_not_found: { status: 404, when: 'No address of the service has this path.' },
  campaign_not_found: { status: 404, when: 'The project has no campaign with this id.' },
  call_not_found: { status: 404, when: 'The campaign has no call with this id.' },
  call_batch_not_found: { status: 404, when: 'The campaign has no batch of calls with this id.' },
  conversation_not_found: { status: 404, when: 'The project has no conversation with this id.' },
  ticket_not_found: { status: 404, when: 'The project has no ticket with this id.' },
  ticket_closed: { status: 409, when: 'The ticket was closed before.' },
  profile_not_found: { status: 404, when: 'The project has no customer profile with this id.' },
  tenant_not_found: {
    status: 404,
    when: 'There is no such organization or project, or it is not open to the person or token.',
  },
  link_not_found: { status: 404, when: 'The link is unknown, has ended, was used, or a newer one was made.' },
  person_not_found: { status: 404, when: 'The organization has no person with this id.' },
  session_not_found: { status: 404, when: 'The person has no session with this id.' },
  token_not_found: { status: 404, when: 'The person has no personal token with this id.' },
  person_exists: { status: 409, when: 'The organization has a person with this address already.' },
  last_owner: { status: 409, when: 'The organization would be left without an owner.' },
  too_many_tokens: { status: 409, when: 'The person has all the personal tokens that one may have.' },
  project_not_found: { status: 404, when: 'The organization has no project with this id.' },
  broadcast_not_found: { status: 404, when: 'The project has no broadcast with this id.' },
  message_not_found: { status: 404, when: 'The broadcast has no message with this id.' },
  message_not_failed: {
    status: 409,
    when: 'The message to be sent again has not failed: it is on its way, has arrived, or its outcome is not known.',
  },
  message_sent_again: { status: 409, when: 'The failed message was sent again already.' },
  message_not_unresolved: { status: 409, when: 'The message that was to be settled has an outcome already.' },
  source_not_found: { status: 404, when: 'The project has no source with this id.' },
  page_not_found: { status: 404, when: 'The source has no page with this id in the index.' },
  not_a_domain: {
    status: 400,
    when: 'A crawl is requested of a source that is a file or a single web page.',
  },
  unreadable_source: {
    status: 400,
    when: 'A file or web page that is to be added can not be fetched or read, or is of a type that is not supported.',
  },
  too_many_files: {
    status: 429,
    when: 'Too many files and web pages are being read; `Retry-After` says when to try again.',
  },
  too_many_previews: {
    status: 429,
    when: 'Another preview of a crawl runs; `Retry-After` says when to try again.',
  },
  record_not_found: { status: 404, when: 'There is no configured record of this kind with this id here.' },
  not_a_demo: {
    status: 404,
    when: 'The organization is not one that `serve --demo` has loaded with its history.',
  },
  change_not_found: { status: 404, when: 'The organization has no change with this id, or none to be seen.' },
  revision_required: {
    status: 428,
    when: 'An edit does not say by `If-Match` which revision of the record it is based on.',
  },
  changed_meanwhile: {
    status: 412,
    when: 'The record was changed after the revision that the edit is based on; `data` is the record as it is now.',
  },
  call_batch_not_stopped: { status: 409, when: 'The batch of calls is not stopped, so it can not go on.' },
  key_ended: { status: 409, when: 'The API key is revoked or was replaced, so it can not be replaced.' },
  plan_inactive: { status: 402, when: 'The plan of the organization is not active.' },
  quota_exhausted: { status: 402, when: 'The WhatsApp sends of the plan are used up or reserved.' },
  sender_unavailable: { status: 400, when: 'The WhatsApp sender of the broadcast is not connected.' },
  template_unavailable: {
    status: 400,
    when: 'The broadcast has no template, or one that is not approved.',
  },
  window_closed: {
    status: 400,
    when: 'A typed message was for a person who has not written to the sender within 24 hours.',
  },
  opted_out: { status: 400, when: 'The recipient has opted out.' },
  message_rejected: { status: 400, when: 'WhatsApp has definitely refused the message; nothing was sent.' },
  sender_busy: {
    status: 400,
    when: 'The rate limit of the sender or the person is used up, or the provider is busy; nothing was sent.',
  },
  send_unresolved: {
    status: 503,
    when: 'It is not known whether WhatsApp has sent the message.',
  },
  idempotency_key_reused: {
    status: 409,
    when: 'The Idempotency-Key was used with a different request before.',
  },
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
  too_many_call_files: { status: 429, when: 'This process is checking as many files of calls as it may.' },
  too_many_lists: {
    status: 429,
    when: 'Too many slow lists, searches or analytics of the organization run and wait.',
  },
  export_too_large: {
    status: 400,
    when: 'More records match than one export may have.',
  },
  too_many_exports: {
    status: 429,
    when: 'The process has as many exports under way as it makes at a time.',
  },
  too_many_streams: {
    status: 429,
    when: 'The user, or the process, has too many streams of hints open.',
  },
  dial_failed: { status: 500, when: 'The call could not be placed, for a reason other than the number.' },
  dial_unresolved: {
    status: 500,
    when: 'The carrier did not answer in time, so whether the call was placed is not known yet.',
  },
  unexpected: { status: 500, when: 'A fault of the service itself; the log has it under the request id.' },
  webhooks_busy: {
    status: 503,
    when: 'Webhook bodies whose signature is not checked yet use all the memory reserved for them.',
  },
  unavailable: { status: 503, when: 'The database can not be reached at the moment.' },
} as const satisfies Record<string, { status: number; when: string }>

export type RefusalCode = keyof typeof refusalTable

/** Refusals whose message is used in several places or contains a value. */
export const refusals = {
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
  tooManyCallFiles: () =>
    new Refusal(
      'too_many_call_files',
      'Other files of calls are being checked; give this one again shortly',
      {
        'retry-after': '5',
      },
    ),
  tooManyStreams: () =>
    new Refusal('too_many_streams', 'Too many streams are open; close other pages, or ask again in a while', {
      'retry-after': '15',
    }),
  invalidPhoneNumber: () =>
    new Refusal(
      'invalid_phone_number',
      'phone_number is not a valid telephone number; give it in E.164, such as +14155550123',
    ),
  campaignNotReady: (lacks: string) =>
    new Refusal('campaign_not_ready', `The campaign is not ready for calls: ${lacks}`),
  callFileUnusable: (message: string, faults: readonly Fault[] = []) =>
    new Refusal('call_file_unusable', message, {}, faults),
  campaignPaused: () =>
    new Refusal(
      'campaign_paused',
      'The campaign is paused and dials nothing; release it, or use the calls endpoint, which queues a call until then',
    ),
  campaignEnded: () => new Refusal('campaign_ended', 'The campaign has ended and places no more calls'),
  campaignEndsBeforeOpening: () =>
    new Refusal(
      'campaign_ends_before_opening',
      'The campaign is outside its calling hours and ends before they begin again',
    ),
  outsideCallingHours: (opensAt: Date) =>
    new Refusal(
      'outside_calling_hours',
      `The campaign is outside its calling hours, which begin again at ${opensAt.toISOString()}; ` +
        'the calls endpoint queues a call until then',
    ),
  noFreeSlot: () =>
    new Refusal(
      'no_free_slot',
      'Every calling slot of the campaign is in use; try again shortly, or use the calls endpoint, which queues',
    ),
  numberTaken: () =>
    new Refusal(
      'number_taken',
      'A call to this phone_number is under way or waiting; the calls endpoint queues a further one behind it',
    ),
  dialTooLate: () =>
    new Refusal(
      'dial_too_late',
      'The calling hours of the campaign ended before the call could be dialed; the calls endpoint queues it',
    ),
  carrierRefusedNumber: (reason: string, code: string) =>
    new Refusal(
      'carrier_refused_number',
      `The carrier refuses to call this phone_number: ${reason} (code ${code})`,
    ),
  carrierBusy: () =>
    new Refusal(
      'carrier_busy',
      'The carrier takes no further call at the moment; try again shortly, or use the calls endpoint, which queues',
    ),
  keyMissing: () => new Refusal('key_missing', 'An API key is required in the X-API-Key header'),
  keyInvalid: () => new Refusal('key_invalid', 'The API key is not valid: it is unknown or has been revoked'),
  keyConflict: () =>
    new Refusal('key_conflict', 'X-API-Key and Authorization have different keys; send one, in X-API-Key'),
  wrongTenant: () =>
    new Refusal('wrong_tenant', 'The API key does not belong to the organization and project in the path'),
  scopeMissing: (scope: string) => new Refusal('scope_missing', `The API key lacks the scope ${scope}`),
  signInNeeded: () =>
    new Refusal(
      'sign_in_needed',
      'Sign in, or send a personal token as Authorization: Bearer svc_user_…; what was sent is missing, unknown or has ended',
    ),
  signInFailed: () => new Refusal('sign_in_failed', 'No user has this address and this password'),
  secondFactorNeeded: () =>
    new Refusal(
      'second_factor_needed',
      'Send the code that your authenticator app shows, or a recovery code, as code',
    ),
  secondFactorWrong: () =>
    new Refusal(
      'second_factor_wrong',
      'The code is not right: take the one that your app shows now, each only once, or a recovery code',
    ),
  secondFactorExists: () =>
    new Refusal(
      'second_factor_exists',
      'You have a second factor; turn it off before you set up another one',
    ),
  secondFactorNotBegun: () =>
    new Refusal(
      'second_factor_not_begun',
      'There is no second factor for this; begin with POST /api/me/second-factor',
    ),
  passwordWrong: () => new Refusal('password_wrong', 'The password is not yours'),
  passwordNeeded: () =>
    new Refusal(
      'password_needed',
      'Give your password again, to POST /api/me/confirm, and repeat the request',
    ),
  sessionNeeded: () =>
    new Refusal('session_needed', 'A personal token may not do this; sign in with address and password'),
  roleMissing: (needed: string, role: string | null) =>
    new Refusal(
      'role_missing',
      `This needs the role ${needed}${role === null ? '' : `, and yours here is ${role}`}; an owner can change it`,
    ),
  roleForSomeProjects: () =>
    new Refusal(
      'role_missing',
      'This is about the whole organization, and your role is for some of its projects; an owner can change it',
    ),
  crossOrigin: () =>
    new Refusal(
      'cross_origin',
      'A change must come from the dashboard’s own address: send Sec-Fetch-Site: same-origin, or an Origin that is the address asked',
    ),
  publicUrlMissing: () =>
    new Refusal(
      'public_url_missing',
      'Signing in over a network needs an address: the operator sets PUBLIC_URL, best to one with https',
    ),
  personElsewhere: () =>
    new Refusal(
      'person_elsewhere',
      'This person has a role that you do not manage; an operator makes the link, with `switchboard people link`',
    ),
  tooManyFailures: (retryAfterMs: number) =>
    new Refusal('too_many_failures', 'Too many sign-ins have failed; wait before the next one', {
      'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))),
    }),
  signInsBusy: () =>
    new Refusal('sign_ins_busy', 'Too many passwords are being checked; try again in a moment', {
      'retry-after': '2',
    }),
  tenantNotFound: () =>
    new Refusal('tenant_not_found', 'There is no such organization or project, or it is not open to you'),
  linkNotFound: () =>
    new Refusal(
      'link_not_found',
      'This link is not good: it is unknown, was used, or has ended; ask for a new one',
    ),
  personNotFound: () => new Refusal('person_not_found', 'The organization has no person with this id'),
  sessionNotFound: () => new Refusal('session_not_found', 'You have no session with this id'),
  tokenNotFound: () => new Refusal('token_not_found', 'You have no personal token with this id'),
  personExists: () =>
    new Refusal(
      'person_exists',
      'The organization has a person with this address already; change their role',
    ),
  lastOwner: () =>
    new Refusal(
      'last_owner',
      'The organization would be left without an owner; make somebody else an owner first',
    ),
  tooManyTokens: (most: number) =>
    new Refusal('too_many_tokens', `You have ${most} personal tokens, which is the most; revoke one first`),
  linkQuotaReached: () =>
    new Refusal(
      'link_quota_reached',
      'The organization has as many links in its index as its plan allows; remove sources, or ask the operator for more links',
    ),
  tooManyDomains: (most: number) =>
    new Refusal(
      'too_many_domains',
      `The organization has ${most} domains in its knowledge bases, which is the maximum; ask the operator to remove some`,
    ),
  tooManyCrawls: (most: number) =>
    new Refusal(
      'too_many_crawls',
      `${most} crawls of the organization wait or run, which is the maximum; try again when some have ended`,
      { 'retry-after': '60' },
    ),
  badSignature: () => new Refusal('bad_signature', 'The signature does not fit the request'),
  campaignNotFound: () => new Refusal('campaign_not_found', 'The project has no campaign with this id'),
  conversationNotFound: () =>
    new Refusal('conversation_not_found', 'This project has no conversation with this id'),
  callNotFound: () => new Refusal('call_not_found', 'The campaign has no call with this id'),
  ticketNotFound: () => new Refusal('ticket_not_found', 'The project has no ticket with this id'),
  ticketClosed: (at: string | null) =>
    new Refusal(
      'ticket_closed',
      at === null ? 'The ticket is closed already' : `The ticket was closed at ${at}`,
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
  callBatchNotFound: () =>
    new Refusal('call_batch_not_found', 'The campaign has no batch of calls with this id'),
  callBatchNotStopped: () =>
    new Refusal('call_batch_not_stopped', 'The batch of calls is not stopped, so it can not go on'),
  profileNotFound: () => new Refusal('profile_not_found', 'The project has no customer profile with this id'),
  projectNotFound: () => new Refusal('project_not_found', 'The organization has no project with this id'),
  broadcastNotFound: () => new Refusal('broadcast_not_found', 'The project has no broadcast with this id'),
  messageNotFound: () => new Refusal('message_not_found', 'The broadcast has no message with this id'),
  messageNotFailed: (status: string) =>
    new Refusal('message_not_failed', `Only a message that failed is sent again; this one is ${status}`),
  messageSentAgain: (messageId: string) =>
    new Refusal(
      'message_sent_again',
      `The message was sent again already, as ${messageId}; look at that one`,
    ),
  messageNotUnresolved: (status: string) =>
    new Refusal(
      'message_not_unresolved',
      `Only a message whose outcome is not known is settled; this one is ${status}`,
    ),
  pageNotFound: () => new Refusal('page_not_found', 'The source has no page with this id in the index'),
  notADomain: () =>
    new Refusal(
      'not_a_domain',
      'The source is no domain and has no crawls; add the file or address again instead',
    ),
  unreadableSource: (message: string) => new Refusal('unreadable_source', message),
  tooManyFiles: () =>
    new Refusal('too_many_files', 'Other files are being read; try again in a moment', {
      'retry-after': '5',
    }),
  tooManyPreviews: () =>
    new Refusal('too_many_previews', 'Another preview of a crawl runs; try again when it has ended', {
      'retry-after': '10',
    }),
  sourceNotFound: () => new Refusal('source_not_found', 'The project has no source with this id'),
  recordNotFound: (kind: string) =>
    new Refusal('record_not_found', `There is no ${kind.replaceAll('_', ' ')} with this id here`),
  notADemo: () => new Refusal('not_a_demo', 'The organization is not the demo, so it has no calls of a demo'),
  changeNotFound: () => new Refusal('change_not_found', 'The organization has no change with this id'),
  revisionRequired: () =>
    new Refusal(
      'revision_required',
      'Send If-Match with the ETag of the record that the edit is based on, such as "3"',
    ),
  changedMeanwhile: () =>
    new Refusal('changed_meanwhile', 'The record was changed after the revision that the edit is based on'),
  keyEnded: () => new Refusal('key_ended', 'The API key is revoked or was replaced already'),
  planInactive: () => new Refusal('plan_inactive', 'The plan of the organization is not active'),
  quotaExhausted: () =>
    new Refusal('quota_exhausted', 'The WhatsApp sends of the plan are used up; the operator can raise them'),
  senderUnavailable: () =>
    new Refusal('sender_unavailable', 'The WhatsApp sender of the broadcast is not connected'),
  noTemplate: () =>
    new Refusal(
      'template_unavailable',
      'The broadcast has no template; attach one, or send a typed message with type and payload',
    ),
  templateNotApproved: (status: string) =>
    new Refusal(
      'template_unavailable',
      `The template of the broadcast is ${status}; only an approved one is sent`,
    ),
  windowClosed: (lastInboundAt: string | null) =>
    new Refusal(
      'window_closed',
      (lastInboundAt === null
        ? 'The recipient has not written to this sender'
        : `The recipient wrote to this sender last at ${lastInboundAt}, more than 24 hours ago`) +
        '; a typed message needs an open window, a template does not',
    ),
  optedOut: () => new Refusal('opted_out', 'The recipient has opted out of these messages'),
  messageRejected: (reason: string, code: string | null) =>
    new Refusal(
      'message_rejected',
      `WhatsApp refused the message: ${reason}${code === null ? '' : ` (code ${code})`}`,
    ),
  senderBusy: () =>
    new Refusal(
      'sender_busy',
      'Too many messages are under way from this sender or to this person; try again shortly',
    ),
  /** `retryAfterMs` is the pause that the provider asks for; null when it names none. */
  providerBusy: (reason: string, retryAfterMs: number | null) =>
    new Refusal('sender_busy', `Nothing was sent: ${reason}; try again ${pauseOf(retryAfterMs)}`),
  /** For an operator's finding, when the provider has reported nothing. */
  messageNotSent: (reason: string) => new Refusal('message_rejected', `The message was not sent: ${reason}`),
  sendUnresolved: (messageId: string) =>
    new Refusal(
      'send_unresolved',
      `Whether WhatsApp has the message is not known yet; it is kept as ${messageId}. Repeat with the same ` +
        'Idempotency-Key, or look at the history of the broadcast; without a key a repetition may send it twice',
    ),
  idempotencyKeyReused: () =>
    new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a different request within 24 hours; a new request needs a new key',
    ),
  dialFailed: (reason: string) => new Refusal('dial_failed', `The call could not be placed: ${reason}`),
  dialUnresolved: (callId: string) =>
    new Refusal(
      'dial_unresolved',
      `The carrier has not confirmed the call, and it may have been placed. It will not be dialed again ` +
        `before that is known; campaign_queue_id ${callId}`,
    ),
} as const

function pauseOf(ms: number | null): string {
  if (ms === null || ms < 60_000) return 'shortly'
  const minutes = Math.round(ms / 60_000)
  return minutes === 1 ? 'in a minute or later' : `in ${minutes} minutes or later`
}
