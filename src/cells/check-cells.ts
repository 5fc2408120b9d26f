import type { SecretBox } from '../base/secret-box.ts'
import type { Db } from '../db/database.ts'
import { selectContents, selectMoves } from './directory/copy-queries.ts'
import { selectCells, selectClashes, selectPlaced } from './directory/directory-queries.ts'
import type { Cell } from './directory/directory-queries.ts'
import { keyDigest } from './directory/sync-directory.ts'

/** A process of a cell reports every 5 s. */
const silentSecondsMax = 30

/** Opens the database of a cell. */
export type OpenCell = (cell: Cell) => Db & AsyncDisposable

/** Something that is not as it should be, as one sentence. */
export interface CellFault {
  cell: string
  fault: string
}

/**
 * Compares the directory with every cell: whether its processes report, have this SECRET_KEY and this schema, and
 * whether each organization is where the directory has it. Returns what is wrong, by cell.
 */
export async function checkCells(
  directory: Db,
  secretBox: SecretBox,
  { openCell, migration }: { openCell: OpenCell; migration: number },
): Promise<CellFault[]> {
  const [cells, placed] = await Promise.all([selectCells(directory), selectPlaced(directory, null)])
  const digest = keyDigest(secretBox)
  const faults: CellFault[] = []
  for (const cell of cells) {
    const add = (fault: string): void => void faults.push({ cell: cell.name, fault })
    if (cell.silent_seconds === null || cell.key_digest === null) add('no process of it has reported yet')
    else {
      if (cell.silent_seconds > silentSecondsMax)
        add(`its processes have not reported for ${Math.round(cell.silent_seconds)} s`)
      if (!cell.key_digest.equals(digest)) add('its processes have another SECRET_KEY than this command')
      if (cell.migration !== migration)
        add(`its processes are of schema ${cell.migration}, this command of ${migration}`)
    }
    try {
      await using db = openCell(cell)
      const [contents, moves] = await Promise.all([selectContents(db), selectMoves(db)])
      const clashes = await selectClashes(directory, contents)
      for (const { organization_id, kind } of clashes)
        add(
          kind === 'unplaced'
            ? `organization ${organization_id} has no place in the directory; see cells place`
            : `organization ${organization_id} has a ${kind} that the directory has for another`,
        )
      const own = new Set(contents.organizations.map(({ _id }) => _id))
      const ids = new Set(placed.filter((one) => one.cell === cell.name).map(({ _id }) => _id))
      for (const _id of own.difference(ids))
        if (!clashes.some((clash) => clash.organization_id === _id && clash.kind === 'unplaced'))
          add(`organization ${_id} is here, and the directory has it elsewhere`)
      const coming = new Set(moves.map(({ organization_id }) => organization_id))
      for (const _id of ids.difference(own).difference(coming))
        add(`organization ${_id} is not here, and the directory says that it is`)
      for (const { organization_id, side, state, changed_at } of moves)
        if (state !== 'left')
          add(`organization ${organization_id}: ${side} of a move, ${state} since ${changed_at}`)
    } catch (error) {
      add(`its database does not answer: ${error instanceof Error ? error.message : 'no answer'}`)
    }
  }
  return faults
}
