import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { account, ask, lookUp, requestTo, startModels } from '../../../../test/support/models.ts'
import { fc } from '../../../../test/support/properties.ts'
import { createModelClient } from '../create-model-client.ts'
import { modelKinds } from '../model-client.ts'
import type { ModelKind, ModelOutcome } from '../model-client.ts'

const models = await startModels()
after(() => models[Symbol.asyncDispose]())

/** Sends in answer to each request the same bytes, in pieces of the given sizes, and then closes the connection. */
async function startReplay() {
  let answer: Buffer[] = []
  const server = createServer((socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      void (async () => {
        for (const piece of answer) {
          socket.write(piece)
          await nextTurn()
        }
        socket.end()
      })()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    set: (pieces: Buffer[]) => (answer = pieces),
    [Symbol.dispose]: () => void server.close(),
  }
}

const replay = await startReplay()
const client = createModelClient({ privateHosts: [replay.host] })
after(() => {
  client.close()
  replay[Symbol.dispose]()
})

/** Returns what the network sends for a model, as bytes with their header. */
async function record(kind: ModelKind, model: string): Promise<Buffer> {
  const { network, to } = models
  const seen = network.requests().length
  await ask(
    models.client,
    requestTo(to(kind, model), 'Der Preis, bitte: price – 价格 😀', { tools: [lookUp] }),
  )
  const { path, body } = network.requests()[seen]!
  const response = await fetch(network.url + path, { method: 'POST', body: JSON.stringify(body) })
  const bytes = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type')
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`),
    bytes,
  ])
}

function split(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % bytes.length).sort((a, b) => a - b), bytes.length]
  return at.slice(1).map((end, n) => bytes.subarray(at[n], end))
}

/** Ids that the client makes differ each time. */
function comparable(outcome: ModelOutcome): unknown {
  return outcome.kind === 'finished'
    ? { ...outcome, toolCalls: outcome.toolCalls.map((call) => ({ ...call, id: '' })) }
    : outcome
}

for (const kind of modelKinds)
  test(`${kind}: any split of the bytes gives the same outcome`, { timeout: 600_000 }, async () => {
    for (const model of ['desk', 'slow-0', 'odd-deltas', 'no-usage', 'error-in-stream', 'filtered']) {
      const bytes = await record(kind, model)
      const asks = async (pieces: Buffer[]) => {
        replay.set(pieces)
        const { pieces: text, outcome } = await ask(
          client,
          requestTo(account(`http://${replay.host}`, kind, model), 'price', { tools: [lookUp] }),
        )
        return { text: text.join(''), outcome: comparable(outcome) }
      }
      const whole = await asks([bytes])
      assert.notEqual((whole.outcome as ModelOutcome).kind, 'refused')
      const places = fc.array(fc.nat({ max: bytes.length - 1 }), { maxLength: 30 })
      await fc.assert(
        fc.asyncProperty(places, async (at) => {
          assert.deepEqual(await asks(split(bytes, at)), whole)
        }),
        { numRuns: 40 },
      )
      const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))
      assert.deepEqual(await asks(single), whole)
    }
  })

for (const kind of modelKinds)
  test(
    `${kind}: an answer cut at any byte is never an outcome of its own`,
    { timeout: 600_000 },
    async () => {
      const bytes = await record(kind, 'desk')
      const head = bytes.indexOf('\r\n\r\n') + 4
      let wasFinished = false
      for (let end = head; end <= bytes.length; end += 7) {
        replay.set([bytes.subarray(0, end)])
        const { outcome } = await ask(
          client,
          requestTo(account(`http://${replay.host}`, kind, 'desk'), 'price', { tools: [lookUp] }),
        )
        assert(outcome.kind === 'broken' || outcome.kind === 'finished', JSON.stringify(outcome))
        // Once the model has said why it stopped, what follows takes nothing away.
        if (wasFinished) assert.equal(outcome.kind, 'finished')
        wasFinished = outcome.kind === 'finished'
        if (outcome.kind === 'finished') JSON.parse(outcome.toolCalls[0]!.arguments)
      }
      assert(wasFinished)
    },
  )
