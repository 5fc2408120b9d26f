import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from, to } from 'pg-copy-streams'

/** The tables that an import of conversations writes, except the few counter rows; referenced tables come first. */
const tables = [
  'profiles',
  'profile_search',
  'profile_contacts',
  'channel_identities',
  'conversations',
  'conversation_lines',
  'conversation_callers',
]

export interface CopyAgain {
  /** Seconds of a plain `copy` of each table, in one session and one transaction. */
  seconds: number
  /** Seconds without the row-by-row check of foreign keys, which the import switches off too. */
  uncheckedSeconds: number
}

/**
 * Empties the tables of an import and copies the same rows into them again; the indexes stay. No single session of this
 * database on this machine can be faster.
 */
export async function copyAgain(databaseUrl: string, folder: string): Promise<CopyAgain> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const parts: { copied: string; file: string }[] = []
  for (const table of tables) {
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const part = { copied: `${table} (${rows[0]!.columns})`, file: path.join(folder, `${table}.copy`) }
    await pipeline(client.query(to(`copy ${part.copied} to stdout`)), createWriteStream(part.file))
    parts.push(part)
  }
  const again = async (role: 'origin' | 'replica'): Promise<number> => {
    await client.query(`truncate ${tables.join(', ')} cascade`)
    await client.query('checkpoint')
    const start = performance.now()
    await client.query(`begin; set local session_replication_role = ${role}`)
    for (const { copied, file } of parts)
      await pipeline(createReadStream(file), client.query(from(`copy ${copied} from stdin`)))
    await client.query('commit')
    return (performance.now() - start) / 1_000
  }
  const seconds = await again('origin')
  const uncheckedSeconds = await again('replica')
  await client.end()
  return { seconds, uncheckedSeconds }
}
