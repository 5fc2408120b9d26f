import type { UiTexts } from '../../ui/ui-texts.ts'

/** What parts say by themselves. */
export const ui: UiTexts = {
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Bitte markieren und von Hand kopieren',
  optional: 'optional',
  more: 'Mehr',
  showAsTable: 'Als Tabelle',
  showAsChart: 'Als Diagramm',
  increase: 'Mehr',
  decrease: 'Weniger',
  showChoices: 'Auswahl anzeigen',
  showPassword: 'Anzeigen',
  hidePassword: 'Verbergen',
  nothingMatches: 'Keine Treffer.',
  notifications: 'Benachrichtigungen',
  now: 'jetzt',
  sortBy: 'Sortieren nach',
  noNumber: (example) => `Das ist keine Zahl. Schreiben Sie sie so: ${example}.`,
}
