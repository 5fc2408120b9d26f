import type { UiTexts } from '../../ui/ui-texts.ts'

/** What parts say by themselves. */
export const ui: UiTexts = {
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select and copy it yourself',
  optional: 'optional',
  more: 'More',
  showAsTable: 'As a table',
  showAsChart: 'As a chart',
  increase: 'More',
  decrease: 'Less',
  showChoices: 'Show the choices',
  showPassword: 'Show',
  hidePassword: 'Hide',
  nothingMatches: 'Nothing matches.',
  notifications: 'Notifications',
  now: 'now',
  sortBy: 'Sort by',
  noNumber: (example) => `This is no number. Write it such as ${example}.`,
}
