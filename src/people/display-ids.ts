import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** Returns a number as a display id, `CUST-000123` (Rule 22). Numbers of more than six digits make it longer. */
export function displayIdOf(number: Sql): Sql {
  return sql`'CUST-' || lpad(${number}::text, greatest(6, length(${number}::text)), '0')`
}

/** Returns the same for a number that is known. */
export function displayIdFor(number: number): string {
  return `CUST-${String(number).padStart(6, '0')}`
}

export interface NumbersWanted {
  organization_id: string
  project_id: string
  /** How many display ids to take. */
  wanted: number
}

/**
 * Takes the wanted number of display ids of each project. It does so outside of the transaction that uses them:
 * otherwise everybody who makes a profile in the project would wait for the previous one's commit. Display ids that are
 * taken and not used stay unused for good.
 *
 * It commits without waiting for the disk. PostgreSQL writes its log in order, so when a crash loses a number, it loses
 * the profile that used it too. The statement locks its rows for its own moment only. It is sent by `query`, not by
 * `write`: writes share connections, so a transaction that waits for a number could wait behind a write that itself
 * waits for a row of that transaction.
 *
 * @returns the number after which they begin.
 */
export async function takeNumbers<Wanted extends NumbersWanted>(
  db: Db,
  wanted: readonly Wanted[],
): Promise<(Wanted & { after: number })[]> {
  const rows = await db.query<{ organization_id: string; project_id: string; last_number: number }>(sql`
    insert into profile_numbers as n (organization_id, project_id, last_number)
    ${numbersOf(wanted, (row) => row.wanted)}
    on conflict (organization_id, project_id) do update set last_number = n.last_number + excluded.last_number
    returning organization_id, project_id, last_number, set_config('synchronous_commit', 'off', true)`)
  const byProject = new Map(rows.map((row) => [row.organization_id + row.project_id, row.last_number]))
  return wanted.map((row) => {
    const last = byProject.get(row.organization_id + row.project_id)
    if (last === undefined) throw new Error('a project got no display ids')
    return { ...row, after: last - row.wanted }
  })
}

/** Takes the number of the display id for one new profile. */
export async function takeNumber(
  db: Db,
  { organization_id, project_id }: { organization_id: string; project_id: string },
): Promise<number> {
  const [taken] = await takeNumbers(db, [{ organization_id, project_id, wanted: 1 }])
  return taken!.after + 1
}

/**
 * Raises the last number of each project to at least `highest`, so that new display ids do not repeat imported ones.
 */
export async function raiseNumbers(
  db: Db,
  wanted: readonly (NumbersWanted & { highest: number })[],
): Promise<void> {
  await db.write(sql`
    insert into profile_numbers as n (organization_id, project_id, last_number)
    ${numbersOf(wanted, ({ highest }) => highest)}
    on conflict (organization_id, project_id) do update set last_number = greatest(n.last_number, excluded.last_number)`)
}

/**
 * Returns the projects with a number each, in the order of the key, in which several of these rows are always locked.
 */
function numbersOf<Wanted extends NumbersWanted>(
  wanted: readonly Wanted[],
  number: (row: Wanted) => number,
): Sql {
  return sql`
    select * from unnest(${wanted.map((row) => row.organization_id)}::uuid[],
      ${wanted.map((row) => row.project_id)}::uuid[], ${wanted.map(number)}::bigint[]) w (organization_id, project_id, number)
    order by 1, 2`
}
