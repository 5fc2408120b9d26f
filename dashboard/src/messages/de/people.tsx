import type { ReactNode } from 'react'

/** People and roles of an organization. */
export const people = {
  title: 'Personen und Rollen',
  lead: (organization: string) => `Wer in ${organization} was sehen und ändern darf.`,
  invite: 'Einladen…',
  inviteTitle: 'Person einladen',
  inviteLead: 'Es wird keine Nachricht gesendet: Sie erhalten einen Link zum Weitergeben. Er gilt einmal.',
  email: 'E-Mail-Adresse',
  name: 'Name',
  nameHint: 'Die Person kann ihn ändern.',
  role: 'Rolle',
  roleMeans: {
    viewer: 'sieht alles, ändert nichts',
    editor: 'steuert außerdem Kampagnen und Abläufe und startet Anrufe',
    admin: 'verwaltet außerdem Anbieter, Schlüssel, Projekte, Bearbeiter und Betrachter',
    owner: 'alles, auch die Rollen aller Personen',
  } as Record<string, string>,
  projects: 'Projekte',
  allProjects: 'Alle Projekte, auch künftige',
  inviteAction: 'Einladen',
  linkTitle: 'Diesen Link weitergeben',
  linkBody: (name: ReactNode, time: ReactNode) => (
    <>
      {name} legt damit ein Passwort fest. Der Link gilt einmal, bis {time}, und wird nicht noch einmal
      angezeigt.
    </>
  ),
  linkLabel: 'Link',
  noLink: (name: ReactNode) => <>{name} kann sich bereits anmelden: Es wird kein Link benötigt.</>,
  operatorsLink: (name: ReactNode) => (
    <>
      {name} ist auch anderswo bekannt. Falls eine Anmeldung noch nicht möglich ist, erstellt ein Betreiber
      den Link mit <code dir="ltr">switchboard people link</code>.
    </>
  ),
  person: 'Person',
  lastSeen: 'Zuletzt gesehen',
  neverSeen: 'noch nicht',
  invited: 'eingeladen, noch ohne Passwort',
  you: 'Sie',
  operator: 'Betreiber der Installation',
  allOf: 'alle',
  change: 'Rolle ändern…',
  changeLabel: (name: string) => `Rolle von ${name} ändern`,
  changeTitle: (name: string) => `Rolle von ${name}`,
  changeBody: 'Die Sitzungen der Person enden, und sie muss sich neu anmelden.',
  changeAction: 'Rolle ändern',
  changed: (name: ReactNode) => <>Die Rolle von {name} ist geändert.</>,
  link: 'Neuer Link…',
  linkOf: (name: string) => `Neuer Link für ${name}`,
  newLinkBody:
    'Für ein vergessenes Passwort oder eine nicht genutzte Einladung. Ältere Links gelten dann nicht mehr.',
  newLinkAction: 'Link erstellen',
  endSessions: 'Sitzungen beenden…',
  endSessionsTitle: (name: string) => `Sitzungen von ${name} beenden?`,
  endSessionsBody:
    'Die Person wird sofort in allen Browsern abgemeldet und muss sich neu anmelden. Ihre persönlichen Token gelten weiter; ihre Rolle bleibt.',
  endOwnSessionsBody:
    'Sie werden in allen Browsern außer diesem abgemeldet. Ihre persönlichen Token gelten weiter.',
  endSessionsAction: 'Sitzungen beenden',
  ended: (name: ReactNode) => <>{name} ist überall abgemeldet.</>,
  endedOwn: 'Sie sind überall sonst abgemeldet.',
  remove: 'Entfernen…',
  removeTitle: (name: string) => `${name} entfernen?`,
  removeBody:
    'Die Person verliert ihre Rolle hier, und ihre Sitzungen sehen nichts mehr von dieser Organisation.',
  removeAction: 'Entfernen',
  removed: (name: ReactNode) => <>{name} ist entfernt.</>,
  more: 'Mehr',
  moreOf: (name: string) => `Mehr für ${name}`,
  none: 'Noch ist niemand sonst hier.',
  noneNext: 'Laden Sie die Personen ein, die Kampagnen, Support und Entwicklung betreuen.',
}
