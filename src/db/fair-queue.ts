export interface FairQueueLimits {
  /** Tasks that run at a time. */
  runningMax: number
  /** Tasks of one tenant that run at a time. */
  runningPerTenantMax: number
  /** Tasks of one tenant that wait. */
  waitingPerTenantMax: number
  /** How long a task waits before it is refused. */
  waitMaxMs: number
}

export interface FairQueue {
  /**
   * Runs the task once a slot is free, and frees the slot when the task ends.
   *
   * @throws {QueueFull} when the tenant has too many waiting tasks, or this task waited too long. It has not started
   *   then.
   */
  run<Result>(tenant: string, task: () => Promise<Result>): Promise<Result>
}

/** The tenant has too many waiting tasks, or a task could not start in time. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

interface Tenant {
  running: number
  /** Each starts one waiting task; in order of arrival. */
  waiting: Set<() => void>
}

/**
 * Shares a few slots among tenants. Tenants with waiting tasks get free slots round-robin, however many tasks each has,
 * and each tenant has limits of its own. So one tenant delays another by at most one task.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** Tenants with a task. The tenant that started a task last is at the end. */
  const tenants = new Map<string, Tenant>()
  let running = 0

  function startNext(): void {
    if (running >= limits.runningMax) return
    for (const [name, tenant] of tenants) {
      const [start] = tenant.waiting
      if (start === undefined || tenant.running >= limits.runningPerTenantMax) continue
      tenant.waiting.delete(start)
      tenants.delete(name)
      tenants.set(name, tenant)
      start()
      return
    }
  }

  function waitForSlot(tenant: Tenant): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer)
        running++
        tenant.running++
        resolve()
      }
      const timer = setTimeout(() => {
        tenant.waiting.delete(start)
        reject(new QueueFull(`the task did not start within ${limits.waitMaxMs} ms`))
      }, limits.waitMaxMs)
      tenant.waiting.add(start)
      startNext()
    })
  }

  return {
    async run(name, task) {
      const tenant = tenants.get(name) ?? { running: 0, waiting: new Set() }
      if (tenant.waiting.size >= limits.waitingPerTenantMax)
        throw new QueueFull(`${limits.waitingPerTenantMax} tasks of this tenant are waiting already`)
      tenants.set(name, tenant)
      try {
        await waitForSlot(tenant)
        try {
          return await task()
        } finally {
          running--
          tenant.running--
        }
      } finally {
        if (tenant.running === 0 && tenant.waiting.size === 0) tenants.delete(name)
        startNext()
      }
    },
  }
}
