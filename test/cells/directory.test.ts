// What the cells report to their directory (Promise 176).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { selectContents } from '../../src/cells/directory/copy-queries.ts'
import { replaceContents, selectPlacedByName } from '../../src/cells/directory/directory-queries.ts'
import type { CellContents } from '../../src/cells/directory/directory-queries.ts'
import { cancelMove } from '../../src/cells/move/end-move.ts'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import { updateSourceMove } from '../../src/cells/move/move-queries.ts'
import { sql } from '../../src/db/sql.ts'
import { moveRequestOf, startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
import { assertTook, probeOf, watchStalls } from '../support/slowness.ts'

let cells: TwoCells
before(async () => {
  cells = await startTwoCells()
})
after(() => cells[Symbol.asyncDispose]())

class Killed extends Error {}

const report = (cell: 'one' | 'two', contents: CellContents) =>
  cells.directory.transaction((transaction) => replaceContents(transaction, cell, contents))

describe('an organization that moves', () => {
  it('has what is declared meanwhile known in the other cells, by the cell that it leaves', async () => {
    const { one, two, directory } = cells
    const organization_id = one.organizationId
    const request = moveRequestOf(cells)
    const killed = moveOrganization({
      ...request,
      onStep: (step) => {
        if (step === 'compare') throw new Killed(step)
      },
    })
    await assert.rejects(killed, Killed)
    assert.equal((await selectPlacedByName(directory, organization_id))?.state, 'moving')
    const sender = {
      phone_number_id: '5550100',
      business_account_id: '5550101',
      organization_id,
      app_secret: Buffer.from('sealed'),
      verify_token_digest: null,
    }
    const senders = () =>
      directory.query<{ phone_number_id: string }>(sql`
        select phone_number_id from senders where organization_id = ${organization_id}`)
    const known = [{ phone_number_id: '5550100' }]
    const contents = await selectContents(one.context.db)
    assert.ok(contents.organizations.some(({ _id }) => _id === organization_id))
    await report('one', { ...contents, senders: [sender] })
    assert.deepEqual(await senders(), known)
    // The cell to which it moves has no word before the switch, nor has a copy that is closed.
    const others = await selectContents(two.context.db)
    await report('two', { ...others, organizations: contents.organizations })
    await updateSourceMove(one.context.db, organization_id, ['copying'], 'closing')
    await report('one', await selectContents(one.context.db))
    assert.deepEqual(await senders(), known)
    await cancelMove(request)
    await cells.sync()
    assert.deepEqual(await senders(), [])
  })
})

describe('tens of thousands of accounts', () => {
  it('are compared with the directory in a moment', async () => {
    const accounts = Array.from({ length: 20_000 }, (_, number) => `Person${number}@example.com`)
    const contents = await selectContents(cells.one.context.db)
    await report('one', { ...contents, accounts })
    await using stalls = watchStalls(probeOf(cells.directory))
    const begunAt = performance.now()
    await report('one', { ...contents, accounts })
    await assertTook(performance.now() - begunAt, 2_000, stalls.stalledMs())
    const count = async () => {
      const [row] = await cells.directory.query<{ count: number }>(sql`
        select count(*)::integer as count from accounts where email like 'person%'`)
      return row!.count
    }
    assert.equal(await count(), accounts.length)
    await cells.sync()
    assert.equal(await count(), 0)
  })
})
