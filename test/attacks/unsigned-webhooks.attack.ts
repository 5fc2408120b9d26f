// Strangers send webhooks that nobody has signed: many members, and many connections that never end their bodies.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { eventually } from '../support/service.ts'
import { postWebhook, textMessage, webhookOf } from '../support/whatsapp-webhook.ts'
import { businessAccountId, phoneNumberId } from '../support/whatsapp.ts'
import { startService } from './start-service.ts'
import type { AttackedService } from './start-service.ts'
import { declareTenants } from './tenants.ts'

const lastsMs = 15_000
/**
 * The most CPU time of the process, which does not depend on other load on the machine. Receiving 3 MB and computing
 * their HMAC takes some 30 ms; parsing them took more than a second.
 */
const cpuMaxMs = 150
const connections = 200
const bodyBytes = 2_900_000
const memoryMaxMb = 150

const sender = {
  name: 'main',
  phone_number_id: phoneNumberId,
  business_account_id: businessAccountId,
  display_phone_number: '+14155550199',
  access_token: 'a-token',
  app_secret: 'an-app-secret',
  verify_token: 'a-verify-token',
}
const unsigned = `x-hub-signature-256: sha256=${'a'.repeat(64)}`

let database: TestDatabase
let service: AttackedService
before(async () => {
  database = await createTestDatabase()
  await declareTenants(database.db, ['Acme'], () => ({ whatsapp_senders: [sender] }))
  service = await startService({ role: 'api', databaseUrl: database.databaseUrl })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

async function postSigned(wamid: string): Promise<number> {
  const message = textMessage({ wamid, from: '+14155550100', text: 'hello', at: new Date() })
  return (await postWebhook(service.url, webhookOf({ messages: [message] }))).status
}

/**
 * Returns the event loop's lag since the last reading, and the CPU time since the start, from the service's metrics.
 */
async function readMetrics(): Promise<{ lagSeconds: number; cpuSeconds: number }> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  return {
    lagSeconds: valueOf('nodejs_eventloop_lag_p99_seconds'),
    cpuSeconds: valueOf('process_cpu_seconds_total'),
  }
}

describe('unsigned webhooks', () => {
  it('of 250,000 members do not delay the answers to others', async (t) => {
    const value = Object.fromEntries(Array.from({ length: 250_000 }, (_, index) => [`k${index}`, 1]))
    const body = JSON.stringify({ entry: [{ id: businessAccountId, changes: [{ field: 'x', value }] }] })
    const [name = '', signature = ''] = unsigned.split(': ')
    const ends = performance.now() + lastsMs
    let refused = 0
    const attackers = Array.from({ length: 8 }, async () => {
      for (; performance.now() < ends; refused++) {
        const options = { method: 'POST', headers: { [name]: signature }, body }
        const { status } = await fetch(`${service.url}/webhooks/whatsapp`, options)
        assert.ok([403, 503].includes(status), `status ${status}`)
      }
    })
    const before = await readMetrics()
    let signed = 0
    while (performance.now() < ends) assert.equal(await postSigned(`wamid.${signed++}`), 200)
    await Promise.all(attackers)
    const { lagSeconds, cpuSeconds } = await readMetrics()
    const cpuMs = ((cpuSeconds - before.cpuSeconds) * 1_000) / (refused + signed)
    t.diagnostic(`${refused} refused, ${signed} signed ones taken`)
    t.diagnostic(`CPU time a webhook ${cpuMs.toFixed(0)} ms, lag p99 ${(lagSeconds * 1_000).toFixed(0)} ms`)
    assert.ok(refused > 0 && cpuMs < cpuMaxMs, `${cpuMs} ms of CPU time a webhook`)
  })

  it('whose bodies never end take little memory, and signed ones are accepted meanwhile', async (t) => {
    const before = service.memoryMb()
    const { port, hostname } = new URL(service.url)
    const head = `POST /webhooks/whatsapp HTTP/1.1\r\nhost: x\r\n${unsigned}\r\ncontent-length: ${bodyBytes}\r\n\r\n`
    const part = Buffer.concat([Buffer.from(head), Buffer.alloc(bodyBytes - 1, 'a')])
    const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname))
    let answered = 0
    let highest = 0
    const send = async (socket: Socket): Promise<void> => {
      socket.on('error', () => {})
      socket.once('data', () => answered++)
      await once(socket, 'connect')
      socket.write(part)
    }
    await Promise.all(sockets.map(send))
    // The requests beyond the limit are refused at once, the others when their time is over.
    await eventually(
      'all are refused',
      async () => {
        highest = Math.max(highest, service.memoryMb())
        assert.equal(await postSigned(`wamid.held.${answered}`), 200)
        return answered === connections ? true : null
      },
      60_000,
    )
    for (const socket of sockets) socket.destroy()
    t.diagnostic(`memory ${before.toFixed(0)} MB before, ${highest.toFixed(0)} MB at most`)
    assert.ok(highest - before < memoryMaxMb, `${highest - before} MB more`)
  })
})
