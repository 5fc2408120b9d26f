import { createContext } from '../../src/app/context.ts'
import { createLog } from '../../src/base/log.ts'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { applyDeclaration } from '../../src/operator/apply/apply-declaration.ts'

export interface Tenant {
  organization_id: string
  project_id: string
  /** The path of the project. */
  path: string
  key: string
}

/** Declares organizations with a project each, on the secret key that attacked services have. */
export async function declareTenants(
  db: Db,
  names: readonly string[],
  project: (name: string) => object = () => ({}),
): Promise<Tenant[]> {
  const context = createContext({
    db,
    log: createLog('silent'),
    secretKey: Buffer.alloc(32, 7),
    publicUrl: () => 'http://127.0.0.1',
  })
  const applied = await applyDeclaration(context, {
    organizations: names.map((name) => ({
      name,
      projects: [
        {
          name: 'Main',
          ...project(name),
          requests_per_second: 'none',
          api_keys: [{ name: 'own', scopes: [], rate: 'none' }],
        },
      ],
    })),
  })
  if (!applied.ok) throw new Error(JSON.stringify(applied))
  return applied.tree.organizations.map(({ _id, projects }) => {
    const own = projects[0]!
    const path = `/organizations/${_id}/projects/${own._id}`
    return { organization_id: _id, project_id: own._id, path, key: own.api_keys?.[0]?.key ?? '' }
  })
}

/** Adds finished calls of the tenant, whose numbers are 200 characters long. */
export async function addConversations(db: Db, tenant: Tenant, count: number): Promise<void> {
  await db.query(sql`
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      start_time, end_time, duration_seconds, created_at)
    select ${tenant.organization_id}, ${tenant.project_id}, gen_random_uuid(), 'voice', 'outbound', 'completed',
      repeat('a', 200), now() - n * interval '1 second', now(), 1, now()
    from generate_series(1, ${count}::integer) n`)
}

/** Returns the value below which 99 of 100 values are. */
export function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(Math.ceil(sorted.length * 0.99) - 1, 0)] ?? 0
}
