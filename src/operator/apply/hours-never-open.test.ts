import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { organization, scriptCampaign } from '../../../test/support/declarations.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { sql } from '../../db/sql.ts'
import { applyDeclaration } from './apply-declaration.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri']
const hours = (more: object) => ({
  timezone: 'callee',
  windows: [{ days, from: '09:00', to: '13:00' }],
  ...more,
})

it('warns of hours at the callee that are never open in all of the caller ID’s country, and of no others', async () => {
  await using database = await createTestDatabase()
  const context = {
    db: database.db,
    clock: { now: () => new Date('2026-11-23T12:00:00Z') },
    newId: uuidv7,
    secretBox: createSecretBox(Buffer.alloc(32, 1)),
  }
  const declared = organization('Acme', 'http://127.0.0.1:9', {
    campaigns: [
      scriptCampaign({ name: 'Own', calling_hours: hours({ timezone: 'America/Chicago' }) }),
      // Five hours lie between New York and Honolulu.
      scriptCampaign({ name: 'Short', calling_hours: hours({}) }),
      scriptCampaign({
        name: 'Long',
        calling_hours: hours({ windows: [{ days, from: '09:00', to: '18:00' }] }),
      }),
      scriptCampaign({
        name: 'Both',
        calling_hours: hours({ timezone: 'America/Chicago', also_callee: true }),
      }),
    ],
  })
  const applied = await applyDeclaration(context, declared)
  assert.ok(applied.ok, JSON.stringify(applied))
  const place = 'organizations[0].projects[0].campaigns'
  assert.deepEqual(
    applied.warnings.map(({ path }) => path),
    [`${place}[1].calling_hours`, `${place}[3].calling_hours`],
  )
  assert.match(applied.warnings[0]!.message, /never open at once in all time zones of US within 14 days/)
  const stored = await database.db.query<{ name: string; at_callee: boolean }>(
    sql`select name, at_callee from campaigns order by name`,
  )
  assert.deepEqual(
    stored.map(({ name, at_callee }) => [name, at_callee]),
    [
      ['Both', true],
      ['Long', true],
      ['Own', false],
      ['Short', true],
    ],
  )
  const again = await applyDeclaration(context, declared)
  assert.ok(again.ok)
  assert.deepEqual([again.changes.updated, again.warnings], [0, []])
})
