import type { Db } from '../../src/db/database.ts'
import type { Sql } from '../../src/db/sql.ts'

/** A statement of a list, to send alone. */
export interface Statement {
  /** Whether it selects the total, not the page. */
  isTotal: boolean
  send: () => Promise<unknown>
}

/** Returns the statements that a function sends; runs each once. */
export async function statementsOf(db: Db, run: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const recording = (to: Pick<Db, 'query'>) => ({
    query: async <Row>(query: Sql) => {
      const rows = await to.query<Row>(query)
      const [first] = rows as object[]
      const isTotal = rows.length === 1 && first !== undefined && 'total' in first
      statements.push({ isTotal, send: () => to.query(query) })
      return rows
    },
  })
  await run({ ...db, ...recording(db), limited: (organizationId) => recording(db.limited(organizationId)) })
  return statements
}
