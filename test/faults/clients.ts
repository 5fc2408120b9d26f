import { setTimeout as delay } from 'node:timers/promises'
import { givenZone, mobilePrefix } from './callee-hours.ts'
import type { Plan, PlannedCampaign } from './plan.ts'
import type { Declared, Program } from './program.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'

/** One request and what its client knows about it: an `unknown` one may have taken effect or not. */
export interface Sent {
  /** Position in the history. */
  id: number
  endpoint: 'calls' | 'trigger-call'
  campaign: string
  /** E.164; the request may have another spelling. */
  number: string
  /** Whether only repetitions with the same key are for this number. */
  isOwnNumber: boolean
  idempotencyKey: string | null
  sentAt: number
  answeredAt: number
  outcome: 'ok' | 'refused' | 'unknown'
  /** Null where no answer came. */
  status: number | null
  callId: string | null
  scheduled: boolean | null
  /** Milliseconds since 1970. */
  scheduledFor: number | null
  message: string
}

/** A call to request. */
export interface Wanted {
  endpoint: 'calls' | 'trigger-call'
  campaign: string
  number: string
  isOwnNumber: boolean
  idempotencyKey: string | null
}

/** Callers of the API, who record their requests and the answers. */
export interface Clients {
  history: readonly Sent[]
  /** Sends one request to the API of this name, or to any; never throws. */
  send: (wanted: Wanted, apiName?: string) => Promise<Sent>
  /** Returns a number that no request has used yet; `abroad`: an Australian mobile number. */
  freshNumber: (abroad?: 'abroad') => string
  /** Puts numbers on the do-not-call list; returns when that was answered, null if it was not. Never throws. */
  list: (numbers: readonly string[]) => Promise<number | null>
  /** Resolves once every request has its answer. */
  untilAnswered: () => Promise<void>
}

const answerTimeoutMs = 25_000
/** An add waits up to 30 s for attempts whose process has died. */
const listTimeoutMs = 40_000

export function createClients(
  program: Pick<Program, 'servingUrls' | 'urlOf'>,
  declared: Declared,
  random: Random,
): Clients {
  const history: Sent[] = []
  let ids = 0
  let numbers = 0
  const open = new Set<Promise<unknown>>()
  const post = async (url: string, wanted: Wanted): Promise<Partial<Sent>> => {
    const { id, project } = declared.campaigns[wanted.campaign]!
    const { id: projectId, key } = declared.projects[project]!
    const zone = wanted.campaign.startsWith('Callee') ? givenZone(wanted.number) : null
    const path = `/organizations/${declared.organizationId}/projects/${projectId}/campaigns/${id}/${wanted.endpoint}`
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': key,
        ...(wanted.idempotencyKey !== null && { 'idempotency-key': wanted.idempotencyKey }),
      },
      body: JSON.stringify({
        phone_number: spell(wanted.number, random),
        name: 'Ada',
        ...(zone !== null && { timezone: zone }),
      }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    const { data, message } = (await response.json()) as {
      message: string
      data: { campaign_queue_id: string; scheduled?: boolean; scheduled_for?: string | null } | null
    }
    return {
      status: response.status,
      outcome: outcomeOf(response.status),
      message,
      callId: data?.campaign_queue_id ?? null,
      scheduled: data?.scheduled ?? null,
      scheduledFor: data?.scheduled_for ? Date.parse(data.scheduled_for) : null,
    }
  }
  return {
    history,
    freshNumber: (abroad) =>
      abroad === undefined ? `+1415${2_100_000 + numbers++}` : `${mobilePrefix}${12_100_000 + numbers++}`,
    list: async (listed) => {
      const serving = program.servingUrls()
      if (serving.length === 0) return null
      const { key } = Object.values(declared.projects)[0]!
      const url = `${random.pick(serving)}/organizations/${declared.organizationId}/do-not-call`
      const headers = { 'content-type': 'application/json', 'x-api-key': key }
      const signal = AbortSignal.timeout(listTimeoutMs)
      const adding = fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ numbers: listed }),
        signal,
      })
      const isAdded = adding.then(
        ({ status }) => status === 200,
        () => false,
      )
      open.add(isAdded)
      const result = await isAdded
      open.delete(isAdded)
      return result ? Date.now() : null
    },
    untilAnswered: async () => {
      while (open.size > 0) await Promise.all(open)
    },
    send: async (wanted, apiName) => {
      const serving = program.servingUrls()
      const any = serving.length > 0 ? random.pick(serving) : null
      const url = apiName === undefined ? any : program.urlOf(apiName)
      const sent: Sent = {
        id: ids++,
        ...wanted,
        sentAt: Date.now(),
        answeredAt: 0,
        outcome: 'unknown',
        status: null,
        callId: null,
        scheduled: null,
        scheduledFor: null,
        message: url === null ? 'no API is up' : '',
      }
      if (url !== null) {
        const posting = post(url, wanted).catch((error: Error) => ({ message: error.message }))
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

/**
 * Returns the outcome. A 4xx promises that nothing was done, except for a key whose request still runs; a 5xx promises
 * nothing.
 */
function outcomeOf(status: number): Sent['outcome'] {
  if (status === 200) return 'ok'
  return status >= 400 && status < 500 && status !== 409 ? 'refused' : 'unknown'
}

/** Returns a random spelling of the number. */
function spell(number: string, random: Random): string {
  const [, area, office, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? []
  if (area === undefined) return number
  return random.pick([
    number,
    number,
    `(${area}) ${office}-${line}`,
    `+1 ${area} ${office} ${line}`,
    `1-${area}-${office}-${line}`,
  ])
}

const tries = 6

/**
 * Sends a request. If the outcome is unknown and there is a key, sends again with it until the outcome is known or the
 * time is over.
 */
export async function sendUntilKnown(
  clients: Clients,
  wanted: Wanted,
  random: Random,
  untilMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let count = 0; count < tries; count++) {
    const { outcome } = await clients.send(wanted)
    if (outcome !== 'unknown' || wanted.idempotencyKey === null || Date.now() > untilMs) return
    await delay(random.integer(200, 1_500))
  }
}

/** The intervals of calls by purpose; about fifteen calls a second in all. */
const kinds: { purpose: PlannedCampaign['purpose']; everyMs: number }[] = [
  { purpose: 'slots', everyMs: 2_500 },
  { purpose: 'numbers', everyMs: 400 },
  { purpose: 'blinking', everyMs: 1_200 },
  { purpose: 'callee', everyMs: 800 },
  { purpose: 'abroad', everyMs: 600 },
  { purpose: 'listed', everyMs: 250 },
  { purpose: 'far', everyMs: 4_000 },
  { purpose: 'ending', everyMs: 700 },
  { purpose: 'never', everyMs: 7_000 },
  { purpose: 'held', everyMs: 500 },
  { purpose: 'rate', everyMs: 20_000 },
]

export interface CallLoad {
  clients: Clients
  plan: Plan
  seed: string
  /** When the load ends. */
  untilMs: () => number
  /** How many times longer the intervals are. */
  slowness?: number
}

/** Requests calls until the time is over. Resolves once every request has its answer. */
export async function load({ clients, plan, seed, untilMs, slowness = 1 }: CallLoad): Promise<void> {
  const running: Promise<void>[] = []
  const lines = kinds.map(async ({ purpose, everyMs }) => {
    const random = createRandom(`${seed} load ${purpose}`)
    const campaigns = plan.campaigns.filter((campaign) => campaign.purpose === purpose)
    while (campaigns.length > 0 && Date.now() < untilMs()) {
      for (const wanted of next(clients, plan, random.pick(campaigns), random))
        running.push(sendUntilKnown(clients, wanted, random, untilMs()))
      await delay(everyMs * slowness * (0.5 + random.next()))
    }
  })
  await Promise.all(lines)
  await Promise.all(running)
}

/** Returns one request, or as many at once as fill a campaign's slots and leave some waiting. */
function next(clients: Clients, plan: Plan, campaign: PlannedCampaign, random: Random): Wanted[] {
  const count =
    campaign.purpose === 'slots' ? Math.ceil(campaign.slots * 1.5) : campaign.purpose === 'rate' ? 25 : 1
  return Array.from({ length: count }, () => {
    const isShared = campaign.purpose === 'numbers'
    const isKeyed = !isShared && random.chance(0.3)
    const isTriggered = random.chance(campaign.purpose === 'far' ? 0.1 : 0.2)
    return {
      endpoint: isTriggered && !isKeyed ? 'trigger-call' : 'calls',
      campaign: campaign.name,
      number: isShared
        ? random.pick(plan.sharedNumbers)
        : clients.freshNumber(campaign.purpose === 'abroad' ? 'abroad' : undefined),
      isOwnNumber: !isShared,
      idempotencyKey: isKeyed ? `key-${random.integer(0, 2 ** 31)}-${random.integer(0, 2 ** 31)}` : null,
    }
  })
}
