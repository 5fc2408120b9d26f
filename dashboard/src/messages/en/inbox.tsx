import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Conversations that wait for a person or that a person leads, and a person's answer. */
export const inbox = {
  title: 'Inbox',
  lead: (total: ReactNode, count: number) => (
    <>
      {total} {plural(count, 'en', { one: 'conversation', other: 'conversations' })} with a person; those
      without an answer first.
    </>
  ),
  heads: {
    who: 'Person',
    summary: 'What it is about',
    leader: 'Led by',
    since: 'Since',
    last: 'Last message',
  },
  noSummary: 'no summary',
  byAgent: (name: ReactNode) => <>agent: {name}</>,
  nobody: 'nobody yet',
  noWord: 'no answer yet',
  wroteAt: (at: ReactNode) => <>answered {at}</>,
  noMessage: 'none',
  open: 'WhatsApp window open',
  closed: 'WhatsApp window closed',
  empty: 'No conversation waits for a person.',
  emptyNext:
    'Here appears what an agent hands over, and what you take over from an agent on the page of a conversation.',
  toConversations: 'To the conversations',
  whoAnswers: 'Who answers',
  agentAnswers: (name: ReactNode) => <>{name} answers.</>,
  waits: (at: ReactNode) => <>Waits for a person since {at}; nobody has taken it yet.</>,
  personAnswers: (name: ReactNode, since: ReactNode) => (
    <>
      {name} has been answering since {since}.
    </>
  ),
  says: (summary: ReactNode) => <>The agent says: {summary}</>,
  answer: 'Your answer',
  send: 'Send',
  sent: 'Your answer is sent.',
  writeFirst: 'Write your answer first.',
  failed: 'WhatsApp did not take your answer.',
  notKnownYet: 'It is not known yet whether WhatsApp has your answer.',
  notKnown: 'It is not known whether your answer was sent. Ask again: it is sent once at most.',
  askAgain: 'Ask again',
  leaveBody: 'Your answer is not sent, and would be lost.',
  leaveSending: 'Your answer is being sent. If that fails, it is lost.',
  ended: 'The conversation has ended: nothing more can be sent in it.',
  toMessage: 'To the message',
  windowClosed: (at: ReactNode) => (
    <>
      You can’t write here: WhatsApp closed the window {at}, 24 hours after the customer’s last message. It
      opens when they write again; until then only a template reaches them.
    </>
  ),
  neverWrote:
    'You can’t write here: the customer has not written on WhatsApp, so only a template reaches them.',
  otherChannel: 'Answers can be written here in WhatsApp chats only.',
}
