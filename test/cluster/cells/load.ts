import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { appSecret, businessAccountId } from './declare.ts'

/** An organization under load. */
export interface LoadedOrganization {
  name: string
  organizationId: string
  projectId: string
  campaignId: string
  /** Null: it sends no messages. */
  broadcastId: string | null
  key: string
  phoneNumberId: string
  /** Each number is called once. The last digits say what the phone of the sandbox does. */
  firstNumber: number
}

export type RequestKind = 'call' | 'send' | 'webhook' | 'read'

/** What the load has sent and got. */
export interface LoadReport {
  /** Ids of accepted calls, by number. */
  calls: Map<string, string>
  /** Accepted messages, by number. After 202 one is being sent, or nobody knows whether it was sent. */
  sends: Map<string, { id: string; isSent: boolean }>
  /** Ids of accepted WhatsApp events. */
  events: Set<string>
  /** Every request: when it was due, how long its answer took from then, and its status; 0: none came. */
  requests: { kind: RequestKind; at: number; ms: number; status: number }[]
  /** The answers that were no success. */
  refused: Map<string, number>
}

export interface Load {
  report: LoadReport
  stop: () => Promise<void>
}

export interface LoadOptions {
  /** How many of each kind go side by side. */
  callers?: number
  /** How long each waits after a request. By default one caller of each kind makes some twenty requests a second. */
  pauseMs?: Readonly<Record<RequestKind, number>>
  /**
   * Requests begin every `pauseMs` whether the one before is answered or not, and their time counts from when they were
   * due. So a service that stands still for a moment keeps as many waiting as it would in life.
   */
  isScheduled?: boolean
}

const usualPauseMs = { call: 250, send: 250, webhook: 250, read: 100 }
/** How long one call or event is sent again until it is accepted. */
const untilAcceptedMs = 60_000
/** At most so many scheduled requests of a kind wait for their answers. */
const scheduledMax = 500

/** Makes calls, sends messages, posts webhooks and reads lists over the router until it is stopped. */
export function startLoad(
  routerUrl: string,
  organization: LoadedOrganization,
  { callers = 1, pauseMs = usualPauseMs, isScheduled = false }: LoadOptions = {},
): Load {
  const { organizationId, projectId, campaignId, broadcastId, key, phoneNumberId, firstNumber } = organization
  const report: LoadReport = {
    calls: new Map(),
    sends: new Map(),
    events: new Set(),
    requests: [],
    refused: new Map(),
  }
  const stop = new AbortController()
  const project = `${routerUrl}/organizations/${organizationId}/projects/${projectId}`
  const calls = `${project}/campaigns/${campaignId}/calls`
  const messages = `${project}/broadcasts/${broadcastId}/messages`
  const note = (what: string): void => void report.refused.set(what, (report.refused.get(what) ?? 0) + 1)
  const next = { call: 0, send: 0, webhook: 0 }

  /** Sends a request, and notes how long its answer took from when it was due. Returns null if none came. */
  async function timed(
    kind: RequestKind,
    at: number,
    send: () => Promise<Response>,
  ): Promise<Response | null> {
    const answer = await send().catch(() => null)
    report.requests.push({ kind, at, ms: performance.now() - at, status: answer?.status ?? 0 })
    return answer
  }

  /** Sends a request again until it is accepted. */
  async function untilAccepted(
    kind: RequestKind,
    due: number,
    send: () => Promise<Response>,
  ): Promise<Response> {
    const deadline = performance.now() + untilAcceptedMs
    for (let at = due; ; await delay(100), at = performance.now()) {
      const answer = await timed(kind, at, send)
      if (answer !== null && answer.status < 300) return answer
      const code =
        answer === null ? 'no answer' : `${answer.status} ${answer.headers.get('error-code') ?? ''}`
      note(`${kind}: ${code}`)
      // A request that was held up for long has sent nothing, and says so.
      const isBusy = answer?.headers.get('error-code') === 'sender_busy;retryable'
      if (answer !== null && answer.status < 500 && !isBusy)
        throw new Error(`${kind}: ${code} ${await answer.text()}`)
      await answer?.body?.cancel()
      if (performance.now() > deadline)
        throw new Error(`${kind} was not accepted for ${untilAcceptedMs} ms: ${code}`)
    }
  }

  function post(kind: 'call' | 'send', due: number, url: string, value: unknown): Promise<Response> {
    const headers = {
      'x-api-key': key,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const body = JSON.stringify(value)
    return untilAccepted(kind, due, () => fetch(url, { method: 'POST', headers, body }))
  }

  async function makeCall(due: number): Promise<void> {
    const index = next.call++
    // Most hang up at once; a machine talks for 90 s of the sandbox's time, so that calls are live at any moment.
    const number = `+1415${firstNumber + index * 100 + (index % 5 === 0 ? 5 : 4)}`
    const answer = await post('call', due, calls, { phone_number: number, name: 'Ada' })
    const { data } = (await answer.json()) as { data: { campaign_queue_id?: string; _id?: string } }
    report.calls.set(number, data.campaign_queue_id ?? data._id ?? '')
  }

  async function sendMessage(due: number): Promise<void> {
    const number = `+1212${firstNumber + next.send++ * 100}`
    const answer = await post('send', due, messages, { to: number, data: { first_name: 'Ada' } })
    const { data } = (await answer.json()) as { data: { message_id: string } }
    report.sends.set(number, { id: data.message_id, isSent: answer.status === 200 })
  }

  async function postEvent(due: number): Promise<void> {
    const index = next.webhook++
    const id = `wamid.${organizationId}-${index}`
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const message = {
      id,
      from: `1415555${1_000 + (index % 50)}`,
      timestamp,
      type: 'text',
      text: { body: 'Hello' },
    }
    const value = {
      messaging_product: 'whatsapp',
      metadata: { phone_number_id: phoneNumberId },
      messages: [message],
    }
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: businessAccountId, changes: [{ field: 'messages', value }] }],
    })
    const signature = createHmac('sha256', appSecret).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
    const url = `${routerUrl}/webhooks/whatsapp`
    await untilAccepted('webhook', due, () => fetch(url, { method: 'POST', headers, body }))
    report.events.add(id)
  }

  async function readList(due: number): Promise<void> {
    const answer = await timed('read', due, async () => {
      const listed = await fetch(`${calls}?page_size=20`, { headers: { 'x-api-key': key } })
      await listed.arrayBuffer()
      return listed
    })
    if (answer?.status !== 200) note(`read: ${answer?.status ?? 0}`)
  }

  type Request = (due: number) => Promise<void>

  async function repeat(request: Request, restMs: number): Promise<void> {
    while (!stop.signal.aborted) {
      await request(performance.now())
      await delay(restMs)
    }
  }

  async function followSchedule(request: Request, everyMs: number): Promise<void> {
    const waiting = new Set<Promise<void>>()
    for (let due = performance.now(); !stop.signal.aborted; due += everyMs) {
      await delay(Math.max(0, due - performance.now()))
      if (waiting.size >= scheduledMax) await Promise.race(waiting)
      const answered = request(due).finally(() => waiting.delete(answered))
      waiting.add(answered)
    }
    await Promise.all(waiting)
  }

  const kinds: [RequestKind, Request][] = [
    ['call', makeCall],
    ['webhook', postEvent],
    ['read', readList],
    ...(broadcastId === null ? [] : [['send', sendMessage] as [RequestKind, Request]]),
  ]
  const run = isScheduled ? followSchedule : repeat
  const running = Promise.all(
    kinds.flatMap(([kind, request]) => Array.from({ length: callers }, () => run(request, pauseMs[kind]))),
  )
  running.catch(() => {})
  return {
    report,
    stop: async () => {
      stop.abort()
      await running
    },
  }
}

/** Returns the value that 99 of 100 do not exceed. */
export function p99(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0)
}
