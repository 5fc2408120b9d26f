import type { Queryable, Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import type { ImportKind } from './import-fields.ts'
import { faultsMax, foundFaults } from './line-fault.ts'
import type { FoundFaults } from './line-fault.ts'

/** The columns of `staged` for all kinds, in the order of their rows. */
const common = sql`line bigint, organization_id uuid, project_id uuid, _id uuid`

const columns: Record<ImportKind, Sql> = {
  profiles: sql`${common}, name text, display_id text, properties jsonb, last_interaction_at timestamptz(3),
    created_at timestamptz(3), contacts jsonb, identities jsonb`,
  conversations: sql`${common}, channel_type text, conversation_type text, status text, phone_number text, phone_value text,
    campaign_id uuid, given_profile_id uuid, start_time timestamptz(3), end_time timestamptz(3),
    duration_seconds double precision, transcript jsonb`,
  messages: sql`${common}, conversation_id uuid, given_profile_id uuid, channel_type text, created_at timestamptz(3),
    direction text, text text`,
  tickets: sql`${common}, conversation_id uuid, given_profile_id uuid, channel_type text, created_at timestamptz(3),
    subject text, status text`,
}

/** Creates the table in which the file's rows wait until all of them are checked. Only this session sees it. */
export async function createStaged(transaction: Transaction, kind: ImportKind): Promise<void> {
  await transaction.query(sql`create temp table staged (${columns[kind]}) on commit drop`)
}

export const copyStaged = sql`copy staged from stdin`

/** Updates the planner's statistics; autovacuum does not do so for temporary tables. */
export async function analyzeStaged(transaction: Transaction): Promise<void> {
  await transaction.query(sql`analyze staged`)
}

/** Updates the planner's statistics after the import. */
export async function analyzeTables(db: Queryable, kind: ImportKind): Promise<void> {
  const profiles = sql`profiles, profile_contacts, channel_identities, profile_search`
  const tables: Record<ImportKind, Sql> = {
    profiles,
    conversations: sql`conversations, conversation_lines, conversation_callers, ${profiles}`,
    messages: sql`messages, profiles`,
    tickets: sql`tickets`,
  }
  await db.write(sql`analyze ${tables[kind]}`)
}

/** Returns faults for lines that repeat the `_id` of an earlier line. */
export async function selectRepeatedIds(transaction: Transaction): Promise<FoundFaults> {
  const rows = await transaction.query<{ line: number; first: number; found: number }>(sql`
    select s.line, f.first, count(*) over () as found from staged s
    join (
      select organization_id, _id, min(line) as first from staged group by organization_id, _id having count(*) > 1) f
      on f.organization_id = s.organization_id and f._id = s._id
    where s.line > f.first order by s.line limit ${faultsMax}`)
  return foundFaults(rows, '_id', ({ first }) => `is on line ${first} already`)
}

const storedTables: Record<ImportKind, readonly Sql[]> = {
  profiles: [sql`profiles`, sql`merged_profiles`],
  conversations: [sql`conversations`],
  messages: [sql`messages`],
  tickets: [sql`tickets`],
}

/** The ids of people who were erased. A profile that is being erased is stored still, without those merged into it. */
const erasedIds = sql`(
  select organization_id, profile_id as _id from erasures where ended_at is not null
  union select organization_id, unnest(merged_ids) from erasures)`

/** Returns faults for lines whose `_id` is stored already, or is that of a person who was erased. */
export async function selectStoredIds(transaction: Transaction, kind: ImportKind): Promise<FoundFaults[]> {
  const stored = storedTables[kind].map((table) => selectIdsIn(transaction, table, 'is stored already'))
  const erased = kind === 'profiles' ? [selectIdsIn(transaction, erasedIds, 'was erased')] : []
  return Promise.all([...stored, ...erased])
}

async function selectIdsIn(transaction: Transaction, table: Sql, message: string): Promise<FoundFaults> {
  const rows = await transaction.query<{ line: number; found: number }>(sql`
    select s.line, count(*) over () as found from staged s
    join ${table} t on t.organization_id = s.organization_id and t._id = s._id
    order by s.line limit ${faultsMax}`)
  return foundFaults(rows, '_id', () => message)
}
