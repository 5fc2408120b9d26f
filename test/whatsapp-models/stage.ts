import assert from 'node:assert/strict'
import type { z } from 'zod'
import { sql } from '../../src/db/sql.ts'
import type { AnswerFault } from '../../src/sandbox/network/faults.ts'
import type { SentMessage } from '../../src/sandbox/whatsapp/messages.ts'
import { processEvent } from '../../src/whatsapp/inbound/process-event.ts'
import { postWebhook, statusOf, webhookOf } from '../support/whatsapp-webhook.ts'
import { startWhatsappService } from '../support/whatsapp.ts'
import type { WhatsappService } from '../support/whatsapp.ts'

/** What the provider tells of a message. */
export const toldStatuses = ['sent', 'delivered', 'read', 'failed'] as const
export type ReportedStatus = (typeof toldStatuses)[number]

/** With what a `failed` comes. */
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

/** The service, and a WhatsApp network that tells nothing by itself: what is told, and when, is the test's to say. */
export interface Stage extends AsyncDisposable {
  whatsapp: WhatsappService
  send: (sending: Sending) => Promise<Answered>
  /** A number nobody has had; `digits` are its last two, by which the network chooses what happens. */
  freshNumber: (digits?: number) => string
  /** Spoils the answer to the next send to the number, and to no other; null: to none at all. */
  spoil: (number: string, fault: SendFault | null) => void
  /** Requests of messages to the number that the network has seen, and those of them that it has taken. */
  asked: (to: string) => readonly SentMessage[]
  taken: (to: string) => readonly SentMessage[]
  /** Tells what became of messages in one signed webhook, and works off what is due, by so many workers at once. */
  tell: (told: readonly Told[], workers?: number) => Promise<void>
  workOff: (workers?: number) => Promise<void>
  now: () => Date
  turnClock: (ms: number) => void
}

/** How the answer to a send goes wrong. */
export type SendFault = z.input<typeof AnswerFault>

export interface Told {
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
  // Stands still unless it is turned: what is to be past its time is so to the millisecond.
  const clock = { now: () => new Date(nowMs) }
  const whatsapp = await startWhatsappService({ sends: sendsByDefault, clock })
  const { service, network, broadcastIds } = whatsapp
  const { context, organizationId, projectId } = service
  network.holdWebhooks()
  // The pace has tests of its own, and would only make these wait.
  await context.db.query(sql`update whatsapp_senders set messages_per_second = 10000`)
  const pathOf = (broadcast: string) =>
    `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds[broadcast]}/messages`
  let numbers = 0
  const work = async () => {
    while (await processEvent(context));
  }
  const workOff = async (workers = 1) => void (await Promise.all(Array.from({ length: workers }, work)))
  return {
    whatsapp,
    send: ({ broadcast = 'October', ...sending }) =>
      post(service.url + pathOf(broadcast), service.key, sending),
    freshNumber: (digits = 0) => `+1415${200_0000 + 100 * numbers++ + digits}`,
    spoil: (number, fault) => {
      network.clearFaults()
      if (fault !== null) network.addFault({ operation: 'send', number, fault })
    },
    asked: (to) => network.messages(to),
    taken: (to) => network.messages(to).filter(({ message_id }) => message_id !== null),
    tell: async (told, workers) => {
      const answer = await postWebhook(service.url, webhookOf({ statuses: told.map(statusOfTold) }))
      assert.equal(answer.status, 200)
      await workOff(workers)
    },
    workOff,
    now: clock.now,
    turnClock: (ms) => {
      nowMs += ms
    },
    [Symbol.asyncDispose]: () => whatsapp[Symbol.asyncDispose](),
  }
}

/** A template send that the stage's broadcasts take; another `order` is another request. */
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

/** As the network itself would tell it. */
function statusOfTold({ message, status, isNamed = true }: Told): object {
  return statusOf({
    wamid: message.message_id!,
    status,
    ...(isNamed && { callbackData: message.callback_data! }),
    ...(status === 'failed' && { code: failedCode }),
  })
}
