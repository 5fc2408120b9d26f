import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { Victims } from './victims.ts'

/** Requests calls without waiting for the answers, and gives the process a moment to begin them. */
export async function burst(
  count: number,
  { clients, plan }: Pick<Victims, 'clients' | 'plan'>,
  target: string | null,
  afterMs: number,
  random: Random,
): Promise<void> {
  if (count === 0) return
  const campaigns = plan.campaigns.filter(({ purpose, slots }) => purpose === 'slots' && slots >= 10)
  for (let sent = 0; sent < count; sent++) {
    const endpoint = random.chance(0.25) ? 'trigger-call' : 'calls'
    const { name } = random.pick(campaigns)
    const number = clients.freshNumber()
    const idempotencyKey = endpoint === 'calls' && random.chance(0.4) ? `burst-${number}` : null
    const wanted = { endpoint, campaign: name, number, isOwnNumber: true, idempotencyKey } as const
    void clients.send(wanted, target?.startsWith('api') ? target : undefined)
  }
  await delay(afterMs)
}
