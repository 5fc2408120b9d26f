// Senders, templates and opt-outs over the management API, with the WhatsApp network of the sandbox.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../../test/support/service.ts'
import { askAsPage, signInAs } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import {
  businessAccountId,
  startWhatsappService,
  templateComponents,
  webhooksProcessed,
} from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { deleteOptOuts, insertOptOut } from '../inbound/inbound-queries.ts'
import { upsertUserIds } from '../people/user-id-queries.ts'

let whatsapp: WhatsappService
let admin: Browser
let editor: Browser
let viewer: Browser
let P: string

before(async () => {
  whatsapp = await startWhatsappService()
  const { service } = whatsapp
  service.startWorker()
  admin = await signInAs(service, 'admin')
  editor = await signInAs(service, 'editor')
  viewer = await signInAs(service, 'viewer')
  P = `/api/organizations/${service.organizationId}/projects/${service.projectId}`
})
after(() => whatsapp[Symbol.asyncDispose]())

// oxlint-disable-next-line typescript/no-explicit-any -- tests look at any part of an answer
type Data = Record<string, any>

async function get(path: string, browser = viewer): Promise<Data> {
  const answer = await browser.request('GET', `${P}${path}`)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}

async function post(path: string, body: unknown, browser = editor): Promise<Data> {
  const answer = await browser.request('POST', `${P}${path}`, body)
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body.data
}

const sender = () => get(`/whatsapp-senders/${whatsapp.senderId}`)

/** Syncs are bounded by time, which a test does not wait for. */
const forgetReading = () =>
  whatsapp.service.context.db.query(sql`update whatsapp_senders set templates_read_at = null`)

function send(broadcast: string, data: object, to = '+14155552300') {
  const { service, broadcastIds } = whatsapp
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/broadcasts/${broadcastIds[broadcast]}/messages`
  return service.request('POST', path, { body: { to, data } })
}

const values = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }

describe('senders', () => {
  it('are shown with their last report, and never with their secrets', async () => {
    const { items } = await get('/whatsapp-senders')
    assert.deepEqual(
      items.map(({ name }: Data) => name),
      ['gone', 'main'],
    )
    assert.equal(items[0].standing.code, 'disconnected')
    const shown = JSON.stringify(items)
    for (const secret of ['a-token', 'an-app-secret', 'a-verify-token']) assert.ok(!shown.includes(secret))
    const main = await sender()
    assert.equal(main['webhook_url'], `${whatsapp.service.url}/webhooks/whatsapp`)
    assert.ok(main['access_token_set_at'] && main['app_secret_set_at'] && main['verify_token_set_at'])
  })

  it('are checked at WhatsApp, once in five seconds', async () => {
    const path = `/whatsapp-senders/${whatsapp.senderId}/check`
    const checked = await post(path, undefined, admin)
    assert.deepEqual(checked['result'], {
      kind: 'found',
      status: 'CONNECTED',
      quality: 'GREEN',
      verified_name: 'Sandbox',
      name_status: 'APPROVED',
      throughput: 'STANDARD',
      messaging_limit: 'TIER_250',
      health: 'AVAILABLE',
    })
    assert.deepEqual(await post(path, undefined, admin), checked)
    assert.equal((await sender())['checked_at'], checked['checked_at'])
    assert.equal((await editor.request('POST', `${P}${path}`)).status, 403)
    for (const id of [uuidv7(), 'none'])
      assert.equal((await admin.request('POST', `${P}/whatsapp-senders/${id}/check`)).status, 404)
  })

  it('show a wrong token by the check, and a refused message by its reason', async () => {
    const { service, network, senderId } = whatsapp
    const { revision } = await sender()
    const edit = (body: object, based: number) =>
      askAsPage(service, 'PATCH', `${P}/whatsapp-senders/${senderId}`, {
        body,
        cookie: admin.cookie,
        headers: { 'if-match': `"${based}"` },
      })
    const changed = await edit({ access_token: 'a-wrong-token' }, revision)
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const after = changed.body.data as Data
    assert.ok(after['access_token_set_at'] > after['app_secret_set_at'])
    assert.equal((await send('October', values)).status, 400)
    assert.match((await sender())['last_fault'].reason, /access token/)
    await service.context.db.query(sql`update whatsapp_senders set checked_at = null`)
    const { result } = await post(`/whatsapp-senders/${senderId}/check`, undefined, admin)
    assert.equal(result.kind, 'refused')
    assert.equal((await sender())['standing'].code, 'refused')
    assert.equal((await edit({ access_token: 'a-token' }, after['revision'])).status, 200)
    await service.context.db.query(sql`update whatsapp_senders set checked_at = null`)
    await post(`/whatsapp-senders/${senderId}/check`, undefined, admin)
    network.change({
      field: 'account_update',
      business_account_id: businessAccountId,
      event: 'ACCOUNT_VIOLATION',
    })
    const noticed = await eventually('the notice is processed', async () => {
      const shown = await sender()
      return shown['notice'] === null ? null : shown
    })
    assert.equal(noticed['notice'].event, 'ACCOUNT_VIOLATION')
    assert.ok(noticed['last_webhook_at'])
    assert.equal(noticed['standing'].code, 'ready')
  })

  it('say what a change does, and need the role', async () => {
    const { revision } = await sender()
    const path = `${P}/whatsapp-senders/${whatsapp.senderId}?dry_run=true`
    const body = { status: 'disconnected', app_secret: 'another' }
    const headers = { 'if-match': `"${revision}"` }
    const dry = await askAsPage(whatsapp.service, 'PATCH', path, { body, cookie: admin.cookie, headers })
    const { effects } = dry.body.data as Data
    assert.deepEqual(
      effects.map(({ code }: Data) => code),
      ['broadcasts_stop', 'webhooks_refused'],
    )
    const refused = await askAsPage(whatsapp.service, 'PATCH', path, { body, cookie: editor.cookie, headers })
    assert.equal(refused.status, 403)
  })
})

describe('templates', () => {
  it('that Meta has stopped need a person since then, whatever else has changed', async () => {
    const { db } = whatsapp.service.context
    const since = '2026-11-20T09:00:00.000Z'
    const restore = await db.query<Data>(sql`select _id, status, status_since from whatsapp_templates`)
    await db.write(
      sql`update whatsapp_templates set status = 'paused', status_since = ${since}, updated_at = now()`,
    )
    const { needs } = await get('/today')
    for (const { _id, status, status_since } of restore)
      await db.write(sql`
        update whatsapp_templates set status = ${status}, status_since = ${status_since} where _id = ${_id}`)
    const need = (code: string) => needs.find((each: Data) => each['code'] === code)
    assert.equal(need('templates_stopped')['since'], since)
    // Since when a sender is at fault is not stored.
    assert.equal(need('senders_at_fault')['since'], null)
  })

  it('are listed by state, with how many have each', async () => {
    const all = await get('/whatsapp-templates')
    assert.deepEqual(all['counts'], { approved: 2, pending: 1, rejected: 0, paused: 0, disabled: 0 })
    const { items, pagination } = await get('/whatsapp-templates?status=pending')
    assert.deepEqual([items[0].name, items[0].broadcasts, pagination.total], ['not_yet', 1, 1])
    assert.deepEqual((await get('/whatsapp-templates?q=SALE'))['items'][0].name, 'october_sale')
    for (const query of ['status=gone', 'whatsapp_sender_id=1'])
      assert.equal((await viewer.request('GET', `${P}/whatsapp-templates?${query}`)).status, 400)
    assert.equal((await viewer.request('GET', `${P}/whatsapp-templates/${uuidv7()}`)).status, 404)
  })

  it('that WhatsApp pauses say why, since when and until when, and whom it concerns', async () => {
    const { network, broadcastIds } = whatsapp
    network.change({
      field: 'message_template_status_update',
      business_account_id: businessAccountId,
      name: 'october_sale',
      language: 'en',
      event: 'PAUSED',
      title: 'FIRST_PAUSE',
    })
    const path = `/broadcasts/${broadcastIds['Sale']}/template`
    const { template, troubles } = await eventually('the template is paused', async () => {
      const shown = await get(path)
      return shown['template'].status === 'paused' ? shown : null
    })
    assert.deepEqual(
      troubles.map(({ code }: Data) => code),
      ['template_paused'],
    )
    assert.match(template.status_explanation, /^FIRST_PAUSE/)
    assert.equal(Date.parse(template.status_until) - Date.parse(template.status_since), 3 * 3_600_000)
    const whole = await get(`/whatsapp-templates/${template._id}`)
    assert.deepEqual(
      whole['broadcasts'].map(({ name }: Data) => name),
      ['Sale'],
    )
    assert.deepEqual((await get(`/broadcasts/${broadcastIds['Typed']}/template`))['template'], null)
    assert.equal((await viewer.request('GET', `${P}/broadcasts/${uuidv7()}/template`)).status, 404)
  })

  it('keep in the audit what WhatsApp reports of them, with a revision each and once', async () => {
    const { network, service } = whatsapp
    const { items } = await get('/whatsapp-templates?q=order_update')
    const report = (event: string, reason: string | null = null) =>
      network.change({
        field: 'message_template_status_update',
        business_account_id: businessAccountId,
        name: 'order_update',
        language: 'en',
        event,
        ...(reason !== null && { reason }),
      })
    const recorded = async () => {
      const path = `/api/organizations/${service.organizationId}/changes?record_id=${items[0]._id}`
      const answer = await viewer.request('GET', path)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      const { items: changes } = answer.body.data as Data
      return (changes as Data[])
        .filter(({ actor_kind }) => actor_kind === 'sync')
        .map(({ kind, action, revision, actor_name, fields }) => ({
          kind,
          action,
          revision,
          actor_name,
          fields,
        }))
    }
    const same = { kind: 'whatsapp_template', action: 'updated', actor_name: 'WhatsApp webhook' }
    const paused = {
      ...same,
      revision: 2,
      fields: [{ path: 'status', before: 'approved', after: 'paused' }],
    }
    report('PAUSED')
    await eventually('the pause is in the audit', async () => ((await recorded()).length > 0 ? true : null))
    assert.deepEqual(await recorded(), [paused])
    // A repetition changes nothing, so that the next change has the next revision.
    report('PAUSED')
    // In the same second, the one that arrives last would hold.
    await webhooksProcessed(whatsapp)
    report('APPROVED')
    await eventually('the approval is in the audit', async () =>
      (await recorded()).length > 1 ? true : null,
    )
    assert.deepEqual(await recorded(), [
      { ...same, revision: 3, fields: [{ path: 'status', before: 'paused', after: 'approved' }] },
      paused,
    ])
  })

  it('are read when somebody asks, which names the changes and is bounded', async () => {
    const { network, senderId } = whatsapp
    const add = (name: string, more: object) =>
      network.addTemplate({
        business_account_id: businessAccountId,
        name,
        language: 'en',
        category: 'UTILITY',
        status: 'APPROVED',
        parameter_format: 'NAMED',
        components: templateComponents,
        ...more,
      })
    add('october_sale', { category: 'MARKETING' })
    add('order_update', { language: 'de', status: 'REJECTED' })
    await forgetReading()
    const { senders } = await post('/whatsapp-templates/sync', {})
    const main = senders.find(({ name }: Data) => name === 'main')
    assert.deepEqual(
      [main.status, main.added, main.changed, main.disabled],
      ['synced', ['order_update (de)'], ['october_sale'], []],
    )
    assert.equal(senders.find(({ name }: Data) => name === 'gone').status, 'disconnected')
    const again = await post('/whatsapp-templates/sync', { whatsapp_sender_id: senderId })
    assert.deepEqual(
      again['senders'].map(({ status }: Data) => status),
      ['too_soon'],
    )
    const { items } = await get('/whatsapp-templates?q=order_update')
    const { languages, broadcasts } = await get(`/whatsapp-templates/${items[0]._id}`)
    assert.deepEqual(
      languages.map(({ language }: Data) => language),
      ['en', 'de'],
    )
    assert.deepEqual(
      broadcasts.map(({ name }: Data) => name),
      ['Gone', 'October'],
    )
    assert.equal((await viewer.request('POST', `${P}/whatsapp-templates/sync`, {})).status, 403)
    const unknown = { whatsapp_sender_id: uuidv7() }
    assert.equal((await editor.request('POST', `${P}/whatsapp-templates/sync`, unknown)).status, 404)
  })

  it('that no longer fit what a broadcast sends name the values', async () => {
    const { network, broadcastIds } = whatsapp
    assert.equal((await send('October', values)).status, 200)
    const components = [{ type: 'BODY', text: 'Hello {{first_name}}, parcel {{parcel_id}} is on its way.' }]
    const of = { business_account_id: businessAccountId, name: 'order_update', language: 'en' }
    const rest = { category: 'UTILITY', status: 'APPROVED', parameter_format: 'NAMED' }
    network.addTemplate({ ...of, ...rest, components })
    const path = `/broadcasts/${broadcastIds['October']}/template`
    // The sandbox refuses the values, so that the templates are read again by themselves.
    assert.equal((await send('October', values)).status, 400)
    assert.equal((await get(path))['troubles'][0].code, 'refused_by_whatsapp')
    await forgetReading()
    await post('/whatsapp-templates/sync', {})
    const { troubles } = await get(path)
    assert.deepEqual(
      troubles.map(({ code, missing, unknown }: Data) => [code, missing, unknown.toSorted()]),
      [['variables_differ', ['parcel_id'], ['button_0', 'order_id']]],
    )
    // As retention and an erasure leave a message: nothing is known of its values then.
    await whatsapp.service.context.db.write(sql`update whatsapp_messages set request = '{}'`)
    assert.deepEqual((await get(path))['troubles'], [])
  })
})

describe('opt-outs', () => {
  const list = async (query = '') => (await get(`/opt-outs${query}`))['items'] as Data[]

  it('are added and ended with a reason, which the changes keep', async () => {
    const number = '+14155552400'
    const request = async (body: object) => {
      const { status, body: answer } = await editor.request('POST', `${P}/opt-outs`, body)
      return { status, ...(answer.data as Data) } as Data
    }
    const made = await request({ number: '+1 (415) 555-2400', reason: 'Asked us' })
    assert.deepEqual([made['status'], made['number'], made['changed']], [201, number, true])
    const again = await request({ number, reason: 'Asked again' })
    assert.deepEqual([again['status'], again['changed']], [200, false])
    const [item] = await list('?q=555 24')
    assert.deepEqual([item?.['number'], item?.['reason'], item?.['source']], [number, 'Asked us', 'operator'])
    assert.ok(item?.['made_by'])
    assert.equal((await send('October', values, number)).status, 400)
    const ended = await post(`/opt-outs/${encodeURIComponent(number)}/end`, { reason: 'A mistake' })
    assert.deepEqual([ended['changed'], ended['opt_outs']], [true, []])
    assert.deepEqual(await list('?q=2400'), [])
    const path = `/api/organizations/${whatsapp.service.organizationId}/changes?kind=opt_out`
    const changes = (await viewer.request('GET', path)).body.data as Data
    assert.deepEqual(
      changes['items'].map(({ action, fields }: Data) => [action, fields.at(-1).after]),
      [
        ['ended', 'A mistake'],
        ['created', 'Asked us'],
      ],
    )
  })

  it('refuse what is no person, no reason and no role', async () => {
    const refused = async (body: object, path = '') =>
      (await editor.request('POST', `${P}/opt-outs${path}`, body)).status
    assert.equal(await refused({ number: 'somebody', reason: 'x' }), 400)
    assert.equal(await refused({ number: '+14155552400', reason: ' ' }), 400)
    assert.equal(await refused({ reason: 'x' }, '/somebody/end'), 400)
    const body = { number: '+14155552400', reason: 'x' }
    assert.equal((await viewer.request('POST', `${P}/opt-outs`, body)).status, 403)
    assert.equal((await viewer.request('GET', `${P}/opt-outs?scope=none`)).status, 400)
  })

  it('of a person with a hidden number are by their id, and count for all their addresses', async () => {
    const { db } = whatsapp.service.context
    const project = {
      organization_id: whatsapp.service.organizationId,
      project_id: whatsapp.service.projectId,
    }
    const [userId, number] = ['US.13491208655302741918', '+14155552500']
    await post('/opt-outs', { number: userId, reason: 'Asked by letter' })
    assert.deepEqual(
      (await list('?q=us.1349')).map((item) => item['number']),
      [userId],
    )
    // The number becomes known, and the person writes START from there.
    const known = { user_id: userId, person_id: uuidv7(), current_user_id: userId, phone_number: number }
    await db.transaction((transaction) => upsertUserIds(transaction, project, [known]))
    const stop = { scope: 'all', source: 'message' } as const
    await insertOptOut(db, { ...project, recipient: number }, stop, new Date())
    assert.deepEqual(
      (await list()).map((item) => item['number']),
      [number],
    )
    await deleteOptOuts(db, { ...project, recipient: number }, ['all'], new Date(Date.now() + 1_000))
    assert.deepEqual(await list(), [])
  })
})
