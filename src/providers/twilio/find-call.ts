import type { Clock } from '../../base/clock.ts'
import { readBody, whyUnknown } from './outcome.ts'
import type { FindCallOutcome } from './outcome.ts'
import { parseRfc2822 } from './rfc-2822-date.ts'
import type { AskTwilio } from './sdk.ts'
import type { Exchange } from './transport.ts'
import { CallPage, carrierCall, EventPage } from './types.ts'
import type { CallResource, FindCallRequest } from './types.ts'

/** A call that was created so much before the dial, by the carrier's own clock, still fits: times are to the second. */
const fitsMarginMs = 60_000
/** One that was created up to so much earlier does not fit, and yet is never passed over for its time alone. */
const doubtMarginMs = 15 * 60_000
/** The same where the carrier does not say what its clock shows. */
const doubtMarginBlindMs = 2 * 3_600_000
/** Calls from one number to one other that are looked through: `callPageSize` × `pagesMax`. */
const callPageSize = 100
/** Small, because an event holds the document that was answered, up to 64 KB. */
const eventPageSize = 20
const pagesMax = 10
/** Calls whose events are read. More than one is rare, since only one call to a number is placed at a time. */
const candidatesMax = 10

const uuidForm = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const addressForm = /^https?:\/\//i
const e164Form = /^\+\d{1,15}$/

/** What the search needs. The clock is the one by which `placedAfter` was told. */
interface Search {
  ask: AskTwilio
  clock: Clock
}

/**
 * Looks for a call that may have been placed, among the account's calls from the one number to the other.
 *
 * The list is not narrowed by start time, which a queued call does not have and which is by the day. What tells calls
 * apart is the mark in the requests that belong to them; Twilio promises to show those only some minutes after the end
 * of a call ("Events subresource"), so that a call without any may be ours and is taken when it is the only one.
 *
 * A call that is passed over is dialled again, so that a clock alone never passes one over: `absent` means that each
 * call of that time is known to be another's, by its SID or by its mark.
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
    const origin = await originOf(search.ask, call, request.mark, signal)
    if (origin.kind === 'ours') return { kind: 'found', call: carrierCall(call), confirmed: true }
    if (origin.kind === 'unknown') doubt ??= origin.reason
    if (origin.kind !== 'unsaid') continue
    if (fits) possible.push(call)
    else doubt ??= 'a call at the carrier is a little too old to be the one, and not marked as another'
  }
  if (doubt !== null) return { kind: 'unknown', reason: doubt }
  const [only, ...others] = possible
  if (only === undefined) return { kind: 'absent' }
  if (others.length > 0)
    return { kind: 'unknown', reason: 'several calls at the carrier fit, and none is marked' }
  return { kind: 'found', call: carrierCall(only), confirmed: false }
}

/** One page that was read, or why not. */
type Read<T> = { page: T } | { reason: string }

/** A call that may be the wanted one by numbers, time and SID. Not `fits`: only if a clock is wrong. */
interface Candidate {
  call: CallResource
  fits: boolean
}

/** The calls that may be the wanted one. */
async function listCandidates(
  { ask, clock }: Search,
  request: FindCallRequest,
  signal: AbortSignal | undefined,
): Promise<{ candidates: Candidate[] } | { reason: string }> {
  const { to, from } = request
  // By SID: a call that is added meanwhile moves others onto the next page.
  const candidates = new Map<string, Candidate>()
  let bounds: TimeBounds | null = null
  let next: PageReference | null = {}
  let last = Number.POSITIVE_INFINITY
  let isNewestFirst = true
  for (let pages = 0; pages < pagesMax; pages++) {
    const position: PageReference = next
    const exchange = await ask(
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
    // The order is not documented. Where the pages show it, what follows an old call is older still.
    if (isNewestFirst && last < bounds.doubtFrom) return { candidates: [...candidates.values()] }
    next = nextPage(read.page.next_page_uri)
    if (next === null) return { candidates: [...candidates.values()] }
  }
  return { reason: 'the carrier lists more calls between these numbers than can be looked through' }
}

/** From when on calls count, in milliseconds by the carrier's clock. */
interface TimeBounds {
  fitsFrom: number
  doubtFrom: number
}

/**
 * The instant of the dial by the carrier's clock, which its answer shows. The carrier rounds `Date` down and the answer
 * took its time, so that the difference errs towards an earlier instant.
 *
 * Doubt reaches back from the earlier of the two readings: a clock of ours that was set back after the dial looks just
 * like a carrier's that is fast.
 */
function timeBounds(placedAfter: Date, exchange: Exchange, now: Date): TimeBounds {
  const placed = placedAfter.getTime()
  const carrierNow = exchange.kind === 'answered' ? parseRfc2822(exchange.headers.date ?? '') : null
  if (carrierNow === null) return { fitsFrom: placed - fitsMarginMs, doubtFrom: placed - doubtMarginBlindMs }
  const shifted = placed + carrierNow.getTime() - now.getTime()
  return { fitsFrom: shifted - fitsMarginMs, doubtFrom: Math.min(shifted, placed) - doubtMarginMs }
}

/** Whether the call may be the wanted one whenever it was made. */
function mayBe(call: CallResource, { to, from, notSids }: FindCallRequest): boolean {
  const isElsewhere = isOtherNumber(call.to, to) || isOtherNumber(call.from, from)
  // A call with a parent is the other leg of a transfer: nobody asked for it through the API.
  const isLeg = typeof call.parent_call_sid === 'string' && call.parent_call_sid !== ''
  return !isElsewhere && !isLeg && !notSids.includes(call.sid)
}

/** Guards against a carrier that does not filter. Only a number in the same form can be told to be another. */
function isOtherNumber(shown: string | null | undefined, wanted: string): boolean {
  return typeof shown === 'string' && e164Form.test(shown) && shown !== wanted
}

type Origin = { kind: 'ours' | 'anothers' | 'unsaid' } | { kind: 'unknown'; reason: string }

/** Whose call it is, by the requests that were made for it. */
async function originOf(
  ask: AskTwilio,
  { sid }: CallResource,
  mark: string,
  signal: AbortSignal | undefined,
): Promise<Origin> {
  let next: PageReference | null = {}
  let isAnothers = false
  for (let pages = 0; pages < pagesMax && next !== null; pages++) {
    const position: PageReference = next
    const exchange = await ask(
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
    // An address with a UUID that isn't the mark was given for another attempt.
    isAnothers ||= strings.some((text) => addressForm.test(text) && uuidForm.test(text))
    next = nextPage(read.page.next_page_uri)
  }
  return { kind: isAnothers ? 'anothers' : 'unsaid' }
}

function readPage<T>(
  exchange: Awaited<ReturnType<AskTwilio>>,
  shape: Parameters<typeof readBody<T>>[1],
): Read<T> {
  if (exchange.kind !== 'answered') return { reason: exchange.reason }
  const page = exchange.status === 200 ? readBody(exchange, shape) : null
  return page === null ? { reason: whyUnknown(exchange) } : { page }
}

/** What of a page's address is taken over into the next request. */
interface PageReference {
  pageToken?: string
  pageNumber?: number
}

/** Takes the place only: an address from an answer is never followed, wherever it leads. Null after the last page. */
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
