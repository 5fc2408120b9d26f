import type { ReactNode } from 'react'

export const common = {
  withheld: 'Nummer unterdrückt',
  crumbs: 'Wo diese Seite liegt',
  product: 'Switchboard',
  loading: 'Wird geladen',
  save: 'Speichern',
  discard: 'Verwerfen',
  cancel: 'Abbrechen',
  leaveTitle: 'Seite ohne Speichern verlassen?',
  stay: 'Bleiben',
  leave: 'Verlassen',
  leaveSaving:
    'Änderungen werden noch gespeichert. Was fehlschlägt oder seither eingegeben wurde, geht verloren.',
  leaveTyped: 'Was Sie eingegeben haben, ginge verloren.',
  close: 'Schließen',
  answerFirst: 'Warten Sie die Antwort ab.',
  remove: 'Entfernen',
  back: 'Zurück',
  tryAgain: 'Erneut versuchen',
  changed: 'geändert',
  optional: 'optional',
  asCurl: 'Als curl',
  curlTitle: 'Diese Seite als Anfrage',
  curlHint: (
    <>
      Setzen Sie ein persönliches Token in <code>SWITCHBOARD_TOKEN</code> ein. Sie erstellen es unter Ihrem
      Namen.
    </>
  ),
  curlHintProject: (
    <>
      Setzen Sie einen Projektschlüssel in <code>SWITCHBOARD_KEY</code> ein.
    </>
  ),
  none: 'keine',
  never: 'nie',
  utc: (time: string) => `${time} UTC`,
  yourTime: (time: string, zone: string) => `${time} ${zone}, Ihre Zeit`,
  page: (from: string, to: string, total: string) => `${from} bis ${to} von ${total}`,
  nextPage: (count: string) => `Nächste ${count}`,
  previousPage: (count: string) => `Vorherige ${count}`,
  pages: 'Seiten der Liste',
  filters: 'Filter',
  filtersChosen: (count: number) => `Filter: ${count}`,
  search: 'Suchen',
  allFilter: 'Alle',
  clearFilters: 'Alle anzeigen',
  noMatch: 'Nichts passt zu diesen Filtern.',
  notFound: 'Unter dieser Adresse gibt es nichts.',
  notFoundNext: 'Vielleicht ist sie vertippt oder gehört zu einem Projekt, das Sie nicht sehen dürfen.',
  toStart: 'Zur Startseite',
  pageFailed: 'Auf dieser Seite ist ein Fehler aufgetreten.',
  pageFailedNext:
    'Was Sie gespeichert haben, ist gespeichert. Laden Sie die Seite neu; tritt der Fehler wieder auf, melden Sie den Text unten.',
  loadAgain: 'Neu laden',
  newVersion: 'Das Dashboard wurde aktualisiert. Laden Sie es neu, um fortzufahren.',
  notAllowed: (role: string) => `Dies erfordert die Rolle ${role}.`,
  askForRole: 'Ein Inhaber der Organisation kann sie Ihnen geben.',
  askOwners: (names: ReactNode) => <>{names} kann sie Ihnen geben.</>,
  askOperator: 'Wer die Installation betreibt, kann Sie dazu machen.',
  forSomeProjects: 'Das betrifft die ganze Organisation, und Ihre Rolle gilt nur für einige ihrer Projekte.',
  askForAllProjects: 'Ein Inhaber oder Admin der Organisation kann sie Ihnen für alle Projekte geben.',
  roles: {
    viewer: 'Betrachter',
    editor: 'Bearbeiter',
    admin: 'Admin',
    owner: 'Inhaber',
    operator: 'Betreiber',
  },
}
