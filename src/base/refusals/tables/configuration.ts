import type { RefusalTable } from './refusal-table.ts'

/** Refusals about configured records, their revisions and the plan. */
export const configurationTable = {
  project_not_found: { status: 404, when: 'The organization has no project with this id.' },
  record_not_found: { status: 404, when: 'There is no configured record of this kind with this id here.' },
  revision_required: {
    status: 428,
    when: 'An edit does not say by `If-Match` which revision of the record it is based on.',
  },
  changed_meanwhile: {
    status: 412,
    when: 'The record was changed after the revision that the edit is based on; `data` is the record as it is now.',
  },
  change_not_found: { status: 404, when: 'The organization has no change with this id, or none to be seen.' },
  not_a_demo: {
    status: 404,
    when: 'The organization is not one that `serve --demo` has loaded with its history.',
  },
  plan_inactive: { status: 402, when: 'The plan of the organization is not active.' },
} as const satisfies RefusalTable
