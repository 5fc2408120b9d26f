import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Agents: the list, the preview of a prompt, and the chat to try one. */
export const agents = {
  title: 'Agenten',
  lead: 'Sprachmodelle mit einer Aufgabe. Sie führen Anrufe und beantworten Chats innerhalb festgelegter Grenzen.',
  none: 'Dieses Projekt hat noch keinen Agenten.',
  noneNext: 'Fügen Sie zuerst ein Modellkonto hinzu, dann erstellen Sie einen Agenten.',
  new: 'Neuer Agent',
  newTitle: 'Neuer Agent',
  newLead: 'Niemand wird angerufen, bevor eine Kampagne ihm Anrufe gibt.',
  newCrumb: 'Neu',
  idName: 'agent_id',
  name: 'Name',
  model: 'Modell',
  tools: 'Werkzeuge',
  does: 'Tut',
  campaigns: (count: number, shown: string) =>
    `Anrufe von ${shown} ${plural(count, 'de', { one: 'Kampagne', other: 'Kampagnen' })}`,
  answers: (sender: ReactNode) => <>Chats von {sender}</>,
  idle: 'noch nichts',
  revision: 'Revision',
  changedBy: 'Geändert',
  leadOf: (revision: string) => `Revision ${revision}.`,
  viewerNote: 'Sie dürfen ihn lesen. Änderungen brauchen die Rolle Bearbeiter.',
  tabs: 'Teile des Agenten',
  definition: 'Definition',
  preview: 'Vorschau',
  try: 'Ausprobieren',
  previewLead: 'Was ein Modell lesen und was zuerst gesagt würde, mit dem, was in der Definition steht.',
  customer: 'Kunde',
  customerNone: 'Die Texte nennen nichts von einem Kunden.',
  valueOf: (name: string) => `Wert von ${name}`,
  channel: 'Kanal',
  channels: { voice: 'Anruf', whatsapp: 'WhatsApp', web: 'Chat' } as Record<string, string>,
  firstLine: 'Sagt zuerst',
  customerFirst: 'Nichts: der Kunde spricht zuerst.',
  prompt: 'Prompt',
  servicePart: 'Vom Dienst hinzugefügt',
  cut: (text: string, reason: ReactNode) => (
    <>
      {text} ist nicht vollständig: {reason}
    </>
  ),
  tryLead:
    'Ein Chat mit dem gespeicherten Agenten. Sein Modell wird gefragt, seine Werkzeuge laufen, und die Unterhaltung bleibt erhalten.',
  tryUnsaved: 'Was noch nicht gespeichert ist, gilt darin nicht.',
  begin: 'Chat beginnen',
  again: 'Neu beginnen',
  message: 'Ihre Nachricht',
  send: 'Senden',
  chat: 'Chat',
  you: 'Sie',
  agent: 'Agent',
  thinks: 'Der Agent antwortet…',
  tool: (name: ReactNode, outcome: ReactNode) => (
    <>
      Werkzeug {name}: {outcome}
    </>
  ),
  outcomes: {
    begun: 'läuft…',
    ok: 'erledigt',
    failed: 'fehlgeschlagen',
    refused: 'abgelehnt',
    asked: 'fragt erst',
    repeated: 'aus dem ersten Lauf beantwortet',
    unknown: 'nicht bekannt, ob es geschah',
  } as Record<string, string>,
  from: (title: ReactNode) => <>Aus: {title}</>,
  ended: 'Der Agent hat den Chat beendet.',
  person: 'Ab hier antwortet ein Mensch.',
  silent: 'Der Agent hat nichts gesagt.',
  toConversation: 'Unterhaltung zeigen',
  broken: 'Die Antwort brach ab.',
  late: 'Die Antwort ist noch in Arbeit.',
  retry: 'Noch einmal anfordern',
  led: 'Gespräche, die sie geführt hat',
  ledNone: 'keine',
  ledCount: (count: string, isMore: boolean, number: number) =>
    isMore
      ? `mehr als ${count} Gespräche`
      : `${count} ${plural(number, 'de', { one: 'Gespräch', other: 'Gespräche' })}`,
  ledAt: (channel: string, at: ReactNode) => (
    <>
      {channel}, {at}
    </>
  ),
}
