import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bareEnvironment, runCommand } from '../../test/support/command.ts'
import { ownPlace } from '../../test/support/places.ts'
import { eventually, startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { uuidv7 } from '../base/ids.ts'
import { readWebhookSecret, signWebhook } from '../base/sign-webhook.ts'
import { sql } from '../db/sql.ts'
import { publishEvents } from '../events/event-of.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

interface Received {
  number: number
  type: string
  isSigned: boolean
}

let service: Service
const received: Received[] = []
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const { type, data } = JSON.parse(body) as { type: string; data: { number: number } }
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers
  const signed = signWebhook([readWebhookSecret(secret)!], {
    id: String(id),
    timestamp: Number(timestamp),
    body,
  })
  received.push({ number: data.number, type, isSigned: signed['webhook-signature'] === signature })
  response.writeHead(data.number === 2 ? 500 : 204).end()
}
const receiver = createServer((request, response) => void receive(request, response))
before(async () => {
  service = await startService()
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
after(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await service[Symbol.asyncDispose]()
})

const forward = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`

function publish(number: number, type = 'call.queued'): Promise<void> {
  const facts = sql`
    select ${type}::text as type, ${uuidv7()}::uuid as subject_id, now() as at,
      jsonb_build_object('number', ${number}::integer) as data, null::jsonb as texts`
  return service.context.db.transaction((transaction) => publishEvents(transaction, ownPlace(service), facts))
}

const numbers = () => received.map(({ number }) => number)

function listen(...args: string[]) {
  const { organization_id, project_id } = ownPlace(service)
  const place = ['--url', service.url, '--organization', organization_id, '--project', project_id]
  const child = spawn(process.execPath, [main, 'listen', ...place, ...args], {
    env: { ...bareEnvironment, LISTEN_KEY: service.key },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let complained = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (complained += String(chunk)))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return {
    printed: () => printed,
    complained: () => complained,
    status: () => child.exitCode,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

it('forwards events of the chosen types, signed, from an instant on, and goes on where it was stopped', async () => {
  const from = new Date().toISOString()
  await publish(1)
  const wanted = ['--types', 'call.*', '--replay', from]
  await using command = listen(...wanted, '--forward', forward(), '--secret', secret)
  await eventually('the first event', () => (numbers().includes(1) ? true : null))
  // The stream breaks, and more happens before it is opened again.
  service.app.server.closeAllConnections()
  await publish(2)
  await publish(3, 'ticket.opened')
  await publish(4)
  await eventually('all events', () => (numbers().includes(4) ? true : null))
  assert.deepEqual(
    received,
    [1, 2, 4].map((number) => ({ number, type: 'call.queued', isSigned: true })),
  )
  for (const line of [
    /Signing with whsec_/,
    /call\.queued {2}[0-9a-f-]{36} {2}204 {2}\d+ ms/,
    / {2}500 {2}/,
    /the stream .*it is opened again/,
  ])
    await eventually(String(line), () => (line.test(command.printed()) ? true : null))
})

it('prints events where nothing is to be posted', async () => {
  const from = new Date().toISOString()
  await publish(7)
  await publish(8, 'ticket.opened')
  await publish(9)
  await using command = listen('--types', 'call.*', '--replay', from)
  await eventually('the last event', () => (command.printed().includes('"number":9') ? true : null))
  const line = (number: number) =>
    `\\d{4}-\\S+Z {2}call\\.queued {2}[0-9a-f-]{36} {2}\\{"number":${number}\\}\n`
  assert.match(command.printed(), new RegExp(`^${line(7)}${line(9)}$`))
})

it('posts an example of a type, and says what is wrong with an unknown one', async () => {
  received.length = 0
  const posted = await runCommand(
    ['listen', 'trigger', 'call.ended', '--forward', forward(), '--secret', secret],
    {},
  )
  assert.equal(posted.status, 0, posted.stderr)
  assert.match(posted.stdout, /call\.ended {2}\S+ {2}204/)
  assert.deepEqual([received[0]?.type, received[0]?.isSigned], ['call.ended', true])
  // Nobody listens there, and this one does not take it.
  for (const [address, outcome] of [
    ['http://127.0.0.1:9/', /failed: /],
    [`${service.url}/nothing`, / 404 /],
  ] as const) {
    const failed = await runCommand(['listen', 'trigger', 'call.ended', '--forward', address], {})
    assert.match(failed.stdout, outcome)
    assert.equal(failed.status, 1)
  }
  const unknown = await runCommand(['listen', 'trigger', 'call.rang', '--forward', forward()], {})
  assert.equal(unknown.status, 1)
  assert.match(unknown.stderr, /there is no type call\.rang/)
})

it('hands its key to nobody to whom the service leads it', async () => {
  const keys: unknown[] = []
  await using other = createServer((request, response) => {
    keys.push(request.headers['x-api-key'])
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end()
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  await using moved = createServer((request, response) => {
    response.writeHead(307, { location: elsewhere + (request.url ?? '') }).end()
  })
  await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`
  await using command = listen('--url', url)
  const complaint = `answers 307 and leads to ${elsewhere}/organizations/`
  await eventually('its complaint', () => (command.complained().includes(complaint) ? true : null))
  await eventually('its end', () => (command.status() === 1 ? true : null))
  assert.deepEqual(keys, [])
})

it('needs a key, ids and an address', async () => {
  const place = ['--organization', service.organizationId, '--project', service.projectId]
  const refused: [string[], Record<string, string>, RegExp][] = [
    [[...place, '--forward', forward()], { LISTEN_KEY: '' }, /set LISTEN_KEY/],
    [
      ['--organization', 'Acme', '--project', 'x', '--forward', forward()],
      {},
      /--organization must be an id/,
    ],
    [[...place, '--secret', secret], {}, /name an address with --forward/],
    [[...place, '--forward', 'localhost'], {}, /--forward must be an http or https address/],
    [[...place, '--forward', forward(), '--types', 'call.rang'], {}, /there is no type call\.rang/],
    [[...place, '--forward', forward(), '--replay', uuidv7(), '--url', service.url], {}, /refuses \(400\)/],
  ]
  for (const [args, environment, message] of refused) {
    const { status, stderr } = await runCommand(['listen', ...args], {
      LISTEN_KEY: service.key,
      ...environment,
    })
    assert.equal(status, 1)
    assert.match(stderr, message)
  }
})
