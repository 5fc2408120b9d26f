// A hand-over in which the database of the new cell, or the process that moves, stands still (Promise 176).
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { selectMove } from '../../src/cells/directory/copy-queries.ts'
import { selectPlacedByName } from '../../src/cells/directory/directory-queries.ts'
import { tendMoves } from '../../src/cells/jobs/tend-moves.ts'
import { moveOrganization } from '../../src/cells/move/move-organization.ts'
import type { MoveStep } from '../../src/cells/move/move-request.ts'
import { sql } from '../../src/db/sql.ts'
import { moveRequestOf, startTwoCells } from '../support/cells.ts'
import type { TwoCells } from '../support/cells.ts'
import { eventually } from '../support/service.ts'
import { assertTook, probeOf, watchStalls } from '../support/slowness.ts'

const mover = fileURLToPath(new URL('../cluster/cells/mover.ts', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-hangs-'))
let cells: TwoCells
before(async () => {
  cells = await startTwoCells()
})
after(async () => {
  await cells[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const organizationId = () => cells.one.organizationId
const stateIn = async (cell: 'one' | 'two') =>
  (await selectMove(cells[cell].context.db, organizationId()))?.state ?? null

const move = (onStep: (step: MoveStep) => Promise<void>) =>
  moveOrganization(moveRequestOf(cells, 'one', 'two', onStep))

/** Writes a row of the organization in the cell that it does not leave. */
const write = () =>
  cells.one.context.db.write(
    sql`update campaigns set name = name where organization_id = ${organizationId()}`,
  )

describe('a hand-over that stands still', () => {
  it('is given up after ten seconds where the database of the new cell does not answer', async () => {
    let stopped: number | null = null
    await using stalls = watchStalls(probeOf(cells.one.context.db))
    let begunAt = Infinity
    try {
      const moving = move(async (step) => {
        if (step === 'hand over') begunAt = performance.now()
        if (step !== 'compare changes') return
        // The session of the move is the one with the lock by which it writes alone.
        const [session] = await cells.two.context.db.query<{ pid: number }>(sql`
          select pid from pg_locks where locktype = 'advisory' and granted
            and database = (select oid from pg_database where datname = current_database())
            and classid::bigint << 32 | objid::bigint = hashtextextended(${organizationId()}::text, 8020326118)`)
        stopped = session!.pid
        process.kill(stopped, 'SIGSTOP')
      })
      await assert.rejects(moving, /a step of the hand-over took longer than 10 s/)
      assert.notEqual(stopped, null)
      await assertTook(performance.now() - begunAt, 15_000, stalls.stalledMs())
      assert.equal(await stateIn('one'), 'copying')
      await write()
    } finally {
      if (stopped !== null) process.kill(stopped, 'SIGCONT')
    }
  })

  it('is taken over by a worker where the process that moves does not go on', async () => {
    const env = {
      ...process.env,
      DIRECTORY_URL: cells.directoryUrl,
      DATA_DIR: folder,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    const child = spawn(process.execPath, [mover, 'Acme', 'two'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.on('error', () => {})
    const lines: string[] = []
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      if (line === 'compare changes') child.kill('SIGSTOP')
      else child.stdin.write('\n')
    })
    try {
      await eventually('it stands still', () => (lines.includes('compare changes') ? true : null))
      assert.equal(await stateIn('one'), 'closed')
      const { context } = cells.one
      const later = { now: () => new Date(Date.now() + 11_000) }
      const job = tendMoves({ ...context, clock: later, cells: { name: 'one', directory: cells.directory } })
      await job.run(new AbortController().signal)
      assert.equal(await stateIn('one'), 'closed', 'the process has its lock still')
      await eventually('a worker opens the organization', async () => {
        await job.run(new AbortController().signal)
        return (await stateIn('one')) === 'copying' ? true : null
      })
      await write()
      child.kill('SIGCONT')
      child.stdin.write('\n')
      await eventually('it gives up', () => (lines.at(-1)?.startsWith('fault ') ? true : null))
      assert.equal(await stateIn('one'), 'copying')
      assert.equal((await selectPlacedByName(cells.directory, organizationId()))?.cell, 'one')
      await write()
    } finally {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
    }
  })

  it('can be begun again, and goes on where its steps together take longer than one may', async () => {
    await move(async (step) => {
      if (step === 'close' || step === 'last changes' || step === 'compare changes') await delay(4_000)
    })
    assert.equal((await selectPlacedByName(cells.directory, organizationId()))?.cell, 'two')
    assert.equal(await stateIn('one'), 'left')
  })
})
