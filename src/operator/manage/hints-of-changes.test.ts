// Every change by the management API is hinted at to those who watch. Also tests the switch of the demo's calls.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { askAsPage, signInAs } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { sql } from '../../db/sql.ts'
import type { Hint } from '../../hints/hint.ts'
import { upsertDemo } from '../demo/queries.ts'

let service: Service
let admin: Browser
let O: string
let P: string
let leave = () => {}
let hints: Hint[] = []

before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
  admin = await signInAs(service, 'owner')
  O = `/api/organizations/${service.organizationId}`
  P = `${O}/projects/${service.projectId}`
  const { hintWatch } = service.context
  leave = hintWatch.subscribe(service.organizationId, null, (message) => {
    if (message.kind === 'hint') hints.push(message.hint)
  })
  await eventually('it listens', () => hintWatch.lastId())
})
after(async () => {
  leave()
  await service[Symbol.asyncDispose]()
})

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

async function ask(method: Method, path: string, body?: unknown, revision?: number) {
  const headers: Record<string, string> = revision === undefined ? {} : { 'if-match': `"${revision}"` }
  const answer = await askAsPage(service, method, path, { body, cookie: admin.cookie, headers })
  assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`)
  return answer.body.data as Record<string, unknown> & { _id: string }
}

/** Makes a change, and waits for its hints. */
async function hintsOf<Made>(topics: string[], change: () => Promise<Made>): Promise<Made> {
  hints = []
  const made = await change()
  await eventually(`hints of ${topics.join()}`, () =>
    topics.every((topic) => hints.some((hint) => hint.topic === topic)) ? true : null,
  )
  return made
}

test('every change of records, keys and people is hinted at', async () => {
  const config = ['config']
  const draft = { name: 'New', campaign_type: 'script', script: 'Hello', caller_id: '+14155550100' }
  const campaign = await hintsOf(config, () => ask('POST', `${P}/campaigns`, draft))
  assert.deepEqual(hints[0]?.ids, [campaign._id])
  assert.equal(hints[0]?.project_id, service.projectId)
  const one = `${P}/campaigns/${campaign._id}`
  await hintsOf(config, () => ask('PATCH', one, { slots: 4 }, 1))
  await hintsOf(['config', 'calls'], () => ask('POST', `${one}/hold`))
  await hintsOf(['config', 'calls'], () => ask('POST', `${one}/release`))
  await hintsOf(config, () =>
    ask('POST', `${O}/declaration`, { organizations: [{ name: 'Acme', projects: [{ name: 'Second' }] }] }),
  )
  const key = await hintsOf(config, () => ask('POST', `${P}/api-keys`, { name: 'k', scopes: [] }))
  const rotated = await hintsOf(config, () =>
    ask('POST', `${P}/api-keys/${key._id}/rotate`, { overlap_seconds: 3_600 }),
  )
  const { _id } = rotated['made'] as { _id: string }
  await hintsOf(config, () => ask('POST', `${P}/api-keys/${_id}/revoke`))
  const invited = await hintsOf(config, () =>
    ask('POST', `${O}/people`, { email: 'new@example.com', role: 'viewer' }),
  )
  const person = `${O}/people/${invited._id}`
  await hintsOf(config, () => ask('PATCH', person, { role: 'editor' }))
  await hintsOf(config, () => ask('POST', `${person}/link`))
  await hintsOf(config, () => ask('DELETE', person))

  hints = []
  await ask('POST', `${P}/campaigns?dry_run=true`, { ...draft, name: 'Dry' })
  await ask('POST', `${P}/hold?dry_run=true`)
  await hintsOf(config, () => ask('POST', `${P}/campaigns`, { ...draft, name: 'Next' }))
  assert.equal(hints.length, 1)
})

test('the calls of the demo are switched by admins, and nowhere else are there any (404)', async () => {
  const path = `${O}/demo-calls`
  const missing = await admin.request('GET', path)
  assert.deepEqual([missing.status, missing.body['code']], [404, 'not_a_demo'])
  const refused = await askAsPage(service, 'PUT', path, { body: { is_on: false }, cookie: admin.cookie })
  assert.equal(refused.status, 404)
  const { db } = service.context
  const place = { organization_id: service.organizationId, project_id: service.projectId }
  await upsertDemo(db, place, new Date())
  assert.deepEqual(await ask('GET', path), { is_on: true })
  await hintsOf(['config'], () => ask('PUT', path, { is_on: false }))
  await ask('PUT', path, { is_on: false })
  assert.deepEqual(await ask('GET', path), { is_on: false })
  const changes = await db.query(sql`select actor_kind, fields from changes where kind = 'demo_calls'`)
  assert.deepEqual(changes, [
    { actor_kind: 'person', fields: [{ path: 'is_on', before: true, after: false }] },
  ])
  const editor = await signInAs(service, 'editor')
  assert.equal((await editor.request('GET', path)).status, 403)
})
