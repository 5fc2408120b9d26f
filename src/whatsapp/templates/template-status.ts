export const templateStatuses = ['approved', 'pending', 'rejected', 'paused', 'disabled'] as const
export type TemplateStatus = (typeof templateStatuses)[number]

/**
 * The status for each of Meta's template events and statuses. Those that have no effect on sending, such as `FLAGGED`,
 * are left out.
 */
export const templateStatusOf: ReadonlyMap<string, TemplateStatus> = new Map<string, TemplateStatus>([
  ['APPROVED', 'approved'],
  ['REINSTATED', 'approved'],
  ['UNARCHIVED', 'approved'],
  ['PENDING', 'pending'],
  ['IN_APPEAL', 'pending'],
  ['REJECTED', 'rejected'],
  ['PAUSED', 'paused'],
  ['LOCKED', 'paused'],
  ['LIMIT_EXCEEDED', 'paused'],
  ['DISABLED', 'disabled'],
  ['ARCHIVED', 'disabled'],
  ['DELETED', 'disabled'],
  ['PENDING_DELETION', 'disabled'],
])
