import { codeMeanings } from '../../../providers/whatsapp-cloud/error-codes.ts'
import type { MessageStatus } from '../../../whatsapp/send/message-status.ts'
import { hourMs, minuteMs } from './local-time.ts'
import type { DemoPerson } from './people.ts'
import type { Random } from './random.ts'

interface PastError {
  code: string | null
  reason: string
}

/** A message that the business sent, as the recipient history keeps it. Instants are in milliseconds. */
export interface PastSend {
  _id: string
  /** The id of its row in `messages`, once a chat has it. */
  message_id: string
  broadcast: string
  recipient: string
  type: 'template' | 'text'
  /** What a reader sees in the chat. */
  text: string
  request: object
  provider_message: object
  status: MessageStatus
  /** Null where the provider has not accepted it. */
  provider_message_id: string | null
  error: PastError | null
  quota: 'reserved' | 'consumed' | 'released'
  conversation_id: string | null
  created_at: number
  accepted_at: number
  /** Set while it is being sent. */
  lease_until: number | null
  statuses: { status: MessageStatus; at: number; error: PastError | null }[]
}

/** The provider refuses some messages, and reports of others later that they failed. */
const refused = errorOf('131026')
const failures = ['131026', '131000', '131026', '131026'].map(errorOf)
/** How long a message that is being sent at the end of the history may take. */
const leaseMs = 10 * minuteMs

function errorOf(code: string): PastError {
  return { code, reason: codeMeanings.get(Number(code))?.reason ?? 'WhatsApp refused the message' }
}

const templates = {
  renewal: {
    broadcast: 'Renewal messages',
    name: 'renewal_reminder',
    text: (name: string, date: string) => `Hello ${name}, your policy ends on ${date}. Shall we renew it?`,
  },
  storm: {
    broadcast: 'Storm notices',
    name: 'storm_notice',
    text: (name: string) =>
      `Hello ${name}, the storm is over. If anything at your home was damaged, answer this message and we help.`,
  },
}

export interface TemplatePlan {
  template: keyof typeof templates
  person: DemoPerson
  at: number
  until: number
  status?: 'unresolved' | 'processing'
}

/** Composes the send of a template. */
export function composeTemplateSend(random: Random, plan: TemplatePlan): PastSend {
  const { template, person, at, until } = plan
  const { broadcast, name, text } = templates[template]
  const first = person.name.split(' ')[0]!
  const date = `${random.pick(['1', '15', '28'])} ${random.pick(['January', 'February', 'March'])}`
  const data = { name: first, ...(template === 'renewal' && { end_date: date }) }
  const parameters = Object.entries(data).map(([parameter_name, value]) => ({
    type: 'text',
    parameter_name,
    text: value,
  }))
  const status =
    plan.status ??
    random.weighted([
      ['refused', 4],
      ['failed', 4],
      ['sent', 7],
      ['delivered', 23],
      ['read', 62],
    ] as const)
  const content = { name, language: { code: 'en' }, components: [{ type: 'body', parameters }] }
  const send = newSend(random, { broadcast, type: 'template', person, at, text: text(first, date), content })
  return settle(random, { ...send, request: { to: person.number, data } }, status, until)
}

/** Composes a free-form answer in a chat. It was sent, and almost always read. */
export function composeSend(
  random: Random,
  { person, text, at, until }: { person: DemoPerson; text: string; at: number; until: number },
): PastSend {
  const content = { body: text }
  const send = newSend(random, { broadcast: 'Answers', type: 'text', person, at, text, content })
  const request = { to: person.number, type: 'text', payload: content }
  const status = random.weighted([
    ['sent', 3],
    ['delivered', 12],
    ['read', 85],
  ] as const)
  return settle(random, { ...send, request }, status, until)
}

interface NewSend {
  broadcast: string
  type: PastSend['type']
  person: DemoPerson
  at: number
  text: string
  content: object
}

function newSend(random: Random, { broadcast, type, person, at, text, content }: NewSend): PastSend {
  const to = person.number
  return {
    _id: random.idAt(at),
    message_id: random.idAt(at),
    broadcast,
    recipient: to,
    type,
    text,
    request: {},
    provider_message: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      type,
      [type]: content,
    },
    status: 'processing',
    provider_message_id: null,
    error: null,
    quota: 'reserved',
    conversation_id: null,
    created_at: at,
    accepted_at: at,
    lease_until: null,
    statuses: [{ status: 'processing', at, error: null }],
  }
}

/** Adds the reports that lead to the status, as far as they come before the end of the history. */
function settle(
  random: Random,
  send: PastSend,
  goal: 'processing' | 'unresolved' | 'refused' | 'failed' | 'sent' | 'delivered' | 'read',
  until: number,
): PastSend {
  const { created_at } = send
  const answeredAt = created_at + random.whole(180, 900)
  const report = (status: MessageStatus, at: number, error: PastError | null = null) => {
    send.statuses.push({ status, at, error })
    return Object.assign(send, { status, error })
  }
  if (goal === 'processing') return Object.assign(send, { lease_until: until + leaseMs })
  if (goal === 'unresolved') return report('unresolved', created_at + 15_000)
  if (goal === 'refused') return Object.assign(report('failed', answeredAt, refused), { quota: 'released' })
  send.provider_message_id = `wamid.demo.${random.hex(24)}`
  send.quota = 'consumed'
  send.accepted_at = answeredAt
  report('sent', answeredAt)
  if (goal === 'failed') return report('failed', answeredAt + random.whole(800, 9_000), random.pick(failures))
  const deliveredAt = answeredAt + random.whole(700, 20_000)
  const readAt = deliveredAt + Math.floor(random.next() ** 3 * 5 * hourMs) + random.whole(2_000, 60_000)
  if (goal !== 'sent' && deliveredAt < until) report('delivered', deliveredAt)
  if (goal === 'read' && readAt < until && send.status === 'delivered') report('read', readAt)
  return send
}
