import type { Db } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import type { PhoneNetwork } from '../../../src/sandbox/phone/phone-network.ts'
import type { LoadReport, LoadedOrganization } from './load.ts'

/** Returns how many calls of an organization are not over yet. */
export async function countOpenCalls(db: Db, organizationId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from calls
    where organization_id = ${organizationId} and state in ('waiting', 'dialling', 'live', 'unresolved')`)
  return row!.count
}

/**
 * Compares what was accepted with what a cell has and what the carrier saw. Returns what is wrong: calls and events
 * that are lost or twice, and numbers that were dialed twice.
 */
export async function checkLoad(
  db: Db,
  network: PhoneNetwork,
  { organizationId }: LoadedOrganization,
  { calls, events }: LoadReport,
): Promise<string[]> {
  const rows = await db.query<{ phone_number: string; count: number; attempts: number; states: string }>(sql`
    select c.phone_number, count(*)::integer as count, string_agg(c.state, ' ') as states
    from calls c where organization_id = ${organizationId} group by 1`)
  const stored = new Map(rows.map((row) => [row.phone_number, row]))
  const faults: string[] = []
  const dials = new Map<string, number>()
  for (const { to } of network.calls()) dials.set(to, (dials.get(to) ?? 0) + 1)
  for (const number of calls.keys()) {
    const row = stored.get(number)
    if (row === undefined) faults.push(`a call was accepted and is lost`)
    else if (row.count !== 1) faults.push(`a call was accepted once and is there ${row.count} times`)
    const dialed = dials.get(number) ?? 0
    if (dialed > 1) faults.push(`a number was dialed ${dialed} times`)
    if (dialed === 0 && row?.states === 'completed') faults.push('a call is completed that was not dialed')
    if (dialed === 0 && row !== undefined && row.states !== 'completed')
      faults.push(`a call was not dialed: ${row.states}`)
  }
  const found = await db.query<{ event_id: string; count: number; unprocessed: number }>(sql`
    select payload ->> 'wamid' as event_id, count(*)::integer as count,
      count(*) filter (where processed_at is null)::integer as unprocessed
    from whatsapp_events where organization_id = ${organizationId} group by 1`)
  const messages = await db.query<{ provider_message_id: string; count: number }>(sql`
    select provider_message_id, count(*)::integer as count from messages
    where organization_id = ${organizationId} and provider_message_id is not null and direction = 'inbound' group by 1`)
  const applied = new Map(messages.map((row) => [row.provider_message_id, row.count]))
  for (const id of events) {
    const times = applied.get(id) ?? 0
    if (times !== 1) faults.push(`a message was accepted once and is there ${times} times`)
  }
  const unprocessed = found.reduce((sum, row) => sum + row.unprocessed, 0)
  if (unprocessed > 0) faults.push(`${unprocessed} events are not processed`)
  return [...Map.groupBy(faults, (fault) => fault)].map(([fault, all]) => `${all.length}×: ${fault}`)
}
