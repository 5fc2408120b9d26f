import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** The people who are called and written to. */
export const peopleCalled = {
  title: 'Kontakte',
  lead: (total: ReactNode, count: number, isFiltered: boolean) => (
    <>
      {total} {plural(count, 'de', { one: 'Kontakt', other: 'Kontakte' })}
      {isFiltered ? ' zu dieser Suche' : ' insgesamt'}, der zuletzt erreichte zuerst.
    </>
  ),
  searchHint: 'Name, Nummer, Benutzername oder ID',
  channel: 'Kanal',
  from: 'Letzter Kontakt ab',
  to: 'Letzter Kontakt bis',
  heads: {
    who: 'Wer',
    calls: 'Anrufe',
    chats: 'Chats',
    last: 'Letzter Kontakt',
    displayId: 'Anzeige-ID',
    limits: 'Was nicht möglich ist',
  },
  hiddenNumber: 'Nummer verborgen',
  noNumber: 'keine Nummer',
  never: 'nie',
  none: 'Noch wurde niemand angerufen oder angeschrieben.',
  noneNext: 'Wer angerufen wird oder schreibt, erscheint von da an hier.',
  toCampaigns: 'Zu den Kampagnen',
  displayId: 'display_id',
  actions: {
    call: 'Anrufe',
    authentication_template: 'Authentifizierungsvorlagen',
    message: 'Nachrichten',
  } as Record<string, string>,
  no: (actions: string) => `keine ${actions}`,
  limits: {
    call: {
      number_hidden: 'Kann nicht angerufen werden: WhatsApp verbirgt die Nummer.',
      no_number: 'Kann nicht angerufen werden: Es ist keine Nummer bekannt.',
      do_not_call: 'Kann nicht angerufen werden: Alle Nummern stehen auf der Anrufsperrliste.',
    },
    authentication_template: {
      number_hidden: 'Erhält keine Authentifizierungsvorlagen: WhatsApp sendet sie nur an sichtbare Nummern.',
      no_number: 'Erhält keine Authentifizierungsvorlagen: Dafür ist eine Nummer nötig.',
    },
    message: {
      no_address: 'Kann nicht angeschrieben werden: Weder Nummer noch WhatsApp-ID ist bekannt.',
    },
  } as Record<string, Record<string, string>>,
  limitsNext: 'Das ändert sich, sobald die Person ihre Nummer in einer Nachricht teilt.',
  canWrite: 'Alles andere kann gesendet werden: Nachrichten gehen an die ID.',

  person: 'Kontakt',
  contacts: (calls: ReactNode, callCount: number, chats: ReactNode, chatCount: number) => (
    <>
      {calls} {plural(callCount, 'de', { one: 'Anruf', other: 'Anrufe' })} und {chats}{' '}
      {plural(chatCount, 'de', { one: 'Chat', other: 'Chats' })}.
    </>
  ),
  lastContact: (at: ReactNode) => <>Letzter Kontakt: {at}.</>,
  openTickets: (count: ReactNode, number: number) => (
    <>
      {count} {plural(number, 'de', { one: 'Ticket ist', other: 'Tickets sind' })} offen.
    </>
  ),
  isOptedOut: (since: ReactNode) => <>Erhält seit {since} keine WhatsApp-Nachrichten.</>,
  about: 'Zur Person',
  facts: {
    name: 'Name',
    displayId: 'Anzeige-ID',
    number: 'Nummer',
    username: 'Benutzername',
    whatsapp: 'WhatsApp-ID',
    email: 'E-Mail',
    web: 'Web',
    telegram: 'Telegram',
    firstSeen: 'Erster Kontakt',
  },
  unknownName: 'nicht bekannt',
  properties: 'Eigenschaften',
  noProperties: 'Es ist keine Eigenschaft bekannt.',
  optOuts: 'Abmeldungen',
  noOptOut: 'Erhält Nachrichten: keine Abmeldung.',
  scopes: { all: 'Alle Nachrichten', marketing: 'Marketingnachrichten' } as Record<string, string>,
  sources: {
    message: 'die Person hat STOP geschrieben',
    provider: 'die Person hat sie in WhatsApp abgestellt',
    operator: 'hier eingetragen',
  } as Record<string, string>,
  optOutSince: (source: string, at: ReactNode) => (
    <>
      {source}, seit {at}
    </>
  ),
  optOutWhy: (why: ReactNode) => <>Grund: {why}</>,

  call: 'Anrufen…',
  callTitle: (who: string) => `${who} anrufen`,
  campaign: 'Mit der Kampagne',
  callNext: 'Weiter',
  noCampaign: 'Keine Kampagne ist bereit für Anrufe.',
  noCampaignNext: 'Eine Kampagne braucht eine Absendernummer und etwas zu sagen.',
  send: 'Nachricht senden',
  optOut: 'Abmelden…',
  optIn: 'Wieder anmelden…',

  timeline: 'Was geschehen ist',
  shows: 'Was angezeigt wird',
  kinds: {
    all: 'Alle',
    calls: 'Anrufe und Chats',
    messages: 'Nachrichten',
    tickets: 'Tickets',
    opt_outs: 'Abmeldungen',
    merges: 'Zusammenführungen',
  } as Record<string, string>,
  nothing: 'Noch ist nichts geschehen.',
  older: 'Ältere',
  newest: 'Zu den neuesten',
  pages: 'Seiten des Verlaufs',
  entries: {
    call: (campaign: ReactNode | null) => (campaign === null ? 'Anruf' : <>Anruf von {campaign}</>),
    inboundCall: 'Anruf der Person',
    chat: (channel: string) => `Chat über ${channel} begonnen`,
    wrote: 'Hat geschrieben',
    wasSent: 'Hat erhalten',
    sentKind: (kind: ReactNode) => <>Hat erhalten: {kind}</>,
    wroteKind: (kind: ReactNode) => <>Hat gesendet: {kind}</>,
    ticketOpened: 'Ticket eröffnet',
    ticketClosed: 'Ticket geschlossen',
    optedOut: (scope: string) => `Abgemeldet: ${scope}`,
    optedIn: 'Wieder angemeldet',
    merged: 'Ein anderes Profil wurde mit diesem zusammengeführt',
  },
  by: (name: ReactNode) => <>von {name}</>,
  lasted: (duration: ReactNode) => <>Dauer {duration}</>,
  code: (code: ReactNode) => <>Code {code}</>,
  mergesTitle: 'Zusammengeführte Profile',
  mergeOf: (who: ReactNode, when: ReactNode) => (
    <>
      {who}, zusammengeführt {when}
    </>
  ),
  mergeWhy: (contacts: ReactNode) => <>Grund: {contacts} nannte beide.</>,
  mergeByImport: 'Grund: Ein Import nannte beide als eine Person.',
  mergeUnknown:
    'Eine ältere Version hat sie zusammengeführt und den Grund nicht behalten. Sie lassen sich nicht trennen.',
  moreMerges: (count: ReactNode) => <>Gezeigt werden die letzten {count}.</>,
  checkFirst: 'Warten Sie, bis hier steht, was geschieht.',
  separateOpen: 'Trennen…',
  separate: 'Trennen',
  separateTitle: (who: string) => `${who} trennen?`,
  separateLead:
    'Das andere Profil kommt mit allem zurück, was über seine eigenen Nummern und Adressen kam. Die beiden werden nie wieder von selbst zusammengeführt.',
  separateContact: (contact: string) => `${contact} gehört zu`,
  asBefore: 'wem es vorher gehörte',
  toSurvivor: 'dem Profil auf dieser Seite',
  toMerged: 'dem Profil, das zurückkommt',
  separateMoves: (conversations: ReactNode, messages: ReactNode, tickets: ReactNode, contacts: ReactNode) => (
    <>
      Es wechseln: {conversations} Anrufe und Chats, {messages} Nachrichten, {tickets} Tickets, {contacts}{' '}
      Kontaktdaten.
    </>
  ),
  separateProperties: (names: ReactNode) => <>Diese Eigenschaften wechseln: {names}.</>,
  separated: 'Es sind wieder zwei Profile.',
  eraseOpen: 'Löschen…',
  erase: 'Löschen',
  eraseTitle: (who: string) => `${who} löschen?`,
  eraseLead:
    'Name, Nummern, Nachrichten, Transkripte und alles andere, was über diesen Kontakt bekannt ist, wird endgültig entfernt. Was geschah, bleibt in den Zählungen. Wünsche, nicht angerufen oder angeschrieben zu werden, bleiben ohne die Nummer bestehen.',
  eraseCounts: (
    conversations: ReactNode,
    messages: ReactNode,
    lines: ReactNode,
    tickets: ReactNode,
    contacts: ReactNode,
  ) => (
    <>
      Entfernt oder unkenntlich gemacht werden: {conversations} Anrufe und Chats, {messages} Nachrichten,{' '}
      {lines} Zeilen von Transkripten, {tickets} Tickets, {contacts} Kontaktdaten.
    </>
  ),
  erased: 'Der Kontakt wird gelöscht.',
  exportAll: 'Alles Bekannte als JSON',
  callStates: {
    initiated: 'gewählt',
    dialling: 'gewählt',
    ringing: 'klingelt',
    live: 'im Gespräch',
    completed: 'abgeschlossen',
    no_answer: 'keine Antwort',
    busy: 'besetzt',
    failed: 'fehlgeschlagen',
    canceled: 'abgebrochen',
    waiting: 'wartet auf die Wahl',
    expired: 'verfallen: die Kampagne endete vorher',
    voicemail: 'Anrufbeantworter',
    unresolved: 'noch ungeklärt',
    never_placed: 'nie gestartet',
  } as Record<string, string>,
  messageStates: {
    processing: 'wird gesendet',
    unresolved: 'noch ungeklärt',
    sent: 'gesendet',
    delivered: 'zugestellt',
    read: 'gelesen',
    failed: 'fehlgeschlagen',
  } as Record<string, string>,
  openers: {
    workflow: 'durch einen Ablauf',
    keyword: 'durch ein Wort in einer Nachricht',
    agent: 'von einem Agenten',
    operator: 'durch eine Person',
  } as Record<string, string>,
}
