import type { KnownPlace } from '../directory/copy-queries.ts'

/** How long a process uses what it knows of an organization's place without asking the database again. */
export const placeKnownMs = 250

/** What to do with a request for an organization. */
export type Decision =
  /** Answer it here: the organization is here, or nobody knows it. */
  | { kind: 'here' }
  /** Pass it on to the cell that has the organization. */
  | { kind: 'elsewhere'; url: string }
  /** The organization is between two cells for some seconds; this one may have its rows to read. */
  | { kind: 'moving'; isReadable: boolean }

/** Decides who answers a request for an organization, by what this cell knows. */
export function decidePlace({ place, move }: KnownPlace, ownCell: string): Decision {
  const isElsewhere = place !== null && place.cell !== ownCell
  if (move === null || !move.is_hidden)
    return isElsewhere ? { kind: 'elsewhere', url: place.url } : { kind: 'here' }
  if (move.side === 'source' && (move.state === 'closing' || move.state === 'closed'))
    return { kind: 'moving', isReadable: true }
  // It has left, or it still comes: the other side of the move knows more than an older copy of the directory.
  if (isElsewhere) return { kind: 'elsewhere', url: place.url }
  if (move.side === 'source') return { kind: 'elsewhere', url: move.url }
  return place === null ? { kind: 'elsewhere', url: move.url } : { kind: 'moving', isReadable: false }
}
