import assert from 'node:assert/strict'
import test from 'node:test'
import { exampleDeclaration } from '../../../test/support/contract-example.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { sql } from '../../db/sql.ts'
import { hashApiKey, isApiKeyForm } from '../../keys/api-key.ts'
import { selectKeyHolder } from '../../keys/queries.ts'
import { nextSyncAt } from '../../whatsapp/templates/sync-time.ts'
import { applyDeclaration } from './apply-declaration.ts'

const at = '2026-11-21T09:00:00.000Z'

test('keeps every field of the example', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const secretBox = createSecretBox(Buffer.alloc(32, 1))
  const clock = { now: () => new Date(at) }
  const outcome = await applyDeclaration({ db, clock, newId: uuidv7, secretBox }, exampleDeclaration('Whole'))
  assert.ok(outcome.ok, JSON.stringify(outcome))
  const { tree, changes } = outcome
  assert.deepEqual(changes, { created: 10, updated: 0, unchanged: 0 })
  const [organization] = tree.organizations
  const project = organization!.projects[0]!
  const tenant = sql`organization_id = ${organization!._id} and project_id = ${project._id}`
  const made = { revision: 1, created_at: at, updated_at: at }
  const own = { organization_id: organization!._id, project_id: project._id }
  const only = async (query: ReturnType<typeof sql>) => {
    const rows = await db.query<Record<string, unknown>>(query)
    assert.equal(rows.length, 1)
    return rows[0]!
  }
  const open = (sealed: unknown) => secretBox.open(sealed as Buffer)

  assert.deepEqual(await only(sql`select * from organizations where _id = ${organization!._id}`), {
    _id: organization!._id,
    name: 'Whole',
    plan_status: 'active',
    plan_whatsapp_sends: 1000,
    plan_links: 500,
    // What has its default is not stored.
    calls: { dials_a_day: 20_000 },
    ...made,
  })
  assert.deepEqual(await only(sql`select * from projects where organization_id = ${organization!._id}`), {
    organization_id: organization!._id,
    _id: project._id,
    name: 'Renewals',
    status: 'active',
    language: 'en',
    timezone: 'Europe/Berlin',
    default_country: 'DE',
    ticket_keywords: ['refund', 'talk to somebody'],
    model_tokens_a_day: null,
    events: 'as_needed',
    retention: null,
    requests_per_second: 100,
    ...made,
  })
  const carrier = await only(sql`select * from voice_carriers where ${tenant}`)
  assert.deepEqual(
    { ...carrier, auth_token: open(carrier['auth_token']) },
    {
      ...own,
      _id: project.voice_carriers[0]!._id,
      name: 'main',
      kind: 'twilio',
      account_sid: 'AC00000000000000000000000000000001',
      auth_token: 'secret-of-the-carrier',
      api_url: 'http://127.0.0.1:9901',
      api_url_given_by: null,
      calls_per_second: 1,
      unknown_grace_seconds: 300,
      auth_token_set_at: at,
      ...made,
    },
  )
  assert.deepEqual(await only(sql`select * from caller_ids where ${tenant}`), {
    ...own,
    _id: project.caller_ids[0]!._id,
    number: '+14155550100',
    voice_carrier_id: carrier['_id'],
    inbound_campaign_id: null,
    ...made,
  })
  assert.deepEqual(await only(sql`select * from campaigns where ${tenant}`), {
    ...own,
    _id: project.campaigns[0]!._id,
    name: 'Renewal reminders',
    status: 'running',
    held_status: null,
    at_callee: false,
    call_direction: 'outbound',
    closed_message: null,
    busy_message: null,
    campaign_type: 'workflow',
    workflow_id: project.workflows[0]!._id,
    agent_id: null,
    script: 'Hello {{ customer.name }}, ...',
    voice: 'alice',
    caller_id_id: project.caller_ids[0]!._id,
    calling_hours: {
      timezone: 'America/New_York',
      windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' }],
      closed_dates: ['2026-12-25'],
    },
    slots: 5,
    retry_max_attempts: 3,
    retry_delay_minutes: 30,
    retry_on: ['no_answer', 'busy', 'failed'],
    ring_timeout_seconds: 30,
    machine_detection: false,
    ends_at: '2027-01-31T23:00:00.000Z',
    end_reported_at: null,
    ...made,
  })
  const { templates_due_at, ...sender } = await only(sql`select * from whatsapp_senders where ${tenant}`)
  assert.equal(templates_due_at, nextSyncAt(project.whatsapp_senders[0]!._id, new Date(at)).toISOString())
  assert.deepEqual(
    {
      ...sender,
      access_token: open(sender['access_token']),
      app_secret: open(sender['app_secret']),
      verify_token: open(sender['verify_token']),
    },
    {
      ...own,
      _id: project.whatsapp_senders[0]!._id,
      name: 'main',
      phone_number_id: '100000000000001',
      business_account_id: '200000000000001',
      display_phone_number: '+14155550199',
      access_token: 'secret-of-the-sender',
      app_secret: 'secret-of-the-app',
      verify_token: 'secret-of-the-webhook',
      verify_token_digest: secretBox.digest('secret-of-the-webhook'),
      status: 'connected',
      catalog_id: '300000000000001',
      api_url: 'http://127.0.0.1:9902',
      api_url_given_by: null,
      messages_per_second: 12.5,
      templates_read_at: null,
      templates_fault: null,
      access_token_set_at: at,
      app_secret_set_at: at,
      verify_token_set_at: at,
      last_webhook_at: null,
      last_fault_at: null,
      last_fault_code: null,
      last_fault_reason: null,
      last_fault_until: null,
      checked_at: null,
      check_result: null,
      noticed_at: null,
      notice: null,
      ...made,
    },
  )
  assert.deepEqual(await only(sql`select * from whatsapp_templates where ${tenant}`), {
    ...own,
    _id: project.whatsapp_templates[0]!._id,
    name: 'order_update',
    provider_name: 'order_update',
    whatsapp_sender_id: sender['_id'],
    language: 'en',
    category: 'utility',
    status: 'approved',
    components: [{ type: 'BODY', text: 'Hello {{name}}' }],
    status_since: at,
    status_reason: null,
    status_explanation: null,
    quality: null,
    ...made,
  })
  assert.deepEqual(await only(sql`select * from broadcasts where ${tenant}`), {
    ...own,
    _id: project.broadcasts[0]!._id,
    name: 'October',
    whatsapp_sender_id: sender['_id'],
    whatsapp_template_id: project.whatsapp_templates[0]!._id,
    ...made,
  })
  const { key, ...listed } = project.api_keys[0]!
  assert.ok(key !== undefined && isApiKeyForm(key))
  const holder = {
    ...own,
    _id: listed._id,
    scopes: ['calls:create', 'whatsapp:create'],
    requests_per_second: 20,
    burst: 100,
    writes_per_second: 10,
    write_burst: 50,
    project_requests_per_second: 100,
    // It has not written.
    must_see: null,
  }
  assert.deepEqual(await selectKeyHolder(db, hashApiKey(key)), holder)
})
