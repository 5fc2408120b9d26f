import assert from 'node:assert/strict'
import type { z } from 'zod'
import { sql } from '../../src/db/sql.ts'
import type { AnswerFault } from '../../src/sandbox/network/faults.ts'
import type { SentMessage } from '../../src/sandbox/whatsapp/messages.ts'
import { processEvent } from '../../src/whatsapp/inbound/process-event.ts'
import { postWebhook, statusOf, webhookOf } from '../support/whatsapp-webhook.ts'
import { startWhatsappService } from '../support/whatsapp.ts'
import type { WhatsappService } from '../support/whatsapp.ts'

/** The statuses that the provider reports for a message. */
export const reportedStatuses = ['sent', 'delivered', 'read', 'failed'] as const
export type ReportedStatus = (typeof reportedStatuses)[number]

/** The error code of a reported `failed`. */
export const failedCode = 131026

/** The answer to one send. */
export interface Answered {
  status: number
  /** Its bytes; the id of the request is among the headers. */
  text: string
  isReplay: boolean
  message: string
  result: { message_id: string; status: string; provider_message_id: string | null } | null
}

export interface Sending {
  /** JSON, as it goes over the line. */
  body: string
  key?: string
  broadcast?: string
}

/**
 * The service, and a WhatsApp network that sends no webhook by itself: a test says which statuses it reports, and when.
 */
export interface Stage extends AsyncDisposable {
  whatsapp: WhatsappService
  send: (sending: Sending) => Promise<Answered>
  /** Returns a number that no send has used; the network chooses the outcome by its last two digits. */
  freshNumber: (digits?: number) => string
  /** Sets what goes wrong with the next send to the number; null: nothing. Clears what was set for other numbers. */
  setFault: (number: string, fault: SendFault | null) => void
  /** Returns the sends to the number that the network received. */
  received: (to: string) => readonly SentMessage[]
  /** Returns those of them that it accepted. */
  accepted: (to: string) => readonly SentMessage[]
  /** Reports statuses in one signed webhook, and processes the due events in so many parallel loops (1 by default). */
  report: (reports: readonly StatusReport[], workers?: number) => Promise<void>
  processEvents: (workers?: number) => Promise<void>
  now: () => Date
  turnClock: (ms: number) => void
}

/** How the answer to a send goes wrong. */
export type SendFault = z.input<typeof AnswerFault>

export interface StatusReport {
  message: SentMessage
  status: ReportedStatus
  /** Whether it bears our own data; failures can lack it. */
  isNamed?: boolean
}

/** The organization of the stage, for a declaration of its plan. */
export const organizationName = 'Acme'
export const sendsByDefault = 1_000_000

export async function startStage(): Promise<Stage> {
  let nowMs = Date.now()
  // Stands still unless a test turns it, so that expiries are tested to the millisecond.
  const clock = { now: () => new Date(nowMs) }
  const whatsapp = await startWhatsappService({ sends: sendsByDefault, clock })
  const { service, network, broadcastIds } = whatsapp
  const { context, organizationId, projectId } = service
  network.holdWebhooks()
  // The rate limit of senders has its own tests, and would only slow these down.
  await context.db.query(sql`update whatsapp_senders set messages_per_second = 10000`)
  const pathOf = (broadcast: string) =>
    `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds[broadcast]}/messages`
  let numbers = 0
  const work = async () => {
    while (await processEvent(context));
  }
  const processEvents = async (workers = 1) => void (await Promise.all(Array.from({ length: workers }, work)))
  return {
    whatsapp,
    send: ({ broadcast = 'October', ...sending }) =>
      post(service.url + pathOf(broadcast), service.key, sending),
    freshNumber: (digits = 0) => `+1415${200_0000 + 100 * numbers++ + digits}`,
    setFault: (number, fault) => {
      network.clearFaults()
      if (fault !== null) network.addFault({ operation: 'send', number, fault })
    },
    received: (to) => network.messages(to),
    accepted: (to) => network.messages(to).filter(({ message_id }) => message_id !== null),
    report: async (reports, workers) => {
      const answer = await postWebhook(service.url, webhookOf({ statuses: reports.map(statusOfReport) }))
      assert.equal(answer.status, 200)
      await processEvents(workers)
    },
    processEvents,
    now: clock.now,
    turnClock: (ms) => {
      nowMs += ms
    },
    [Symbol.asyncDispose]: () => whatsapp[Symbol.asyncDispose](),
  }
}

/** Returns a template send that the stage's broadcasts accept; another `order` is another request. */
export function bodyTo(to: string, order = 'A-1'): string {
  return JSON.stringify({ to, data: { first_name: 'Ada', order_id: order, button_0: 'orders/1' } })
}

async function post(url: string, apiKey: string, { body, key }: Sending): Promise<Answered> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': apiKey,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body,
  })
  const text = await response.text()
  const { message, data } = JSON.parse(text) as { message: string; data: Answered['result'] }
  const isReplay = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, text, isReplay, message, result: data }
}

/** Returns the status in the form that the network's webhooks have. */
function statusOfReport({ message, status, isNamed = true }: StatusReport): object {
  return statusOf({
    wamid: message.message_id!,
    status,
    ...(isNamed && { callbackData: message.callback_data! }),
    ...(status === 'failed' && { code: failedCode }),
  })
}
