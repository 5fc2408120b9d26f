import { sql } from '../../src/db/sql.ts'
import { beginErasure } from '../../src/operator/erase/begin-erasure.ts'
import type { EraseOutcome } from '../../src/operator/erase/begin-erasure.ts'
import { eventually } from './service.ts'
import type { Service } from './service.ts'

const actor = { kind: 'cli', id: null, name: 'ada@box', via: 'command', requestId: null } as const

type Context = Service['context']

/** Begins to erase a person of the service's project. */
export function erase(
  service: Service,
  profileId: string,
  context: Context = service.context,
): Promise<EraseOutcome> {
  const { organizationId: organization_id, projectId: project_id } = service
  const request = { organization_id, project_id, profile_id: profileId, actor, dryRun: false }
  return beginErasure(context, request, context.clock.now())
}

/** Returns a context whose first transaction stops before its commit until `other` waits for it or has ended. */
export function stopped<Result>(
  service: Service,
  other: () => Promise<Result>,
): { context: Context; other: () => Promise<Result> } {
  const { db } = service.context
  let begun: Promise<Result> | null = null
  const context: Context = { ...service.context, db: { ...db } }
  context.db.transaction = (run) =>
    db.transaction(async (transaction) => {
      const result = await run(transaction)
      if (begun !== null) return result
      let hasEnded = false
      begun = other().finally(() => (hasEnded = true))
      await eventually('the other waits or has ended', async () => {
        const waiting = await db.query(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        return hasEnded || waiting.length > 0 ? true : null
      })
      return result
    })
  return { context, other: () => begun! }
}

/** Returns the profiles of the service's project that have a number. */
export async function profilesOf(service: Service, phone: string): Promise<string[]> {
  const rows = await service.context.db.query<{ _id: string }>(sql`
    select _id from profiles where project_id = ${service.projectId} and _id in (
      select profile_id from channel_identities where identity_key = ${phone}
      union all select profile_id from profile_contacts where normalized = ${phone})`)
  return rows.map(({ _id }) => _id)
}
