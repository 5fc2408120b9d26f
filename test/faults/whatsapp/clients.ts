import { setTimeout as delay } from 'node:timers/promises'
import type { Program } from '../program.ts'
import type { Random } from '../random.ts'
import { answerKind } from './answers.ts'
import type { Declared } from './declare.ts'
import type { SendResult, Sent } from './evidence.ts'

/** A message to send. */
export interface Wanted {
  organization: string
  /** The broadcast's name. */
  broadcast: string
  key: string | null
  to: string
  isOwnNumber: boolean
  body: string
}

/** Callers of the API, who record their requests and the answers. */
export interface Clients {
  history: readonly Sent[]
  /** Sends one request to the API of this name, or to any; never throws. */
  send: (wanted: Wanted, apiName?: string) => Promise<Sent>
  /** Returns a number that no request has used yet, with these last two digits. */
  freshNumber: (digits: string) => string
  /** Returns a key that the organization has not used; other organizations use the same keys. */
  freshKey: (organization: string) => string
  /** Resolves once every request has its answer. */
  untilAnswered: () => Promise<void>
}

const answerTimeoutMs = 30_000
/** How long a client looks for a running API. */
const lookMs = 3_000

export function createClients(
  program: Pick<Program, 'servingUrls' | 'urlOf'>,
  declared: Declared,
  random: Random,
): Clients {
  const history: Sent[] = []
  const keys = new Map<string, number>()
  const open = new Set<Promise<unknown>>()
  let ids = 0
  // Away from the numbers of `talkers` (+1415 30001 to 30003) and of senders (55550).
  let numbers = 60_000
  const post = async (url: string, wanted: Wanted): Promise<Partial<Sent>> => {
    const { organizationId, projectId, key, broadcastIds } = declared[wanted.organization]!
    const broadcast = broadcastIds[wanted.broadcast]!
    const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcast}/messages`
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': key,
        ...(wanted.key !== null && { 'idempotency-key': wanted.key }),
      },
      body: wanted.body,
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    const text = await response.text()
    const { message, data } = JSON.parse(text) as { message: string; data: SendResult | null }
    return {
      status: response.status,
      kind: answerKind(response.status, message),
      text,
      message,
      isReplay: response.headers.has('idempotency-replayed'),
      result: data,
    }
  }
  return {
    history,
    freshNumber: (digits) => `+1415${numbers++}${digits}`,
    freshKey: (organization) => {
      const count = (keys.get(organization) ?? 0) + 1
      keys.set(organization, count)
      return `key-${count}`
    },
    untilAnswered: async () => {
      while (open.size > 0) await Promise.all(open)
    },
    send: async (wanted, apiName) => {
      for (const until = Date.now() + lookMs; Date.now() < until; await delay(50))
        if (apiName !== undefined || program.servingUrls().length > 0) break
      const serving = program.servingUrls()
      const any = serving.length > 0 ? random.pick(serving) : null
      const url = apiName === undefined ? any : program.urlOf(apiName)
      const sent: Sent = {
        id: ids++,
        ...wanted,
        sentAt: Date.now(),
        answeredAt: 0,
        kind: 'unknown',
        status: null,
        text: '',
        message: url === null ? 'no API is up' : '',
        isReplay: false,
        result: null,
      }
      if (url !== null) {
        const posting = post(url, wanted).catch((error: Error) => ({ message: whyUnanswered(error) }))
        open.add(posting)
        Object.assign(sent, await posting)
        open.delete(posting)
      }
      sent.answeredAt = Date.now()
      history.push(sent)
      return sent
    },
  }
}

function whyUnanswered({ message, cause }: Error): string {
  return cause instanceof Error && 'code' in cause ? `${message}: ${String(cause.code)}` : message
}
