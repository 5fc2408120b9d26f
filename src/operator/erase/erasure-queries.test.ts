import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { organization } from '../../../test/support/declarations.ts'
import { systemClock } from '../../base/clock.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql, toText } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { applyDeclaration } from '../apply/apply-declaration.ts'
import { selectErasure, selectErasureOfMerged } from './erasure-queries.ts'

it('finds an erasure among many by an index', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const secretBox = createSecretBox(Buffer.alloc(32, 7))
  const context = { db, clock: systemClock, newId: uuidv7, secretBox }
  const applied = await applyDeclaration(context, organization('Acme', 'http://127.0.0.1:1'))
  assert.ok(applied.ok, JSON.stringify(applied))
  const [made] = applied.tree.organizations
  const place = { organization_id: made!._id, project_id: made!.projects[0]!._id }
  await db.write(sql`
    insert into erasures (organization_id, project_id, profile_id, merged_ids, requested_at, requested_by, ended_at)
    select ${place.organization_id}::uuid, ${place.project_id}::uuid, gen_random_uuid(), array[gen_random_uuid()], now(),
      'Ada', now()
    from generate_series(1, 20000)`)
  const client = await db.connect()
  await client.query('vacuum analyze erasures')
  const sent: Sql[] = []
  const recording = { query: (query: Sql) => (sent.push(query), Promise.resolve([])) } as unknown as Queryable
  await selectErasure(recording, { ...place, profile_id: uuidv7() })
  await selectErasureOfMerged(recording, { ...place, profile_id: uuidv7() })
  const plans = []
  for (const query of sent) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan, costs off) ${toText(query).text}`,
    )
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  await client.end()
  assert.match(plans[0]!, /erasures_pkey on erasures\n\s+Index Cond: [^\n]*profile_id = /)
  assert.match(plans[1]!, /erasures_by_merged\n\s+Index Cond: [^\n]*merged_ids @> /)
})
