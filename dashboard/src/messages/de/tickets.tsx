import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Tickets: what somebody has to look after. */
export const tickets = {
  title: 'Tickets',
  leadOpen: (total: ReactNode, count: number) => (
    <>
      {total} {plural(count, 'de', { one: 'offenes Ticket', other: 'offene Tickets' })}, älteste zuerst.
    </>
  ),
  leadClosed: (total: ReactNode, count: number) => (
    <>
      {total} {plural(count, 'de', { one: 'geschlossenes Ticket', other: 'geschlossene Tickets' })}, neueste
      zuerst.
    </>
  ),
  show: 'Anzeigen',
  shows: { open: 'Offen', closed: 'Geschlossen' } as Record<string, string>,
  /** How a ticket stands, where a single one is shown. */
  statuses: { open: 'Offen', closed: 'Geschlossen' } as Record<string, string>,
  searchHint: 'Betreff, Name, Nummer, Benutzername oder ID',
  heads: { subject: 'Betreff', person: 'Kontakt', opened: 'Eröffnet', closed: 'Geschlossen' },
  noSubject: 'kein Betreff',
  noPerson: 'niemand bekannt',
  openers: {
    workflow: 'durch einen Ablauf',
    keyword: 'durch ein Wort in einer Nachricht',
    agent: 'von einem Agenten',
    operator: 'durch eine Person',
  } as Record<string, string>,
  imported: 'importiert',
  openedBy: (name: ReactNode) => <>von {name}</>,
  closedBy: (name: ReactNode) => <>von {name}</>,
  toConversation: 'Gespräch',
  conversationLabel: (subject: string) => `Gespräch zu ${subject}`,
  none: 'Kein Ticket ist offen.',
  noneNext:
    'Tickets entstehen durch Abläufe und durch Wörter in WhatsApp-Nachrichten, die das Projekt festlegt. Auf der Seite eines Kontakts können Sie selbst eines eröffnen.',
  noneClosed: 'Noch wurde kein Ticket geschlossen.',
  toPeople: 'Zu den Kontakten',
  close: 'Schließen…',
  closeLabel: (subject: string) => `${subject} schließen`,
  closeTitle: 'Dieses Ticket schließen?',
  closeAction: 'Ticket schließen',
  note: 'Was getan wurde',
  noteHint: 'Steht am Ticket und im Verlauf des Kontakts.',
  closed: 'Das Ticket ist geschlossen.',
  new: 'Ticket eröffnen…',
  newTitle: (who: string) => `Ticket zu ${who} eröffnen`,
  subject: 'Worum sich jemand kümmern soll',
  openAction: 'Ticket eröffnen',
  opened: 'Das Ticket ist eröffnet.',
}
