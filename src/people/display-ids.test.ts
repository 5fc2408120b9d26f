import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually, startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { sql } from '../db/sql.ts'
import { raiseNumbers, takeNumber, takeNumbers } from './display-ids.ts'

let service: Service
before(async () => {
  service = await startService({})
})
after(() => service[Symbol.asyncDispose]())

const project = () => ({ organization_id: service.organizationId, project_id: service.projectId })

describe('takeNumbers', () => {
  it('gives concurrent callers distinct numbers, without a gap (Rule 22)', async () => {
    const { db } = service.context
    const wanted = Array.from({ length: 64 }, (_, index) => 1 + (index % 3))
    const taken = await Promise.all(
      wanted.map(async (count) => {
        const [row] = await takeNumbers(db, [{ ...project(), wanted: count }])
        return Array.from({ length: count }, (_, index) => row!.after + 1 + index)
      }),
    )
    const first = Math.min(...taken.flat())
    const numbers = taken.flat().sort((a, b) => a - b)
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => first + index),
    )
  })

  it('continues above a number that was given explicitly', async () => {
    const { db } = service.context
    const last = await takeNumber(db, project())
    await raiseNumbers(db, [{ ...project(), wanted: 0, highest: last + 1_000 }])
    await raiseNumbers(db, [{ ...project(), wanted: 0, highest: 5 }])
    assert.equal(await takeNumber(db, project()), last + 1_001)
  })

  it('gives a number inside a transaction for whose rows all other writes wait', async () => {
    const { db } = service.context
    const lock = sql`update projects set name = name where organization_id = ${service.organizationId} and _id = ${service.projectId}`
    const writesMax = 30
    const blocked = await db.transaction(async (transaction) => {
      await transaction.write(lock)
      const writes = Promise.all(Array.from({ length: writesMax }, () => db.write(lock)))
      writes.catch(() => {})
      await eventually('the writes wait', async () => {
        const waiting = await db.query(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        return waiting.length >= 10 ? true : null
      })
      await takeNumber(db, project())
      return { writes }
    })
    await blocked.writes
  })

  it('keeps its numbers whatever happens to a transaction, and leaves other statements durable', async () => {
    const { db } = service.context
    const first = await takeNumber(db, project())
    const given: number[] = []
    const rolledBack = db.transaction(async () => {
      given.push(await takeNumber(db, project()))
      throw new Error('changed my mind')
    })
    await assert.rejects(rolledBack, /changed my mind/)
    given.push(await takeNumber(db, project()))
    assert.deepEqual(given, [first + 1, first + 2])
    const [, ...settings] = await Promise.all([
      takeNumber(db, project()),
      ...Array.from({ length: 40 }, () =>
        db.query<{ durable: string }>(sql`select current_setting('synchronous_commit') as durable`),
      ),
    ])
    assert.deepEqual(new Set(settings.map(([row]) => row!.durable)), new Set(['on']))
  })
})
