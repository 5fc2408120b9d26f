import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startAnsweringService } from '../../../test/support/answering.ts'
import type { AnsweringService } from '../../../test/support/answering.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/service.ts'
import { claimStatement } from '../../agents/conversation/lease-queries.ts'
import { sql, toText } from '../../db/sql.ts'

const beta = { phone_number_id: '100000000000009', business_account_id: '200000000000009' }

/** Declares another organization whose sender has an agent. */
async function addBeta({ whatsapp, models }: AnsweringService): Promise<void> {
  const { service, network } = whatsapp
  const account = {
    ...beta,
    display_phone_number: '+14155550198',
    access_token: 'b-token',
    app_secret: 'b-app-secret',
    verify_token: 'b-verify-token',
  }
  await service.apply({
    organizations: [
      {
        name: 'Beta',
        plan: { status: 'active', whatsapp_sends: 100 },
        projects: [
          {
            name: 'Support',
            model_accounts: [
              {
                name: 'sandbox',
                kind: 'openai_compatible',
                base_url: models.openaiUrl,
                model: 'desk',
                api_key: 'a-key',
              },
            ],
            whatsapp_senders: [{ name: 'main', ...account, api_url: network.url }],
            broadcasts: [{ name: 'Typed', sender: 'main' }],
            agents: [
              {
                name: 'desk',
                purpose: 'Answers questions.',
                prompt: 'Answer.',
                disclosure: false,
                disclosure_why: 'The texts of the tests are compared.',
                model: 'sandbox',
                whatsapp: { broadcast: 'Typed', gather_seconds: 0.5 },
                tools: [{ kind: 'hand_over' }],
              },
            ],
          },
        ],
      },
    ],
  })
  network.setAccount({ ...account, webhook_url: `${service.url}/webhooks/whatsapp` })
}

test('40 chats of one organization whose model drips keep no chat of another waiting (Rule 92)', async () => {
  await using world = await startAnsweringService({ model: 'scripted' })
  const { context, models, whatsapp } = world
  await addBeta(world)
  models.addScript({ when: {}, answers: [{ text: 'slow '.repeat(1_000) }] })
  models.addFault({
    operation: 'chat_completions',
    model: 'scripted',
    times: 1_000,
    fault: { kind: 'drip', bytes_per_second: 100 },
  })
  whatsapp.service.startWorker()
  for (let n = 0; n < 40; n++) world.says(`+1415564${String(n).padStart(4, '0')}`, 'Hello')
  const leadCount = async () => {
    const [row] = await context.db.query<{ led: number; waiting: number }>(sql`
      select count(lease_token) as led, count(*) - count(lease_token) as waiting from agent_conversations
      where organization_id = ${whatsapp.service.organizationId} and due_at <= now()`)
    return row!
  }
  await eventually('as many are answered as may be', async () => {
    const { led, waiting } = await leadCount()
    return led >= 32 && waiting >= 8 ? true : null
  })
  whatsapp.network.receive({
    phone_number_id: beta.phone_number_id,
    messages: [{ from: '+14155650000', content: { type: 'text', text: { body: 'Hello' } } }],
  })
  await eventually('the chat of the other is answered', () =>
    whatsapp.network.messages('+14155650000').length > 0 ? true : null,
  )
  assert.deepEqual(await leadCount(), { led: 32, waiting: 8 })
})

test('a claim reads few rows, however many chats are due and however many there are', async () => {
  await using database = await createTestDatabase()
  const client = await database.db.connect()
  // Without the rows that they refer to.
  await client.query(`set session_replication_role = replica`)
  await client.query(`
    insert into agent_conversations (organization_id, project_id, conversation_id, agent_id, agent_revision, channel_type,
      prompt, lines, customer, language, mode, mode_since, due_at, created_at)
    select lpad(to_hex(case when n <= 20000 then 1 else 1 + n % 100 end), 32, '0')::uuid, gen_random_uuid(), gen_random_uuid(),
      gen_random_uuid(), 1, case when n % 10 = 0 then 'web' else 'whatsapp' end, '', '{}', '{}', 'en', 'agent', now(),
      case when n <= 21000 then now() - n * interval '1 ms' end, now()
    from generate_series(1, 60000) n`)
  await client.query('vacuum analyze agent_conversations')
  const places = { organizationIds: [randomUUID()], counts: [1], perOrganizationMax: 32 }
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`set plan_cache_mode = ${mode}`)
    const { text, values } = toText(claimStatement('whatsapp', places, randomUUID(), new Date()))
    const explain = `explain analyze ${text}`
    const { rows } = await client.query<{ 'QUERY PLAN': string }>({ name: mode, text: explain, values })
    const plan = rows.map((row) => row['QUERY PLAN'])
    const scans = plan.filter((line) => / on agent_conversations /.test(line))
    assert.ok(scans.length > 3, plan.join('\n'))
    assert.doesNotMatch(scans.join(), /Seq Scan/, plan.join('\n'))
    assert.match(plan.join(), /LockRows [^,]*rows=1(\.00)? loops=1\)/, plan.join('\n'))
    for (const scan of scans) {
      const [, count, loops] = /actual .*rows=([\d.]+) loops=(\d+)/.exec(scan) ?? []
      assert.ok(Number(count) * Number(loops) <= 101, plan.join('\n'))
    }
  }
  await client.end()
})
