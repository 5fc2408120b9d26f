// Streams of an organization that moves to another cell while they are open (Promise 176).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Registry } from 'prom-client'
import { createServer } from '../../src/app/server.ts'
import { selectLeaving } from '../../src/cells/directory/copy-queries.ts'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import type { MoveStep } from '../../src/cells/move/move-request.ts'
import { createHintWatch } from '../../src/hints/watch-hints.ts'
import type { App } from '../../src/http/app.ts'
import { moveRequestOf, startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
import { openProjectStream } from '../support/event-stream.ts'
import { openHintStream } from '../support/hint-stream.ts'
import { eventually } from '../support/service.ts'
import { signInFirstOwner } from '../support/users.ts'
import type { Browser } from '../support/users.ts'

let cells: TwoCells
let owner: Browser
/** Another process of cell one, which looks after its streams more often. */
let app: App
let url: string
before(async () => {
  cells = await startTwoCells()
  owner = await signInFirstOwner(cells.one)
  const { context } = cells.one
  const faster = { registry: new Registry(), hintWatch: createHintWatch(context), hintAliveMs: 100 }
  app = await createServer({ ...context, ...faster })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
after(async () => {
  await app.close()
  await cells[Symbol.asyncDispose]()
})

const projectPath = () => `/organizations/${cells.one.organizationId}/projects/${cells.one.projectId}`

const openEvents = (lastId = '') =>
  openProjectStream(`${url}${projectPath()}/events/stream`, { key: cells.one.key, lastId })

const move = (onStep: (step: MoveStep) => Promise<void>) =>
  moveOrganization(moveRequestOf(cells, 'one', 'two', onStep))

const openHints = () => openHintStream(url, cells.one.organizationId, { cookie: owner.cookie })

describe('streams that the old cell has open', () => {
  it('end once the organization has left, and none begins there while it moves', async () => {
    await using events = await openEvents()
    await using hints = await openHints()
    await eventually('the place', () => (events.lastId === '' ? null : true))
    await eventually('the hints are kept alive', () => (hints.alive > 0 ? true : null))
    const opened: { status: number }[] = []
    await move(async (step) => {
      if (step !== 'compare changes') return
      await eventually('another process knows it', async () => {
        await using late = await openEvents()
        await using lateHints = await openHints()
        if (late.status === 200 || lateHints.status === 200) return null
        opened.push(late, lateHints)
        assert.equal(late.headers.get('retry-after'), '2')
        return true
      })
    })
    assert.deepEqual(
      opened.map(({ status }) => status),
      [503, 503],
    )
    await eventually('the stream of events is over', () => (events.isOver ? true : null))
    await eventually('the stream of hints is over', () => (hints.isOver ? true : null))
    const path = `${projectPath()}/campaigns/${cells.one.campaignIds['Script']}/calls`
    const body = { phone_number: '+14155550111' }
    const placed = await cells.two.request('POST', path, { key: cells.one.key, body })
    assert.equal(placed.status, 200)
    assert.deepEqual(events.events, [])
    await using again = await openEvents(events.lastId)
    assert.equal(again.status, 200)
    await eventually('the event', () =>
      again.events.some(({ type }) => type === 'call.queued') ? true : null,
    )
  })

  it('are ended with the sessions of agents also if nobody has looked during the hand-over', async () => {
    assert.deepEqual([...(await selectLeaving(cells.one.context.db))], [cells.one.organizationId])
    assert.deepEqual([...(await selectLeaving(cells.two.context.db))], [])
  })
})
