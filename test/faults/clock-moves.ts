/** One process's clock was off for a while. Times are milliseconds since 1970, by the clock of the machine. */
export interface ClockMove {
  process: string
  byMs: number
  from: number
  until: number
}

/** What clocks of processes may differ by: then everything must hold. */
const agreedMs = 1_000
/** What was decided by a moved clock happens within so long: it is noticed late, and a dial takes its time. */
const aftermathMs = 5_000

/** Beyond what is agreed: then dials may be outside the hours, and early or late, and nothing worse. */
export function isJump({ byMs }: Pick<ClockMove, 'byMs'>): boolean {
  return Math.abs(byMs) > agreedMs
}

/** Those that something at this instant may come of. */
export function movesAround(moves: readonly ClockMove[], at: number): ClockMove[] {
  return moves.filter(({ from, until }) => at >= from && at <= until + aftermathMs)
}

/** By how much clocks were off within what is agreed, at this instant; 0 is always among them. */
export function agreedOffsets(moves: readonly ClockMove[], at: number): number[] {
  return [0, ...movesAround(moves, at).flatMap((move) => (isJump(move) ? [] : [move.byMs]))]
}

/** When it was really, where a process wrote this down: by a clock that had jumped, or not. */
export function realTime(moves: readonly ClockMove[], written: number): number {
  const move = moves.find(
    (each) =>
      isJump(each) && written >= each.from + each.byMs && written <= each.until + aftermathMs + each.byMs,
  )
  return move === undefined ? written : written - move.byMs
}
