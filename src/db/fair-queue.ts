export interface FairQueueLimits {
  /** Tasks that run at a time. */
  runningMax: number
  /** Tasks of one tenant that run at a time. */
  runningPerTenantMax: number
  /** Tasks of one tenant that wait for their turn. */
  waitingPerTenantMax: number
  /** How long a task waits for its turn. */
  waitMaxMs: number
}

export interface FairQueue {
  /**
   * Runs the task once a place is free, and gives the place back when it ends.
   *
   * @throws {QueueFull} where the tenant has too many tasks waiting, or this one has waited too long. It has not begun.
   */
  run<Result>(tenant: string, task: () => Promise<Result>): Promise<Result>
}

/** The queue takes no further task of this tenant, or could not begin one in time. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

interface Tenant {
  running: number
  /** Each begins a task that waits, in the order in which they came. */
  waiting: Set<() => void>
}

/**
 * Shares a few places among tenants: those that wait get the next free place in turn, whatever they have waiting, and each
 * has its own bound of places and of waiting tasks. So what one tenant asks for delays the others by a task at most.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** Only tenants with a task, in the order of their turns: the one that was served last stands last. */
  const tenants = new Map<string, Tenant>()
  let running = 0

  function beginNext(): void {
    if (running >= limits.runningMax) return
    for (const [name, tenant] of tenants) {
      const [begin] = tenant.waiting
      if (begin === undefined || tenant.running >= limits.runningPerTenantMax) continue
      tenant.waiting.delete(begin)
      tenants.delete(name)
      tenants.set(name, tenant)
      begin()
      return
    }
  }

  function waitForTurn(tenant: Tenant): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer)
        running++
        tenant.running++
        resolve()
      }
      const timer = setTimeout(() => {
        tenant.waiting.delete(begin)
        reject(new QueueFull(`not begun within ${limits.waitMaxMs} ms`))
      }, limits.waitMaxMs)
      tenant.waiting.add(begin)
      beginNext()
    })
  }

  return {
    async run(name, task) {
      const tenant = tenants.get(name) ?? { running: 0, waiting: new Set() }
      if (tenant.waiting.size >= limits.waitingPerTenantMax)
        throw new QueueFull(`${limits.waitingPerTenantMax} tasks are waiting`)
      tenants.set(name, tenant)
      try {
        await waitForTurn(tenant)
        try {
          return await task()
        } finally {
          running--
          tenant.running--
        }
      } finally {
        if (tenant.running === 0 && tenant.waiting.size === 0) tenants.delete(name)
        beginNext()
      }
    },
  }
}
