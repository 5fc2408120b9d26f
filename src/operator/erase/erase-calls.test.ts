import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createMergeWorld } from '../../../test/support/merge-world.ts'
import type { MergeWorld } from '../../../test/support/merge-world.ts'
import { createNumbers } from '../../../test/support/numbers.ts'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { placeCall } from '../../calls/place/place-call.ts'
import { sql } from '../../db/sql.ts'
import { beginErasure } from './begin-erasure.ts'

const nextNumber = createNumbers()
let service: Service
let world: MergeWorld
before(async () => {
  service = await startService({
    carrier: { api_url: 'http://127.0.0.1:9' },
    campaigns: [scriptCampaign({ name: 'Script', status: 'paused' })],
  })
  world = await createMergeWorld(service, service.projectId)
})
after(() => service[Symbol.asyncDispose]())

const actor = { kind: 'cli', id: null, name: 'ada@box', via: 'command', requestId: null } as const

type Context = Service['context']

const place = (context: Context, phone: string) =>
  placeCall(context, 'queue', {
    organization_id: service.organizationId,
    project_id: service.projectId,
    campaign_id: service.campaignIds['Script']!,
    customer: { phone_number: phone },
    idempotencyKey: null,
  })

const erase = (context: Context, profileId: string) =>
  beginErasure(
    context,
    {
      organization_id: service.organizationId,
      project_id: service.projectId,
      profile_id: profileId,
      actor,
      dryRun: false,
    },
    context.clock.now(),
  )

/** Returns the service's context whose first transaction stops before its commit until `other` waits for it or has ended. */
function stopped<Result>(other: () => Promise<Result>): { context: Context; other: () => Promise<Result> } {
  const { db } = service.context
  let begun: Promise<Result> | null = null
  const context: Context = { ...service.context, db: { ...db } }
  context.db.transaction = (run) =>
    db.transaction(async (transaction) => {
      const result = await run(transaction)
      if (begun !== null) return result
      let hasEnded = false
      begun = other().finally(() => (hasEnded = true))
      await eventually('the other waits or has ended', async () => {
        const waiting = await db.query(sql`
          select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`)
        return hasEnded || waiting.length > 0 ? true : null
      })
      return result
    })
  return { context, other: () => begun! }
}

async function profilesOf(phone: string): Promise<string[]> {
  const rows = await service.context.db.query<{ profile_id: string }>(sql`
    select distinct profile_id from (
      select profile_id from channel_identities where identity_key = ${phone}
      union all select profile_id from profile_contacts where normalized = ${phone}) k`)
  return rows.map(({ profile_id }) => profile_id)
}

describe('a call that is accepted in the same instant as an erasure', () => {
  it('refuses the erasure if the call was first', async () => {
    const phone = nextNumber()
    const id = await world.call({ phone }, new Date())
    const { context, other } = stopped(() => erase(service.context, id))
    const { callId } = await place(context, phone)
    const outcome = await other()
    assert.deepEqual(outcome, { kind: 'in_use', calls: [callId], messages: [] })
    assert.deepEqual(await profilesOf(phone), [id])
  })

  it('belongs to a new profile if the erasure was first', async () => {
    const phone = nextNumber()
    const id = await world.call({ phone }, new Date())
    const { context, other } = stopped(() => place(service.context, phone))
    assert.equal((await erase(context, id)).kind, 'begun')
    await other()
    const profiles = await profilesOf(phone)
    assert.equal(profiles.length, 1)
    assert.notEqual(profiles[0], id)
  })
})
