import { sql } from '../sql.ts'

/** A place in the log (WAL) of the primary. Places on different timelines can't be compared. */
export interface Position {
  /** Eight hexadecimal digits. Each failover begins a new one. */
  timeline: string
  /** As PostgreSQL writes it, such as `0/16B3748`. */
  lsn: string
}

/**
 * The position that the primary has flushed, as text for `parsePosition`. Each transaction whose commit was
 * acknowledged before lies before it, unless it committed asynchronously.
 */
export const flushedPosition = sql`
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) || ' ' || pg_current_wal_flush_lsn()`

/** Parses the text of `flushedPosition`. */
export function parsePosition(text: string): Position {
  const [, timeline, lsn] = /^([0-9A-F]{8}) ([0-9A-F]{1,8}\/[0-9A-F]{1,8})$/.exec(text) ?? []
  if (timeline === undefined || lsn === undefined) throw new Error(`no position: ${text}`)
  return { timeline, lsn }
}

/** Returns whether what has replayed to `replayed` has everything up to `required`. */
export function hasReached(replayed: Position, required: Position): boolean {
  return replayed.timeline === required.timeline && toBytes(replayed.lsn) >= toBytes(required.lsn)
}

/** Returns the place in bytes from the beginning of the log. */
function toBytes(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
