// Addresses of the APIs of carriers and senders: an operator may give any, an organization's own people none of a
// private host.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { watchConnections } from './support/connections.ts'
import { startService } from './support/service.ts'
import type { Service } from './support/service.ts'
import { askAsPage, signInAs, signInFirstOwner } from './support/users.ts'
import type { Browser } from './support/users.ts'

const names: Record<string, readonly string[]> = {
  'private.example.com': ['10.0.0.1'],
  'both.example.com': ['2d00::1', '127.0.0.1'],
}
const lookup = (hostname: string): Promise<readonly string[]> =>
  Promise.resolve(names[hostname] ?? ['127.0.0.1'])

let service: Service
let operator: Browser
let admin: Browser
let project: string
before(async () => {
  service = await startService({}, { lookup })
  operator = await signInFirstOwner(service)
  admin = await signInAs(service, 'admin')
  project = `/api/organizations/${service.organizationId}/projects/${service.projectId}`
})
after(() => service[Symbol.asyncDispose]())

const secrets = { access_token: 'token', app_secret: 'secret', verify_token: 'verify' }
let made = 0
const records = {
  'voice-carriers': () => ({
    name: `carrier ${++made}`,
    kind: 'twilio',
    account_sid: `AC${String(made).padStart(32, '0')}`,
    auth_token: 'token',
  }),
  'whatsapp-senders': () => ({
    name: `sender ${++made}`,
    phone_number_id: `1000000000${made}`,
    business_account_id: '200000000000077',
    display_phone_number: '+14155550177',
    ...secrets,
  }),
} as const
const paths = ['voice-carriers', 'whatsapp-senders'] as const

const create = (browser: Browser, path: (typeof paths)[number], api_url: string) =>
  browser.request('POST', `${project}/${path}`, { ...records[path](), api_url })

const patch = async (browser: Browser, path: string, body: unknown) => {
  const { revision } = (await browser.request('GET', path)).body.data as { revision: number }
  const headers = { 'if-match': `"${revision}"` }
  return askAsPage(service, 'PATCH', path, { body, cookie: browser.cookie, headers })
}

const closed = [
  'http://127.0.0.1:1',
  'http://10.0.0.5:8500/v1/x',
  'https://10.0.0.5',
  'https://localhost',
  'http://169.254.169.254/latest',
  'http://api.example.com',
  'https://api.example.com:8443',
  'https://consul.internal',
]

describe('an address that is given for an API', () => {
  it('may not be of a private host where an organization gives it (400), and may where an operator does', async () => {
    for (const path of paths) {
      for (const url of closed) {
        const { status, body } = await create(admin, path, url)
        assert.deepEqual([status, /api_url/.test(body.message)], [400, true], `${path} ${url}`)
      }
      assert.equal((await create(operator, path, closed[0]!)).status, 201)
      assert.equal((await create(admin, path, 'https://api.example.com')).status, 201)
    }
  })

  it('stays where an admin changes another field of a record that an operator has made', async () => {
    for (const path of paths) {
      const { body } = await create(operator, path, 'http://127.0.0.1:1')
      const at = `${project}/${path}/${(body.data as { _id: string })._id}`
      const renamed = await patch(admin, at, { name: `renamed ${++made}` })
      assert.equal(renamed.status, 200, JSON.stringify(renamed.body))
      const same = await patch(admin, at, { api_url: 'http://127.0.0.1:1', name: `renamed ${++made}` })
      assert.equal(same.status, 200, JSON.stringify(same.body))
      assert.equal((await patch(admin, at, { api_url: 'http://127.0.0.1:2' })).status, 400)
      using watch = watchConnections()
      await admin.request('POST', `${at}/check`)
      assert.ok(watch.attempts.includes('127.0.0.1 1'))
    }
  })

  it('is refused in a declaration of an organization too, unless it is the stored one', async () => {
    const declaration = (name: string, api_url: string) => ({
      organizations: [
        {
          name: 'Acme',
          projects: [
            {
              name: 'Renewals',
              default_country: 'US',
              voice_carriers: [{ ...records['voice-carriers'](), name, api_url }],
            },
          ],
        },
      ],
    })
    const apply = (browser: Browser, name: string, url: string) =>
      browser.request(
        'POST',
        `/api/organizations/${service.organizationId}/declaration`,
        declaration(name, url),
      )
    const refused = await apply(admin, 'declared', 'http://127.0.0.1:1')
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /voice_carriers\[0\]\.api_url/)
    assert.equal((await apply(operator, 'declared', 'http://127.0.0.1:1')).status, 200)
    assert.equal((await apply(admin, 'declared', 'http://127.0.0.1:1')).status, 200)
  })

  it('leads nowhere if its name resolves to a private address and an organization gave it', async () => {
    for (const path of paths)
      for (const host of ['private.example.com', 'both.example.com']) {
        const { body, status } = await create(admin, path, `https://${host}`)
        assert.equal(status, 201)
        using watch = watchConnections()
        const id = (body.data as { _id: string })._id
        const checked = await admin.request('POST', `${project}/${path}/${id}/check`)
        assert.match(JSON.stringify(checked.body.data), /host is not public/)
        assert.deepEqual(watch.attempts, [])
      }
  })

  it('is reached wherever it leads if an operator gave it', async () => {
    for (const path of paths) {
      const { body } = await create(operator, path, 'http://inside.example.com:9')
      const id = (body.data as { _id: string })._id
      using watch = watchConnections()
      await admin.request('POST', `${project}/${path}/${id}/check`)
      assert.ok(watch.attempts.includes('127.0.0.1 9'))
    }
  })
})
