// What is left of a move that was killed, and of an organization that has left (Promise 176).
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { CellMetrics } from '../../src/cells/cell-metrics.ts'
import { replaceCopy, selectMove } from '../../src/cells/directory/copy-queries.ts'
import { selectPlacedByName, updatePlacedMoved } from '../../src/cells/directory/directory-queries.ts'
import type { CellContext } from '../../src/cells/directory/sync-directory.ts'
import { askWorksThere } from '../../src/cells/forward/ask-cells.ts'
import { dropPastTriggers } from '../../src/cells/jobs/drop-past-triggers.ts'
import { leftKeptMs, removeRowsOfLeft } from '../../src/cells/jobs/remove-left-rows.ts'
import { syncDirectoryJob } from '../../src/cells/jobs/sync-directory.ts'
import { tendMoves } from '../../src/cells/jobs/tend-moves.ts'
import { cancelMove, endSwitchedMove } from '../../src/cells/move/end-move.ts'
import { holdAlone } from '../../src/cells/move/hold-alone.ts'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import type { MoveRequest, MoveStep } from '../../src/cells/move/move-request.ts'
import type { Db } from '../../src/db/database.ts'
import { identifier, literal, sql } from '../../src/db/sql.ts'
import type { Job } from '../../src/jobs/repeat.ts'
import { recount } from '../../src/operator/recount/recount.ts'
import { moveRequestOf, startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
import { clockAhead, runCommand } from '../support/command.ts'

type Name = 'one' | 'two'

let cells: TwoCells
before(async () => {
  cells = await startTwoCells()
})
after(() => cells[Symbol.asyncDispose]())

const organizationId = () => cells.one.organizationId
const placed = () => selectPlacedByName(cells.directory, organizationId())
const moveOf = (cell: Name) => selectMove(cells[cell].context.db, organizationId())

class Killed extends Error {}

const requestOf = (from: Name, to: Name, directory = cells.directory) => ({
  ...moveRequestOf(cells, from, to),
  directory,
})

function move(from: Name, to: Name, onStep?: MoveRequest['onStep'], directory = cells.directory) {
  return moveOrganization({ ...requestOf(from, to, directory), ...(onStep !== undefined && { onStep }) })
}

const killedAt = (killed: MoveStep) => (step: MoveStep) => {
  if (step === killed) throw new Killed(step)
}

/** Runs the jobs of a cell's workers once, at a time that lies so much later. */
async function tend(
  cell: Name,
  laterMs = 0,
  jobs: readonly ((context: CellContext & { cellMetrics: CellMetrics }) => Job)[] = [
    tendMoves,
    removeRowsOfLeft,
  ],
): Promise<void> {
  const { context } = cells[cell]
  const clock = { now: () => new Date(Date.now() + laterMs) }
  const { name, directory } = { name: cell, directory: cells.directory }
  for (const job of jobs)
    await job({ ...context, clock, cells: { name, directory } }).run(new AbortController().signal)
}

async function campaigns(cell: Name): Promise<number> {
  const [row] = await cells[cell].context.db.query<{ count: number }>(sql`
    select count(*)::integer as count from campaigns where organization_id = ${organizationId()}`)
  return row!.count
}

/** Returns a directory that loses the answer to a statement, and is perhaps away after it. */
function losing(directory: Db, { isDone, isAway }: { isDone: boolean; isAway: boolean }): Db {
  let isLost = false
  const answer = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (isLost && isAway) throw new Error('away')
    return run()
  }
  return {
    ...directory,
    query: (statement) => answer(() => directory.query(statement)),
    write: (statement) =>
      answer(async () => {
        if (!statement.strings.join('').includes("state = 'moved'")) return directory.write(statement)
        if (isDone) await directory.write(statement)
        isLost = true
        throw new Error('the connection was lost')
      }),
  }
}

describe('a switch whose answer is lost', () => {
  it('goes on if the directory has made it', async () => {
    await move('one', 'two', undefined, losing(cells.directory, { isDone: true, isAway: false }))
    assert.equal((await placed())?.cell, 'two')
    assert.equal((await moveOf('one'))?.state, 'left')
    assert.equal(await moveOf('two'), null)
    await tend('one', 0, [tendMoves, syncDirectoryJob])
    const metrics = await cells.one.context.registry.metrics()
    assert.match(metrics, /^switchboard_organization_moves\{side="source",state="left"\} 1$/m)
    assert.match(metrics, /^switchboard_organization_moves\{side="target",state="copying"\} 0$/m)
    assert.match(metrics, /^switchboard_cells_copied_timestamp_seconds [1-9]/m)
  })

  it('is not made later if the source works on', async () => {
    let began = ''
    const directory = losing(cells.directory, { isDone: false, isAway: false })
    await assert.rejects(
      move(
        'two',
        'one',
        async (step) => {
          if (step === 'switch') began = (await placed())!.changed_at
        },
        directory,
      ),
      /the connection was lost/,
    )
    for (const cell of ['one', 'two'] as const) assert.equal((await moveOf(cell))?.state, 'copying')
    const late = { _id: organizationId(), from: 'two', to: 'one', since: began }
    assert.equal(await updatePlacedMoved(cells.directory, late), null)
    assert.equal((await placed())?.cell, 'two')
  })

  it('leaves the organization closed in both cells while the directory is away, and opens it where that has it', async () => {
    const directory = losing(cells.directory, { isDone: true, isAway: true })
    await assert.rejects(move('two', 'one', undefined, directory), /the organization stays closed/)
    for (const cell of ['one', 'two'] as const)
      await assert.rejects(
        cells[cell].context.db.write(
          sql`update campaigns set name = name where organization_id = ${organizationId()}`,
        ),
        { code: 'SBM01' },
      )
    for (const cell of ['one', 'two'] as const) await tend(cell, 11_000)
    assert.equal((await moveOf('two'))?.state, 'left')
    assert.equal(await moveOf('one'), null)
  })
})

describe('a move whose directory goes away and comes back', () => {
  /** Ends the session that holds the lock of the move, as the end of the directory does. */
  const loseLock = () =>
    cells.directory.query(sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`)

  it('is given up before it closes the organization', async () => {
    const steps: MoveStep[] = []
    const moving = move('one', 'two', async (step) => {
      steps.push(step)
      if (step === 'compare') await loseLock()
    })
    await assert.rejects(moving, /the directory does not answer, or was away meanwhile; nothing was switched/)
    assert.equal(steps.at(-1), 'hand over')
    assert.equal((await moveOf('one'))?.state, 'copying')
    assert.equal((await placed())?.cell, 'one')
  })

  it('keeps another process from writing beside it', async () => {
    const moving = move('one', 'two', async (step) => {
      if (step !== 'catch up') return
      await loseLock()
      await assert.rejects(move('one', 'two'), /another process moves this organization at the moment/)
    })
    await assert.rejects(moving, /nothing was switched/)
  })
})

describe('the workers of a cell', () => {
  it('let the source work on after a move was killed before the switch', async () => {
    await assert.rejects(move('one', 'two', killedAt('switch')), Killed)
    const { db } = cells.one.context
    await db.write(sql`update organization_moves set state = 'closed'`)
    await cells.two.context.db.write(sql`update organization_moves set state = 'closed'`)
    await tend('one', 5_000)
    assert.equal((await moveOf('one'))?.state, 'closed', 'a hand-over may take ten seconds')
    await tend('one', 11_000)
    assert.equal((await moveOf('one'))?.state, 'copying')
    await db.write(sql`update campaigns set name = name where organization_id = ${organizationId()}`)
    await tend('two', 11_000)
    assert.equal((await moveOf('two'))?.state, 'copying', 'the target lacks what is written from here on')
  })

  it('open the target after a move was killed behind the switch, and what is written there at once is counted', async () => {
    const { db } = cells.two.context
    await assert.rejects(move('one', 'two', killedAt('open')), Killed)
    assert.equal((await moveOf('two'))?.side, 'target')
    await tend('two', 11_000)
    assert.equal(await moveOf('two'), null)
    const { newId } = cells.two.context
    const projectId = cells.one.projectId
    await db.write(sql`
      insert into tickets (organization_id, project_id, _id, channel_type, created_at)
      values (${organizationId()}, ${projectId}, ${newId()}, 'web', now())`)
    const differences = Object.entries(await recount(db, { repair: false })).filter(([, count]) => count > 0)
    assert.deepEqual(differences, [])
  })

  it('drop the triggers that the killed move has left, which note nothing meanwhile', async () => {
    const { db } = cells.two.context
    const triggers = () => db.query(sql`select from pg_trigger where tgname like 'move\_%'`)
    assert.ok((await triggers()).length > 0)
    assert.deepEqual(await db.query(sql`select from move_changes`), [])
    {
      await using _held = await holdAlone(cells.directory, organizationId())
      await tend('two', 0, [dropPastTriggers])
      assert.ok((await triggers()).length > 0, 'a move that is at work drops them itself')
    }
    await tend('two', 0, [dropPastTriggers])
    assert.deepEqual(await triggers(), [])
  })

  it('remove the rows of an organization a day after it has left, unless it is just being moved', async () => {
    await tend('one', 11_000)
    assert.equal((await moveOf('one'))?.state, 'left')
    await tend('one', leftKeptMs - 60_000)
    assert.equal(await campaigns('one'), 1)
    // The other cell is asked, so the clock of this one stays right.
    await cells.one.context.db.write(sql`
      update organization_moves set changed_at = changed_at - ${leftKeptMs + 60_000} * interval '1 millisecond'`)
    {
      await using _held = await holdAlone(cells.directory, organizationId())
      await tend('one')
      assert.equal(await campaigns('one'), 1)
    }
    // As if the other cell were restored to an instant before the move.
    const { db } = cells.two.context
    await db.write(sql`
      insert into organization_moves (organization_id, side, cell, url, state, begun_at, changed_at)
      values (${organizationId()}, 'target', 'one', '', 'copying', now(), now())`)
    await tend('one')
    assert.equal(await campaigns('one'), 1, 'they may be the last ones')
    await db.write(sql`delete from organization_moves`)
    await tend('one')
    assert.equal(await campaigns('one'), 0)
    assert.equal(await moveOf('one'), null)
    assert.equal((await placed())?.state, 'active')
    assert.equal(await campaigns('two'), 1)
  })

  it('drop no triggers of a move that has begun since, and was killed', async () => {
    const { two } = cells
    const { db } = two.context
    const triggers = () => db.query(sql`select from pg_trigger where tgname like 'move\_%'`)
    await db.write(sql`
      create trigger ${identifier(`move_${organizationId().replaceAll('-', '')}_write`)} after insert on campaigns
        for each row execute function follow_move(${literal(organizationId())})`)
    let isBegun = false
    const late: Db = {
      ...db,
      query: async (statement) => {
        const rows = await db.query(statement)
        if (!isBegun) {
          isBegun = true
          await assert.rejects(move('two', 'one', killedAt('copy')), Killed)
        }
        return rows as never
      },
    }
    const context = { ...two.context, cells: { name: 'two', directory: cells.directory }, db: late }
    await dropPastTriggers(context).run(new AbortController().signal)
    assert.equal((await moveOf('two'))?.state, 'copying')
    assert.ok((await triggers()).length > 1, 'the move goes on with them')
    await cancelMove(requestOf('two', 'one'))
    assert.deepEqual(await triggers(), [])
  })
})

describe('a target that was restored to an instant before the switch', () => {
  it('stays closed, and the old cell keeps its rows', async () => {
    await assert.rejects(move('two', 'one', killedAt('open')), Killed)
    const [one, two] = [cells.one.context.db, cells.two.context.db]
    // As a dump from within the copy has it.
    await one.write(sql`update organization_moves set state = 'copying'`)
    await tend('one', 11_000)
    assert.equal((await moveOf('one'))?.side, 'target')
    await assert.rejects(
      endSwitchedMove(requestOf('two', 'one')),
      /cell one may lack rows of the organization/,
    )
    await tend('two', 11_000)
    await two.write(sql`
      update organization_moves set changed_at = changed_at - ${leftKeptMs + 60_000} * interval '1 millisecond'`)
    await tend('two')
    assert.equal((await moveOf('two'))?.state, 'left')
    assert.equal(await campaigns('two'), 1)
  })

  it('is opened if it was restored to a later instant', async () => {
    await cells.one.context.db.write(sql`update organization_moves set state = 'closed'`)
    await tend('one', 11_000)
    assert.equal(await moveOf('one'), null)
    await tend('two')
    assert.equal(await campaigns('two'), 0)
    assert.equal(await campaigns('one'), 1)
    await move('one', 'two')
  })
})

describe('switchboard cells', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-cells-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('goes by the clock of each database, on a machine that is an hour ahead', async () => {
    const run = (...args: string[]) =>
      runCommand(['cells', ...args], {
        DIRECTORY_URL: cells.directoryUrl,
        DATA_DIR: folder,
        SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        ...clockAhead(folder, 3_600_000),
      })
    await cells.sync()
    const checked = await run('check')
    assert.deepEqual([checked.status, checked.stdout], [0, 'Every cell is as the directory has it.\n'])
    const [from, to] =
      (await placed())!.cell === 'one' ? (['one', 'two'] as const) : (['two', 'one'] as const)
    const moved = await run('move', 'Acme', '--to', to, '--full-speed')
    assert.deepEqual([moved.status, moved.stderr], [0, ''])
    const written = [(await placed())!.changed_at, (await moveOf(from))!.changed_at]
    await move(to, from)
    for (const at of written) assert.ok(Date.parse(at) <= Date.now(), `${at} lies in the future`)
  })
})

describe('what a cell is asked before old rows are removed', () => {
  it('is answered to cells alone', async () => {
    const { context, url } = cells.two
    const worksThere = (id: string) => askWorksThere(context, url, id)
    assert.equal(await worksThere(organizationId()), true)
    assert.equal(await worksThere('00000000-0000-4000-8000-000000000000'), false)
    const { status } = await fetch(`${url}/cells/organizations/${organizationId()}`)
    assert.equal(status, 404)
  })
})

describe('the copy and the directory', () => {
  it('what was read before a move does not undo the place that the move has written', async () => {
    const { db } = cells.two.context
    await cells.sync()
    const { _id: organization_id, changed_at } = (await placed())!
    const before = new Date(Date.parse(changed_at) - 1).toISOString()
    const other = { organization_id, cell: 'one', url: cells.one.url, changed_at: before }
    await db.transaction((transaction) => replaceCopy(transaction, [other], []))
    const [kept] = await db.query<{ cell: string }>(sql`
      select cell from cell_places where organization_id = ${organization_id}`)
    assert.equal(kept?.cell, 'two')
    await cells.sync()
  })

  it('rows that stay as they are are not written again', async () => {
    const { db } = cells.two.context
    await db.write(sql`
      insert into users (_id, email, name, created_at, updated_at)
      values (${cells.two.context.newId()}, 'Grace@example.com', 'Grace', now(), now())`)
    await db.write(sql`
      insert into memberships (organization_id, user_id, role, created_at, updated_at)
      select ${organizationId()}, _id, 'owner', now(), now() from users where email = 'Grace@example.com'`)
    await cells.sync()
    const rows = () =>
      cells.directory.query<{ row: string }>(sql`
        select ctid::text || xmin::text || email as row from people
        union all select ctid::text || xmin::text || phone_number_id from senders order by 1`)
    const first = await rows()
    assert.ok(first.some(({ row }) => row.endsWith('grace@example.com')))
    await cells.sync()
    assert.deepEqual(await rows(), first)
    await db.write(sql`delete from memberships`)
    await cells.sync()
    assert.ok(!(await rows()).some(({ row }) => row.endsWith('grace@example.com')))
  })
})
