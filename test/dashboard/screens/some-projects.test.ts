// Somebody whose role is for some projects, on the pages about the whole organization.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { becomes } from '../support/wait.ts'

suite('an owner of some projects', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
    const { service, session } = dashboard
    const { userId } = await session('owner')
    await service.context.db.write(sql`
      update memberships set project_ids = ${[service.projectId]} where user_id = ${userId}`)
  })
  after(() => dashboard[Symbol.asyncDispose]())

  const why = 'This is about the whole organization, and your role is for some of its projects.'

  test('reads why there is no list of people, and none of numbers that nobody may call', async () => {
    for (const path of ['people-and-roles', 'do-not-call']) {
      const page = await dashboard.open(`/${dashboard.service.organizationId}/${path}`)
      await page.getByText(why).waitFor()
      await page.getByText('give it to you for all projects', { exact: false }).waitFor()
      assert.equal(await page.getByRole('button', { name: /Invite|Add…/ }).count(), 0)
      await dashboard.leave(page)
    }
  })

  test('reads at each button of the settings and the limits why it can not be used', async () => {
    const settings = await dashboard.open(`/${dashboard.service.organizationId}/settings`)
    await settings.getByText(why).waitFor()
    for (const name of ['New project…', 'Rename…']) {
      const button = settings.getByRole('button', { name })
      await becomes(name, () => button.getAttribute('aria-description'), why)
    }
    await dashboard.leave(settings)
    const guards = await dashboard.open(`/${dashboard.service.organizationId}/guards`)
    const widen = guards.getByRole('button', { name: 'Change the limits' })
    await becomes('why', () => widen.getAttribute('aria-description'), why)
    await dashboard.leave(guards)
  })

  test('reads at a key that reaches the whole organization why it can not be rotated', async () => {
    const { service, session, open, at, leave } = dashboard
    const admin = await session('admin')
    const path = `/api/organizations/${service.organizationId}/projects/${service.projectId}/api-keys`
    for (const [name, scope] of [
      ['Auditor', 'audit:read'],
      ['Caller', 'calls:create'],
    ] as const)
      assert.equal((await admin.request('POST', path, { name, scopes: [scope] })).status, 201)
    const page = await open(at('/keys'))
    const rotate = (name: string) => page.getByRole('button', { name: `Rotate ${name}` })
    await becomes('why', () => rotate('Auditor').getAttribute('aria-description'), why)
    await becomes('that it is off', () => rotate('Auditor').getAttribute('aria-disabled'), 'true')
    assert.equal(await rotate('Caller').getAttribute('aria-description'), null)
    await rotate('Caller').click()
    await page.getByRole('alertdialog').waitFor()
    await leave(page)
  })

  test('makes no key that reaches the whole organization', async () => {
    const page = await dashboard.open(dashboard.at('/keys'))
    await page.getByRole('button', { name: 'New key…' }).click()
    for (const [label, isOpen] of [
      ['place calls', true],
      ['read who changed what', false],
      ['manage the do-not-call list', false],
    ] as const)
      assert.equal(await page.getByLabel(label).isEnabled(), isOpen, label)
    assert.equal(await page.getByRole('dialog').getByText(why).count(), 2)
    await dashboard.leave(page)
  })
})
