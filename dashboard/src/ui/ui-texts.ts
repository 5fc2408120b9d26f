import { createContext, use } from 'react'

/** The words that parts say by themselves, in the reader's language. Everything else is given as props. */
export interface UiTexts {
  close: string
  copy: string
  copied: string
  copyFailed: string
  optional: string
  more: string
  showAsTable: string
  showAsChart: string
  increase: string
  decrease: string
  showChoices: string
  showPassword: string
  hidePassword: string
  nothingMatches: string
  notifications: string
  now: string
  /** Stands before the columns by which a list can be sorted. */
  sortBy: string
  /** The example is a number as the language writes it. */
  noNumber: (example: string) => string
}

const english: UiTexts = {
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

export const UiTextsContext = createContext<UiTexts>(english)

export function useUiTexts(): UiTexts {
  return use(UiTextsContext)
}
