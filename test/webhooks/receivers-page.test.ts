// The receivers of docs/webhooks.md run, accept what is sent, and refuse everything else. Without python3 on the
// machine, the Python receiver is not run: its steps are then compared with those of the one in TypeScript, which is.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { newWebhookSecret, readWebhookSecret, signWebhook } from '../../src/base/sign-webhook.ts'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/service.ts'

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const secret = newWebhookSecret()
let folder: string
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'receivers-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

function exampleIn(language: string): string {
  const [, example] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  assert.ok(example)
  return example
}

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs a receiver and sends it what it must accept and what it must refuse. */
async function check(command: string, file: string): Promise<void> {
  const port = await freePort()
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) }
  const child = spawn(command, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (text: Buffer) => (printed += String(text)))
  const url = `http://127.0.0.1:${port}/hooks`
  const send = async (body: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(url, { method: 'POST', body, headers })).status
  try {
    await eventually('it listens', async () => {
      const status = await send('{}', {}).catch(() => null)
      return status === 400 ? true : null
    })
    const now = Math.floor(Date.now() / 1_000)
    const body = '{"_id":"e1","type":"call.ended","data":{"name":"Zoë"}}'
    const sign = (timestamp: number, secrets = [secret]) =>
      signWebhook(
        secrets.map((one) => readWebhookSecret(one)!),
        { id: 'e1', timestamp, body },
      )
    assert.equal(await send(body, sign(now)), 204)
    assert.equal(await send(body, sign(now, [newWebhookSecret(), secret])), 204)
    assert.equal(await send(body.replace('ended', 'endet'), sign(now)), 400)
    assert.equal(await send(body, { ...sign(now), 'webhook-id': 'e2' }), 400)
    assert.equal(await send(body, sign(now, [newWebhookSecret()])), 400)
    assert.equal(await send(body, sign(now - 301)), 400)
    assert.equal(await send(body, sign(now + 330)), 400)
    assert.equal(await send(body, { ...sign(now), 'webhook-timestamp': 'soon' }), 400)
    await eventually('it prints', () => (printed.match(/call\.ended e1/g)?.length === 2 ? true : null))
  } finally {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

describe('the receivers of the page', () => {
  it('in TypeScript accepts what is signed, and refuses all else', async () => {
    const file = path.join(folder, 'receiver.ts')
    writeFileSync(file, exampleIn('ts'))
    await check(process.execPath, file)
  })

  it('in Python accepts what is signed, and refuses all else; without python3 its steps are compared', async () => {
    const example = exampleIn('python')
    if (hasPython()) {
      const file = path.join(folder, 'receiver.py')
      writeFileSync(file, example)
      return check('python3', file)
    }
    for (const step of [
      'base64.b64decode(SECRET.removeprefix("whsec_"))',
      'f"{message_id}.{timestamp}.".encode() + body',
      'hmac.new(key, signed, hashlib.sha256).digest()',
      'hmac.compare_digest(',
      '> 300',
    ])
      assert.ok(example.includes(step), step)
  })
})
