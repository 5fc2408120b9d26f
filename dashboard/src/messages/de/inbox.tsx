import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Conversations that wait for a person or that a person leads, and a person's answer. */
export const inbox = {
  title: 'Posteingang',
  lead: (total: ReactNode, count: number) => (
    <>
      {total} {plural(count, 'de', { one: 'Gespräch', other: 'Gespräche' })} bei einer Person; zuerst die ohne
      Antwort.
    </>
  ),
  heads: {
    who: 'Kontakt',
    summary: 'Worum es geht',
    leader: 'Wer antwortet',
    since: 'Seit',
    last: 'Letzte Nachricht',
  },
  noSummary: 'keine Zusammenfassung',
  byAgent: (name: ReactNode) => <>Agent: {name}</>,
  nobody: 'noch niemand',
  noWord: 'noch keine Antwort',
  wroteAt: (at: ReactNode) => <>geantwortet: {at}</>,
  noMessage: 'keine',
  open: 'WhatsApp-Fenster offen',
  closed: 'WhatsApp-Fenster geschlossen',
  empty: 'Kein Gespräch wartet auf eine Person.',
  emptyNext:
    'Hier erscheint, was ein Agent übergibt und was Sie auf der Seite eines Gesprächs von einem Agenten übernehmen.',
  toConversations: 'Zu den Gesprächen',
  whoAnswers: 'Wer antwortet',
  agentAnswers: (name: ReactNode) => <>{name} antwortet.</>,
  waits: (at: ReactNode) => <>Wartet auf eine Person seit {at}; noch hat niemand übernommen.</>,
  personAnswers: (name: ReactNode, since: ReactNode) => (
    <>
      {name} antwortet seit {since}.
    </>
  ),
  says: (summary: ReactNode) => <>Der Agent sagt: {summary}</>,
  answer: 'Ihre Antwort',
  send: 'Senden',
  sent: 'Ihre Antwort ist gesendet.',
  writeFirst: 'Schreiben Sie zuerst Ihre Antwort.',
  failed: 'WhatsApp hat Ihre Antwort nicht angenommen.',
  notKnownYet: 'Es ist noch nicht bekannt, ob WhatsApp Ihre Antwort hat.',
  notKnown:
    'Es ist nicht bekannt, ob Ihre Antwort gesendet wurde. Fragen Sie noch einmal: Sie wird höchstens einmal gesendet.',
  askAgain: 'Noch einmal fragen',
  leaveBody: 'Ihre Antwort ist nicht gesendet und ginge verloren.',
  leaveSending: 'Ihre Antwort wird gerade gesendet. Schlägt das fehl, geht sie verloren.',
  ended: 'Das Gespräch ist beendet: Darin kann nichts mehr gesendet werden.',
  toMessage: 'Zur Nachricht',
  windowClosed: (at: ReactNode) => (
    <>
      Sie können hier nicht schreiben: WhatsApp hat das Fenster geschlossen ({at}), 24 Stunden nach der
      letzten Nachricht des Kunden. Es öffnet sich, wenn er wieder schreibt; bis dahin erreicht ihn nur eine
      Vorlage.
    </>
  ),
  neverWrote:
    'Sie können hier nicht schreiben: Der Kunde hat auf WhatsApp nicht geschrieben, deshalb erreicht ihn nur eine Vorlage.',
  otherChannel: 'Antworten können hier nur in WhatsApp-Chats geschrieben werden.',
}
