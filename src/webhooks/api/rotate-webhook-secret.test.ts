import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../../../test/support/service.ts'
import { insertEvent } from '../../../test/support/webhooks/events.ts'
import { startReceiver } from '../../../test/support/webhooks/receiver.ts'
import type { Receiver } from '../../../test/support/webhooks/receiver.ts'
import { checkRefusals } from '../../../test/support/webhooks/refusals.ts'
import { createWebhookWorld } from '../../../test/support/webhooks/world.ts'
import type { WebhookWorld } from '../../../test/support/webhooks/world.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { newWebhookSecret } from '../../base/sign-webhook.ts'
import { sql } from '../../db/sql.ts'

let world: WebhookWorld
let receiver: Receiver
let endpointId: string
before(async () => {
  receiver = await startReceiver()
  world = await createWebhookWorld([receiver.host])
  endpointId = await world.addEndpoint({ name: 'crm', url: receiver.url })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const rotate = (body: unknown = {}) =>
  world.service.request('POST', world.path(endpointId, '/rotate-secret'), { body })
const verify = (secret: string, { body, headers }: Receiver['received'][number]) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

describe('POST webhook-endpoints/{endpoint_id}/rotate-secret', () => {
  it('both secrets sign until the former one ends (200)', async () => {
    world.service.startWorker()
    const first = (await rotate()).body.data as { secret: string }
    const { status, body } = await rotate({ keep_old_hours: 1 })
    assert.equal(status, 200, body.message)
    const second = body.data as { secret: string; old_secret_until: string }
    const leftMs = Date.parse(second.old_secret_until) - Date.now()
    assert.ok(leftMs > 3_500_000 && leftMs <= 3_600_000)
    const next = async () => {
      const before = receiver.received.length
      await insertEvent(world.db, world.tenant)
      return eventually('a request', () => receiver.received[before] ?? null)
    }
    const got = await next()
    for (const { secret } of [first, second]) verify(secret, got)
    const third = (await rotate({ keep_old_hours: 0 })).body.data as {
      secret: string
      old_secret_until: null
    }
    assert.equal(third.old_secret_until, null)
    const last = await next()
    verify(third.secret, last)
    for (const { secret } of [first, second]) assert.throws(() => verify(secret, last))
  })

  it('does not keep a secret that this SECRET_KEY does not open (200)', async () => {
    const lost = createSecretBox(Buffer.alloc(32, 9)).seal(newWebhookSecret())
    await world.db.write(sql`
      update webhook_endpoints set secret = ${lost}, old_secret = null, old_secret_until = null
      where _id = ${endpointId}`)
    const { status, body } = await rotate({ keep_old_hours: 24 })
    assert.equal(status, 200, body.message)
    assert.equal((body.data as { old_secret_until: string | null }).old_secret_until, null)
    const rows = await world.db.query(sql`
      select old_secret, old_secret_until from webhook_endpoints where _id = ${endpointId}`)
    assert.deepEqual(rows, [{ old_secret: null, old_secret_until: null }])
  })

  it('leaves no secret in the changes, in the record and in the database', async () => {
    const { secret } = (await rotate()).body.data as { secret: string }
    const [row] = await world.db.query<{ all: string }>(sql`
      select (select string_agg(c::text, '') from changes c) || (select string_agg(p::text, '') from webhook_endpoints p)
        as all`)
    assert.ok(row!.all.includes('changed'))
    assert.ok(!row!.all.includes(secret.slice(6)))
    const shown = await world.service.request('GET', world.path(endpointId))
    assert.ok(!JSON.stringify(shown.body).includes('whsec_'))
  })

  it('refuses hours out of range (400)', async () => {
    for (const keep_old_hours of [-1, 169, 1.5, '24', null]) {
      const { status, body } = await rotate({ keep_old_hours })
      assert.equal(status, 400)
      assert.match(body.message, /^keep_old_hours: must be a whole number from 0 to 168/)
    }
  })

  it('requires a key (401) with the scope (403), and refuses what is not there (404)', () =>
    checkRefusals(world, 'POST', world.path(endpointId, '/rotate-secret'), {}))
})
