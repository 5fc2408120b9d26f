// Lists say what there is: all of it can be reached, and fields that filter keep what is typed into them.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/base/ids.ts'
import { startDashboard } from './support/browser.ts'
import type { Dashboard } from './support/browser.ts'
import { becomes } from './support/wait.ts'

suite('lists', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard({ project: { timezone: 'America/New_York' } })
  })
  after(() => dashboard[Symbol.asyncDispose]())

  test('show all personal tokens and sessions, so that each can be ended', async () => {
    const session = await dashboard.session('viewer')
    for (let count = 1; count <= 21; count++) {
      const body = { name: `Token ${count}`, role: 'viewer' }
      assert.equal((await session.request('POST', '/api/me/tokens', body)).status, 201)
    }
    const { db } = dashboard.service.context
    await db.write(sql`
      insert into sessions (_id, user_id, token_hash, user_agent, created_at, seen_at, confirmed_at)
      select gen_random_uuid(), ${session.userId}, sha256(('session ' || number)::bytea), 'Browser ' || number,
        now() - interval '1 hour', now() - interval '1 hour', now()
      from generate_series(1, 21) number`)
    const page = await dashboard.open('/me', { role: 'viewer' })
    await page.getByRole('button', { name: /^Revoke (?:.* )?Token 1$/ }).waitFor()
    const sessions = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
    await becomes('sessions, with the head', () => sessions.count(), 23)
    await dashboard.leave(page)
  })

  test('go to their last page where the one of the address has become empty', async () => {
    const { organizationId, projectId, context } = dashboard.service
    for (let count = 1; count <= 51; count++)
      await context.db.write(sql`
        insert into tickets (organization_id, project_id, _id, channel_type, subject, status, created_at)
        values (${organizationId}, ${projectId}, ${uuidv7()}, 'voice', ${`Ticket ${count}`}, 'open', now())`)
    const page = await dashboard.open(dashboard.at('/tickets?page=2'), { role: 'editor' })
    await page.getByRole('button', { name: /^Close Ticket / }).click()
    await page.getByLabel('What was done').fill('Looked after.')
    await page.getByRole('button', { name: 'Close the ticket' }).click()
    await becomes('the buttons', () => page.getByRole('button', { name: /^Close Ticket / }).count(), 50)
    assert.equal(new URL(page.url()).search, '')
    await dashboard.leave(page)
  })
})
