import { isAbort } from '../network/background.ts'
import { endLeg, noteLeg, notice } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { Leg } from './leg.ts'
import type { CallOrder } from './leg.ts'
import { LifeClock } from './life-clock.ts'
import { detectMachine } from './machine-detection.ts'
import type { Outcome, PhoneBehavior } from './outcomes.ts'
import { Conversation } from './people.ts'
import { StatusCallbacks } from './status-callbacks.ts'
import { runInstructions } from './twiml/run-twiml.ts'

/** The time until a call that does not ring fails, and the length of a transferred call, in simulated time. */
const failsAfterMs = 1500
const bridgedTalkMs = 10_000

/** Places a leg, which runs in the background from then on. */
export function placeLeg(exchange: Exchange, order: CallOrder, outcome: Outcome): Leg {
  const leg = new Leg(order, outcome, exchange.clock.now())
  const callbacks = new StatusCallbacks(exchange, leg)
  leg.report = (event) => callbacks.report(event)
  exchange.legs.add(leg)
  noteLeg(exchange, leg, 'placed')
  exchange.background.start(() => live(exchange, leg))
  return leg
}

async function live(exchange: Exchange, leg: Leg): Promise<void> {
  try {
    if (leg.order.direction === 'inbound') await ringInbound(exchange, leg)
    else await dialAndRing(exchange, leg)
    if (!leg.over) await talk(exchange, leg)
  } catch (error) {
    if (leg.over && isAbort(error)) return
    // A bug of the sandbox must not leave a call in progress forever.
    notice(exchange, leg, 0, `the sandbox failed: ${String(error)}`)
    endLeg(exchange, leg, { status: 'failed', sip: 500, by: 'network' })
    throw error
  }
}

/** Runs a leg from the queue until somebody answers, or until it ends without an answer. */
async function dialAndRing(exchange: Exchange, leg: Leg): Promise<void> {
  const { outcome, ended } = leg
  const { phone } = outcome
  const timeoutMs = leg.order.timeoutSeconds * 1000
  await exchange.speed.wait(outcome.queued_ms, ended)
  // Transferred legs are not counted. Provider: "calls per second".
  if (leg.order.direction === 'outbound-api') await exchange.dialRate.waitForSlot(leg.order.accountSid, ended)
  leg.status = 'initiated'
  leg.dialedAt = leg.updatedAt = exchange.clock.now()
  noteLeg(exchange, leg, 'dialled')
  leg.report('initiated')
  if (phone.kind === 'ends' && phone.ring_ms === null) {
    await exchange.speed.wait(failsAfterMs, ended)
    endLeg(exchange, leg, { status: phone.status, sip: phone.sip_response_code, by: 'network' })
    return
  }
  await exchange.speed.wait(outcome.ring_after_ms, ended)
  leg.status = 'ringing'
  leg.ringingAt = leg.updatedAt = exchange.clock.now()
  noteLeg(exchange, leg, 'ringing')
  leg.report('ringing')
  const ringMs = ringingFor(phone)
  await exchange.speed.wait(Math.min(ringMs, timeoutMs), ended)
  if (ringMs > timeoutMs) endLeg(exchange, leg, { status: 'no-answer', sip: 487, by: 'network' })
  else if (phone.kind === 'ends') {
    endLeg(exchange, leg, { status: phone.status, sip: phone.sip_response_code, by: 'callee' })
  }
}

/** Runs an inbound leg until the number's instructions are asked for. It is answered by their first verb. */
async function ringInbound(exchange: Exchange, leg: Leg): Promise<void> {
  leg.status = 'ringing'
  leg.dialedAt = leg.ringingAt = leg.updatedAt = exchange.clock.now()
  noteLeg(exchange, leg, 'ringing')
  await exchange.speed.wait(leg.outcome.ring_after_ms, leg.ended)
}

/** Returns how long a phone rings until it is answered or rejected, in simulated milliseconds. */
function ringingFor(phone: PhoneBehavior): number {
  switch (phone.kind) {
    case 'answers':
      return phone.pick_up_after_ms
    case 'ends':
      return phone.ring_ms ?? 0
    case 'rings_out':
      return Number.POSITIVE_INFINITY
  }
}

/** Runs a leg from the answer to its end. */
async function talk(exchange: Exchange, leg: Leg): Promise<void> {
  const { phone } = leg.outcome
  if (phone.kind !== 'answers') return
  leg.answer = () => answer(exchange, leg, phone)
  if (leg.order.direction !== 'inbound') leg.answer()
  if (leg.order.instructions === null) return
  await detectMachine(exchange, leg, phone.machine)
  await followInstructions(exchange, leg, new Conversation(phone.replies, phone.afterwards, phone.improvise))
}

/** Starts the conversation. Does nothing if it has started, or if the leg has ended. */
function answer(exchange: Exchange, leg: Leg, phone: Extract<PhoneBehavior, { kind: 'answers' }>): void {
  if (leg.answeredAt !== null || leg.over) return
  leg.status = 'in-progress'
  leg.answeredAt = leg.updatedAt = exchange.clock.now()
  const life = new LifeClock(exchange.speed.speed)
  leg.life = life
  noteLeg(exchange, leg, 'answered')
  leg.report('answered')
  const bridged = leg.order.instructions === null
  const hangUpAfterMs = bridged ? Math.min(bridgedTalkMs, phone.hang_up_after_ms) : phone.hang_up_after_ms
  exchange.background.start(async () => {
    await life.reach(hangUpAfterMs, leg.ended)
    endLeg(exchange, leg, { status: 'completed', sip: 200, by: 'callee' })
  })
  limitTime(exchange, leg)
}

/** Hangs up after the leg's time limit. If the limit is changed meanwhile, this one no longer applies. */
export function limitTime(exchange: Exchange, leg: Leg): void {
  const seconds = leg.timeLimitSeconds
  exchange.background.start(async () => {
    await leg.life?.reach(seconds * 1000, leg.ended)
    if (leg.timeLimitSeconds !== seconds) return
    endLeg(exchange, leg, { status: 'completed', sip: 200, by: 'time_limit' })
  })
}

/** Runs the instructions, and starts again with the new ones whenever a request replaces them. */
async function followInstructions(exchange: Exchange, leg: Leg, conversation: Conversation): Promise<void> {
  let instructions = leg.order.instructions
  while (instructions !== null) {
    const signal = leg.startScript()
    try {
      await runInstructions({ exchange, leg, conversation, signal }, leg.takeReplacement() ?? instructions)
      instructions = leg.takeReplacement()
    } catch (error) {
      instructions = leg.takeReplacement()
      if (leg.over || instructions === null || !isAbort(error)) throw error
    }
  }
  // A call without usable instructions is answered too: the caller hears of an application error.
  leg.answer()
  endLeg(exchange, leg, { status: 'completed', sip: 200, by: 'instructions' })
}
