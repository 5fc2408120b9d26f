import { sql } from '../../src/db/sql.ts'
import { scopes } from '../../src/keys/api-key.ts'
import type { Service } from './service.ts'

/**
 * Returns a key of the project without any scope, and a key of another project of the organization with every scope.
 */
export async function limitedKeys(service: Service): Promise<[plain: string, foreign: string]> {
  const [project] = await service.context.db.query<{ name: string }>(sql`
    select name from projects where _id = ${service.projectId}`)
  const tree = await service.apply({
    organizations: [
      {
        name: 'Acme',
        projects: [
          { name: project!.name, api_keys: [{ name: 'limited', scopes: [] }] },
          { name: 'Another', api_keys: [{ name: 'all', scopes }] },
        ],
      },
    ],
  })
  const [plain, foreign] = tree.organizations[0]!.projects.map(({ api_keys }) => api_keys[0]!.key!)
  return [plain!, foreign!]
}
