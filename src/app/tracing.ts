import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  isSpanContextValid,
  trace,
} from '@opentelemetry/api'
import type { Context, Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { spanChannel } from '../base/trace-span.ts'
import type { TraceSpan } from '../base/trace-span.ts'

export interface TracingOptions {
  /** The base address of the collector; spans go to `/v1/traces` below it. */
  endpoint: string
  /** Headers of the requests to the collector, such as its key. */
  headers: Record<string, string>
  /** The share of requests and jobs that are traced, from 0 to 1. */
  ratio: number
  serviceName: string
  version: string
  instanceId: string
}

/** Spans that wait for the collector; further ones are dropped. */
const waitingMax = 2_048
const batchMax = 512
const batchMs = 1_000
const exportMsMax = 5_000
/** How long the end waits for the collector. */
const endMsMax = 2_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/**
 * Sends spans by OTLP over HTTP, until it is disposed of. This file is loaded only where traces are wanted.
 */
export function startTracing(options: TracingOptions): AsyncDisposable {
  const provider = createProvider(options)
  const tracer = provider.getTracer('switchboard', options.version)
  const within = new AsyncLocalStorage<unknown>()
  const spans = new WeakMap<TraceSpan, Span>()

  const begin = (traceSpan: TraceSpan): Context => {
    // Only `begin` returns what the store has.
    const inner = within.getStore() as Context | undefined
    const around = traceSpan.isRoot === true || inner === undefined ? ROOT_CONTEXT : inner
    const parent = withCaller(around, traceSpan.from)
    const span = tracer.startSpan(traceSpan.name, { kind: kinds[traceSpan.kind] }, parent)
    spans.set(traceSpan, span)
    const { traceId, spanId, traceFlags } = span.spanContext()
    traceSpan.traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
    return trace.setSpan(parent, span)
  }
  const end = (traceSpan: TraceSpan): void => {
    const span = spans.get(traceSpan)
    if (span === undefined) return
    spans.delete(traceSpan)
    span.setAttributes(traceSpan.attributes)
    if (traceSpan.fault !== undefined) {
      span.setAttribute('error.type', traceSpan.fault)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  }
  const subscribers = {
    start: () => {},
    end: () => {},
    asyncStart: () => {},
    asyncEnd: end,
    error: (traceSpan: TraceSpan & { error?: unknown }) => {
      traceSpan.fault ??= nameOfFault(traceSpan.error)
    },
  }
  spanChannel.start.bindStore(within, begin)
  spanChannel.subscribe(subscribers)
  return {
    [Symbol.asyncDispose]: async () => {
      spanChannel.unsubscribe(subscribers)
      spanChannel.start.unbindStore(within)
      // The collector may be away; what it has not taken by then is lost.
      await Promise.race([provider.shutdown().catch(() => {}), delay(endMsMax, undefined, { ref: false })])
    },
  }
}

function createProvider(options: TracingOptions): TracerProvider {
  const url = `${options.endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, headers: options.headers, timeoutMillis: exportMsMax })
  const ratio = new TraceIdRatioBasedSampler(options.ratio)
  return new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.version,
      'service.instance.id': options.instanceId,
    }),
    // A caller may choose not to be traced, and not that it is.
    sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: waitingMax,
        maxExportBatchSize: batchMax,
        scheduledDelayMillis: batchMs,
        exportTimeoutMillis: exportMsMax,
      }),
    ],
  })
}

/**
 * Returns the context of the caller's span (W3C Trace Context); the given one where the header is absent or malformed.
 */
function withCaller(context: Context, header: string | undefined): Context {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return context
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  const caller = { traceId, spanId, traceFlags, isRemote: true }
  return isSpanContextValid(caller) ? trace.setSpanContext(context, caller) : context
}

/** Returns the class and code of a fault, without its message, which may have what a caller sent. */
function nameOfFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
