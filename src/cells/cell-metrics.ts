import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Move } from './directory/copy-queries.ts'

export interface CellMetrics {
  passed: Counter<'outcome'>
  moves: Gauge<'side' | 'state'>
  copiedAt: Gauge
}

const sides = ['source', 'target'] as const
const states = ['copying', 'closing', 'closed', 'left'] as const

/** Creates the metrics of cells (docs/operating.md). */
export function createCellMetrics(registry: Registry): CellMetrics {
  const registers = [registry]
  return {
    passed: new Counter({
      name: 'switchboard_requests_passed_total',
      help: 'Requests passed on to other cells, by outcome: answered, or unavailable where the cell could not be reached',
      labelNames: ['outcome'],
      registers,
    }),
    moves: new Gauge({
      name: 'switchboard_organization_moves',
      help: 'Organizations that move out of this cell (source) or into it (target), and those whose rows are left, by state',
      labelNames: ['side', 'state'],
      registers,
    }),
    copiedAt: new Gauge({
      name: 'switchboard_cells_copied_timestamp_seconds',
      help: 'When this worker last copied the directory of cells, as Unix time; 0: it has not',
      registers,
    }),
  }
}

/** Shows the moves of a cell as they are now. */
export function showMoves({ moves: gauge }: CellMetrics, moves: readonly Move[]): void {
  for (const side of sides)
    for (const state of states)
      gauge.set({ side, state }, moves.filter((move) => move.side === side && move.state === state).length)
}
