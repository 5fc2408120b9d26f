import assert from 'node:assert/strict'
import { it } from 'node:test'
import { callMoves, callStates } from '../../src/calls/call.ts'
import { sql } from '../../src/db/sql.ts'
import { startService } from '../support/service.ts'
import { finalStates, selectRows } from './rows.ts'

it('finds a call that left a final state, whichever it was', async () => {
  await using service = await startService()
  const { db } = service.context
  const [campaign] = Object.values(service.campaignIds)
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${campaign}/calls`
  const moved = new Map<string, string>()
  for (const [index, state] of callStates.entries()) {
    const body = { phone_number: `+1415200${1_000 + index}` }
    const { status, body: answer } = await service.request('POST', path, { body })
    assert.equal(status, 200)
    const { campaign_queue_id } = answer.data as { campaign_queue_id: string }
    await db.write(sql`
      insert into call_moves (organization_id, _id, call_id, from_state, to_state, reason, moved_at)
      values (${service.organizationId}, gen_random_uuid(), ${campaign_queue_id}, ${state}, 'waiting', 'a test', now())`)
    moved.set(campaign_queue_id, state)
  }
  const { revived } = await selectRows(db)
  const found = revived.map((id) => moved.get(id)!)
  const final = callStates.filter((state) => callMoves[state].length === 0)
  assert.deepEqual(found.toSorted(), final.toSorted())
  assert.deepEqual(finalStates, final)
})
