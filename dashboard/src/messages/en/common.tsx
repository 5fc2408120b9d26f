import type { ReactNode } from 'react'

export const common = {
  withheld: 'number withheld',
  crumbs: 'Where this page lies',
  product: 'Switchboard',
  loading: 'Loading',
  save: 'Save',
  discard: 'Discard',
  cancel: 'Cancel',
  leaveTitle: 'Leave without saving?',
  stay: 'Stay',
  leave: 'Leave',
  leaveSaving: 'Changes are still being saved. What fails, or was typed since, is lost.',
  leaveTyped: 'What you have typed would be lost.',
  close: 'Close',
  answerFirst: 'Wait for the answer.',
  remove: 'Remove',
  back: 'Back',
  tryAgain: 'Try again',
  changed: 'changed',
  optional: 'optional',
  asCurl: 'As curl',
  curlTitle: 'This page as a request',
  curlHint: (
    <>
      Put a personal token into <code>SWITCHBOARD_TOKEN</code>. You make one under your name.
    </>
  ),
  curlHintProject: (
    <>
      Put a project key into <code>SWITCHBOARD_KEY</code>.
    </>
  ),
  none: 'none',
  never: 'never',
  utc: (time: string) => `${time} UTC`,
  yourTime: (time: string, zone: string) => `${time} ${zone}, your time`,
  page: (from: string, to: string, total: string) => `${from} to ${to} of ${total}`,
  nextPage: (count: string) => `Next ${count}`,
  previousPage: (count: string) => `Previous ${count}`,
  pages: 'Pages of the list',
  filters: 'Filters',
  filtersChosen: (count: number) => `Filters: ${count}`,
  search: 'Search',
  allFilter: 'All',
  clearFilters: 'Show all',
  noMatch: 'Nothing matches these filters.',
  notFound: 'There is nothing at this address.',
  notFoundNext: 'It may be mistyped, or lie in a project that you may not see.',
  toStart: 'To the start',
  pageFailed: 'This page has failed.',
  pageFailedNext:
    'What you have saved is saved. Load the page again; if it fails again, report the words below.',
  loadAgain: 'Load again',
  newVersion: 'The dashboard has been updated. Load it again to go on.',
  notAllowed: (role: string) => `This needs the role ${role}.`,
  askForRole: 'An owner of the organization can give it to you.',
  askOwners: (names: ReactNode) => <>{names} can give it to you.</>,
  askOperator: 'Whoever runs the installation can make you one.',
  forSomeProjects: 'This is about the whole organization, and your role is for some of its projects.',
  askForAllProjects: 'An owner or admin of the organization can give it to you for all projects.',
  roles: { viewer: 'viewer', editor: 'editor', admin: 'admin', owner: 'owner', operator: 'operator' },
}
