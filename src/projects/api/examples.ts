import { createdAt, ids, listExamples } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'

/** Examples of this folder's endpoints, by operation. */
export const projectExamples: Record<string, OperationExamples> = {
  listProjects: listExamples({
    _id: ids.project,
    organization_id: ids.organization,
    name: 'Renewals',
    status: 'active',
    language: 'en',
    timezone: 'America/New_York',
    default_country: 'US',
    created_at: createdAt,
    updated_at: createdAt,
  }),
}
