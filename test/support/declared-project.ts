import assert from 'node:assert/strict'
import { createContext } from '../../src/app/context.ts'
import { createLog } from '../../src/base/log.ts'
import { applyDeclaration } from '../../src/operator/apply/apply-declaration.ts'
import type { TestDatabase } from './database.ts'
import { organization } from './declarations.ts'

export interface DeclaredProject {
  /** The path of the project's addresses. */
  path: string
  campaignIds: Record<string, string>
  /** A key with every scope. */
  key: string
}

/** Declares the tests' organization, for a service that an attack starts with the same secret key. */
export async function declareProject(database: TestDatabase, carrierUrl: string): Promise<DeclaredProject> {
  const context = createContext({
    db: database.db,
    log: createLog('silent'),
    secretKey: Buffer.alloc(32, 7),
    publicUrl: () => '',
  })
  const applied = await applyDeclaration(context, organization('Acme', carrierUrl))
  assert.ok(applied.ok, JSON.stringify(applied))
  const [declared] = applied.tree.organizations
  const [project] = declared?.projects ?? []
  assert.ok(declared && project)
  return {
    path: `/organizations/${declared._id}/projects/${project._id}`,
    campaignIds: Object.fromEntries((project.campaigns ?? []).map(({ name, _id }) => [name, _id])),
    key: project.api_keys?.find(({ name }) => name === 'all')?.key ?? '',
  }
}
