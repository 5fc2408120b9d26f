import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import { newestMigration } from '../../db/migrate.ts'
import type { CellMember } from './cell-member.ts'
import { countPlaces, insertLeft, replaceAccounts, replaceCopy, selectContents } from './copy-queries.ts'
import {
  replaceContents,
  selectAllAccounts,
  selectAllSenders,
  selectCells,
  selectClashes,
  selectPlaced,
  updateCellSeen,
} from './directory-queries.ts'
import type { Clash } from './directory-queries.ts'

/** What the sync of a cell needs. */
export interface CellContext {
  cells: CellMember
  db: Db
  clock: Clock
  log: Log
  secretBox: SecretBox
}

/** Returns a digest that is the same for processes with the same SECRET_KEY. */
export function keyDigest(secretBox: SecretBox): Buffer {
  return secretBox.digest('the cells of one directory share a key')
}

/** What a sync has found. */
export interface Synced {
  /** What the directory could not take. */
  clashes: Clash[]
  /** The organizations that worked here, and that the directory has in another cell. They do not work here any more. */
  left: string[]
}

/** Reports to the directory what this cell has, and copies the directory. */
export async function syncDirectory(context: Omit<CellContext, 'log'>): Promise<Synced> {
  const { cells, db, secretBox } = context
  const { name: cell, directory } = cells
  const report = { keyDigest: keyDigest(secretBox), migration: await newestMigration() }
  if (!(await updateCellSeen(directory, cell, report))) throw new Error(`the directory has no cell ${cell}`)
  const contents = await selectContents(db)
  await directory.transaction((transaction) => replaceContents(transaction, cell, contents))
  const [clashes, left] = await Promise.all([selectClashes(directory, contents), copyDirectory(context)])
  return { clashes, left }
}

/**
 * Copies the directory, and lets no organization work here that it has in another cell: the database was restored to an
 * instant before the organization moved away (Promise 176). Returns these organizations.
 *
 * @throws {WrongCell} if the database looks like that of another cell; nothing is copied then.
 */
export async function copyDirectory({
  cells: { name: cell, directory },
  db,
  clock,
}: Pick<CellContext, 'cells' | 'db' | 'clock'>): Promise<string[]> {
  const [all, placed, senders, accounts] = await Promise.all([
    selectCells(directory),
    selectPlaced(directory, null),
    selectAllSenders(directory),
    selectAllAccounts(directory),
  ])
  const urls = new Map(all.map(({ name, url }) => [name, url]))
  const places = placed.map(({ _id, cell: of, changed_at }) => ({
    organization_id: _id,
    cell: of,
    url: urls.get(of) ?? '',
    changed_at,
  }))
  return db.transaction(async (transaction) => {
    const before = await countPlaces(transaction, cell)
    await replaceCopy(transaction, places, senders)
    await replaceAccounts(transaction, all, accounts)
    const found = await countPlaces(transaction, cell)
    if (found.elsewhere === 0) return []
    if (before.own === 0 && found.own === 0) throw new WrongCell(cell)
    return insertLeft(transaction, cell, clock.now())
  })
}

/** The database has organizations of other cells, and had none of this one: `CELL` may be wrong. */
export class WrongCell extends Error {
  override name = 'WrongCell'

  constructor(cell: string) {
    super(
      `the directory has every organization of this database in other cells, and none in ${cell}; see whether CELL is right`,
    )
  }
}
