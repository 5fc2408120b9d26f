import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { addProcessMetrics } from './process-metrics.ts'

describe('the metrics of the process', () => {
  it('are all in each registry, and are the same ones', () => {
    const [one, other, usual] = [new Registry(), new Registry(), new Registry()]
    for (const registry of [one, other]) addProcessMetrics(registry)
    collectDefaultMetrics({ register: usual })
    const names = usual.getMetricsAsArray().map(({ name }) => name)
    assert.ok(names.includes('nodejs_gc_duration_seconds'))
    assert.deepEqual(
      one.getMetricsAsArray().map(({ name }) => name),
      names,
    )
    for (const name of names) assert.equal(one.getSingleMetric(name), other.getSingleMetric(name), name)
  })

  it('are read anew through each registry', async () => {
    const registries = [new Registry(), new Registry()]
    for (const registry of registries) addProcessMetrics(registry)
    for (const registry of registries)
      assert.match(
        await registry.metrics(),
        /^process_cpu_seconds_total \d.*[^]*^nodejs_eventloop_lag_p99_seconds /m,
      )
  })
})
