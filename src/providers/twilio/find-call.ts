import type { Clock } from '../../base/clock.ts'
import type { Exchange } from '../send-once.ts'
import type { FindCallOutcome, FindCallRequest } from '../voice-carrier.ts'
import { readBody, whyUnknown } from './outcome.ts'
import { parseRfc2822 } from './rfc-2822-date.ts'
import type { SendToTwilio } from './sdk.ts'
import { CallPage, carrierCall, EventPage } from './types.ts'
import type { CallResource } from './types.ts'

/** A call may have been created this long before `placedAfter`, by the carrier's clock. Times have whole seconds. */
const fitsMarginMs = 60_000
/**
 * A call that was created earlier than that, but within this margin, does not fit. Its time alone does not exclude it.
 */
const doubtMarginMs = 15 * 60_000
/** The margin to use instead if the carrier's answer has no `Date`. */
const doubtMarginBlindMs = 2 * 3_600_000
/** At most `callPageSize` × `pagesMax` calls between two numbers are read. */
const callPageSize = 100
/** Small, because an event contains the document of our answer, up to 64 KB. */
const eventPageSize = 20
const pagesMax = 10
/** The most calls whose events are read. More than one is rare: only one call to a number is placed at a time. */
const candidatesMax = 10

const uuidForm = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const addressForm = /^https?:\/\//i
const e164Form = /^\+\d{1,15}$/

/** What the search needs. `placedAfter` was taken from this clock. */
interface Search {
  send: SendToTwilio
  clock: Clock
}

/**
 * Searches the account's calls from one number to the other for a call that may have been placed.
 *
 * The list is not filtered by start time: a queued call has none, and the filter is by whole days. The mark in a call's
 * requests identifies it. Twilio guarantees to show these only some minutes after the end of a call ("Events
 * subresource"). So a call without requests may be ours, and is taken if it is the only one.
 *
 * The caller may dial again after `absent`, so a clock alone never excludes a call: `absent` means that each call of
 * that time belongs to another attempt, by its SID or by its mark.
 */
export async function findCall(
  search: Search,
  request: FindCallRequest,
  signal: AbortSignal | undefined,
): Promise<FindCallOutcome> {
  const listed = await listCandidates(search, request, signal)
  if ('reason' in listed) return { kind: 'unknown', reason: listed.reason }
  if (listed.candidates.length > candidatesMax)
    return { kind: 'unknown', reason: 'more calls at the carrier fit than can be looked through' }
  const possible: CallResource[] = []
  let doubt: string | null = null
  for (const { call, fits } of listed.candidates) {
    const origin = await originOf(search.send, call, request.mark, signal)
    if (origin.kind === 'ours') return { kind: 'found', call: carrierCall(call), confirmed: true }
    if (origin.kind === 'unknown') doubt ??= origin.reason
    if (origin.kind !== 'unmarked') continue
    if (fits) possible.push(call)
    else doubt ??= 'a call at the carrier was created a little too early, and has no mark of another attempt'
  }
  if (doubt !== null) return { kind: 'unknown', reason: doubt }
  const [only, ...others] = possible
  if (only === undefined) return { kind: 'absent' }
  if (others.length > 0)
    return { kind: 'unknown', reason: 'several calls at the carrier fit, and none is marked' }
  return { kind: 'found', call: carrierCall(only), confirmed: false }
}

/** One page, or why it could not be read. */
type Read<T> = { page: T } | { reason: string }

/**
 * A call that may be the wanted one by numbers, time and SID. `fits` is false if it can be the wanted one only because
 * a clock was wrong.
 */
interface Candidate {
  call: CallResource
  fits: boolean
}

/** Returns the calls that may be the wanted one. */
async function listCandidates(
  { send, clock }: Search,
  request: FindCallRequest,
  signal: AbortSignal | undefined,
): Promise<{ candidates: Candidate[] } | { reason: string }> {
  const { to, from } = request
  // By SID, because a call that is added meanwhile moves others onto the next page.
  const candidates = new Map<string, Candidate>()
  let bounds: TimeBounds | null = null
  let next: PageReference | null = {}
  let last = Number.POSITIVE_INFINITY
  let isNewestFirst = true
  for (let pages = 0; pages < pagesMax; pages++) {
    const position: PageReference = next
    const exchange = await send(
      (twilio) => twilio.calls.page({ to, from, pageSize: callPageSize, ...position }),
      { signal },
    )
    const read: Read<CallPage> = readPage(exchange, CallPage)
    if ('reason' in read) return read
    bounds ??= timeBounds(request.placedAfter, exchange, clock.now())
    for (const call of read.page.calls) {
      const created = call.date_created?.getTime() ?? null
      if (mayBe(call, request) && (created === null || created >= bounds.doubtFrom))
        candidates.set(call.sid, { call, fits: created === null || created >= bounds.fitsFrom })
      isNewestFirst &&= created === null || created <= last
      last = created ?? last
    }
    // The order is not documented. If the pages show newest first, all calls after an old one are older.
    if (isNewestFirst && last < bounds.doubtFrom) return { candidates: [...candidates.values()] }
    next = nextPage(read.page.next_page_uri)
    if (next === null) return { candidates: [...candidates.values()] }
  }
  return { reason: 'the carrier lists more calls between these numbers than can be looked through' }
}

/** The earliest creation times, in milliseconds by the carrier's clock. */
interface TimeBounds {
  fitsFrom: number
  doubtFrom: number
}

/**
 * Converts `placedAfter` to the carrier's clock, which its answer shows. The carrier rounds `Date` down and the answer
 * took some time, so the result may be too early but not too late.
 *
 * `doubtFrom` counts back from the earlier of the two readings. If our clock was set back after the call was placed,
 * the answer looks as if the carrier's clock were ahead.
 */
function timeBounds(placedAfter: Date, exchange: Exchange, now: Date): TimeBounds {
  const placed = placedAfter.getTime()
  const carrierNow = exchange.kind === 'answered' ? parseRfc2822(exchange.headers.date ?? '') : null
  if (carrierNow === null) return { fitsFrom: placed - fitsMarginMs, doubtFrom: placed - doubtMarginBlindMs }
  const shifted = placed + carrierNow.getTime() - now.getTime()
  return { fitsFrom: shifted - fitsMarginMs, doubtFrom: Math.min(shifted, placed) - doubtMarginMs }
}

/** Returns whether the call may be the wanted one, whatever its time. */
function mayBe(call: CallResource, { to, from, notSids }: FindCallRequest): boolean {
  const isElsewhere = isOtherNumber(call.to, to) || isOtherNumber(call.from, from)
  // A call with a parent is the other leg of a transfer: no request to the API placed it.
  const isLeg = typeof call.parent_call_sid === 'string' && call.parent_call_sid !== ''
  return !isElsewhere && !isLeg && !notSids.includes(call.sid)
}

/** Guards against a carrier that does not filter. Only numbers in E.164 can be compared. */
function isOtherNumber(shown: string | null | undefined, wanted: string): boolean {
  return typeof shown === 'string' && e164Form.test(shown) && shown !== wanted
}

type Origin = { kind: 'ours' | 'anothers' | 'unmarked' } | { kind: 'unknown'; reason: string }

/** Finds out whether a call is ours from the requests that the carrier made for it. */
async function originOf(
  send: SendToTwilio,
  { sid }: CallResource,
  mark: string,
  signal: AbortSignal | undefined,
): Promise<Origin> {
  let next: PageReference | null = {}
  let isAnothers = false
  for (let pages = 0; pages < pagesMax && next !== null; pages++) {
    const position: PageReference = next
    const exchange = await send(
      (twilio) => twilio.calls(sid).events.page({ pageSize: eventPageSize, ...position }),
      { signal },
    )
    if (exchange.kind === 'answered' && exchange.status === 404) break
    const read: Read<EventPage> = readPage(exchange, EventPage)
    if ('reason' in read) return { kind: 'unknown', reason: read.reason }
    const texts = read.page.events.flatMap(({ request }) => [
      request?.url,
      ...Object.values(request?.parameters ?? {}),
    ])
    const strings = texts.filter((text) => typeof text === 'string')
    if (strings.some((text) => text.includes(mark))) return { kind: 'ours' }
    // An address with a UUID that isn't the mark belongs to another attempt.
    isAnothers ||= strings.some((text) => addressForm.test(text) && uuidForm.test(text))
    next = nextPage(read.page.next_page_uri)
  }
  return { kind: isAnothers ? 'anothers' : 'unmarked' }
}

function readPage<T>(
  exchange: Awaited<ReturnType<SendToTwilio>>,
  shape: Parameters<typeof readBody<T>>[1],
): Read<T> {
  if (exchange.kind !== 'answered') return { reason: exchange.reason }
  const page = exchange.status === 200 ? readBody(exchange, shape) : null
  return page === null ? { reason: whyUnknown(exchange) } : { page }
}

/** The parameters of a page's address that the next request repeats. */
interface PageReference {
  pageToken?: string
  pageNumber?: number
}

/** Returns the next page's parameters, null after the last page. An address from an answer is never followed itself. */
function nextPage(uri: string | null | undefined): PageReference | null {
  if (!uri) return null
  const query = new URLSearchParams(uri.slice(uri.indexOf('?') + 1))
  const token = query.get('PageToken')
  const number = query.get('Page')
  return {
    ...(token !== null && { pageToken: token }),
    ...(number !== null && /^\d{1,6}$/.test(number) && { pageNumber: Number(number) }),
  }
}
