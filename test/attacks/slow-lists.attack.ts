// One tenant keeps twelve lists running that no index serves. The lists, searches and analytics of another still work.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { startService } from './start-service.ts'
import { addConversations, declareTenants, p99 } from './tenants.ts'
import type { Tenant } from './tenants.ts'

const lastsMs = 20_000
const p99MaxMs = 1_000

test('twelve slow lists of one tenant do not slow down or break the lists of another', async (t) => {
  await using database = await createTestDatabase()
  const [slow, other] = (await declareTenants(database.db, ['Slow', 'Other'])) as [Tenant, Tenant]
  await addConversations(database.db, slow, 100_000)
  await addConversations(database.db, other, 100)
  await using service = await startService({ role: 'api', databaseUrl: database.databaseUrl })

  const get = async (tenant: Tenant, path: string): Promise<number> => {
    const response = await fetch(service.url + tenant.path + path, { headers: { 'x-api-key': tenant.key } })
    await response.arrayBuffer()
    return response.status
  }
  const ends = performance.now() + lastsMs
  const slowFilter = encodeURIComponent(JSON.stringify({ phone_number: { $regex: '^.{100,200}b' } }))
  const slowStatuses = new Map<number, number>()
  const attackers = Array.from({ length: 12 }, async () => {
    while (performance.now() < ends) {
      const status = await get(slow, `/conversations?filters=${slowFilter}`)
      slowStatuses.set(status, (slowStatuses.get(status) ?? 0) + 1)
    }
  })

  const filter = encodeURIComponent(JSON.stringify({ phone_number: { $regex: 'a' } }))
  const paths = [
    `/conversations?filters=${filter}`,
    '/customer-profiles?search=ada',
    `/conversation-analytics?filters=${filter}`,
  ]
  const tookMs: number[] = []
  while (performance.now() < ends)
    for (const path of paths) {
      const before = performance.now()
      assert.equal(await get(other, path), 200, path)
      tookMs.push(performance.now() - before)
    }
  await Promise.all(attackers)

  t.diagnostic(`${tookMs.length} answers to the other, p99 ${p99(tookMs).toFixed(0)} ms`)
  t.diagnostic(`statuses of the slow lists: ${JSON.stringify([...slowStatuses])}`)
  assert.ok(p99(tookMs) < p99MaxMs, `p99 is ${p99(tookMs)} ms`)
  for (const status of slowStatuses.keys()) assert.ok([400, 429].includes(status), `a slow list: ${status}`)
})
