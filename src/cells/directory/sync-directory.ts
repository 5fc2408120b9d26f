import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import { newestMigration } from '../../db/migrate.ts'
import { replaceAccounts, replaceCopy, selectContents } from './copy-queries.ts'
import {
  replaceContents,
  selectAllAccounts,
  selectAllSenders,
  selectCells,
  selectClashes,
  selectPlaced,
  updateCellSeen,
} from './directory-queries.ts'
import type { CellMember } from './cell-member.ts'
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

/** Reports to the directory what this cell has, and copies the directory. Returns what the directory could not take. */
export async function syncDirectory({
  cells: { name: cell, directory },
  db,
  secretBox,
}: Omit<CellContext, 'log'>): Promise<Clash[]> {
  const report = { keyDigest: keyDigest(secretBox), migration: await newestMigration() }
  if (!(await updateCellSeen(directory, cell, report))) throw new Error(`the directory has no cell ${cell}`)
  const contents = await selectContents(db)
  await directory.transaction((transaction) => replaceContents(transaction, cell, contents))
  const [all, placed, senders, accounts, clashes] = await Promise.all([
    selectCells(directory),
    selectPlaced(directory, null),
    selectAllSenders(directory),
    selectAllAccounts(directory),
    selectClashes(directory, contents),
  ])
  const urls = new Map(all.map(({ name, url }) => [name, url]))
  const places = placed.map(({ _id, cell: of, changed_at }) => ({
    organization_id: _id,
    cell: of,
    url: urls.get(of) ?? '',
    changed_at,
  }))
  await db.transaction(async (transaction) => {
    await replaceCopy(transaction, places, senders)
    await replaceAccounts(transaction, all, accounts)
  })
  return clashes
}
