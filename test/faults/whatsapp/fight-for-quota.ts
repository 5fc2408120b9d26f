import { setTimeout as delay } from 'node:timers/promises'
import type { Program } from '../program.ts'
import { createRandom } from '../random.ts'
import { isSettled } from './answers.ts'
import { templateSend } from './load.ts'
import type { Load } from './load.ts'

export interface Fight {
  load: Load
  program: Program
  clients: number
  sends: number
}

/** Which processes are killed, each after a share of all sends. */
const kills: readonly (readonly [share: number, target: string])[] = [
  [0.1, 'api-1'],
  [0.2, 'worker-1'],
  [0.3, 'database'],
  [0.5, 'api-2'],
]

/**
 * B3: many clients of one organization send to new numbers, with a quota far below the number of sends. Half of the
 * sends have a key and are repeated until the key has its result or can't get one. Processes die meanwhile. Returns how
 * many sends there were.
 */
export async function fightForQuota({ load, program, clients, sends }: Fight): Promise<number> {
  const pending = kills.map(([share, target]) => ({ at: Math.round(share * sends), target }))
  let begun = 0
  const client = async (_: unknown, index: number): Promise<void> => {
    const random = createRandom(`${load.seed} fight ${index}`)
    while (begun < sends) {
      begun++
      const kill = pending[0]
      if (kill !== undefined && begun >= kill.at) {
        pending.shift()
        if (kill.target === 'database') void program.killDatabase().catch(() => {})
        else program.kill(kill.target)
      }
      const wanted = templateSend(load, random, 'Quota')
      const key = random.chance(0.5) ? load.clients.freshKey('Quota') : null
      for (let tries = 0; tries < 4; tries++) {
        const { kind } = await load.clients.send({ ...wanted, key })
        if (kind === 'unknown' || kind === 'busy') await delay(random.integer(20, 200))
        if (isSettled(kind) || key === null || !['unknown', 'busy', 'pending'].includes(kind)) break
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return begun
}
