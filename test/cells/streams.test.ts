// Streams of an organization that moves to another cell while they are open (Promise 176).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Registry } from 'prom-client'
import { createServer } from '../../src/app/server.ts'
import { selectLeaving } from '../../src/cells/directory/copy-queries.ts'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import type { MoveStep } from '../../src/cells/move/move-request.ts'
import { readEventStream } from '../../src/cli/read-event-stream.ts'
import { createHintWatch } from '../../src/hints/watch-hints.ts'
import type { App } from '../../src/http/app.ts'
import { startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
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

interface EventStream extends AsyncDisposable {
  status: number
  retryAfter: string | null
  types: string[]
  lastId: string
  isOver: boolean
}

async function openEvents(lastId = ''): Promise<EventStream> {
  const stop = new AbortController()
  const response = await fetch(`${url}${projectPath()}/events/stream`, {
    headers: { 'x-api-key': cells.one.key, ...(lastId !== '' && { 'last-event-id': lastId }) },
    signal: stop.signal,
  })
  const stream: EventStream = {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    types: [],
    lastId,
    isOver: false,
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await reading
    },
  }
  const read = async () => {
    for await (const { id, event, data } of readEventStream(response.body!)) {
      stream.lastId = id
      if (event !== 'place') stream.types.push((JSON.parse(data) as { type: string }).type)
    }
  }
  const reading = read()
    .catch(() => undefined)
    .then(() => {
      stream.isOver = true
    })
  return stream
}

function move(onStep: (step: MoveStep) => Promise<void>): Promise<unknown> {
  const side = (name: 'one' | 'two') => ({ name, url: cells[name].url, db: cells[name].context.db })
  return moveOrganization({
    directory: cells.directory,
    organization: { _id: cells.one.organizationId, name: 'Acme' },
    from: side('one'),
    to: side('two'),
    share: 1,
    onStep,
  })
}

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
        assert.equal(late.retryAfter, '2')
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
    assert.deepEqual(events.types, [])
    await using again = await openEvents(events.lastId)
    assert.equal(again.status, 200)
    await eventually('the event', () => (again.types.includes('call.queued') ? true : null))
  })

  it('are ended with the sessions of agents also if nobody has looked during the hand-over', async () => {
    assert.deepEqual([...(await selectLeaving(cells.one.context.db))], [cells.one.organizationId])
    assert.deepEqual([...(await selectLeaving(cells.two.context.db))], [])
  })
})
