import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { insertTrip } from './refusal-queries.ts'

test('a guard trips at most once in ten minutes, also late in a minute', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const organization_id = uuidv7()
  const at = (time: string) => new Date(`2026-11-28T${time}Z`)
  await db.write(sql`
    insert into organizations (_id, name, created_at, updated_at)
    values (${organization_id}, 'Acme', ${at('09:00:00')}, ${at('09:00:00')})`)
  const trips = (time: string) =>
    db.transaction((transaction) =>
      insertTrip(transaction, { organization_id, guard: 'country' }, 21, at(time), 10),
    )
  const times = ['10:00:59', '10:10:00', '10:10:58', '10:11:00', '10:20:59']
  const tripped: boolean[] = []
  for (const time of times) tripped.push(await trips(time))
  assert.deepEqual(tripped, [true, false, false, true, false])
})
