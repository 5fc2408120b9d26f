import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Settings of an organization, and the list of organizations. */
export const settings = {
  title: (name: string) => `Einstellungen von ${name}`,
  lead: 'Tarif, Projekte und alles, was konfiguriert ist, als eine Datei.',
  rename: 'Umbenennen…',
  name: 'Name',
  plan: 'Tarif',
  changePlan: 'Name und Tarif…',
  planBy: 'Den Tarif ändert ein Betreiber der Installation.',
  planActive: 'aktiv: WhatsApp-Nachrichten sind möglich',
  planInactive: 'nicht aktiv: WhatsApp-Nachrichten werden abgewiesen, Anrufe gehen weiter',
  planStatus: 'Status',
  sends: 'WhatsApp-Nachrichten',
  links: 'Seiten der Wissensbasis',
  used: (used: string, of: string) => `${used} von ${of}`,
  left: (left: string) => `${left} übrig`,
  allUsed: 'alle verbraucht: weitere werden abgewiesen',
  nearly: 'fast verbraucht',
  projects: 'Projekte',
  newProject: 'Neues Projekt…',
  newProjectTitle: 'Neues Projekt',
  noProject: 'Diese Organisation hat noch kein Projekt.',
  noProjectNext: 'Kampagnen, Anbieter und Schlüssel liegen in einem Projekt: Erstellen Sie das erste.',
  project: 'Projekt',
  language: 'Sprache',
  languageHint: 'Dessen, was gesprochen und geschrieben wird, etwa en oder de-AT.',
  zone: 'Zeitzone',
  zoneHint: 'In ihr werden die Tage im Dashboard gezählt.',
  country: 'Land',
  countryHint:
    'Nummern ohne Ländervorwahl gehören zu diesem Land, etwa US. Leer: Jede Nummer braucht eine Vorwahl.',
  noCountry: 'keins',
  words: 'Ticketwörter',
  wordsHint: 'Eine WhatsApp-Nachricht mit einem dieser Wörter eröffnet ein Ticket. Eines pro Zeile.',
  rate: 'Anfragen pro Sekunde',
  rateHint: 'Alle Schlüssel des Projekts zusammen. Leer: ohne Grenze.',
  retention: 'Nach einiger Zeit entfernt',
  retentionHint:
    'Leer: bleibt so lange wie das Projekt; Ereignisse 30 Tage, Änderungen 400. Entferntes lässt sich nicht zurückholen.',
  days: 'Tage',
  retentionOf: {
    transcripts: 'Transkripte entfernen nach',
    messages: 'Nachrichtentexte entfernen nach',
    events: 'Ereignisse entfernen nach',
    audit: 'Liste der Änderungen entfernen nach',
  },
  noWords: 'keine',
  status: 'Status',
  statuses: { active: 'aktiv', archived: 'archiviert' } as Record<string, string>,
  edit: 'Ändern…',
  editLabel: (name: string) => `${name} ändern`,
  editTitle: (name: string) => `${name} ändern`,
  make: 'Erstellen',
  made: (name: ReactNode) => <>{name} ist erstellt.</>,
  saved: (name: ReactNode) => <>{name} ist gespeichert.</>,
  changed: 'Geändert',
  by: (name: ReactNode, at: ReactNode) => (
    <>
      {name}, {at}
    </>
  ),
  declaration: 'Deklaration',
  declarationLead:
    'Alles, was hier konfiguriert ist, als eine YAML-Datei, ohne Geheimnisse. „switchboard apply“ nimmt dieselbe Datei an.',
  show: 'Anzeigen',
  hide: 'Ausblenden',
  download: 'Herunterladen',
  file: (name: string) => `${name}, als YAML`,
  compare: 'Datei anwenden',
  compareLead:
    'Fügen Sie eine Deklaration ein oder wählen Sie eine Datei. Zuerst sehen Sie, was sich ändern würde und wessen Werte überschrieben würden. Was sie nicht nennt, bleibt.',
  pasted: 'Deklaration in YAML oder JSON',
  choose: 'Datei auswählen…',
  difference: 'Unterschiede anzeigen',
  differenceFirst: 'Fügen Sie zuerst eine Deklaration ein.',
  noDifference: 'Kein Unterschied: Alles ist bereits so konfiguriert.',
  differences: (count: number) =>
    `${count} ${plural(count, 'de', { one: 'Eintrag würde', other: 'Einträge würden' })} sich ändern.`,
  wouldBe: { created: 'würde erstellt', updated: 'würde geändert' } as Record<string, string>,
  overwrites: (name: ReactNode, at: ReactNode) => (
    <>
      überschreibt, was {name} gesetzt hat ({at})
    </>
  ),
  warning: 'Vermutlich ein Fehler:',
  whatApplied: 'Das wurde angewendet:',
  was: { created: 'wurde erstellt', updated: 'wurde geändert' } as Record<string, string>,
  overwrote: (name: ReactNode, at: ReactNode) => (
    <>
      hat überschrieben, was {name} gesetzt hat ({at})
    </>
  ),
  differsNow:
    'Inzwischen hat jemand etwas geändert. Dies ist der Unterschied jetzt: Sehen Sie ihn an, und wenden Sie ihn dann an.',
  apply: 'Anwenden',
  applyFirst: 'Zeigen Sie zuerst die Unterschiede an.',
  applied: (count: number) =>
    `${count} ${plural(count, 'de', { one: 'Eintrag ist', other: 'Einträge sind' })} erstellt oder geändert.`,
  newKeys: 'Neue Schlüssel und Geheimnisse',
  newKeysBody: 'Ihre Werte werden nur dieses eine Mal angezeigt. Geben Sie sie jetzt weiter.',
  keyOf: (name: string, project: string) => `Schlüssel ${name} von ${project}`,
  secretOf: (name: string, project: string) => `Geheimnis des Endpunkts ${name} von ${project}`,
  handedOver: 'Sie sind weitergegeben',
  leaveApplying:
    'Die Deklaration wird gerade angewendet. Ihre neuen Schlüssel und Geheimnisse würden nirgends angezeigt.',
  leaveNewKeys: 'Neue Schlüssel und Geheimnisse werden nur dieses eine Mal angezeigt und gingen verloren.',
  leavePasted: 'Die Deklaration ist nicht angewendet.',
  demo: 'Demo',
  demoBody:
    'Dies ist die Demo: Sie startet ab und zu einen Anruf, solange jemand das Dashboard geöffnet hat. Niemand wird wirklich angerufen.',
  organizations: 'Organisationen',
  organizationsLead: 'Alle Organisationen dieser Installation mit ihren Tarifen.',
  yourOrganizationsLead: 'Alle Organisationen, in denen Sie eine Rolle haben, mit ihren Tarifen.',
  newOrganization: 'Neue Organisation…',
  newOrganizationTitle: 'Neue Organisation',
  newOrganizationBody: 'Sie beginnt ohne Projekt und ohne Personen. Sie dürfen darin alles.',
  organization: 'Organisation',
  projectsOf: (count: string, number: number) =>
    `${count} ${plural(number, 'de', { one: 'Projekt', other: 'Projekte' })}`,
  editOrganization: (name: string) => `Name und Tarif von ${name}`,
  noOrganization: 'Es gibt noch keine Organisation.',
  noOrganizationNext: 'Erstellen Sie die erste, dann ihre Projekte.',
  unit: { sends: 'Nachrichten', links: 'Seiten' },
}
