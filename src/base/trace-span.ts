import { tracingChannel } from 'node:diagnostics_channel'

/** A part of the work on a request or a job, for traces. It never carries secrets, numbers of people, or texts. */
export interface TraceSpan {
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes: Record<string, string | number>
  /** Whether it belongs to no span around it. */
  isRoot?: boolean
  /** The span of the caller, as the header `traceparent` has it. */
  from?: string | undefined
  /** Set when the span begins, where it is traced: the header that makes what is called a part of it. */
  traceparent?: string
  /** Why it failed, as a class of faults; set until the span ends. */
  fault?: string
}

/** Is subscribed to where there are traces. Without a subscriber a span costs one comparison. */
export const spanChannel = tracingChannel<TraceSpan, unknown>('switchboard:span')

/** Runs work as a span. Spans that begin within it, also after a wait, are parts of it. */
export function runSpan<T>(
  describe: () => TraceSpan,
  run: (span: TraceSpan | null) => Promise<T>,
): Promise<T> {
  if (!spanChannel.hasSubscribers) return run(null)
  const span = describe()
  return spanChannel.tracePromise(() => run(span), span)
}

/** Runs the beginning of a span whose end is not the end of a promise. `end` ends it; null where nobody traces. */
export function beginSpan<T>(
  describe: () => TraceSpan,
  run: (end: ((attributes: TraceSpan['attributes'], fault?: string) => void) | null) => T,
): T {
  if (!spanChannel.hasSubscribers) return run(null)
  const span = describe()
  const end = (attributes: TraceSpan['attributes'], fault?: string): void => {
    Object.assign(span.attributes, attributes)
    if (fault !== undefined) span.fault = fault
    spanChannel.asyncEnd.publish(span)
  }
  return spanChannel.start.runStores(span, () => run(end))
}
