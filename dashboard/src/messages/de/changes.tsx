import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Who changed what, from what to what. */
export const changes = {
  title: 'Änderungen',
  lead: 'Wer in dieser Organisation was geändert hat, die neuesten zuerst. Ob im Dashboard, über die API, per Befehl oder Abgleich.',
  none: 'Es wurde noch nichts geändert.',
  noneNext: 'Ab jetzt wird jede Änderung hier festgehalten.',
  person: 'Von wem',
  record: 'Was',
  field: 'Feld',
  fieldHint: 'Etwa slots',
  personHint: 'Name oder ID',
  from: 'Von',
  to: 'Bis',
  kinds: {
    organization: 'Organisation',
    project: 'Projekt',
    voice_carrier: 'Anbieter',
    caller_id: 'Absendernummer',
    workflow: 'Ablauf',
    agent: 'Agent',
    model_account: 'Modellkonto',
    webhook_endpoint: 'Webhook-Endpunkt',
    campaign: 'Kampagne',
    call_batch: 'Datei mit Anrufen',
    do_not_call: 'Gesperrte Nummer',
    whatsapp_sender: 'Absender',
    whatsapp_template: 'Vorlage',
    broadcast: 'Rundnachricht',
    whatsapp_message: 'Nachricht',
    opt_out: 'Abmeldung',
    customer_profile: 'Kontakt',
    ticket: 'Ticket',
    source: 'Quelle',
    api_key: 'API-Schlüssel',
    person: 'Person',
    demo_calls: 'Demo',
  } as Record<string, string>,
  actions: {
    created: 'erstellt',
    updated: 'geändert',
    removed: 'entfernt',
    opened: 'geöffnet',
    closed: 'geschlossen',
    ended: 'beendet',
    settled: 'geklärt',
    separated: 'getrennt',
    erased: 'gelöscht',
    replaced: 'ersetzt',
    revoked: 'widerrufen',
    invited: 'eingeladen',
    'invitation link made': 'Einladungslink erstellt',
    'password link made': 'Link für ein neues Passwort erstellt',
    'second factor turned off': 'zweiter Faktor ausgeschaltet',
    'made an operator': 'zum Betreiber der Installation gemacht',
    'read again': 'neu gelesen',
    'crawl requested': 'neuer Crawl angefordert',
    'crawl canceled': 'Crawl abgebrochen',
    'sessions ended': 'überall abgemeldet',
    'calls canceled': 'wartende Anrufe abgebrochen',
  } as Record<string, string>,
  vias: {
    dashboard: 'im Dashboard',
    api: 'über die API',
    apply: 'per apply',
    command: 'per Befehl',
    sync: 'per Abgleich',
  } as Record<string, string>,
  what: (kind: ReactNode, name: ReactNode, action: ReactNode) => (
    <>
      {kind} <b>{name}</b> {action}
    </>
  ),
  who: (name: ReactNode, via: string, at: ReactNode) => (
    <>
      {name} {via}, {at}
    </>
  ),
  path: 'Feld',
  before: 'Vorher',
  after: 'Nachher',
  unset: 'nicht gesetzt',
  secret: 'geheim, geändert',
  show: (count: number) =>
    `${count} ${plural(count, 'de', { one: 'Feld', other: 'Felder' })}: vorher und nachher`,
  hide: 'Ausblenden',
  bringBack: 'Zurückholen',
  bringBackLabel: (name: string, revision: string) => `${name} vor Fassung ${revision} zurückholen`,
  requestId: 'Anfrage-ID',
  historyNone:
    'Seit der Erstellung wurde nichts geändert, oder die Erstellung liegt vor der Aufzeichnung der Änderungen.',
  historyNoneNext: 'Die nächste Änderung steht hier, mit dem Stand davor.',
  by: 'Geändert von',
}
