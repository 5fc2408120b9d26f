// Cuts the network's answer to a send after each of its bytes. Unless the answer is complete, the outcome is unknown
// (503), the send stays reserved, and the message is never sent again.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { isLong } from '../support/length.ts'
import { fewAtOnce } from './few-at-once.ts'
import { bodyTo, startStage } from './stage.ts'
import type { SendFault, Stage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

/** At how many places an answer is reset or stalls: the tests of the client do it after each byte. */
const fewBytes = 16
/** Cuts an answer after every byte at full length, else after every fifth. */
const stepOfCuts = isLong ? 1 : 5
/** One in this many cut requests is repeated with its key. */
const repeatedOf = 8

/** How the network answers a send, by the last two digits of the number. */
const answers = {
  acceptance: { digits: 0, isAccepted: true, status: 200 },
  refusal: { digits: 20, isAccepted: false, status: 400 },
  /** Refused once by the rate limit, and accepted when it is tried again: only a complete answer allows that. */
  limit: { digits: 40, isAccepted: false, status: 200 },
} as const
type Kind = keyof typeof answers

/** Returns how many bytes a complete answer of the kind has. */
async function lengthOf(kind: Kind): Promise<number> {
  const { network } = stage.whatsapp
  const { digits } = answers[kind]
  const [known, to] = [stage.freshNumber(), stage.freshNumber(digits)]
  await stage.send({ body: bodyTo(known) })
  const body = JSON.stringify({ ...(stage.received(known)[0]!.body as object), to })
  network.addFault({ operation: 'send', number: to, fault: whole })
  const socket = connect(network.port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const path = '/v23.0/100000000000001/messages'
  const headers = `Host: x\r\nAuthorization: Bearer a-token\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${body}`)
  await once(socket, 'close')
  const text = Buffer.concat(chunks).toString()
  assert.match(text, kind === 'acceptance' ? /^HTTP\/1.1 200 [^]+wamid/ : /^HTTP\/1.1 400 [^]+error/)
  return text.length
}

const whole = { kind: 'drop', after_bytes: 1_000_000, placed: true } as const

interface Cut {
  to: string
  /** How many bytes of the answer arrive. */
  bytes: number
  status: number
}

/** Whether the service answers that it had no time left to ask WhatsApp. */
const isHeldUp = (status: number, text: string) =>
  status === 400 && text.includes('held up before it could ask WhatsApp')

/** Sends once for each cut, with the number for its key. */
function sendCut(
  { digits }: (typeof answers)[Kind],
  bytes: readonly number[],
  faultOf: (after_bytes: number) => SendFault,
  atOnce?: number,
): Promise<Cut[]> {
  const send = async (at: number, triesLeft = 20): Promise<Cut> => {
    const to = stage.freshNumber(digits)
    stage.whatsapp.network.addFault({ operation: 'send', number: to, fault: faultOf(at) })
    const { status, text } = await stage.send({ body: bodyTo(to), key: to })
    // On a busy machine the service may be held up for so long that it no longer asks. Then nothing was cut.
    if (isHeldUp(status, text) && stage.received(to).length === 0 && triesLeft > 0)
      return send(at, triesLeft - 1)
    return { to, bytes: at, status }
  }
  return fewAtOnce(bytes, send, atOnce)
}

/** Returns the status of each message and of its send, by recipient. */
async function selectStandings(): Promise<Map<string, string>> {
  const rows = await stage.whatsapp.service.context.db.query<{ recipient: string; standings: string }>(sql`
    select recipient, string_agg(status || ' ' || quota, ', ') as standings from whatsapp_messages group by recipient`)
  return new Map(rows.map(({ recipient, standings }) => [recipient, standings]))
}

const unresolved = 'unresolved reserved'
const standingOf = { 200: 'sent consumed', 400: 'failed released' } as const

/** Asserts that the outcome of cut sends is unknown, that each was sent once, and that a repetition changes nothing. */
async function assertUnknown(cuts: readonly Cut[], { isAccepted }: (typeof answers)[Kind]): Promise<void> {
  const standings = await selectStandings()
  for (const { to, bytes, status } of cuts) {
    const what = `${bytes} bytes of the answer`
    assert.deepEqual([status, standings.get(to)], [503, unresolved], what)
    assert.equal(stage.received(to).length, 1, what)
    assert.equal(stage.accepted(to).length, isAccepted ? 1 : 0, what)
  }
  await assertRepeated(cuts, 202)
}

/** Repeats some with their keys. Asserts the status of the answers, and that the network receives nothing more. */
async function assertRepeated(cuts: readonly Cut[], status: number): Promise<void> {
  for (const { to, bytes } of cuts.filter((_, at) => at % repeatedOf === 0)) {
    const received = stage.received(to).length
    const answer = await stage.send({ body: bodyTo(to), key: to })
    assert.equal(answer.status, status, `${bytes} bytes: ${answer.text}`)
    assert.equal(stage.received(to).length, received)
  }
}

/** Reports the accepted messages as sent. Asserts that this settles them and their keys. */
async function assertSettled(cuts: readonly Cut[]): Promise<void> {
  await stage.report(cuts.map(({ to }) => ({ message: stage.accepted(to)[0]!, status: 'sent' })))
  const standings = await selectStandings()
  for (const { to } of cuts) assert.equal(standings.get(to), standingOf[200])
  await assertRepeated(cuts, 200)
}

const upTo = (end: number) => Array.from({ length: end }, (_, at) => at)
const ended = (after_bytes: number) => ({ kind: 'drop', after_bytes, placed: true }) as const
const reset = (after_bytes: number) => ({ ...ended(after_bytes), reset: true }) as const
const stalled = (after_bytes: number) => ({ ...ended(after_bytes), kind: 'stall' }) as const

// One after the other: a send has 5 s until the network is asked, and all of them together would take longer on a busy
// machine.
describe('an answer of WhatsApp', () => {
  const { acceptance } = answers

  it('that ends after any byte of an acceptance but the last is unknown (503) until its webhook arrives', async () => {
    const length = await lengthOf('acceptance')
    const bytes = upTo(length).filter((at) => at % stepOfCuts === 0 || at === length - 1)
    const cuts = await sendCut(acceptance, bytes, ended)
    await assertUnknown(cuts, acceptance)
    await assertSettled(cuts)
    const [uncut] = await sendCut(acceptance, [length], ended)
    assert.equal(uncut!.status, 200)
    assert.equal((await selectStandings()).get(uncut!.to), standingOf[200])
  })

  for (const [how, faultOf] of [
    ['is reset', reset],
    ['stalls', stalled],
  ] as const)
    it(`that ${how} within an acceptance is unknown (503)`, async () => {
      const length = await lengthOf('acceptance')
      const bytes = upTo(fewBytes).map((at) => Math.floor((at * length) / fewBytes))
      const cuts = await sendCut(acceptance, bytes, faultOf, bytes.length)
      await assertUnknown(cuts, acceptance)
      await assertSettled(cuts)
    })

  // Between them they are cut after twice as many bytes: neither is read before it is whole.
  for (const [kind, odd] of [
    ['refusal', 0],
    ['limit', 1],
  ] as const)
    it(`that ends after a byte of a ${kind} before the last is unknown (503), and not tried again`, async () => {
      const of = answers[kind]
      const length = await lengthOf(kind)
      const bytes = upTo(length).filter((at) => at % (2 * stepOfCuts) === odd || at === length - 1)
      await assertUnknown(await sendCut(of, bytes, ended), of)
      const [uncut] = await sendCut(of, [length], ended)
      assert.equal(uncut!.status, of.status)
      assert.equal((await selectStandings()).get(uncut!.to), standingOf[of.status])
      assert.equal(stage.received(uncut!.to).length, kind === 'limit' ? 2 : 1)
      await assertRepeated([uncut!], of.status)
    })
})
