import type { Db } from '../../db/database.ts'

/** What makes a process one of a cell. */
export interface CellMember {
  /** The name of the cell. */
  name: string
  /** The database that knows which cell has which organization. It may be away. */
  directory: Db
}
