import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { organization, scriptCampaign } from '../../../test/support/declarations.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { applyDeclaration } from './apply-declaration.ts'

it('warns of a campaign whose calls may last longer, or cost more, than a whole day allows (Rule 118)', async () => {
  await using database = await createTestDatabase()
  const context = {
    db: database.db,
    clock: { now: () => new Date('2026-11-23T12:00:00Z') },
    newId: uuidv7,
    secretBox: createSecretBox(Buffer.alloc(32, 1)),
  }
  const campaigns = [scriptCampaign({ name: 'Ended', status: 'ended' }), scriptCampaign({ name: 'Running' })]
  const warningsOf = async (calls: Record<string, unknown>) => {
    const applied = await applyDeclaration(
      context,
      organization('Acme', 'http://127.0.0.1:9', { campaigns, calls, carrier }),
    )
    assert.ok(applied.ok, JSON.stringify(applied))
    return applied.warnings.map(({ path, message }) => [path, message.replace(/;.*/, '')])
  }
  const carrier = { account_sid: `AC${'1'.repeat(32)}` }
  const path = 'organizations[0].projects[0].campaigns[1]'
  const longer =
    'dials nothing: a call may last 60 minutes, more than calls.minutes_a_day of the organization allows in a whole day'
  assert.deepEqual(await warningsOf({ minutes_a_day: 30 }), [[path, longer]])
  assert.deepEqual(await warningsOf({ minutes_a_day: 30 }), [], 'nothing was changed')
  assert.deepEqual(await warningsOf({ minutes_a_day: 30, minutes_a_call: 30 }), [])
  assert.deepEqual(await warningsOf({ minutes_a_day: 0 }), [], 'calls are stopped on purpose')
  const rates = [
    { prefix: '+1', per_minute: 0.02 },
    { prefix: '+44', per_minute: 0.5 },
  ]
  assert.deepEqual(await warningsOf({ spend_a_day: 2, rates }), [], 'calls to +1 can be paid')
  const dearer =
    'dials nothing: a call may last 60 minutes, which cost more than calls.spend_a_day of the organization allows in a whole day'
  assert.deepEqual(await warningsOf({ spend_a_day: 1, rates }), [[path, dearer]])
})
