import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { createLog } from '../base/log.ts'
import { createJobMetrics } from './job-metrics.ts'
import { repeat } from './repeat.ts'

test('a job that fails is counted under its name, and one that does its work is not', async () => {
  const registry = new Registry()
  const context = { log: createLog('silent'), jobMetrics: createJobMetrics(registry) }
  const stop = new AbortController()
  let runs = 0
  const failing = async (): Promise<boolean> => {
    runs++
    if (runs === 2) stop.abort()
    throw new Error('The disk is full')
  }
  await Promise.all([
    repeat({ name: 'write rows', pauseMs: 10, run: failing }, context, stop.signal),
    repeat({ name: 'read rows', pauseMs: 10, run: async () => false }, context, stop.signal),
  ])
  const failures = (await registry.metrics()).split('\n').filter((line) => line.startsWith('switchboard_'))
  assert.deepEqual(failures, ['switchboard_job_failures_total{job_name="write rows"} 2'])
})
