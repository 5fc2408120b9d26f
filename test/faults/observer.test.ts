import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { verifySignature } from '../../src/providers/twilio/signature.ts'
import { eventually } from '../support/service.ts'
import { startSite } from '../support/site.ts'
import { legsOf, openObserverLog } from './observer-log.ts'
import type { AnswerFault, ObserverEntry } from './observer-log.ts'
import { startObserver } from './observer.ts'
import type { Observer } from './observer.ts'

const account = `AC${'1'.repeat(32)}`
const attemptId = '01a1fd9a-35c0-72d8-9254-5f606b08b480'
const publicUrl = 'http://switchboard.test'
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-observer-'))
const file = path.join(folder, 'observer.ndjson')
const log = openObserverLog(file)
const received: { path: string; body: string; signature: string }[] = []
const service = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const signature = String(request.headers['x-twilio-signature'])
    received.push({ path: request.url ?? '', body, signature })
    response.end('<Response/>')
  })
})
let observer: Observer

before(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  const deliver = (url: URL) => new URL(url.pathname, `http://127.0.0.1:${port}`)
  observer = await startObserver({ log, seed: 'a', token: 'token', deliver })
  observer.durationBy({ leastMs: 10, mostMs: 30 })
})
after(async () => {
  await observer[Symbol.asyncDispose]()
  service.close()
  log.close()
  rmSync(folder, { recursive: true, force: true })
})

const formFor = (to: string) =>
  new URLSearchParams({
    To: to,
    From: '+14155550100',
    Url: `${publicUrl}/o/${attemptId}/instructions`,
    StatusCallback: `${publicUrl}/o/${attemptId}/status`,
  })

const callsUrl = () => `${observer.url}/2010-04-01/Accounts/${account}/Calls.json`

/** Sends a raw request and returns every byte of the answer. */
function postRaw(to: string): Promise<string> {
  const body = formFor(to).toString()
  return new Promise((resolve) => {
    const socket = connect(observer.port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
    socket.write(
      `POST /2010-04-01/Accounts/${account}/Calls.json HTTP/1.1\r\nHost: observer\r\nConnection: close\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  })
}

const answerTo = (number: string, fault: AnswerFault) =>
  observer.answerBy(({ to }) => (to === number ? fault : { kind: 'none' }))

const legTo = (number: string) => legsOf(log.entries).find(({ to }) => to === number)

describe('the observer', () => {
  it('places a call, reports its progress with signed callbacks, and logs what it saw', async () => {
    const answer = await fetch(callsUrl(), { method: 'POST', body: formFor('+14152000001') })
    assert.equal(answer.status, 201)
    const { sid } = (await answer.json()) as { sid: string }
    await eventually('its end is reported', () =>
      received.some(({ body }) => /CallStatus=(completed|busy|no-answer|failed)/.test(body)) ? true : null,
    )
    for (const { path, body, signature } of received)
      assert.ok(verifySignature({ authToken: 'token', signature, url: publicUrl + path, body }), body)
    const leg = legTo('+14152000001')
    assert.equal(leg?.sid, sid)
    assert.equal(leg.attemptId, attemptId)
    assert.ok(leg.endedAt !== null && leg.endedAt >= leg.createdAt)
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as ObserverEntry),
      log.entries,
    )
  })

  it('lists and shows its calls', async () => {
    const list = async (to: string) => {
      const query = new URLSearchParams({ To: to, From: '+14155550100', PageSize: '50' })
      return (await (await fetch(`${callsUrl()}?${query.toString()}`)).json()) as { calls: { sid: string }[] }
    }
    const sid = await eventually(
      'the list shows it',
      async () => (await list('+14152000001')).calls[0]?.sid ?? null,
    )
    assert.deepEqual((await list('+14152000099')).calls, [])
    const shown = await fetch(callsUrl().replace('.json', `/${sid}.json`))
    assert.equal(((await shown.json()) as { sid: string }).sid, sid)
    assert.equal((await fetch(callsUrl().replace('.json', `/CA${'0'.repeat(32)}.json`))).status, 404)
  })

  it('cuts its answer where the fault says, and has the call nevertheless', async () => {
    for (const afterBytes of [0, 1, 200]) {
      const number = `+1415200020${afterBytes % 10}`
      answerTo(number, { kind: 'cut', afterBytes })
      assert.equal((await postRaw(number)).length, afterBytes)
      assert.ok(legTo(number))
    }
  })

  it('refuses and loses requests without having the call', async () => {
    answerTo('+14152000301', { kind: 'rate_limit' })
    assert.match(await postRaw('+14152000301'), /^HTTP\/1.1 429 .*20429/s)
    answerTo('+14152000302', { kind: 'lost' })
    assert.equal(await postRaw('+14152000302'), '')
    assert.equal(legTo('+14152000301'), undefined)
    assert.equal(legTo('+14152000302'), undefined)
  })

  it('ends a call on request, once', async () => {
    observer.durationBy({ leastMs: 60_000, mostMs: 60_000 })
    const answer = await fetch(callsUrl(), { method: 'POST', body: formFor('+14152000401') })
    const { sid } = (await answer.json()) as { sid: string }
    const end = () =>
      fetch(callsUrl().replace('.json', `/${sid}.json`), {
        method: 'POST',
        body: new URLSearchParams({ Status: 'completed' }),
      })
    assert.equal((await end()).status, 200)
    assert.deepEqual(
      [legTo('+14152000401')?.status, legTo('+14152000401')?.endedByRequest],
      ['canceled', true],
    )
    assert.equal((await end()).status, 400)
  })

  it('refuses connections while that is set', async () => {
    await observer.refuseConnections(true)
    await assert.rejects(fetch(callsUrl()), (error: Error) => {
      assert.equal((error.cause as { code?: string }).code, 'ECONNREFUSED')
      return true
    })
    await observer.refuseConnections(false)
    assert.equal((await fetch(callsUrl())).status, 200)
  })

  it('ends once all its callbacks are aborted and logged', async () => {
    let held = 0
    await using silent = await startSite({ '*': () => (held++, new Promise(() => {})) })
    const entries: ObserverEntry[] = []
    const memory = { entries, write: (entry: ObserverEntry) => void entries.push(entry), close: () => {} }
    const deliver = () => new URL(silent.origin)
    const other = await startObserver({ log: memory, seed: 'a', token: 'token', deliver })
    other.durationBy({ leastMs: 10, mostMs: 30 })
    const url = callsUrl().replace(observer.url, other.url)
    assert.equal((await fetch(url, { method: 'POST', body: formFor('+14152000501') })).status, 201)
    await eventually('a callback is under way', () => (held > 0 ? true : null))
    await other[Symbol.asyncDispose]()
    const callbacks = entries.filter((entry) => entry.kind === 'callback')
    assert.ok(callbacks.length >= held, `${callbacks.length} of ${held} are written down`)
    assert.ok(callbacks.every(({ answerStatus }) => answerStatus === null))
  })
})
