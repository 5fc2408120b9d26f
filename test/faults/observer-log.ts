import { appendFileSync, closeSync, openSync } from 'node:fs'

/** How a leg ended, in the carrier's words. */
export type LegEnd = 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled'

/** How a request to place a call is answered. All faults but those with "Not placed" create a leg. */
export type AnswerFault =
  | { kind: 'none' }
  /** The connection ends after this many bytes of the whole answer, status line included. */
  | { kind: 'cut'; afterBytes: number }
  /** Silence after this many bytes, until the caller closes the connection. */
  | { kind: 'stall'; afterBytes: number }
  | { kind: 'late'; ms: number }
  | { kind: 'status_500' }
  | { kind: 'callback_first' }
  /** Not placed, with an answer that can't be understood. */
  | { kind: 'lost' }
  /** Not placed, with a 429. */
  | { kind: 'rate_limit' }
  /** Not placed, because the number is not valid. */
  | { kind: 'rejected' }

/** One line of the log. Times are milliseconds since 1970, of the machine's clock. */
export type ObserverEntry =
  | {
      kind: 'create'
      at: number
      account: string
      to: string
      from: string
      /** The last UUID of the status callback's address. */
      attemptId: string
      fault: AnswerFault
      /** Null if the request creates no leg. */
      sid: string | null
      /** The form of the request. */
      form: Record<string, string | string[]>
    }
  | { kind: 'ringing' | 'answered'; at: number; sid: string }
  | { kind: 'ended'; at: number; sid: string; status: LegEnd; byRequest: boolean }
  | {
      kind: 'callback'
      at: number
      sid: string
      status: string
      fate: string
      answerStatus: number | null
    }

/** The append-only log of what the observer saw, in a file and in memory. */
export interface ObserverLog {
  entries: readonly ObserverEntry[]
  write(entry: ObserverEntry): void
  close(): void
}

export function openObserverLog(file: string): ObserverLog {
  const descriptor = openSync(file, 'a', 0o600)
  const entries: ObserverEntry[] = []
  return {
    entries,
    write: (entry) => {
      entries.push(entry)
      appendFileSync(descriptor, `${JSON.stringify(entry)}\n`)
    },
    close: () => closeSync(descriptor),
  }
}

/** One request to place a call. */
export type SeenRequest = Extract<ObserverEntry, { kind: 'create' }>

/** One call that the carrier had, from its request to its end. */
export interface SeenLeg {
  sid: string
  attemptId: string
  to: string
  account: string
  createdAt: number
  /** Null while it goes on. */
  endedAt: number | null
  status: LegEnd | null
  /** Whether the service requested the end. */
  endedByRequest: boolean
}

export function requestsOf(entries: readonly ObserverEntry[]): SeenRequest[] {
  return entries.filter((entry) => entry.kind === 'create')
}

/** Returns the legs in the order in which they were placed. */
export function legsOf(entries: readonly ObserverEntry[]): SeenLeg[] {
  const legs = new Map<string, SeenLeg>()
  for (const entry of entries) {
    if (entry.kind === 'create' && entry.sid !== null) {
      const { sid, attemptId, to, account, at } = entry
      const open = { endedAt: null, status: null, endedByRequest: false }
      legs.set(sid, { sid, attemptId, to, account, createdAt: at, ...open })
    }
    if (entry.kind !== 'ended') continue
    const leg = legs.get(entry.sid)
    if (leg === undefined) throw new Error(`the log ends a leg ${entry.sid} that it never began`)
    Object.assign(leg, { endedAt: entry.at, status: entry.status, endedByRequest: entry.byRequest })
  }
  return [...legs.values()]
}
