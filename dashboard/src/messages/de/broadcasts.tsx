import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/**
 * What is to be done after a failure: by WhatsApp's code where the code has advice of its own, else by what it is
 * about.
 */
const adviceByCode: Record<string, string> = {
  '131000': 'Bei WhatsApp ist ein Fehler aufgetreten. Senden Sie die Nachricht erneut.',
  '130472':
    'WhatsApp ist am Zug: Es hält Marketingnachrichten an diese Person zurück. Verwenden Sie eine Utility-Vorlage.',
  '131026': 'Sie sind am Zug: Fragen Sie den Kunden nach einer anderen Nummer oder rufen Sie an.',
  '131030':
    'Sie sind am Zug: Tragen Sie die Nummer bei Meta in die Liste der Testnummer ein und senden Sie dann erneut.',
  '131042': 'Sie sind am Zug: Korrigieren Sie das Zahlungsmittel bei Meta und senden Sie dann erneut.',
  '131047': 'Sie sind am Zug: Senden Sie eine Vorlage oder warten Sie, bis die Person schreibt.',
  '131048':
    'WhatsApp ist am Zug: Nachrichten des Absenders wurden gemeldet. Warten Sie einige Stunden und schreiben Sie weniger Personen an.',
  '131049':
    'WhatsApp ist am Zug: Warten Sie 24 Stunden ab dem Fehlschlag oder verwenden Sie eine Utility-Vorlage.',
  '131050': 'Die Person möchte keine Marketingnachrichten. Senden Sie ihr keine.',
  '131053':
    'Sie sind am Zug: Prüfen Sie, ob die Adresse der Mediendatei öffentlich ist, und senden Sie dann erneut.',
  '131056': 'Warten Sie eine Minute und senden Sie dann erneut.',
  '131062':
    'Die Vorlage braucht eine Nummer, und diese Person hat ihre verborgen. Verwenden Sie eine andere Vorlage.',
  '132001': 'Sie sind am Zug: Gleichen Sie die Vorlagen ab und wählen Sie eine genehmigte.',
  '132015':
    'WhatsApp ist am Zug: Es hat die Vorlage pausiert. Senden Sie erneut, sobald sie wieder genehmigt ist.',
  '132016': 'Sie sind am Zug: Die Vorlage ist endgültig deaktiviert. Erstellen Sie bei Meta eine neue.',
}

const adviceByAbout: Record<string, string> = {
  recipient: 'Sie sind am Zug: Verwenden Sie eine andere Nummer oder einen anderen Kanal.',
  message: 'Sie sind am Zug: Korrigieren Sie den Inhalt der Nachricht und senden Sie dann erneut.',
  template: 'Sie sind am Zug: Vergleichen Sie die Vorlage mit der bei Meta und senden Sie dann erneut.',
  sender: 'Sie sind am Zug: Ein Admin bringt den Absender in Ordnung, danach kann erneut gesendet werden.',
  window: 'Sie sind am Zug: Senden Sie eine Vorlage oder warten Sie, bis die Person schreibt.',
  opt_out: 'Die Person möchte keine solchen Nachrichten. Senden Sie ihr keine.',
  quota: 'WhatsApp ist am Zug: Warten Sie und senden Sie dann erneut.',
}

const reasonsShort: Record<string, string> = {
  '130472': 'Marketing zurückgehalten',
  '131000': 'Fehler bei WhatsApp',
  '131026': 'Nicht zustellbar',
  '131042': 'Konto war nicht bezahlt',
  '131047': 'Zeitfenster war geschlossen',
  '131048': 'Absender eingeschränkt',
  '131049': 'WhatsApp-Limit pro Person',
  '131050': 'Marketing abbestellt',
  '131053': 'Mediendatei nicht abrufbar',
  '132000': 'Werte passen nicht',
  '132001': 'Vorlage gibt es nicht',
  '132015': 'Vorlage war pausiert',
  '132016': 'Vorlage deaktiviert',
}

/** Broadcasts, their messages, and the sends of the plan. */
export const broadcasts = {
  title: 'Rundnachrichten',
  lead: 'Womit Nachrichten gesendet werden: ein Absender und, für Nachrichten außerhalb der 24 Stunden, eine Vorlage.',
  tabs: 'Rundnachrichten und Kontingent',
  tabList: 'Rundnachrichten',
  tabSends: 'Kontingent des Tarifs',
  new: 'Neue Rundnachricht…',
  edit: 'Bearbeiten…',
  editLabel: (name: string) => `${name} bearbeiten`,
  send: 'Nachricht senden…',
  sendLabel: (name: string) => `Eine Nachricht mit ${name} senden`,
  table: 'Rundnachrichten',
  empty: 'Es gibt noch keine Rundnachrichten.',
  emptyNext:
    'Eine Rundnachricht legt Absender und Vorlage fest; danach können Sie damit einzelne Nachrichten senden.',
  heads: { name: 'Rundnachricht', sender: 'Absender', template: 'Vorlage', messages: 'Nachrichten' },
  freeForm: 'nur freie Nachrichten',
  noMessages: 'noch keine',
  senderStates: { connected: 'verbunden', disconnected: 'getrennt' } as Record<string, string>,
  templateStates: {
    approved: 'genehmigt',
    pending: 'bei Meta in Prüfung',
    rejected: 'von Meta abgelehnt',
    paused: 'von Meta pausiert',
    disabled: 'von Meta deaktiviert',
  } as Record<string, string>,
  statuses: {
    processing: 'Wird gesendet',
    unresolved: 'Noch ungeklärt',
    sent: 'Gesendet',
    delivered: 'Zugestellt',
    read: 'Gelesen',
    failed: 'Fehlgeschlagen',
  } as Record<string, string>,
  states: {
    processing: 'wird gesendet',
    unresolved: 'noch ungeklärt',
    sent: 'gesendet',
    delivered: 'zugestellt',
    read: 'gelesen',
    failed: 'fehlgeschlagen',
  } as Record<string, string>,
  figure: (count: ReactNode, state: string) => (
    <>
      {count} {state}
    </>
  ),
  all: 'Alle',
  tabStatus: 'Nachrichten nach Status',

  /** One broadcast. */
  standing: (total: ReactNode, count: number, since: ReactNode) => (
    <>
      {total} {plural(count, 'de', { one: 'Nachricht', other: 'Nachrichten' })} seit {since}.
    </>
  ),
  standingFailed: (failed: ReactNode, unresolved: ReactNode | null) => (
    <>
      {' '}
      {failed} fehlgeschlagen
      {unresolved !== null && <>, {unresolved} noch ungeklärt</>}.
    </>
  ),
  neverSent: 'Es wurde noch keine Nachricht gesendet.',
  disconnected: ' Es kann nichts gesendet werden: Der Absender ist getrennt. Ein Admin verbindet ihn.',
  reasons: 'Gründe der Fehlschläge',
  reasonNone: 'WhatsApp hat keinen Code genannt',
  reasonsShort,
  failedReasons: reasonsShort,
  adviceOf: (code: string | null, about: string | null): string =>
    (code !== null ? adviceByCode[code] : undefined) ??
    (about !== null ? adviceByAbout[about] : undefined) ??
    'Sehen Sie sich den Grund an und senden Sie erneut, sobald er behoben ist.',
  recipients: 'Empfänger',
  columns: {
    who: 'Empfänger',
    what: 'Was geschah',
    when: (zone: string) => `Wann, ${zone}`,
    cost: 'Verbrauch',
  },
  code: (code: ReactNode) => <>Meta {code}</>,
  codeAndCost: (code: ReactNode, cost: string) => (
    <>
      Meta {code}, {cost}
    </>
  ),
  unresolvedAdvice:
    'WhatsApp hat nicht geantwortet. Die nächste Meldung klärt es; von selbst wird nicht erneut gesendet.',
  statusTime: (state: string, time: ReactNode) => (
    <>
      {state} {time}
    </>
  ),
  noMessagesHere: 'Keine Nachricht hat diesen Status.',
  noMessagesYet: 'Mit dieser Rundnachricht wurde noch nichts gesendet.',
  noMessagesNext:
    'Senden Sie hier eine Nachricht, oder stellen Sie die Anfrage, die „Als curl“ zeigt, aus Ihrem eigenen Programm.',
  costs: {
    reserved: '1 Nachricht reserviert',
    consumed: '1 Nachricht',
    released: 'keine Nachricht',
  } as Record<string, string>,
  toFilter: 'Empfänger',
  again: 'Erneut senden…',
  againLabel: (who: string) => `Nachricht an ${who} erneut senden`,
  againDone: 'Erneut gesendet als',
  settle: 'Klären…',
  settleLabel: (who: string) => `Nachricht an ${who} klären`,
  message: 'Nachricht',
  facts: {
    sender: 'Absender',
    template: 'Vorlage',
    category: 'Kategorie',
    since: 'Status seit',
    number: 'Nummer',
    cost: 'Verbrauch',
  },
  categories: { utility: 'Utility', marketing: 'Marketing', authentication: 'Authentifizierung' } as Record<
    string,
    string
  >,
  idName: 'broadcast_id',
  unnamedVariables: 'Die markierten Wörter werden für jeden Empfänger ausgefüllt.',
  hiddenNumber: 'keine sichtbare Nummer',
  hiddenWhy:
    'WhatsApp verbirgt die Nummer dieser Person. Sie können ihr schreiben, sie aber nicht anrufen und ihr keine Authentifizierungsvorlagen senden.',

  /** Write to a person, with one of them. */
  toTitle: (who: string) => `Nachricht an ${who} senden`,
  toBroadcast: 'Rundnachricht',
  toTemplate: (template: string) => `Sie sendet die Vorlage ${template}.`,
  toFreeForm:
    'Sie hat keine Vorlage: Nur wer in den letzten 24 Stunden geschrieben hat, kann angeschrieben werden.',
  toNext: 'Zur Nachricht…',

  /** Make and change one. */
  newTitle: 'Neue Rundnachricht',
  editTitle: (name: string) => `${name} bearbeiten`,
  name: 'Name',
  sender: 'Absender',
  senderHint: 'Die Nummer, von der ihre Nachrichten kommen.',
  noSender:
    'Dieses Projekt hat noch keinen WhatsApp-Absender. Eine Person mit der Rolle Admin erstellt ihn unter „Absender“.',
  choose: 'Auswählen…',
  choice: (...words: string[]) => words.join(', '),
  template: 'Vorlage',
  templateHint: 'Was an Personen gehen darf, die in den letzten 24 Stunden nicht geschrieben haben.',
  noTemplate: 'Keine: nur freie Nachrichten',
  make: 'Rundnachricht erstellen',
  saved: (name: ReactNode) => <>{name} ist gespeichert.</>,

  /** The ledger. */
  sendsTitle: 'Kontingent des Tarifs',
  sendsLead: (left: ReactNode, sends: ReactNode) => (
    <>
      Die Organisation hat noch {left} von {sends} Nachrichten.
    </>
  ),
  planInactive: ' Der Tarif ist nicht aktiv, daher wird nichts gesendet. Der Betreiber kann das ändern.',
  sums: 'Summen',
  sumsAside:
    'Jede Nachricht wird vor dem Senden im Kontingent reserviert; danach zählt sie als verbraucht oder wird zurückgegeben.',
  sumHeads: { what: 'Was', project: 'Dieses Projekt', organization: 'Organisation' },
  sumNames: {
    reserved: 'Reserviert, Ergebnis noch ungeklärt',
    consumed: 'Verbraucht, von WhatsApp angenommen',
    released: 'Zurückgegeben, nicht gesendet',
    total: 'Nachrichten',
    left: 'Übrig',
  },
  ledger: 'Buchungen',
  sendStates: { reserved: 'reserviert', consumed: 'verbraucht', released: 'zurückgegeben' } as Record<
    string,
    string
  >,
  stateFilter: 'Status',
  ledgerHeads: {
    state: 'Buchung',
    who: 'Empfänger',
    broadcast: 'Rundnachricht',
    at: 'Gesendet',
    why: 'Nachricht',
  },
  ledgerEmpty: 'Dieses Projekt hat noch keine Nachricht des Tarifs verbraucht.',
  ledgerEmptyNext: 'Die erste Nachricht wird hier gebucht.',
}
