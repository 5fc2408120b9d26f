import { malformed, takeJson, wholeOf } from '../network/control-request.ts'
import { fieldOf, parseForm } from '../network/form.ts'
import { jsonAnswer } from '../network/http-server.ts'
import type { Answer, Incoming } from '../network/http-server.ts'
import { entriesInMemoryMax } from '../network/network-log.ts'
import { AccountRate } from './dial-rate.ts'
import type { Exchange } from './exchange.ts'
import { FaultRule } from './faults.ts'
import { AccountNumber } from './inbound/numbers.ts'
import { InboundCall, placeInboundCall } from './inbound/place-inbound-call.ts'
import { addressesOf, talkedSeconds } from './leg.ts'
import type { Leg, LegAddresses } from './leg.ts'
import { legsMax } from './legs.ts'
import { outcomesByDigits } from './outcomes.ts'
import { Person } from './people.ts'

/** A leg with its exact times (ISO 8601, UTC, milliseconds; null for an event that did not happen). */
export type CallRecord = {
  sid: string
  account_sid: string
  parent_call_sid: string | null
  from: string
  to: string
  outcome: string
  status: string
  placed_at: string
  dialled_at: string | null
  ringing_at: string | null
  answered_at: string | null
  ended_at: string | null
  ended_by: string | null
  answered_by: string | null
  /** Seconds from the answer to the end, rounded; null unless both happened. */
  duration_seconds: number | null
} & LegAddresses

/** Returns the record of a leg. */
export function callRecord(leg: Leg): CallRecord {
  const iso = (at: Date | null) => (at === null ? null : at.toISOString())
  return {
    sid: leg.sid,
    account_sid: leg.order.accountSid,
    parent_call_sid: leg.order.parentCallSid,
    from: leg.order.from,
    to: leg.order.to,
    outcome: leg.outcome.name,
    status: leg.status,
    placed_at: leg.placedAt.toISOString(),
    dialled_at: iso(leg.dialedAt),
    ringing_at: iso(leg.ringingAt),
    answered_at: iso(leg.answeredAt),
    ended_at: iso(leg.endedAt),
    ended_by: leg.endedBy,
    answered_by: leg.answeredBy,
    duration_seconds: leg.answeredAt === null || leg.endedAt === null ? null : talkedSeconds(leg),
    ...addressesOf(leg),
  }
}

/**
 * Handles a request to a control endpoint below `/sandbox`. There is no authentication, so the network must listen on
 * the loopback address. Bodies must have the JSON content type, which a web page of another origin can not send.
 */
export function answerControl(exchange: Exchange, request: Incoming): Answer {
  const { people, faults, dialRate, numbers } = exchange
  switch (`${request.method} ${request.path}`) {
    case 'GET /sandbox/outcomes':
      return jsonAnswer(200, {
        outcomes: Object.entries(outcomesByDigits).map(([last_two_digits, { name, summary }]) => ({
          last_two_digits,
          name,
          summary,
        })),
      })
    case 'GET /sandbox/accounts':
      return jsonAnswer(200, { accounts: dialRate.all() })
    case 'POST /sandbox/accounts':
      return takeJson(request, AccountRate, (account) => dialRate.put(account))
    case 'GET /sandbox/people':
      return jsonAnswer(200, { people: people.all() })
    case 'POST /sandbox/people':
      return takeJson(request, Person, (person) => people.put(person))
    case 'GET /sandbox/numbers':
      return jsonAnswer(200, { numbers: numbers.all() })
    case 'POST /sandbox/numbers':
      return takeJson(request, AccountNumber, (number) => numbers.put(number))
    case 'POST /sandbox/inbound-calls':
      return takeJson(request, InboundCall, (call) => callRecord(placeInboundCall(exchange, call)))
    case 'GET /sandbox/faults':
      return jsonAnswer(200, { faults: faults.armed() })
    case 'POST /sandbox/faults':
      return takeJson(request, FaultRule, (rule) => faults.arm(rule))
    case 'DELETE /sandbox/faults':
      faults.clear()
      return { ...jsonAnswer(204, undefined), headers: {} }
    case 'GET /sandbox/log':
      return log(exchange, request.query)
    case 'GET /sandbox/calls':
      return calls(exchange, request.query)
    default:
      return jsonAnswer(404, {
        message:
          'Control endpoints: outcomes, accounts, people, numbers, inbound-calls, faults, log, calls; see the README',
      })
  }
}

function log(exchange: Exchange, query: string): Answer {
  const after = wholeOf(query, 'after', 0, 0, Number.MAX_SAFE_INTEGER)
  const limit = wholeOf(query, 'limit', 1000, 1, entriesInMemoryMax)
  if (after === null || limit === null) return malformed('after and limit are whole numbers')
  const callSid = fieldOf(parseForm(query), 'call_sid')
  if (callSid === null) return jsonAnswer(200, { entries: exchange.log.after(after, limit) })
  const ofCall = exchange.log
    .after(after)
    .filter((entry) => 'call_sid' in entry && entry.call_sid === callSid)
  return jsonAnswer(200, { entries: ofCall.slice(0, limit) })
}

function calls(exchange: Exchange, query: string): Answer {
  const limit = wholeOf(query, 'limit', 1000, 1, legsMax)
  if (limit === null) return malformed('limit is a whole number')
  const to = fieldOf(parseForm(query), 'to')
  const legs = exchange.legs.newestFirst().filter((leg) => to === null || leg.order.to === to)
  return jsonAnswer(200, { calls: legs.slice(0, limit).map(callRecord) })
}
