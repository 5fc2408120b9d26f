import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseError } from 'pg'
import { Registry } from 'prom-client'
import { createLog } from '../base/log.ts'
import type { Reader } from '../db/queryable.ts'
import { createJobMetrics } from './job-metrics.ts'
import { rowByRow } from './row-by-row.ts'

const log = createLog('silent')
const row = (_id: string) => ({ organization_id: 'o', _id })
const at = (seconds: number) => new Date(seconds * 1_000)
const up: Reader = { query: async () => [] }
const registry = new Registry()
const jobMetrics = createJobMetrics(registry)

describe('rowByRow', () => {
  it('processes the other rows when one fails, and leaves that one alone, longer each time', async () => {
    const rows = rowByRow({ db: up, log, jobMetrics }, 'test')
    const done: string[] = []
    const fail = async ({ _id }: { _id: string }) => {
      if (_id === 'b') throw new Error('always')
      done.push(_id)
    }
    await rows.each([row('a'), row('b'), row('c')], at(0), fail)
    assert.deepEqual(done, ['a', 'c'])
    assert.deepEqual(rows.leftAlone(at(9)), ['b'])
    assert.deepEqual(rows.leftAlone(at(10)), [])
    await rows.each([row('b')], at(10), fail)
    assert.deepEqual(rows.leftAlone(at(69)), ['b'])
    assert.deepEqual(rows.leftAlone(at(70)), [])
    const counted = (await registry.metrics()).split('\n').filter((line) => line.startsWith('switchboard_'))
    assert.deepEqual(counted, ['switchboard_job_failures_total{job_name="test"} 2'])
  })

  it('forgets the failures of a row that succeeds', async () => {
    const rows = rowByRow({ db: up, log, jobMetrics }, 'test')
    const fail = () => Promise.reject(new Error('once'))
    await rows.each([row('a')], at(0), fail)
    await rows.each([row('a')], at(10), async () => {})
    assert.deepEqual(rows.leftAlone(at(10)), [])
    await rows.each([row('a')], at(20), fail)
    assert.deepEqual(rows.leftAlone(at(30)), [])
  })

  it('counts no failure of a row while the database is unreachable', async () => {
    const away = new Error('connection lost')
    const down: Reader = { query: () => Promise.reject(new Error('none')) }
    const rows = rowByRow({ db: down, log, jobMetrics }, 'test')
    const done: string[] = []
    const act = async ({ _id }: { _id: string }) => {
      done.push(_id)
      throw away
    }
    await assert.rejects(rows.each([row('a'), row('b')], at(0), act), away)
    assert.deepEqual(done, ['a'])
    assert.deepEqual(rows.leftAlone(at(0)), [])
  })

  it('counts no failure of a row while the disk of the database is full, which answers reads', async () => {
    const full = Object.assign(new DatabaseError('No space left on device', 0, 'error'), { code: '53100' })
    const rows = rowByRow({ db: up, log, jobMetrics }, 'test')
    await assert.rejects(
      rows.each([row('a')], at(0), () => Promise.reject(full)),
      full,
    )
    assert.deepEqual(rows.leftAlone(at(0)), [])
  })

  it('goes on behind a row for which the server ran out of memory', async () => {
    const tooLarge = Object.assign(new DatabaseError('out of memory', 0, 'error'), { code: '53200' })
    const rows = rowByRow({ db: up, log, jobMetrics }, 'test')
    const done: string[] = []
    await rows.each([row('a'), row('b')], at(0), async ({ _id }) => {
      if (_id === 'a') throw tooLarge
      done.push(_id)
    })
    assert.deepEqual([done, rows.leftAlone(at(0))], [['b'], ['a']])
  })
})
