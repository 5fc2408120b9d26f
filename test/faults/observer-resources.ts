import type { Leg } from './observer-leg.ts'

/** Returns a leg as Twilio shows a call. Times are RFC 2822, to the second. */
export function resourceOf(leg: Leg): Record<string, unknown> {
  return {
    sid: leg.sid,
    account_sid: leg.account,
    status: leg.status,
    direction: 'outbound-api',
    to: leg.to,
    from: leg.from,
    date_created: rfc2822(leg.createdAt),
    date_updated: rfc2822(leg.end?.at ?? leg.createdAt),
    start_time: leg.answeredAt === null ? null : rfc2822(leg.answeredAt),
    end_time: leg.end === null ? null : rfc2822(leg.end.at),
    duration: leg.end === null ? null : String(leg.durationSeconds),
    answered_by: null,
    parent_call_sid: null,
    queue_time: '0',
    api_version: '2010-04-01',
    uri: `/2010-04-01/Accounts/${leg.account}/Calls/${leg.sid}.json`,
  }
}

export function rfc2822(at: number): string {
  return new Date(at).toUTCString().replace('GMT', '+0000')
}

/** Returns one page of an account's calls, newest first, filtered by `To`, `From` and `Status`. */
export function listCalls(legs: readonly Leg[], { pathname, searchParams }: URL): unknown {
  const size = Math.min(Number(searchParams.get('PageSize') ?? 50), 1000)
  const page = Number(searchParams.get('Page') ?? 0)
  const fits = (name: string, value: string): boolean =>
    !searchParams.has(name) || searchParams.get(name) === value
  const found = legs
    .filter((leg) => fits('To', leg.to) && fits('From', leg.from) && fits('Status', leg.status))
    .toSorted((one, other) => other.createdAt - one.createdAt)
  const next = new URLSearchParams(searchParams)
  next.set('Page', String(page + 1))
  const isLast = (page + 1) * size >= found.length
  return {
    calls: found.slice(page * size, (page + 1) * size).map(resourceOf),
    page,
    page_size: size,
    next_page_uri: isLast ? null : `${pathname}?${next.toString()}`,
    uri: pathname,
  }
}
