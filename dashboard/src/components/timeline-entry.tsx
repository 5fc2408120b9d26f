import type { ReactNode } from 'react'
import type { TimelineEntry } from '../api/generated.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { MessagesOf } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import type { ProjectPlace } from '../path-builder.ts'
import type { LoggedEvent } from '../ui/event-log.tsx'
import { Link } from '../ui/link.tsx'
import { StatusBadge } from './status-badge.tsx'

/** Returns what shows an entry: its sentence as a link to its place, its state, and who or why. */
export function useShowEntry(): (entry: TimelineEntry) => LoggedEvent {
  const messages = useMessages('peopleCalled', 'conversations')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  return (entry) => {
    const href = addressOf(entry, place)
    const said = sentenceOf(entry, messages)
    return {
      id: entry._id,
      time: <time dateTime={entry.at}>{formats.time(entry.at)}</time>,
      what: href === null ? <span>{said}</span> : <Link href={href}>{said}</Link>,
      state: stateOf(entry, messages),
      words: wordsOf(entry),
      detail: detailOf(entry, messages, (ms) => formats.duration(ms)),
    }
  }
}

const openMessageStatuses = new Set(['failed', 'unresolved', 'processing'])

/** Returns where an entry leads to. */
function addressOf(entry: TimelineEntry, place: ProjectPlace): string | null {
  const { kind, conversation_id, call_id, ticket_id, message_id, status } = entry
  if (kind === 'ticket_opened' || kind === 'ticket_closed')
    return ticket_id === null ? null : paths.ticket(place, ticket_id, { isOpen: status === 'open' })
  // There it can be sent again or settled; the conversation has no link to it.
  if (message_id !== null && status !== null && openMessageStatuses.has(status))
    return paths.message(place, message_id)
  if (conversation_id !== null) return paths.conversation(place, conversation_id)
  return call_id === null ? null : paths.call(place, call_id)
}

function sentenceOf(
  entry: TimelineEntry,
  { peopleCalled, conversations }: MessagesOf<'peopleCalled' | 'conversations'>,
): ReactNode {
  const { entries } = peopleCalled
  const { kind, direction, channel_type, campaign_name, type, text, status } = entry
  switch (kind) {
    case 'call':
      if (direction === 'inbound') return entries.inboundCall
      return entries.call(campaign_name === null ? null : <bdi>{campaign_name}</bdi>)
    case 'chat':
      return entries.chat(conversations.channels[channel_type ?? ''] ?? channel_type ?? '')
    case 'message': {
      const hasWords = text !== null && text !== ''
      if (direction === 'inbound')
        return hasWords || type === null ? entries.wrote : entries.wroteKind(<bdi>{type}</bdi>)
      return hasWords || type === null ? entries.wasSent : entries.sentKind(<bdi>{type}</bdi>)
    }
    case 'ticket_opened':
      return entries.ticketOpened
    case 'ticket_closed':
      return entries.ticketClosed
    case 'opted_out':
      return entries.optedOut(peopleCalled.scopes[status ?? ''] ?? status ?? '')
    case 'opted_in':
      return entries.optedIn
    case 'merged':
      return entries.merged
  }
}

function stateOf({ kind, status }: TimelineEntry, { peopleCalled }: MessagesOf<'peopleCalled'>): ReactNode {
  if (status === null || (kind !== 'call' && kind !== 'message')) return undefined
  const words = kind === 'call' ? peopleCalled.callStates : peopleCalled.messageStates
  return <StatusBadge state={status}>{words[status] ?? <bdi>{status}</bdi>}</StatusBadge>
}

function wordsOf({ text, kind }: TimelineEntry): ReactNode {
  if (text === null || text === '' || kind === 'opted_out') return undefined
  return <span data-stored="">{text}</span>
}

function detailOf(
  entry: TimelineEntry,
  { peopleCalled: texts }: MessagesOf<'peopleCalled'>,
  duration: (ms: number) => string,
): ReactNode {
  const { kind, type, by, error_reason, error_code, duration_seconds, text, profile_id, channel_type } = entry
  const parts: ReactNode[] = []
  if (by !== null) parts.push(texts.by(<bdi>{by}</bdi>))
  else if (kind === 'ticket_opened' && type !== null) parts.push(texts.openers[type] ?? null)
  if (kind === 'opted_out') {
    if (type !== null) parts.push(texts.sources[type] ?? null)
    if (text !== null) parts.push(texts.optOutWhy(<span data-stored="">{text}</span>))
  }
  if (channel_type === 'voice' && duration_seconds !== null && duration_seconds > 0)
    parts.push(texts.lasted(<bdi>{duration(duration_seconds * 1_000)}</bdi>))
  if (error_reason !== null) parts.push(<span data-stored="">{error_reason}</span>)
  if (error_code !== null) parts.push(texts.code(<code>{error_code}</code>))
  if (profile_id !== null) parts.push(<code>{profile_id}</code>)
  return parts.length === 0 ? undefined : parts.map((part, index) => <span key={index}>{part}</span>)
}
