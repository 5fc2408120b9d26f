// The network's answer to a send breaks off after each of its bytes, all the way through the service: unless it came
// whole, nobody knows what became of the message (503), the send stays reserved, and it is never sent again.
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

/** For those where a few stand for all: the client has tests of each byte. */
const fewBytes = 16
/** An answer is cut after each so manieth byte: after every one at full length. */
const stepOfCuts = isLong ? 1 : 5
/** Of how many cuts one is also asked for again under its key. */
const repeatedOf = 8

/** What becomes of the number's message, by its last two digits. */
const answers = {
  acceptance: { digits: 0, isTaken: true, status: 200 },
  refusal: { digits: 20, isTaken: false, status: 400 },
  /** Refused once for going too fast, and taken when it is tried again: only a whole answer says that it may be. */
  limit: { digits: 40, isTaken: false, status: 200 },
} as const
type Kind = keyof typeof answers

/** How many bytes an answer of the kind has that is cut nowhere. */
async function lengthOf(kind: Kind): Promise<number> {
  const { network } = stage.whatsapp
  const { digits } = answers[kind]
  const [known, to] = [stage.freshNumber(), stage.freshNumber(digits)]
  await stage.send({ body: bodyTo(known) })
  const body = JSON.stringify({ ...(stage.asked(known)[0]!.body as object), to })
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
    if (isHeldUp(status, text) && stage.asked(to).length === 0 && triesLeft > 0)
      return send(at, triesLeft - 1)
    return { to, bytes: at, status }
  }
  return fewAtOnce(bytes, send, atOnce)
}

/** By recipient: how each message stands, and what has become of its send. */
async function selectStandings(): Promise<Map<string, string>> {
  const rows = await stage.whatsapp.service.context.db.query<{ recipient: string; standings: string }>(sql`
    select recipient, string_agg(status || ' ' || quota, ', ') as standings from whatsapp_messages group by recipient`)
  return new Map(rows.map(({ recipient, standings }) => [recipient, standings]))
}

const unresolved = 'unresolved reserved'
const standingOf = { 200: 'sent consumed', 400: 'failed released' } as const

/** Those that were cut: not known, asked once, and still so when they are asked for again. */
async function assertUnknown(cuts: readonly Cut[], { isTaken }: (typeof answers)[Kind]): Promise<void> {
  const standings = await selectStandings()
  for (const { to, bytes, status } of cuts) {
    const what = `${bytes} bytes of the answer`
    assert.deepEqual([status, standings.get(to)], [503, unresolved], what)
    assert.equal(stage.asked(to).length, 1, what)
    assert.equal(stage.taken(to).length, isTaken ? 1 : 0, what)
  }
  await assertRepeated(cuts, 202)
}

/** Some are asked for again: each is answered so under its key, and the network is not asked. */
async function assertRepeated(cuts: readonly Cut[], status: number): Promise<void> {
  for (const { to, bytes } of cuts.filter((_, at) => at % repeatedOf === 0)) {
    const asked = stage.asked(to).length
    const answer = await stage.send({ body: bodyTo(to), key: to })
    assert.equal(answer.status, status, `${bytes} bytes: ${answer.text}`)
    assert.equal(stage.asked(to).length, asked)
  }
}

/** A webhook tells of those that were taken. */
async function assertSettled(cuts: readonly Cut[]): Promise<void> {
  await stage.tell(cuts.map(({ to }) => ({ message: stage.taken(to)[0]!, status: 'sent' })))
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
      assert.equal(stage.asked(uncut!.to).length, kind === 'limit' ? 2 : 1)
      await assertRepeated([uncut!], of.status)
    })
})
