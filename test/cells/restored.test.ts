// A cell whose database was restored to an instant before an organization moved (Promise 176).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { selectMove, upsertPlace } from '../../src/cells/directory/copy-queries.ts'
import { WrongCell, copyDirectory } from '../../src/cells/directory/sync-directory.ts'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import { insertHold, selectHold } from '../../src/db/database-identity.ts'
import { sql } from '../../src/db/sql.ts'
import { carrierAccount, startCarrier } from '../support/carrier.ts'
import type { Carrier } from '../support/carrier.ts'
import { moveRequestOf, startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
import { runCommand, runCommandHere } from '../support/command.ts'
import { scriptCampaign } from '../support/declarations.ts'
import { eventually } from '../support/service.ts'

let carrier: Carrier
let cells: TwoCells
before(async () => {
  carrier = await startCarrier()
  cells = await startTwoCells({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    campaigns: [scriptCampaign({ name: 'One', slots: 5 })],
  })
})
after(async () => {
  await cells[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const organizationId = () => cells.one.organizationId
const moveIn = (cell: 'one' | 'two') => selectMove(cells[cell].context.db, organizationId())

const move = (from: 'one' | 'two', to: 'one' | 'two') => moveOrganization(moveRequestOf(cells, from, to))

/** Makes cell one as a dump from before the move has it: the organization is there, and works. */
async function restoreOne(moveState: 'none' | 'copying'): Promise<void> {
  const { db } = cells.one.context
  if (moveState === 'none') await db.write(sql`delete from organization_moves`)
  else await db.write(sql`update organization_moves set state = 'copying'`)
  await db.write(sql`delete from cell_places where organization_id = ${organizationId()}`)
  await upsertPlace(db, {
    organization_id: organizationId(),
    cell: 'one',
    url: cells.one.url,
    changed_at: '2026-01-01T00:00:00Z',
  })
}

describe('an organization that a restored cell has from before its move', () => {
  before(async () => {
    // The carrier refuses for now, so that a call waits in the queue and is moved and restored with it.
    carrier.behave({ kind: 'refuse', status: 429, code: 20429 })
    const { one } = cells
    const path = `/organizations/${one.organizationId}/projects/${one.projectId}/campaigns/${one.campaignIds['One']}/calls`
    const placed = await one.request('POST', path, { body: { phone_number: '+14155550111' } })
    assert.equal(placed.status, 200)
    await move('one', 'two')
  })

  for (const state of ['none', 'copying'] as const)
    it(`no longer works there once the directory is read (move in the dump: ${state})`, async () => {
      await restoreOne(state)
      await cells.sync()
      const left = await moveIn('one')
      assert.equal(left?.side, 'source')
      assert.equal(left.state, 'left')
      assert.equal(left.cell, 'two')
      assert.equal(left.url, cells.two.url)
      assert.equal(await moveIn('two'), null, 'the other cell works on')
    })

  it('stays held until the directory is read, which `hold release` does', async () => {
    const { context, databaseUrl } = cells.one
    await restoreOne('none')
    await insertHold(context.db, 'operator', null)
    const release = (more: Record<string, string>, option: string[] = [], run = runCommandHere) =>
      run(['hold', 'release', '--json', ...option], { DATABASE_URL: databaseUrl, ...more })
    const notOfCell = await release({})
    assert.equal(notOfCell.status, 1)
    assert.match(notOfCell.stderr, /stays held: set CELL and DIRECTORY_URL/)
    const away = await release({ CELL: 'one', DIRECTORY_URL: 'postgres://127.0.0.1:9/none' })
    assert.equal(away.status, 1)
    assert.match(away.stderr, /the directory can not be read, and the database stays held/)
    assert.notEqual(await selectHold(context.db), null)
    assert.equal(await moveIn('one'), null)
    const member = { CELL: 'one', DIRECTORY_URL: cells.directoryUrl }
    const released = await release(member, [], runCommand)
    assert.equal(released.status, 0, released.stderr)
    assert.deepEqual(JSON.parse(released.stdout), { hold: null, released: true, left: [organizationId()] })
    assert.equal((await moveIn('one'))?.state, 'left')
    await insertHold(context.db, 'operator', null)
    assert.equal((await release({}, ['--without-directory'])).status, 0)
    assert.equal(await selectHold(context.db), null)
  })

  it('has no call dialed by a worker that starts there', async () => {
    await restoreOne('none')
    const { db } = cells.one.context
    await db.write(sql`update carrier_rate_limits set held_until = null, failures = 0, arrival_at = now()`)
    await db.write(sql`delete from number_pauses`)
    await db.write(sql`update campaign_queues set next_at = now()`)
    const creates = carrier.creates
    cells.one.startWorker()
    await eventually('the worker has read the directory', async () =>
      (await moveIn('one'))?.state === 'left' ? true : null,
    )
    assert.equal(carrier.creates, creates)
  })

  it('may move back', async () => {
    await move('two', 'one')
    await cells.sync()
    assert.equal(await moveIn('one'), null)
    assert.equal((await moveIn('two'))?.state, 'left')
  })
})

describe('a directory that was restored to an instant before an organization moved', () => {
  it('does not let the rows that it has left replace those that count', async () => {
    const [one, two] = [cells.one.context.db, cells.two.context.db]
    const calls = async () => {
      const rows = await one.query(
        sql`select _id from calls where organization_id = ${organizationId()} order by _id`,
      )
      return rows.map((row) => JSON.stringify(row))
    }
    const writeDirectory = (cell: string, state: string, other: string | null, hours: number) =>
      cells.directory.write(sql`
        update organizations set cell = ${cell}, state = ${state}, other_cell = ${other},
          changed_at = changed_at + ${hours}::integer * interval '1 hour' where _id = ${organizationId()}`)
    const before = await calls()
    assert.ok(before.length > 0)
    await writeDirectory('two', 'active', null, -1)
    await assert.rejects(
      move('two', 'one'),
      /the directory has the organization in cell two, .* it works in cell one: nothing was changed/,
    )
    assert.deepEqual(await calls(), before)
    assert.equal(await moveIn('one'), null)
    // As if the cell that it left it for were a third one.
    await one.write(sql`
      insert into organization_moves (organization_id, side, cell, url, state, begun_at, changed_at)
      values (${organizationId()}, 'source', 'two', ${cells.two.url}, 'left', now(), now())`)
    await assert.rejects(move('two', 'one'), /does not work there: the other side of its move is one/)
    await one.write(sql`delete from organization_moves`)
    assert.deepEqual(await calls(), before)
    assert.equal((await selectMove(two, organizationId()))?.state, 'left')
    const [placed] = await cells.directory.query<{ state: string }>(
      sql`select state from organizations where _id = ${organizationId()}`,
    )
    assert.equal(placed?.state, 'active', 'no move has begun')
    await writeDirectory('one', 'moved', 'two', 1)
  })
})

describe('a process whose CELL is that of another database', () => {
  it('copies nothing, and lets the organizations of the database work', async () => {
    const { context } = cells.two
    await context.db.write(sql`delete from cell_places`)
    const wrong = { ...context, cells: { name: 'three', directory: cells.directory } }
    await assert.rejects(copyDirectory(wrong), WrongCell)
    assert.equal(await selectMove(context.db, cells.two.organizationId), null)
    await cells.sync()
  })
})
