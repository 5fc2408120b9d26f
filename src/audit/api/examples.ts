import { refusals } from '../../base/refusals.ts'
import { ids, listExamples } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'

/** Examples of this folder's endpoints, by operation. */
export const auditExamples: Record<string, OperationExamples> = {
  listAudit: listExamples(
    {
      _id: ids.call,
      at: '2026-11-20T09:30:00.000Z',
      actor: { kind: 'person', id: ids.profile, name: 'Ada', via: 'dashboard' },
      request_id: 'req-1a',
      project_id: ids.project,
      kind: 'campaign',
      record_id: ids.campaign,
      record_name: 'Welcome',
      action: 'updated',
      revision: 4,
      fields: [{ path: 'slots', before: 2, after: 5 }],
    },
    [refusals.scopeMissing('audit:read')],
  ),
}
