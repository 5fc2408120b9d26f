import { Refusal } from '../refusal.ts'

/** Refusals about configured records, their revisions and the plan. */
export const configurationRefusals = {
  projectNotFound: () => new Refusal('project_not_found', 'The organization has no project with this id'),
  recordNotFound: (kind: string) =>
    new Refusal('record_not_found', `There is no ${kind.replaceAll('_', ' ')} with this id here`),
  revisionRequired: () =>
    new Refusal(
      'revision_required',
      'Send If-Match with the ETag of the record that the edit is based on, such as "3"',
    ),
  changedMeanwhile: () =>
    new Refusal('changed_meanwhile', 'The record was changed after the revision that the edit is based on'),
  changeNotFound: () => new Refusal('change_not_found', 'The organization has no change with this id'),
  notADemo: () => new Refusal('not_a_demo', 'The organization is not the demo, so it has no calls of a demo'),
  planInactive: () => new Refusal('plan_inactive', 'The plan of the organization is not active'),
} as const
