import { tracingChannel } from 'node:diagnostics_channel'

/** A step of the work on a request or a job, for traces. It never carries secrets, numbers of people, or texts. */
export interface Step {
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes: Record<string, string | number>
  /** Whether it belongs to no step around it. */
  isRoot?: boolean
  /** The step of the caller, as the header `traceparent` has it. */
  from?: string | undefined
  /** Set when the step begins, where it is traced: the header that makes what is called a part of it. */
  traceparent?: string
  /** Why it failed, as a class of faults; set until the step ends. */
  fault?: string
}

/** Is subscribed to where there are traces. Without a subscriber a step costs one comparison. */
export const steps = tracingChannel<Step, unknown>('switchboard:step')

/** Runs a step. Steps that begin within it, also after a wait, are parts of it. */
export function runStep<T>(describe: () => Step, run: (step: Step | null) => Promise<T>): Promise<T> {
  if (!steps.hasSubscribers) return run(null)
  const step = describe()
  return steps.tracePromise(() => run(step), step)
}

/** Runs the beginning of a step whose end is not the end of a promise. `end` ends it; null where nobody traces. */
export function beginStep<T>(
  describe: () => Step,
  run: (end: ((attributes: Step['attributes'], fault?: string) => void) | null) => T,
): T {
  if (!steps.hasSubscribers) return run(null)
  const step = describe()
  const end = (attributes: Step['attributes'], fault?: string): void => {
    Object.assign(step.attributes, attributes)
    if (fault !== undefined) step.fault = fault
    steps.asyncEnd.publish(step)
  }
  return steps.start.runStores(step, () => run(end))
}
