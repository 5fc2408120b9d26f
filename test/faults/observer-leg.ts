import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { LegEnd, ObserverLog } from './observer-log.ts'
import { rfc2822 } from './observer-resources.ts'
import { createRandom } from './random.ts'

/** How long a call takes from its request to its end. */
export interface CallDuration {
  leastMs: number
  mostMs: number
}

/** Something that the carrier reports about a leg. */
export interface LegEvent {
  sequence: number
  status: string
}

/** How one callback is delivered. */
export type CallbackFate =
  | { kind: 'send' }
  | { kind: 'drop' }
  | { kind: 'twice' }
  /** Later callbacks do not wait for it, so that it comes after them. */
  | { kind: 'delay'; ms: number }
  /** A forged callback, signed with a wrong token, comes first and reports that the call is over. */
  | { kind: 'forged_first' }

/** A call at the carrier, which proceeds by itself. */
export interface Leg {
  sid: string
  account: string
  to: string
  from: string
  createdAt: number
  form: URLSearchParams
  status: string
  answeredAt: number | null
  end: { at: number; status: LegEnd } | null
  durationSeconds: number
  endByRequest: () => void
  /** Resolves once the status was reported, or the report failed. */
  untilReported: (status: string) => Promise<void>
  /** Stops the call and its reports. Resolves once nothing of it is under way, so that nothing more is logged. */
  abandon: () => Promise<void>
}

export interface LegSurroundings {
  log: ObserverLog
  token: string
  deliver: (url: URL) => URL | null
  duration: CallDuration
  seed: string
  fateOf: (leg: Leg, event: LegEvent) => CallbackFate
}

/** A leg's surroundings with the signal that aborts its requests. */
interface LegContext extends LegSurroundings {
  stop: AbortSignal
}

const callbackTimeoutMs = 15_000

export function startLeg(
  placed: Pick<Leg, 'sid' | 'account' | 'to' | 'from' | 'createdAt' | 'form'>,
  surroundings: LegSurroundings,
): Leg {
  const stop = new AbortController()
  const around: LegContext = { ...surroundings, stop: stop.signal }
  /** Everything that may still write to the log. */
  const underWay = new Set<Promise<void>>()
  const keep = (work: Promise<void>): void => {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }
  const reports = new Map<string, PromiseWithResolvers<void>>()
  const reportOf = (status: string): PromiseWithResolvers<void> => {
    if (!reports.has(status)) reports.set(status, Promise.withResolvers<void>())
    return reports.get(status)!
  }
  const hungUp = Promise.withResolvers<void>()
  let sequence = 0
  /** Waits; ends early when the leg is abandoned. */
  const pause = (ms: number) => delay(ms, undefined, { ref: false, signal: stop.signal }).catch(() => {})
  /** The callback that is being sent: those of a leg are sent one after the other. */
  let reporting: Promise<void> = Promise.resolve()

  const leg: Leg = {
    ...placed,
    status: 'queued',
    answeredAt: null,
    end: null,
    durationSeconds: 0,
    endByRequest: () => {
      endAs(leg.status === 'in-progress' ? 'completed' : 'canceled', true)
      hungUp.resolve()
    },
    untilReported: (status) => Promise.race([reportOf(status).promise, pause(3_000)]),
    abandon: async () => {
      stop.abort()
      hungUp.resolve()
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }

  const report = (status: string, more: Record<string, string> = {}): void => {
    const event = { sequence: sequence++, status }
    const fate = around.fateOf(leg, event)
    const happenedAt = Date.now()
    const post = () => postStatus(leg, around, event, { ...more, Timestamp: rfc2822(happenedAt) }, fate.kind)
    const posting = async (): Promise<void> => {
      if (stop.signal.aborted) return
      if (fate.kind === 'forged_first') await forge(leg, around, event.sequence)
      if (fate.kind === 'drop') note(leg, around, status, 'drop', null)
      else await post()
      if (fate.kind === 'twice') await post()
      reportOf(status).resolve()
    }
    if (fate.kind === 'delay') keep(pause(fate.ms).then(posting))
    else keep((reporting = reporting.then(posting)))
  }

  function endAs(status: LegEnd, byRequest: boolean): void {
    if (leg.end !== null) return
    const at = Date.now()
    leg.durationSeconds = leg.answeredAt === null ? 0 : Math.round((at - leg.answeredAt) / 1000)
    leg.end = { at, status }
    leg.status = status
    around.log.write({ kind: 'ended', at, sid: leg.sid, status, byRequest })
    report(status, { CallDuration: String(leg.durationSeconds), SipResponseCode: sipCodes[status] })
  }

  const step = async (ms: number): Promise<boolean> => {
    await Promise.race([delay(ms, undefined, { signal: stop.signal }).catch(() => {}), hungUp.promise])
    return leg.end === null && !stop.signal.aborted
  }

  keep(live())
  return leg

  async function live(): Promise<void> {
    const random = createRandom(around.seed)
    const wholeMs = random.integer(around.duration.leastMs, around.duration.mostMs)
    const roll = random.next()
    const end: LegEnd = roll < 0.6 ? 'completed' : roll < 0.75 ? 'busy' : roll < 0.92 ? 'no-answer' : 'failed'
    if (!(await step(wholeMs * 0.1))) return
    leg.status = 'queued'
    report('initiated')
    if (!(await step(wholeMs * 0.1))) return
    leg.status = 'ringing'
    around.log.write({ kind: 'ringing', at: Date.now(), sid: leg.sid })
    report('ringing')
    if (!(await step(wholeMs * 0.4))) return
    if (end !== 'completed') return endAs(end, false)
    leg.status = 'in-progress'
    leg.answeredAt = Date.now()
    around.log.write({ kind: 'answered', at: leg.answeredAt, sid: leg.sid })
    report('in-progress')
    keep(askInstructions(leg, around))
    if (await step(wholeMs * 0.4)) endAs('completed', false)
  }
}

const sipCodes: Record<LegEnd, string> = {
  completed: '200',
  busy: '486',
  'no-answer': '487',
  failed: '404',
  canceled: '487',
}

function base(leg: Leg, status: string): Record<string, string> {
  return {
    CallSid: leg.sid,
    AccountSid: leg.account,
    From: leg.from,
    To: leg.to,
    CallStatus: status,
    ApiVersion: '2010-04-01',
    Direction: 'outbound-api',
  }
}

function note(
  leg: Leg,
  { log }: LegSurroundings,
  status: string,
  fate: string,
  answerStatus: number | null,
): void {
  log.write({ kind: 'callback', at: Date.now(), sid: leg.sid, status, fate, answerStatus })
}

async function postStatus(
  leg: Leg,
  around: LegContext,
  { status, sequence }: LegEvent,
  more: Record<string, string>,
  fate: string,
): Promise<void> {
  const fields = {
    ...base(leg, status),
    SequenceNumber: String(sequence),
    CallbackSource: 'call-progress-events',
    ...more,
  }
  note(leg, around, status, fate, await post(leg.form.get('StatusCallback'), fields, around.token, around))
}

async function forge(leg: Leg, around: LegContext, sequence: number): Promise<void> {
  const fields = { ...base(leg, 'failed'), SequenceNumber: String(sequence + 1), CallDuration: '0' }
  const status = await post(leg.form.get('StatusCallback'), fields, 'not the token', around)
  note(leg, around, 'failed', 'forged', status)
}

/** Requests instructions. The person hangs up by themselves, whatever the instructions are. */
async function askInstructions(leg: Leg, around: LegContext): Promise<void> {
  const status = await post(leg.form.get('Url'), base(leg, 'in-progress'), around.token, around)
  note(leg, around, 'instructions', 'send', status)
}

/** Posts a signed form and returns the HTTP status; null without an answer. Like Twilio, it never tries twice. */
async function post(
  address: string | null,
  fields: Record<string, string>,
  token: string,
  { deliver, stop }: LegContext,
): Promise<number | null> {
  if (address === null || !URL.canParse(address)) return null
  const target = deliver(new URL(address))
  if (target === null) return null
  // The fragment is Twilio's own: it is neither sent nor signed.
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + fields[name], address.split('#')[0]!)
  const signature = createHmac('sha1', token).update(signed).digest('base64')
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature,
      },
      body: new URLSearchParams(fields),
      signal: AbortSignal.any([stop, AbortSignal.timeout(callbackTimeoutMs)]),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
