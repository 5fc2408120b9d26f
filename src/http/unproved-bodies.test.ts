import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { refusals } from '../base/refusals.ts'
import { createUnprovedBodies } from './unproved-bodies.ts'

const mb = 1_048_576
const limits = { heldBytesMax: 4 * mb, arrivalMaxMs: 60_000, busy: refusals.webhooksBusy }
const lengthOf = async (bytes: Buffer) => bytes.length

describe('createUnprovedBodies', () => {
  it('receives a body unchanged, in any number of chunks', async () => {
    const bodies = createUnprovedBodies(limits)
    const stream = new PassThrough()
    const text = 'a body of a webhook '.repeat(1_000)
    const received = bodies.use(stream, mb, async (bytes) => bytes.toString())
    for (const character of text) stream.write(character)
    stream.end()
    assert.equal(await received, text)
    assert.equal(await bodies.use(new PassThrough().end(), mb, lengthOf), 0)
  })

  it('refuses a body beyond its own limit (413)', async () => {
    const bodies = createUnprovedBodies(limits)
    const stream = new PassThrough()
    stream.end(Buffer.alloc(mb + 1))
    await assert.rejects(bodies.use(stream, mb, lengthOf), { code: 'body_too_large' })
  })

  it('refuses a body that breaks off or takes too long (400)', async () => {
    const bodies = createUnprovedBodies({ ...limits, arrivalMaxMs: 20 })
    const broken = new PassThrough()
    broken.write('half')
    const received = bodies.use(broken, mb, lengthOf)
    broken.destroy()
    await assert.rejects(received, { code: 'malformed_request', message: /not arrive whole/ })
    const slow = new PassThrough()
    slow.write('half')
    await assert.rejects(bodies.use(slow, mb, lengthOf), { message: /within 0.02 s/ })
  })

  it('refuses the largest first when all hold too much, and still receives small ones (503)', async () => {
    const bodies = createUnprovedBodies(limits)
    const large = Array.from({ length: 5 }, (_, index) => {
      const stream = new PassThrough()
      const received = bodies.use(stream, 2 * mb, lengthOf)
      stream.write(Buffer.alloc(mb - index))
      return { stream, received }
    })
    await assert.rejects(large[0]!.received, { code: 'webhooks_busy', headers: { 'retry-after': '5' } })
    const small = new PassThrough()
    const received = bodies.use(small, mb, lengthOf)
    small.end('small')
    assert.equal(await received, 5)
    for (const { stream } of large) stream.end()
    const ended = await Promise.allSettled(large.map(({ received: each }) => each))
    assert.ok(ended.filter(({ status }) => status === 'fulfilled').length >= 3)
  })

  it('counts a body until its function has settled', async () => {
    const bodies = createUnprovedBodies({ ...limits, heldBytesMax: mb })
    const send = (judge: (bytes: Buffer) => Promise<number>) => {
      const stream = new PassThrough()
      const received = bodies.use(stream, mb, judge)
      stream.end(Buffer.alloc(mb))
      return received
    }
    const { promise: judged, resolve: judge } = Promise.withResolvers<void>()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const first = send(async (bytes) => {
      arrive()
      await judged
      return bytes.length
    })
    await arrived
    await assert.rejects(send(lengthOf), { code: 'webhooks_busy' })
    judge()
    assert.equal(await first, mb)
    assert.equal(await send(lengthOf), mb)
  })
})
