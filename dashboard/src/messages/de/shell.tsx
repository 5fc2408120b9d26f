import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

export const shell = {
  skip: 'Zum Inhalt springen',
  navigation: 'Bereiche',
  home: 'Start',
  live: 'Live',
  analytics: 'Auswertung',
  campaigns: 'Kampagnen',
  broadcasts: 'Rundnachrichten',
  conversations: 'Gespräche',
  inbox: 'Posteingang',
  inboxCount: (count: string, number: number) =>
    `, ${count} ${plural(number, 'de', { one: 'Gespräch', other: 'Gespräche' })} bei einer Person`,
  peopleCalled: 'Kontakte',
  tickets: 'Tickets',
  workflows: 'Abläufe',
  agents: 'Agenten',
  knowledge: 'Wissensbasis',
  carriers: 'Anbieter',
  models: 'Modelle',
  senders: 'Absender',
  templates: 'Vorlagen',
  doNotCall: 'Anrufsperrliste',
  optOuts: 'Abmeldungen',
  keys: 'Schlüssel',
  webhooks: 'Webhooks',
  events: 'Ereignisse',
  peopleAndRoles: 'Personen und Rollen',
  changes: 'Änderungen',
  guards: 'Schutzgrenzen',
  settings: 'Einstellungen',
  health: 'Zustand',
  underWay: (count: string, number: number) =>
    `, ${count} ${plural(number, 'de', { one: 'laufender Anruf', other: 'laufende Anrufe' })}`,
  stateHeld: 'Angehalten',
  stateNoWorker: 'Kein Worker',
  demoStop: 'Anrufe der Demo stoppen',
  demoStart: 'Demo anrufen lassen',
  demoStopped: 'Die Demo startet keine Anrufe mehr. Laufende Anrufe gehen weiter.',
  demoStarted: 'Die Demo startet ab und zu einen Anruf, solange jemand zusieht.',
  me: 'Ihr Konto',
  signOut: 'Abmelden',
  signOutFailed: (reason: ReactNode) => (
    <>Die Abmeldung ist fehlgeschlagen, Sie sind vielleicht noch angemeldet. {reason}</>
  ),
  reference: 'API-Referenz',
  more: 'Mehr',
  moreActions: 'Mehr Aktionen',
  find: 'Suchen',
  findLabel: 'Nummer, ID oder Namen suchen',
  paste: 'Einfügen',
  pasteLabel: 'Einfügen und suchen',
  findHint: 'Geben oder fügen Sie eine Telefonnummer, eine ID oder einen Teil eines Namens ein.',
  findNothing: (text: string) =>
    `Nichts heißt „${text}“, und es ist keine ID oder Nummer dieser Organisation.`,
  findNext:
    'Prüfen Sie die Organisation oben in der Seitenleiste; andere Organisationen werden nicht durchsucht.',
  liveNow: 'läuft',
  kinds: {
    call: 'Anruf',
    campaign: 'Kampagne',
    conversation: 'Gespräch',
    project: 'Projekt',
    api_key: 'Schlüssel',
    workflow: 'Ablauf',
    agent: 'Agent',
    model_account: 'Modellkonto',
    webhook_endpoint: 'Webhook-Endpunkt',
    voice_carrier: 'Anbieter',
    message: 'Nachricht',
    broadcast: 'Rundnachricht',
    source: 'Quelle',
    ticket: 'Ticket',
    whatsapp_sender: 'Absender',
    whatsapp_template: 'Vorlage',
    caller_id: 'Absendernummer',
    person: 'Kontakt',
    opt_out: 'Abmeldung',
    do_not_call: 'Sperreintrag',
    guard: 'Schutzgrenze',
    webhook: 'Webhook',
  } as Record<string, string>,
  keysTitle: 'Tasten',
  keysLabel: 'Tasten',
  keyFind: 'Alles durchsuchen',
  keyHelp: 'Diese Liste anzeigen',
  keyCopy: 'ID dessen kopieren, was den Fokus hat, oder der Seite',
  keyGo: (place: string) => `Gehe zu ${place}`,
  copied: (id: string) => `${id} kopiert`,
  switcher: 'Organisation und Projekt',
  allOrganizations: (count: string) => `Alle Organisationen (${count})`,
  time: (zone: string) => `Zeitzone ${zone}`,
  stateLive: 'Live',
  stateConnecting: 'Wird verbunden',
  stateLost: (time: string) => `Stand ${time}, wird neu verbunden`,
  organizations: 'Organisationen',
  noOrganization: 'Es gibt noch keine Organisation',
  noOrganizationNext: 'Erstellen Sie unter „Organisationen“ die erste, dann ihre Projekte.',
  firstProject: (name: ReactNode) => <>{name} hat noch kein Projekt</>,
  firstProjectNext:
    'Kampagnen, Anbieter und Schlüssel liegen in einem Projekt: Erstellen Sie das erste in den Einstellungen.',
  noProject: 'Sie dürfen noch kein Projekt sehen',
  noProjectNext:
    'Bitten Sie einen Inhaber oder Admin Ihrer Organisation, Ihnen eine Rolle zu geben, und laden Sie dann diese Seite neu.',
  insecure: 'Diese Seite kommt über unverschlüsseltes HTTP; jeder im Netz kann mitlesen.',
  insecureMore: 'Ein Betreiber richtet TLS vor dem Dienst ein und setzt PUBLIC_URL auf https.',
  heldTitle:
    'Der Dienst ist angehalten: Seine Datenbank wurde wiederhergestellt oder kopiert, oder ein Betreiber hat ihn angehalten.',
  heldBody: 'Er zeigt alles an, wählt und sendet aber nichts. Ein Betreiber gibt ihn frei.',
  noWorkerNever: 'Kein Worker läuft: Es wird nichts gewählt.',
  noWorkerTitle: (at: ReactNode, duration: ReactNode) => (
    <>
      Kein Worker läuft: Seit {at} ({duration}) wird nichts gewählt.
    </>
  ),
  openHealth: 'Zustand öffnen',
  noWorkerBodyMore: (waiting: string) =>
    `Mehr als ${waiting} Anrufe behalten ihren Platz; laufende Anrufe gehen weiter.`,
  noWorkerBody: (waiting: string, count: number) =>
    `${waiting} ${plural(count, 'de', { one: 'Anruf behält seinen', other: 'Anrufe behalten ihren' })} Platz; laufende Anrufe gehen weiter.`,
  lastSeen: (host: ReactNode, version: ReactNode) => (
    <>
      {' '}
      Zuletzt gesehen: Worker auf {host}, Version {version}.
    </>
  ),
  startOne: ' Ein Betreiber startet einen mit „switchboard worker“ oder „switchboard serve“.',
}
