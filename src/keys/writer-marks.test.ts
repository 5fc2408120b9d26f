import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startService } from '../../test/support/service.ts'
import { sql } from '../db/sql.ts'
import { WriterMarks } from './writer-marks.ts'

it('marks a key once for requests that follow each other, and anew once either clock says that too little is left', async () => {
  await using service = await startService({})
  const { db } = service.context
  const [key] = await db.query<{ organization_id: string; _id: string }>(
    sql`select organization_id, _id from api_keys limit 1`,
  )
  assert.ok(key)
  const time = { day: 0, steady: 0 }
  const marks = new WriterMarks(db, { day: () => time.day, steady: () => time.steady })
  /** Returns whether a request that begins now makes a mark. */
  const isMarked = async () => {
    await db.write(sql`update api_keys set wrote_until = null where _id = ${key._id}`)
    await marks.begin(key)
    const [row] = await db.query<{ is_marked: boolean }>(
      sql`select wrote_until > clock_timestamp() as is_marked from api_keys where _id = ${key._id}`,
    )
    return row?.is_marked ?? false
  }
  assert.equal(await isMarked(), true)
  assert.equal(await isMarked(), false)
  time.steady = time.day = 15_000
  assert.equal(await isMarked(), false, '45 s are left')
  // The machine slept: its monotonic clock stood still.
  time.day = 16_000
  assert.equal(await isMarked(), true)
  // Its time of day was set back.
  time.steady = 32_000
  time.day = 0
  assert.equal(await isMarked(), true)
})
