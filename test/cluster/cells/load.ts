import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** An organization under load. */
export interface LoadedOrganization {
  name: string
  organizationId: string
  projectId: string
  campaignId: string
  key: string
  phoneNumberId: string
  /** Each number is called once. The last digits say what the phone of the sandbox does. */
  firstNumber: number
}

/** What the load has sent and got. */
export interface LoadReport {
  /** Ids of accepted calls, by number. */
  calls: Map<string, string>
  /** Ids of accepted WhatsApp events. */
  events: Set<string>
  /** Times of lists in ms, and answers that were no success, with when. */
  reads: { at: number; ms: number; status: number }[]
  refused: Map<string, number>
}

export interface Load {
  report: LoadReport
  stop: () => Promise<void>
}

/** How often each of the three goes; about ten requests a second for each organization. */
const pauseMs = { calls: 250, events: 250, reads: 100 }
/** How long one call or event is sent again until it is accepted. */
const untilAcceptedMs = 60_000

/** Makes calls, posts webhooks and reads lists over the router until it is stopped. */
export function startLoad(routerUrl: string, organization: LoadedOrganization): Load {
  const { organizationId, projectId, campaignId, key, phoneNumberId, firstNumber } = organization
  const report: LoadReport = { calls: new Map(), events: new Set(), reads: [], refused: new Map() }
  const stop = new AbortController()
  const calls = `${routerUrl}/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignId}/calls`
  const note = (what: string): void => void report.refused.set(what, (report.refused.get(what) ?? 0) + 1)

  /** Sends a request again until it is accepted. */
  async function untilAccepted(what: string, send: () => Promise<Response>): Promise<Response> {
    for (const deadline = performance.now() + untilAcceptedMs; ; await delay(100)) {
      const answer = await send().catch(() => null)
      if (answer !== null && answer.status < 300) return answer
      const code =
        answer === null ? 'no answer' : `${answer.status} ${answer.headers.get('error-code') ?? ''}`
      note(`${what}: ${code}`)
      if (answer !== null && answer.status < 500) throw new Error(`${what}: ${code} ${await answer.text()}`)
      await answer?.body?.cancel()
      if (performance.now() > deadline)
        throw new Error(`${what} was not accepted for ${untilAcceptedMs} ms: ${code}`)
    }
  }

  async function makeCalls(): Promise<void> {
    for (let index = 0; !stop.signal.aborted; index++) {
      // Most hang up at once; a machine talks for 90 s of the sandbox's time, so that calls are live at any moment.
      const number = `+1415${firstNumber + index * 100 + (index % 5 === 0 ? 5 : 4)}`
      const headers = {
        'x-api-key': key,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      }
      const body = JSON.stringify({ phone_number: number, name: 'Ada' })
      const answer = await untilAccepted('call', () => fetch(calls, { method: 'POST', headers, body }))
      const { data } = (await answer.json()) as { data: { campaign_queue_id?: string; _id?: string } }
      report.calls.set(number, data.campaign_queue_id ?? data._id ?? '')
      await delay(pauseMs.calls)
    }
  }

  async function postEvents(): Promise<void> {
    for (let index = 0; !stop.signal.aborted; index++) {
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
        entry: [{ id: '200000000000001', changes: [{ field: 'messages', value }] }],
      })
      const signature = createHmac('sha256', 'an-app-secret').update(body).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
      const url = `${routerUrl}/webhooks/whatsapp`
      await untilAccepted('webhook', () => fetch(url, { method: 'POST', headers, body }))
      report.events.add(id)
      await delay(pauseMs.events)
    }
  }

  async function readLists(): Promise<void> {
    while (!stop.signal.aborted) {
      const begun = performance.now()
      const status = await fetch(`${calls}?page_size=20`, { headers: { 'x-api-key': key } }).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        },
        () => 0,
      )
      report.reads.push({ at: begun, ms: performance.now() - begun, status })
      if (status !== 200) note(`read: ${status}`)
      await delay(pauseMs.reads)
    }
  }

  const running = Promise.all([makeCalls(), postEvents(), readLists()])
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
