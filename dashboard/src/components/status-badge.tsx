import type { ReactNode } from 'react'
import { StatusWord } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'

/** The mark of each state of a call, message or source. */
const marks: Record<string, Status> = {
  waiting: 'waits',
  queued: 'waits',
  processing: 'waits',
  dialling: 'rings',
  ringing: 'rings',
  sent: 'rings',
  crawling: 'rings',
  live: 'live',
  speaking: 'live',
  running: 'live',
  completed: 'done',
  delivered: 'done',
  read: 'done',
  ready: 'done',
  failed: 'failed',
  refused: 'failed',
  expired: 'closed',
  paused: 'held',
  draft: 'draft',
  no_answer: 'closed',
  busy: 'closed',
  voicemail: 'closed',
  canceled: 'closed',
  ended: 'closed',
  closed: 'closed',
  unresolved: 'unknown',
  approved: 'done',
  pending: 'waits',
  rejected: 'failed',
  disabled: 'failed',
  connected: 'done',
  disconnected: 'failed',
}

/** Returns the mark of a state; a broken ring for one that is not known here. */
export function statusOf(state: string): Status {
  return marks[state] ?? 'unknown'
}

/** A state: its mark, and the word that the catalog has for it. */
export function StatusBadge({ state, children }: { state: string; children: ReactNode }) {
  return <StatusWord status={statusOf(state)}>{children}</StatusWord>
}
