import type { Db } from '../../db/database.ts'
import type { Placed } from '../directory/directory-queries.ts'
import type { ChangedKeys } from './copy-tables.ts'
import type { TenantTable } from './move-sql.ts'
import type { MoveSession } from './sessions.ts'
import type { Throttle } from './throttle.ts'

/** A cell of a move, with its open database. */
export interface MoveSide {
  name: string
  url: string
  db: Db
}

export interface MoveRequest {
  directory: Db
  organization: { _id: string; name: string }
  from: MoveSide
  to: MoveSide
  /** The share of its time in which the move works, above 0; 1 is without rests. `usualShare` if left out. */
  share?: number
  /** Called before each step, with its name. A test kills the process there. */
  onStep?: (step: MoveStep) => void | Promise<void>
}

export const moveSteps = [
  'begin',
  'follow',
  'copy',
  'catch up',
  'compare',
  'hand over',
  'close',
  'last changes',
  'compare changes',
  'switch',
  'open',
  'leave',
] as const
export type MoveStep = (typeof moveSteps)[number]

/** What a move has done. */
export interface MoveReport {
  rows: number
  tables: number
  /** From the first request that was turned away to the opening of the target. */
  pause_ms: number
  /** How often the hand-over was tried; each try that was given up was a pause of some two seconds too. */
  hand_overs: number
}

/** What a move works with. */
export interface MoveWork {
  /** Holds the move's lock in the directory. */
  held: MoveSession
  source: MoveSession
  target: MoveSession
  tables: readonly TenantTable[]
  /** The schema of both sides, by which the tables were listed. */
  migration: number
  /** The throttle of what may take long. */
  throttle: Throttle
  /** The organization as the move began it in the directory. */
  placed: Placed
  /** Rows that were brought over since both sides were found equal. */
  uncompared: ChangedKeys
  /** Whether everything is compared once more while the organization is closed. */
  isComparedAgain: boolean
}
