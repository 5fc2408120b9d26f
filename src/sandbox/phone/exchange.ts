import type { Clock } from '../../base/clock.ts'
import type { Background } from '../network/background.ts'
import type { Speed } from '../network/speed.ts'
import type { DialRate } from './dial-rate.ts'
import type { Faults } from './faults.ts'
import type { Numbers } from './inbound/numbers.ts'
import { addressesOf } from './leg.ts'
import type { CallOrder, EndedBy, FinalStatus, Leg } from './leg.ts'
import type { Legs } from './legs.ts'
import type { LegEvent, PhoneLog } from './log.ts'
import type { Outcome } from './outcomes.ts'
import type { OutgoingRequests } from './outgoing-requests.ts'
import type { People } from './people.ts'

/** The objects that the parts of the phone network share. */
export type Exchange = {
  readonly clock: Clock
  readonly speed: Speed
  readonly dialRate: DialRate
  readonly log: PhoneLog
  readonly legs: Legs
  readonly people: People
  readonly numbers: Numbers
  readonly faults: Faults
  readonly outgoing: OutgoingRequests
  readonly background: Background
  /** Returns the token that signs the account's callbacks. */
  readonly tokenOf: (accountSid: string) => string
  /** Places a leg, which runs in the background from then on. */
  readonly placeLeg: (order: CallOrder, outcome: Outcome) => Leg
}

/** Logs an event of a leg. */
export function noteLeg(exchange: Exchange, leg: Leg, event: LegEvent): void {
  exchange.log.append({
    kind: 'leg',
    event,
    call_sid: leg.sid,
    account_sid: leg.order.accountSid,
    parent_call_sid: leg.order.parentCallSid,
    from: leg.order.from,
    to: leg.order.to,
    status: leg.status,
    ended_by: leg.endedBy,
    answered_by: leg.answeredBy,
    ...addressesOf(leg),
  })
}

/** Logs what Twilio's debugger would show for a call. */
export function notice(exchange: Exchange, leg: Leg, code: number, message: string): void {
  exchange.log.append({ kind: 'notice', call_sid: leg.sid, code, message })
}

/** Ends a leg, logs it and reports it by callback. Does nothing if the leg has ended already. */
export function endLeg(
  exchange: Exchange,
  leg: Leg,
  final: { status: FinalStatus; sip: number; by: EndedBy },
): void {
  if (!leg.end(final.status, final.sip, final.by, exchange.clock.now())) return
  noteLeg(exchange, leg, 'ended')
  leg.report('completed')
}
