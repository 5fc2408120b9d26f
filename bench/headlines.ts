/** A ratio that stands for a part of the service, measured in short. */
export interface Headline {
  name: string
  /** The program below `bench`, and its arguments. Headlines of one program and arguments are measured together. */
  run: string
  /** How the title of the program's table begins, its row, and the place of its column. */
  title: string
  row: string
  column: number
  /** Whether more or less of it is better. */
  better: 'more' | 'less'
  /** What docs/benchmarks.md has. */
  recorded: number
}

const calls = 'calls/run.ts --only accepted --rounds 1 --seconds 2'
const sends = 'whatsapp/run.ts --only sends --rounds 1 --seconds 2'
const facts = 'webhooks/run.ts --only facts --rounds 20 --seconds 0.5'
const ofACore = 8

/**
 * The ten ratios of `npm run bench -- --short`. `recorded` is the figure of docs/benchmarks.md, whose section "In
 * short" has all ten (`test/bench-headlines.test.ts`).
 */
export const headlines: readonly Headline[] = [
  {
    name: 'campaign list, of a bare handler',
    run: 'lists/campaign-list.ts --rounds 1 --seconds 2',
    title: '',
    row: 'Switchboard',
    column: 2,
    better: 'more',
    recorded: 0.84,
  },
  {
    name: 'conversation list by status, 100,000, of a bare handler',
    run: 'lists/run.ts --only list --rows 100000 --rounds 1 --seconds 2',
    title: 'List of 20 conversations',
    row: 'Switchboard',
    column: 2,
    better: 'more',
    recorded: 0.89,
  },
  {
    name: 'a call that goes at once, of a bare handler, by CPU',
    run: calls,
    title: 'A call that goes at once',
    row: 'Switchboard',
    column: ofACore,
    better: 'more',
    recorded: 0.48,
  },
  {
    name: 'a call that waits for hours, of a bare handler, by CPU',
    run: calls,
    title: 'A call that waits for its campaign’s hours',
    row: 'Switchboard',
    column: ofACore,
    better: 'more',
    recorded: 0.82,
  },
  {
    name: 'a call that waits for a slot, of a bare handler, by CPU',
    run: calls,
    title: 'A call that waits because',
    row: 'Switchboard',
    column: ofACore,
    better: 'more',
    recorded: 0.64,
  },
  {
    name: 'sends of one broadcast, of a bare handler, by CPU',
    run: sends,
    title: 'Sends of one broadcast',
    row: 'Switchboard',
    column: ofACore,
    better: 'more',
    recorded: 0.75,
  },
  {
    name: 'sends of 8 organizations, of a bare handler, by CPU',
    run: sends,
    title: 'Sends of broadcasts of 8 organizations',
    row: 'Switchboard',
    column: ofACore,
    better: 'more',
    recorded: 0.72,
  },
  {
    name: 'import of 50,000 conversations, of COPY',
    run: 'import/run.ts --rows 50000 --people 12500 --rounds 1',
    title: 'Import of',
    row: '',
    column: 3,
    better: 'more',
    recorded: 1.02,
  },
  {
    name: 'conversations written with counters, of without',
    run: 'analytics/run.ts --only writers --rounds 1 --seconds 2',
    title: 'Voice conversations made',
    row: 'with the changes and',
    column: 2,
    better: 'more',
    recorded: 0.83,
  },
  {
    name: 'a call with an endpoint for all events, of without, CPU',
    run: facts,
    title: 'CPU of a call’s facts',
    row: 'with an endpoint',
    column: 3,
    better: 'less',
    recorded: 1.04,
  },
]

/** A figure that is worse by more than this share has fallen. */
export const fallMax = 0.15

/** Returns whether a measured figure is worse than the recorded one by more than 15 %. */
export function hasFallen({ better, recorded }: Headline, measured: number): boolean {
  return better === 'more' ? measured < recorded * (1 - fallMax) : measured > recorded * (1 + fallMax)
}

/** Returns the figure from what the program printed; null if the table, the row or the number is missing. */
export function readFigure(printed: string, { title, row, column }: Headline): number | null {
  const lines = printed.split('\n')
  const start = lines.findIndex((line) => line.startsWith(title) && !line.startsWith('|') && line !== '')
  if (start === -1) return null
  const first = lines.findIndex((line, index) => index > start && line.startsWith('| ---'))
  if (first === -1) return null
  for (const line of lines.slice(first + 1)) {
    if (!line.startsWith('|')) return null
    const cells = line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1)
    if (!cells[0]!.startsWith(row)) continue
    const figure = Number.parseFloat(cells[column] ?? '')
    return Number.isNaN(figure) ? null : figure
  }
  return null
}
