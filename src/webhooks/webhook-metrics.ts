import { Counter, Gauge, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

export interface WebhookMetrics {
  deliveries: Counter<'outcome'>
  seconds: Histogram
  lag: Histogram
  connections: Gauge<'pool'>
  disabled: Counter<'why'>
}

/** Creates the metrics of webhooks to callers (docs/operating.md). */
export function createWebhookMetrics(registry: Registry): WebhookMetrics {
  const registers = [registry]
  return {
    deliveries: new Counter({
      name: 'switchboard_webhook_deliveries_total',
      help: 'Requests to endpoints of webhooks, by outcome: delivered, failed, exhausted',
      labelNames: ['outcome'],
      registers,
    }),
    seconds: new Histogram({
      name: 'switchboard_webhook_answer_seconds',
      help: 'Time that endpoints of webhooks take to answer, in seconds',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    }),
    lag: new Histogram({
      name: 'switchboard_webhook_lag_seconds',
      help: 'Time from an event to its first request, in seconds',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600],
      registers,
    }),
    connections: new Gauge({
      name: 'switchboard_webhook_connections',
      help: 'Requests to endpoints of webhooks under way, by pool: in_order, failing, slow',
      labelNames: ['pool'],
      registers,
    }),
    disabled: new Counter({
      name: 'switchboard_webhook_endpoints_disabled_total',
      help: 'Endpoints of webhooks that were disabled by themselves, by reason: gone, failing',
      labelNames: ['why'],
      registers,
    }),
  }
}
