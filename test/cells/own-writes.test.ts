// Who has written something sees it, also while the organization moves to another cell (Promises 174 and 176).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { createServer } from '../../src/app/server.ts'
import { selectMove } from '../../src/cells/directory/copy-queries.ts'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import { sql } from '../../src/db/sql.ts'
import { moveRequestOf, startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'

let cells: TwoCells
before(async () => {
  cells = await startTwoCells()
})
after(() => cells[Symbol.asyncDispose]())

const callsPath = ({ organizationId, projectId, campaignIds } = cells.one) => {
  return `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds['Script']}/calls`
}

/** Starts another process of cell one. Returns what reads through it how many calls there are. */
async function startReader(): Promise<{ read: () => Promise<number> } & AsyncDisposable> {
  const app = await createServer({ ...cells.one.context, registry: new Registry() })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const read = async () => {
    const response = await fetch(`${url}${callsPath()}`, { headers: { 'x-api-key': cells.one.key } })
    assert.equal(response.status, 200)
    return ((await response.json()) as { data: { items: unknown[] } }).data.items.length
  }
  return { read, [Symbol.asyncDispose]: () => app.close() }
}

describe('a move', () => {
  it('lets no process of the old cell read its rows once the new one may have written', async () => {
    await using sawItWork = await startReader()
    await using sawItMove = await startReader()
    const { one, two } = cells
    const body = { phone_number: '+14155550111' }
    // The first requests of a process take longer than what it knows is used for.
    for (const { read } of [sawItWork, sawItMove]) assert.equal(await read(), 0)
    for (let count = 0; count < 3; count++)
      assert.equal((await two.request('POST', callsPath(two), { body })).status, 200)
    const request = moveRequestOf(cells, 'one', 'two', async (step) => {
      if (step === 'hand over') assert.equal(await sawItWork.read(), 0)
      if (step === 'switch') assert.equal(await sawItMove.read(), 0)
    })
    const moving = moveOrganization(request)
    const hasLeft = async () => {
      while ((await selectMove(one.context.db, one.organizationId))?.state !== 'left') await delay(1)
    }
    await Promise.race([hasLeft(), moving])
    const placed = await two.request('POST', callsPath(), { key: one.key, body })
    assert.equal(placed.status, 200)
    assert.deepEqual(await Promise.all([sawItMove.read(), sawItWork.read()]), [1, 1])
    await moving
  })

  it('marks its keys, so that no replica of the new cell shows less than the old one did', async () => {
    const marks = await cells.two.context.db.query<{ is_marked: boolean }>(sql`
      select wrote_until > now() + interval '30 seconds' as is_marked from api_keys
      where organization_id = ${cells.one.organizationId}`)
    assert.ok(marks.length > 0)
    assert.ok(marks.every(({ is_marked }) => is_marked))
  })
})
