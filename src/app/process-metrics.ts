import { Registry, collectDefaultMetrics } from 'prom-client'

let processMetrics: Registry | null = null

/**
 * Adds the metrics of the process itself. All registries of a process share them: a second set would watch every
 * collection of garbage and every turn of the event loop once more, until the process ends.
 */
export function addProcessMetrics(registry: Registry): void {
  if (processMetrics === null) {
    processMetrics = new Registry()
    collectDefaultMetrics({ register: processMetrics })
  }
  for (const { name } of processMetrics.getMetricsAsArray()) {
    const metric = processMetrics.getSingleMetric(name)
    if (metric !== undefined) registry.registerMetric(metric)
  }
}
