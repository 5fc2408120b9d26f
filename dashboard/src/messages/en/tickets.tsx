import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Tickets: what somebody has to look after. */
export const tickets = {
  title: 'Tickets',
  leadOpen: (total: ReactNode, count: number) => (
    <>
      {total} open {plural(count, 'en', { one: 'ticket', other: 'tickets' })}, oldest first.
    </>
  ),
  leadClosed: (total: ReactNode, count: number) => (
    <>
      {total} closed {plural(count, 'en', { one: 'ticket', other: 'tickets' })}, latest first.
    </>
  ),
  show: 'Show',
  shows: { open: 'Open', closed: 'Closed' } as Record<string, string>,
  /** How a ticket stands, where a single one is shown. */
  statuses: { open: 'Open', closed: 'Closed' } as Record<string, string>,
  searchHint: 'Subject, name, number, username or id',
  heads: { subject: 'Subject', person: 'Person', opened: 'Opened', closed: 'Closed' },
  noSubject: 'no subject',
  noPerson: 'nobody known',
  openers: {
    workflow: 'by a workflow',
    keyword: 'by a word in a message',
    agent: 'by an agent',
    operator: 'by a person',
  } as Record<string, string>,
  imported: 'imported',
  openedBy: (name: ReactNode) => <>by {name}</>,
  closedBy: (name: ReactNode) => <>by {name}</>,
  toConversation: 'Conversation',
  conversationLabel: (subject: string) => `Conversation of ${subject}`,
  none: 'No ticket is open.',
  noneNext:
    'Workflows open tickets, and so do words in WhatsApp messages that the project names. You can open one on the page of a person.',
  noneClosed: 'No ticket was closed yet.',
  toPeople: 'To the people called',
  close: 'Close…',
  closeLabel: (subject: string) => `Close ${subject}`,
  closeTitle: 'Close this ticket?',
  closeAction: 'Close the ticket',
  note: 'What was done',
  noteHint: 'Stands on the ticket, and in the timeline of the person.',
  closed: 'The ticket is closed.',
  new: 'Open a ticket…',
  newTitle: (who: string) => `Open a ticket about ${who}`,
  subject: 'What is to be looked after',
  openAction: 'Open the ticket',
  opened: 'The ticket is open.',
}
