// Uses the WhatsApp network of the sandbox and the real clock. SQL or the service itself makes syncs due.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { eventually } from '../../../test/support/service.ts'
import { postWebhook } from '../../../test/support/whatsapp-webhook.ts'
import {
  businessAccountId,
  phoneNumberId,
  startWhatsappService,
  templateComponents,
} from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { sql } from '../../db/sql.ts'
import { syncDueTemplates } from '../jobs/sync-templates.ts'
import { syncTemplates } from './sync-templates.ts'
import type { SyncContext } from './sync-templates.ts'
import { nextSyncAt } from './sync-time.ts'
import { claimDueSync, claimSync } from './template-queries.ts'

let whatsapp: WhatsappService
let context: SyncContext
beforeEach(async () => {
  whatsapp = await startWhatsappService()
  context = whatsapp.service.context
})
afterEach(() => whatsapp[Symbol.asyncDispose]())

const now = () => new Date()
const main = () => ({ organization_id: whatsapp.service.organizationId, _id: whatsapp.senderId })

async function sync(over: Partial<SyncContext> = {}) {
  const sender = await claimSync(context.db, main(), now())
  assert.ok(sender)
  return syncTemplates({ ...context, ...over }, sender)
}

interface Row {
  name: string
  provider_name: string
  language: string
  category: string
  status: string
  components: unknown
  updated_at: string
}

function templates(): Promise<Row[]> {
  return context.db.query<Row>(sql`
    select name, provider_name, language, category, status, components, updated_at from whatsapp_templates order by name`)
}

interface Due {
  templates_due_at: string
  templates_read_at: string | null
  templates_fault: string | null
}

async function due(): Promise<Due> {
  const [row] = await context.db.query<Due>(sql`
    select templates_due_at, templates_read_at, templates_fault from whatsapp_senders where _id = ${whatsapp.senderId}`)
  return row!
}

const makeDue = (at: Date) =>
  context.db.query(sql`update whatsapp_senders set templates_due_at = ${at} where _id = ${whatsapp.senderId}`)

function provide(name: string, more: Record<string, unknown> = {}): void {
  const rest = { status: 'APPROVED', category: 'UTILITY', parameter_format: 'NAMED' } as const
  const components = templateComponents
  whatsapp.network.addTemplate({
    business_account_id: businessAccountId,
    name,
    language: 'en',
    components,
    ...rest,
    ...more,
  })
}

describe('a sync of an account’s templates', () => {
  it('changes nothing if all templates are up to date, not even updated_at', async () => {
    const before = await templates()
    assert.deepEqual(await sync(), { kind: 'synced', added: [], changed: [], disabled: [], unchanged: 3 })
    assert.deepEqual(await templates(), before)
  })

  it('applies changes, adds new templates of all pages, and changes nothing the second time', async () => {
    provide('not_yet')
    provide('october_sale', { category: 'UTILITY', components: [{ type: 'BODY', text: 'Hi {{name}}' }] })
    provide('order_update', { language: 'de' })
    // More than a page holds.
    for (let count = 100; count < 230; count++) provide(`further_${count}`)
    const outcome = await sync()
    assert.ok(outcome.kind === 'synced')
    assert.deepEqual(outcome.changed.toSorted(), ['not_yet', 'october_sale'])
    assert.deepEqual([outcome.added.length, outcome.disabled, outcome.unchanged], [131, [], 1])
    const rows = await templates()
    const of = (name: string) => rows.find((row) => row.name === name)
    assert.equal(of('not_yet')?.status, 'approved')
    assert.equal(of('october_sale')?.category, 'utility')
    assert.deepEqual(of('october_sale')?.components, [{ type: 'BODY', text: 'Hi {{name}}' }])
    assert.deepEqual(
      [of('order_update (de)')?.provider_name, of('order_update (de)')?.language],
      ['order_update', 'de'],
    )
    const again = await sync()
    assert.deepEqual(again, { kind: 'synced', added: [], changed: [], disabled: [], unchanged: 134 })
  })

  it('disables templates that the provider no longer has', async () => {
    // The network has no way to remove one: the record is of a template that it never had.
    await context.db.query(
      sql`update whatsapp_templates set provider_name = 'unheard_of' where name = 'october_sale'`,
    )
    const outcome = await sync()
    assert.ok(outcome.kind === 'synced')
    assert.deepEqual(outcome.disabled, ['october_sale'])
    assert.deepEqual(outcome.added, ['october_sale (en)'])
    assert.equal((await templates()).find(({ name }) => name === 'october_sale')?.status, 'disabled')
  })

  it('changes nothing after a fault on any page, and returns the fault', async () => {
    for (let count = 100; count < 230; count++) provide(`further_${count}`)
    const before = await templates()
    // The first page is answered, the second is not.
    const faults = { operation: 'templates', times: 1 } as const
    whatsapp.network.addFault({ ...faults, fault: { kind: 'delay', ms: 1 } })
    whatsapp.network.addFault({ ...faults, fault: { kind: 'status', status: 500 } })
    const outcome = await sync()
    assert.equal(outcome.kind, 'failed')
    assert.deepEqual(await templates(), before)
    const { templates_due_at, templates_read_at, templates_fault } = await due()
    assert.ok(templates_fault)
    const pauseMs = Date.parse(templates_due_at) - Date.parse(templates_read_at ?? '')
    assert.ok(pauseMs >= 3_600_000 && pauseMs < 3_660_000, `${pauseMs} ms`)
    await sync()
    assert.equal((await due()).templates_fault, null)
    assert.equal((await templates()).length, before.length + 130)
  })

  it('does not disable all templates of an account', async () => {
    const before = await templates()
    whatsapp.network.addFault({ operation: 'templates', times: 1, fault: { kind: 'omit' } })
    const outcome = await sync()
    assert.ok(outcome.kind === 'failed')
    assert.match(outcome.reason, /no templates/)
    assert.deepEqual(await templates(), before)
    assert.equal((await due()).templates_fault, outcome.reason)
  })

  it('fails with a wrong token, and with one sealed with another key', async () => {
    const sealed = context.secretBox.seal('another-token')
    await context.db.query(
      sql`update whatsapp_senders set access_token = ${sealed} where _id = ${whatsapp.senderId}`,
    )
    const refused = await sync()
    assert.ok(refused.kind === 'failed')
    assert.equal(refused.code, '190')
    const closed = await sync({ secretBox: createSecretBox(Buffer.alloc(32, 9)) })
    assert.ok(closed.kind === 'failed')
    assert.match(closed.reason, /SECRET_KEY/)
  })

  it('does not change another project’s templates of the same names', async () => {
    await whatsapp.service.apply({
      organizations: [
        {
          name: 'Acme',
          projects: [
            {
              name: 'Other',
              whatsapp_senders: [
                {
                  name: 'main',
                  phone_number_id: '100000000000009',
                  business_account_id: businessAccountId,
                  display_phone_number: '+14155550198',
                  access_token: 'a-token',
                  app_secret: 'an-app-secret',
                  verify_token: 'a-verify-token',
                },
              ],
              whatsapp_templates: [
                {
                  name: 'gone',
                  sender: 'main',
                  language: 'en',
                  category: 'utility',
                  status: 'approved',
                  components: [],
                },
              ],
            },
          ],
        },
      ],
    })
    assert.deepEqual(await sync(), { kind: 'synced', added: [], changed: [], disabled: [], unchanged: 3 })
    assert.equal((await templates()).find(({ name }) => name === 'gone')?.status, 'approved')
  })

  it('adds a new template once if two run at the same time', async () => {
    provide('brand_new')
    const claims = [await claimSync(context.db, main(), now()), await claimSync(context.db, main(), now())]
    const written = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const holding: SyncContext = {
      ...context,
      db: {
        ...context.db,
        transaction: (run) =>
          context.db.transaction(async (transaction) => {
            const outcome = await run(transaction)
            written.resolve()
            await released.promise
            return outcome
          }),
      },
    }
    const first = syncTemplates(holding, claims[0]!)
    await written.promise
    const second = syncTemplates(context, claims[1]!)
    try {
      await eventually('the second waits for the first', async () => {
        const [waiting] = await context.db.query(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        return waiting ?? null
      })
    } finally {
      released.resolve()
    }
    assert.deepEqual(await Promise.all([first, second]), [
      { kind: 'synced', added: ['brand_new'], changed: [], disabled: [], unchanged: 3 },
      { kind: 'synced', added: [], changed: [], disabled: [], unchanged: 4 },
    ])
  })
})

/** Posts what Meta reports of a template's status, with the time at which it changed, and Meta's title for why. */
async function reportStatus(
  event: string,
  at: Date,
  title: string | null = null,
  name = 'order_update',
): Promise<void> {
  const value = {
    event,
    message_template_id: 1,
    message_template_name: name,
    message_template_language: 'en',
    reason: 'NONE',
    ...(title !== null && { other_info: { title } }),
  }
  const time = Math.floor(at.getTime() / 1_000)
  const changes = [{ field: 'message_template_status_update', value }]
  const body = { object: 'whatsapp_business_account', entry: [{ id: businessAccountId, time, changes }] }
  assert.equal((await postWebhook(whatsapp.service.url, body)).status, 200)
}

const statusOfOrderUpdate = async () =>
  (await templates()).find(({ name }) => name === 'order_update')?.status

/** Resolves once this many reports of a template's status are processed. */
const untilProcessed = (event: string, count: number) =>
  eventually(`${count} reports of ${event} are processed`, async () => {
    const rows = await context.db.query<{ processed_at: string | null }>(
      sql`
        select processed_at from whatsapp_events
        where whatsapp_sender_id = ${whatsapp.senderId} and payload ->> 'event' = ${event}`,
    )
    return rows.length === count && rows.every(({ processed_at }) => processed_at !== null) ? true : null
  })

describe('a status that a webhook reports', () => {
  it('is known from the latest report of it, so that a late report of an older one changes nothing', async () => {
    whatsapp.service.startWorker()
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const since = hoursAgo(5)
    await context.db.write(sql`update whatsapp_templates set status_since = ${since}`)
    const of = async () => {
      const [row] = await context.db.query<Record<string, unknown>>(sql`
        select status, status_since, status_explanation, revision, (select count(*) from changes) as changes
        from whatsapp_templates where name = 'order_update'`)
      return row!
    }
    const before = await of()
    const lifted = hoursAgo(0)
    await reportStatus('APPROVED', lifted)
    await untilProcessed('APPROVED', 1)
    await reportStatus('PAUSED', hoursAgo(3))
    await untilProcessed('PAUSED', 1)
    const liftedSecond = new Date(Math.floor(lifted.getTime() / 1_000) * 1_000).toISOString()
    assert.deepEqual(await of(), { ...before, status_since: liftedSecond })
  })

  it('has the time and the reason of the latest report of it', async () => {
    whatsapp.service.startWorker()
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await context.db.write(sql`update whatsapp_templates set status_since = ${minutesAgo(90)}`)
    const explanations = async () =>
      (
        await context.db.query<{ text: string }>(sql`
          select status || ' ' || status_explanation as text from whatsapp_templates where name = 'order_update'`)
      )[0]?.text
    await reportStatus('PAUSED', minutesAgo(60), 'FIRST_PAUSE')
    await untilProcessed('PAUSED', 1)
    assert.equal(await explanations(), 'paused FIRST_PAUSE')
    await reportStatus('PAUSED', minutesAgo(30), 'SECOND_PAUSE')
    await untilProcessed('PAUSED', 2)
    assert.equal(await explanations(), 'paused SECOND_PAUSE')
    await reportStatus('PAUSED', minutesAgo(45), 'FIRST_PAUSE')
    await untilProcessed('PAUSED', 3)
    assert.equal(await explanations(), 'paused SECOND_PAUSE')
  })

  it('stays where an older one comes after it, and the templates are read again soon', async () => {
    whatsapp.service.startWorker()
    await reportStatus('PAUSED', now())
    await eventually('the template is paused', async () =>
      (await statusOfOrderUpdate()) === 'paused' ? true : null,
    )
    const untouched = (await due()).templates_due_at
    await reportStatus('APPROVED', new Date(Date.now() - 3_600_000))
    await eventually('it is processed for all senders of the account', async () => {
      const rows = await context.db.query<{ processed_at: string | null }>(
        sql`select processed_at from whatsapp_events where payload ->> 'event' = 'APPROVED'`,
      )
      return rows.length > 0 && rows.every(({ processed_at }) => processed_at !== null) ? true : null
    })
    assert.equal(await statusOfOrderUpdate(), 'paused')
    assert.ok((await due()).templates_due_at < untouched)
    await reportStatus('APPROVED', now())
    await eventually('the template is approved', async () =>
      (await statusOfOrderUpdate()) === 'approved' ? true : null,
    )
  })

  it('lets the templates be read soon where it is of one that is not stored, unless that one is gone', async () => {
    whatsapp.service.startWorker()
    const untouched = (await due()).templates_due_at
    await reportStatus('DISABLED', now(), null, 'brand_new')
    await untilProcessed('DISABLED', 1)
    assert.equal((await due()).templates_due_at, untouched)
    await reportStatus('APPROVED', now(), null, 'brand_new')
    await untilProcessed('APPROVED', 1)
    assert.ok((await due()).templates_due_at < untouched)
  })

  it('stays where a sync under way has read another, although it was stored before', async () => {
    whatsapp.service.startWorker()
    await context.db.write(sql`
      update whatsapp_templates set status_since = ${new Date(Date.now() - 3_600_000)}, updated_at = created_at`)
    provide('order_update', { status: 'PAUSED' })
    whatsapp.network.addFault({ operation: 'templates', times: 1, fault: { kind: 'delay', ms: 3_000 } })
    const claimed = (await due()).templates_read_at
    const syncing = sync()
    await eventually('it reads', async () => ((await due()).templates_read_at === claimed ? null : true))
    await reportStatus('APPROVED', now())
    await untilProcessed('APPROVED', 1)
    const outcome = await syncing
    assert.deepEqual([outcome.kind, await statusOfOrderUpdate()], ['synced', 'approved'])
  })

  it('stays where a sync has read an older one, which is repeated soon', async () => {
    whatsapp.service.startWorker()
    whatsapp.network.addFault({ operation: 'templates', times: 1, fault: { kind: 'delay', ms: 3_000 } })
    const claimed = (await due()).templates_read_at
    const syncing = sync()
    await eventually('it reads', async () => ((await due()).templates_read_at === claimed ? null : true))
    await reportStatus('PAUSED', now())
    const outcome = await syncing
    assert.deepEqual([outcome.kind, await statusOfOrderUpdate()], ['synced', 'paused'])
    const { templates_due_at, templates_read_at } = await due()
    assert.ok(Date.parse(templates_due_at) - Date.parse(templates_read_at ?? '') < 15 * 60_000)
  })
})

describe('a template of a further language', () => {
  it('is sent under the provider’s name and its own language', async () => {
    provide('order_update', { language: 'de' })
    await sync()
    const { service } = whatsapp
    const tree = await service.apply({
      organizations: [
        {
          name: 'Acme',
          projects: [
            {
              name: 'Renewals',
              broadcasts: [{ name: 'Oktober', sender: 'main', template: 'order_update (de)' }],
            },
          ],
        },
      ],
    })
    const broadcast = tree.organizations[0]!.projects[0]!.broadcasts[0]!
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/broadcasts/${broadcast._id}/messages`
    const to = '+14155550100'
    const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
    const answer = await service.request('POST', path, { body: { to, data } })
    assert.equal(answer.status, 200, answer.body.message)
    const [sent] = await context.db.query<{ template: unknown }>(
      sql`select provider_message->'template' as template from whatsapp_messages`,
    )
    const { name, language } = sent!.template as { name: string; language: unknown }
    assert.deepEqual([name, language], ['order_update', { code: 'de' }])
  })

  it('applies the webhooks of its own language only', async () => {
    provide('order_update', { language: 'de' })
    await sync()
    whatsapp.service.startWorker()
    const event = { field: 'message_template_status_update', business_account_id: businessAccountId } as const
    whatsapp.network.change({ ...event, name: 'order_update', language: 'de', event: 'PAUSED' })
    await eventually('the template is paused', async () => {
      const rows = await templates()
      const statusOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.status
      assert.equal(statusOf('order_update'), 'approved')
      return statusOf('order_update (de)') === 'paused' ? true : null
    })
  })
})

describe('the time of a sync', () => {
  it('is once a day, at the sender’s own time of day', async () => {
    await makeDue(new Date(0))
    const job = syncDueTemplates(whatsapp.service.context)
    const before = Date.now()
    assert.equal(await job.run(new AbortController().signal), true)
    await job.finish?.()
    const { templates_due_at, templates_fault } = await due()
    assert.equal(templates_fault, null)
    assert.equal(templates_due_at, nextSyncAt(whatsapp.senderId, new Date(before)).toISOString())
    assert.equal(await job.run(new AbortController().signal), false)
  })

  it('belongs to one worker at a time, and to another once the lease is over', async () => {
    await makeDue(new Date(0))
    const at = now()
    const claims = await Promise.all(Array.from({ length: 4 }, () => claimDueSync(context.db, at, [])))
    assert.equal(claims.filter((claim) => claim !== null).length, 1)
    assert.equal(await claimDueSync(context.db, new Date(at.getTime() + 14 * 60_000), []), null)
    assert.notEqual(await claimDueSync(context.db, new Date(at.getTime() + 15 * 60_000), []), null)
  })

  it('never comes for a disconnected sender', async () => {
    await context.db.query(
      sql`update whatsapp_senders set templates_due_at = 'epoch', status = 'disconnected'`,
    )
    assert.equal(await claimDueSync(context.db, now(), []), null)
    assert.equal(await claimSync(context.db, main(), now()), null)
  })

  it('comes after the lease if the worker stops', async () => {
    await makeDue(new Date(0))
    const stop = new AbortController()
    stop.abort()
    const job = syncDueTemplates(whatsapp.service.context)
    await job.run(stop.signal)
    await job.finish?.()
    const { templates_due_at, templates_read_at, templates_fault } = await due()
    assert.equal(Date.parse(templates_due_at) - Date.parse(templates_read_at ?? ''), 15 * 60_000)
    assert.equal(templates_fault, null)
  })

  it('is soon after a text was edited, and is not lost if a sync is under way', async () => {
    whatsapp.service.startWorker()
    const reportEdit = (edit: string) => {
      const value = {
        message_template_id: 1,
        message_template_name: 'order_update',
        message_template_language: 'en',
        message_template_element: edit,
      }
      const raw_field = 'message_template_components_update'
      whatsapp.network.change({ field: 'raw', phone_number_id: phoneNumberId, raw_field, value })
    }
    provide('order_update', { components: [{ type: 'BODY', text: 'Hello {{name}}' }] })
    reportEdit('Hello {{name}}')
    await eventually('the edited text is here', async () => {
      const rows = await templates()
      const row = rows.find(({ name }) => name === 'order_update')
      return JSON.stringify(row?.components).includes('Hello {{name}}') ? true : null
    })
    // The pause after the previous sync delays this one.
    const sender = await claimSync(context.db, main(), now())
    reportEdit('Good morning {{name}}')
    const asked = await eventually('it is asked for again', async () => {
      const { templates_due_at, templates_read_at } = await due()
      const pauseMs = Date.parse(templates_due_at) - Date.parse(templates_read_at ?? '')
      return pauseMs === 10 * 60_000 ? templates_due_at : null
    })
    await syncTemplates(context, sender!)
    assert.equal((await due()).templates_due_at, asked)
  })

  it('is soon after a message was refused because of its template, and not for another reason', async () => {
    const { service, broadcastIds } = whatsapp
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/broadcasts/${broadcastIds['October']}/messages`
    const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
    const untouched = (await due()).templates_due_at
    const other = await service.request('POST', path, { body: { to: '+14155550120', data } })
    assert.equal(other.status, 400)
    assert.equal((await due()).templates_due_at, untouched)
    const refused = await service.request('POST', path, { body: { to: '+14155550123', data } })
    assert.match(refused.body.message, /132001/)
    assert.ok(Date.parse((await due()).templates_due_at) <= Date.now() + 1_000)
  })

  it('is soon after each code that says that the stored template is out of date', async () => {
    const { service, broadcastIds, network } = whatsapp
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/broadcasts/${broadcastIds['October']}/messages`
    const body = { to: '+14155550100', data: { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' } }
    for (const code of [132000, 132008, 132012, 132015, 132016, 132018]) {
      await makeDue(new Date(Date.now() + 86_400_000))
      network.addFault({ operation: 'send', times: 1, fault: { kind: 'status', status: 400, code } })
      const refused = await service.request('POST', path, { body })
      assert.equal(refused.status, 400)
      assert.match(refused.body.message, new RegExp(String(code)))
      assert.ok(Date.parse((await due()).templates_due_at) <= Date.now() + 1_000, String(code))
    }
  })
})

describe('the changes of a sync', () => {
  it('are stored, one for each template, in the transaction of the sync', async () => {
    await context.db.write(sql`delete from changes`)
    provide('brand_new')
    await sync()
    const stored = () =>
      context.db.query<{
        action: string
        record_name: string
        actor_kind: string
        revision: number
        fields: object[]
      }>(sql`
        select action, record_name, actor_kind, revision, fields from changes order by at, _id`)
    const added = (await stored()).find(({ record_name }) => record_name === 'brand_new')
    assert.deepEqual([added?.action, added?.actor_kind, added?.revision], ['created', 'sync', 1])

    const count = (await stored()).length
    await sync()
    assert.equal((await stored()).length, count, 'a sync that changes nothing stores nothing')

    await context.db.write(sql`update whatsapp_templates set status = 'paused' where name = 'brand_new'`)
    await sync({ actor: { kind: 'cli', id: null, name: 'ada@host', via: 'command', requestId: null } })
    const last = (await stored()).at(-1)
    assert.deepEqual(last, {
      action: 'updated',
      record_name: 'brand_new',
      actor_kind: 'cli',
      revision: 2,
      fields: [{ path: 'status', before: 'paused', after: 'approved' }],
    })
  })
})
