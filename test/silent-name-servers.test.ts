// What hosts whose name servers never answer cost the others: nothing.
import assert from 'node:assert/strict'
import { lookup as systemLookup } from 'node:dns/promises'
import { it } from 'node:test'
import type { Resolver } from '../src/providers/web/guard/resolver.ts'
import { requestCrawl, endOfCrawl } from './support/crawls.ts'
import { resolverAt, startNameServer } from './support/name-server.ts'
import { eventually, startService } from './support/service.ts'
import { signInAs } from './support/users.ts'

it('ten domains with silent name servers fail with the reason, and delay no look-up of a provider', async () => {
  await using silent = await startNameServer()
  const resolver = resolverAt(silent, { timeoutMs: 2_000 })
  const tenants = new Set<string | undefined>()
  const lookup: Resolver = (hostname, signal, tenant) => {
    tenants.add(tenant)
    return resolver(hostname, signal, tenant)
  }
  await using service = await startService({}, { lookup })
  const domains = Array.from({ length: 10 }, (_, index) => `silent-${index}.example`)
  await Promise.all(domains.map((domain) => requestCrawl(service, { domain })))
  service.startWorker()
  const ended: string[] = []
  const crawls = domains.map(async (domain) => {
    const source = await endOfCrawl(service, domain)
    ended.push(domain)
    return source
  })
  await eventually('the first look-up', async () => silent.questions.length > 0 || null)
  // As the clients of carriers and of Meta look their hosts up.
  await systemLookup('localhost')
  assert.ok(ended.length < domains.length)
  for (const source of await Promise.all(crawls)) {
    assert.equal(source.sync_status, 'failed')
    assert.match(
      source.sync_error ?? '',
      /robots\.txt can't be read: silent-\d\.example could not be looked up within 2 s/,
    )
  }
  assert.ok(silent.questions.length >= domains.length)
  // Each has a fifth of the look-ups at most.
  assert.deepEqual(tenants, new Set([service.organizationId]))
})

it('carriers and senders at hosts with silent name servers delay no look-up of a provider', async () => {
  await using silent = await startNameServer()
  const lookup = resolverAt(silent)
  await using service = await startService({}, { lookup })
  const admin = await signInAs(service, 'admin')
  const project = `/api/organizations/${service.organizationId}/projects/${service.projectId}`
  const make = async (path: string, body: Record<string, unknown>) => {
    const made = await admin.request('POST', `${project}/${path}`, body)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return `${project}/${path}/${(made.body.data as { _id: string })._id}/check`
  }
  const checks: string[] = []
  for (let index = 0; index < 10; index++) {
    const carrier = {
      name: `silent ${index}`,
      kind: 'twilio',
      account_sid: `AC${String(index).padStart(32, '0')}`,
      auth_token: 'token',
      api_url: `https://carrier-${index}.example`,
    }
    checks.push(await make('voice-carriers', carrier))
  }
  const sender = {
    name: 'silent',
    phone_number_id: '100000000000077',
    business_account_id: '200000000000077',
    display_phone_number: '+14155550177',
    access_token: 'token',
    app_secret: 'secret',
    verify_token: 'verify',
    api_url: 'https://sender.example',
  }
  checks.push(await make('whatsapp-senders', sender))
  let ended = 0
  const checked = checks.map(async (check) => {
    const answer = await admin.request('POST', check)
    ended++
    return answer
  })
  const isAsked = (host: string) => silent.questions.includes(`A ${host}`)
  await eventually('a look-up of a carrier', async () => isAsked('carrier-9.example') || null)
  await eventually('a look-up of the sender', async () => isAsked('sender.example') || null)
  // As the clients of carriers and of Meta look their own hosts up.
  await systemLookup('localhost')
  assert.ok(ended < checks.length)
  for (const { status, body } of await Promise.all(checked)) {
    assert.equal(status, 200)
    assert.match(JSON.stringify(body.data), /was made in time|host name could not be resolved/)
  }
})
