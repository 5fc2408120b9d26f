import type { PlacedFault } from '../../base/faults.ts'
import type { OutlinedProject, OutlinedRecord } from './outline.ts'
import type { Stored } from './stored.ts'

/**
 * Returns a fault for each caller ID whose `inbound_campaign` does not answer calls, and for each campaign that is to
 * answer none any more though a caller ID that the declaration leaves out names it.
 */
export function inboundFaults(
  { records }: OutlinedProject,
  projectId: string | null,
  stored: Stored,
): PlacedFault[] {
  const declaredKeys = new Set(records.flatMap(({ section, key }) => (section === 'caller_ids' ? [key] : [])))
  const others = stored.keys(projectId, 'caller_ids').filter((key) => !declaredKeys.has(key))
  const numberOf = new Map(others.map((key) => [stored.through(projectId, 'caller_ids', key), key]))
  return records.flatMap((record) => {
    if (record.section === 'campaigns') {
      const number = record.isInbound ? undefined : numberOf.get(record.key)
      if (number === undefined || record.key === null) return []
      const message = `must be inbound, since the campaign answers calls to ${number}`
      return [{ path: [...record.path, 'call_direction'], message }]
    }
    const campaign = record.references.find(({ field }) => field === 'inbound_campaign')?.key
    if (campaign === undefined || answers(campaign)) return []
    const message = `"${campaign}" is no campaign with call_direction: inbound, so it answers no calls`
    return [{ path: [...record.path, 'inbound_campaign'], message }]
  })

  /** A name that leads nowhere is a fault of its own. */
  function answers(key: string): boolean {
    const declared = records.find((one: OutlinedRecord) => one.section === 'campaigns' && one.key === key)
    return (declared ?? stored.record(projectId, 'campaigns', key))?.isInbound ?? true
  }
}
