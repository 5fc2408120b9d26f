import { setTimeout as delay } from 'node:timers/promises'
import type { PhoneNetwork } from '../../../src/sandbox/phone/phone-network.ts'
import type { Program } from '../program.ts'
import { createRandom } from '../random.ts'
import type { Said } from './plan.ts'

/** A call to an own number, whose person says these things one after the other. */
export interface PlannedCall {
  number: string
  says: Said[]
}

export interface CallOptions {
  program: Program
  network: PhoneNetwork
  campaignPath: string
  key: string
  seed: string
  say: (id: string, isOrder: boolean) => Said
}

const lookMs = 300
const answerTimeoutMs = 10_000
/** How long a line waits for the end of its call, which may wait behind a fault. */
const callMsMax = 45_000

/** Keeps so many calls under way until the time is over. Returns all that were asked for. */
export async function runCalls(
  { program, network, campaignPath, key, seed, say }: CallOptions,
  lines: number,
  untilMs: number,
): Promise<PlannedCall[]> {
  const calls: PlannedCall[] = []
  const line = async (number: number): Promise<void> => {
    const random = createRandom(`${seed} line ${number}`)
    for (let count = 0; Date.now() < untilMs; count++) {
      const call: PlannedCall = {
        number: `+1415${3_000_000 + calls.length}`,
        says: [false, true, random.chance(0.5)].map((isOrder, at) =>
          say(`c${number}-${count}-${at}`, isOrder),
        ),
      }
      calls.push(call)
      network.addPerson({
        number: call.number,
        outcome: 'answers',
        answers: [...call.says.map(({ text }) => ({ speech: text })), { speech: 'Well, that is all, bye.' }],
      })
      await place(call, `call-${seed}-${number}-${count}`)
      const until = Math.min(Date.now() + callMsMax, untilMs + callMsMax)
      while (Date.now() < until && !isOver(call.number)) await delay(lookMs)
    }
  }
  const place = async (call: PlannedCall, idempotencyKey: string): Promise<void> => {
    const random = createRandom(`${seed} place ${call.number}`)
    while (Date.now() < untilMs) {
      const urls = program.servingUrls()
      if (urls.length > 0)
        try {
          const response = await fetch(`${random.pick(urls)}${campaignPath}/calls`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'x-api-key': key,
              'idempotency-key': idempotencyKey,
            },
            body: JSON.stringify({ phone_number: call.number, name: 'Ada' }),
            signal: AbortSignal.timeout(answerTimeoutMs),
          })
          await response.text()
          if (response.status === 200) return
        } catch {
          // The same request is sent again with its key.
        }
      await delay(random.integer(100, 600))
    }
  }
  const isOver = (number: string): boolean =>
    network.calls().some(({ to, ended_at }) => to === number && ended_at !== null)
  await Promise.all(Array.from({ length: lines }, (_, number) => line(number)))
  return calls
}

/** Returns what the carrier was given to speak, by the called number: each text as it came. */
export function spokenOf(network: PhoneNetwork): Map<string, string[]> {
  const numberOf = new Map(network.calls().map(({ sid, to }) => [sid, to]))
  const spoken = new Map<string, string[]>()
  for (const entry of network.entries()) {
    if (entry.kind !== 'relay_message' || entry.direction !== 'received') continue
    const number = numberOf.get(entry.call_sid)
    const message = JSON.parse(entry.text) as { type: string; token?: string }
    if (number === undefined || message.type !== 'text' || !message.token) continue
    const texts = spoken.get(number) ?? []
    texts.push(message.token)
    spoken.set(number, texts)
  }
  return spoken
}
