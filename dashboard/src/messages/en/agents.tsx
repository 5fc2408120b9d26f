import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Agents: the list, the preview of a prompt, and the chat to try one. */
export const agents = {
  title: 'Agents',
  lead: 'Language models with a task, which lead calls and answer chats within declared limits.',
  none: 'This project has no agent yet.',
  noneNext: 'Add a model account first, then make an agent.',
  new: 'New agent',
  newTitle: 'New agent',
  newLead: 'Nobody is called before a campaign gives it calls.',
  newCrumb: 'New',
  idName: 'agent_id',
  name: 'Name',
  model: 'Model',
  tools: 'Tools',
  does: 'Does',
  campaigns: (count: number, shown: string) =>
    `calls of ${shown} ${plural(count, 'en', { one: 'campaign', other: 'campaigns' })}`,
  answers: (sender: ReactNode) => <>chats of {sender}</>,
  idle: 'nothing yet',
  revision: 'Revision',
  changedBy: 'Changed',
  leadOf: (revision: string) => `Revision ${revision}.`,
  viewerNote: 'You may read it. Changes need the role editor.',
  tabs: 'Parts of the agent',
  definition: 'Definition',
  preview: 'Preview',
  try: 'Try it',
  previewLead: 'What a model would read, and what would be said first, with what is typed in the definition.',
  customer: 'Customer',
  customerNone: 'The texts name nothing of a customer.',
  valueOf: (name: string) => `Value of ${name}`,
  channel: 'Channel',
  channels: { voice: 'Call', whatsapp: 'WhatsApp', web: 'Chat' } as Record<string, string>,
  firstLine: 'Says first',
  customerFirst: 'Nothing: the customer speaks first.',
  prompt: 'Prompt',
  servicePart: 'Added by the service',
  cut: (text: string, reason: ReactNode) => (
    <>
      {text} is not whole: {reason}
    </>
  ),
  tryLead: 'A chat with the saved agent. Its model is asked, its tools run, and the conversation is kept.',
  tryUnsaved: 'What is typed and not saved is not in it.',
  begin: 'Begin the chat',
  again: 'Begin again',
  message: 'Your message',
  send: 'Send',
  chat: 'Chat',
  you: 'You',
  agent: 'Agent',
  thinks: 'The agent answers…',
  tool: (name: ReactNode, outcome: ReactNode) => (
    <>
      Tool {name}: {outcome}
    </>
  ),
  outcomes: {
    begun: 'runs…',
    ok: 'done',
    failed: 'failed',
    refused: 'refused',
    asked: 'asks first',
    repeated: 'answered from its first run',
    unknown: 'not known whether it was done',
  } as Record<string, string>,
  from: (title: ReactNode) => <>From: {title}</>,
  ended: 'The agent has ended the chat.',
  person: 'A person answers from here on.',
  silent: 'The agent said nothing.',
  toConversation: 'Show the conversation',
  broken: 'The answer was cut off.',
  late: 'The answer is still being made.',
  retry: 'Ask for it again',
  led: 'Conversations that it led',
  ledNone: 'none',
  ledCount: (count: string, isMore: boolean, number: number) =>
    isMore
      ? `more than ${count} conversations`
      : `${count} ${plural(number, 'en', { one: 'conversation', other: 'conversations' })}`,
  ledAt: (channel: string, at: ReactNode) => (
    <>
      {channel}, {at}
    </>
  ),
}
