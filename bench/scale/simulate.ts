// Computes and simulates the numbers of docs/scale.md: node bench/scale/simulate.ts
import { assumptions, capacityFor, costOfConversation } from './capacity.ts'
import { readMeasuredCosts } from './measured-costs.ts'
import type { MeasuredCosts } from './measured-costs.ts'
import { simulateCell } from './simulate-cell.ts'

/** Conversations a day, and for how many days they are kept. */
export const sizes = [
  { day: 1_000, keptDays: assumptions.keptDays },
  { day: 1_000_000, keptDays: assumptions.keptDays },
  { day: 1_000_000_000, keptDays: assumptions.keptDays },
  { day: 1_000_000_000, keptDays: 30 },
] as const

/** Returns the rows of the table of sizes, as the page has them. */
export function capacityRows(costs: MeasuredCosts): string[][] {
  return sizes.map(({ day, keptDays }) => {
    const found = capacityFor(day, costs, { ...assumptions, keptDays })
    return [
      format(day),
      format(keptDays),
      rounded(found.peakRate),
      rounded(found.postgresCores),
      rounded(found.nodeCores),
      found.cells === 1 ? '1' : `${format(found.cells)} (${found.bound})`,
      format(found.cores),
      rounded(found.terabytes),
      rounded(found.logMegabytes),
      rounded(found.euro),
    ]
  })
}

/** The promise of a standby, and the pause of a move (docs/scale.md). */
const failoverSeconds = 30
const moveSeconds = 5

/**
 * Returns the rows of the table of simulations: cells with little and with as much as they may have, and hot
 * organizations.
 */
export function simulationRows(costs: MeasuredCosts): string[][] {
  const large = capacityFor(1_000_000_000, costs)
  const full = (assumptions.primaryCores * assumptions.usable * 1_000) / costOfConversation(costs).postgres
  const runs = [
    { name: 'a cell of a billion a day', rate: large.peakRate / large.cells, hotPart: 0.01 },
    { name: 'a cell whose processor is used up', rate: full, hotPart: 0.01 },
    { name: 'there one organization has a tenth', rate: full, hotPart: 0.1 },
    { name: 'there one organization has a fifth', rate: full, hotPart: 0.2 },
  ]
  return runs.map(({ name, rate, hotPart }, index) => {
    const result = simulateCell(costs, {
      rate,
      cores: assumptions.primaryCores,
      seconds: 400,
      hotPart,
      failoverSeconds,
      moveSeconds,
      seed: index + 1,
    })
    return [
      name,
      rounded(rate),
      `${(result.used * 100).toFixed(0)} %`,
      milliseconds(result.p99Seconds),
      result.drainSeconds === null ? 'never' : `${result.drainSeconds.toFixed(0)} s`,
      `${result.longestMoveSeconds.toFixed(1)} s`,
      milliseconds(result.hotP99Seconds),
    ]
  })
}

const milliseconds = (seconds: number) =>
  seconds > 10 ? `${seconds.toFixed(0)} s, and grows` : `${(seconds * 1_000).toFixed(0)} ms`
const format = (value: number) => value.toLocaleString('en-US')
/** Two digits that count. */
const rounded = (value: number) => format(Number(value.toPrecision(2)))

if (import.meta.main) {
  const costs = readMeasuredCosts()
  const print = (rows: string[][]) => {
    for (const row of rows) console.log(`| ${row.join(' | ')} |`)
  }
  console.log(JSON.stringify(costs, null, 2))
  print(capacityRows(costs))
  print(simulationRows(costs))
}
