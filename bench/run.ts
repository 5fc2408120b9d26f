// All figures of docs/benchmarks.md, one program after the other: npm run bench. With --short, ten ratios in ten
// minutes beside those of the page, and which of them have fallen: npm run bench -- --short [--program-seconds 90].
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fallMax, hasFallen, headlines, readFigure } from './headlines.ts'
import type { Headline } from './headlines.ts'
import { table } from './support/report.ts'

/** Every program that has figures on the page, in its order. */
const programs = [
  'lists/campaign-list.ts --rounds 3',
  'calls/run.ts',
  'lists/run.ts',
  'import/run.ts',
  'whatsapp/run.ts',
  'analytics/run.ts',
  'knowledge/run.ts',
  'dashboard/run.ts',
  'agents/model-streams.ts',
  'agents/run.ts',
]

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    /** How long one program of the short run may take, in seconds. Seven at 85 s are ten minutes. */
    'program-seconds': { type: 'string', default: '85' },
  },
})

/** How long a program may take to end once it is asked to. */
const killAfterMs = 5_000

if (options.short) await runShort(Number(options['program-seconds']) * 1_000)
else await runAll()

/** Runs all programs; ends with the first that fails, as a chain of commands does. */
async function runAll(): Promise<void> {
  for (const program of programs) {
    const child = spawn(process.execPath, argumentsOf(program), { stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code === 0) continue
    process.exitCode = code ?? 1
    return
  }
}

/** Measures the headlines. The exit status is 1 if one has fallen or has no figure. */
async function runShort(programMaxMs: number): Promise<void> {
  const begun = performance.now()
  const printed = new Map<string, string>()
  for (const run of new Set(headlines.map((headline) => headline.run))) {
    process.stderr.write(`${run}\n`)
    printed.set(run, await printOf(run, programMaxMs))
  }
  const measured = headlines.map((headline) => readFigure(printed.get(headline.run)!, headline))
  const isWorse = headlines.map((headline, index) => isWorseThanRecorded(headline, measured[index]!))
  table(
    `Ten ratios in ${((performance.now() - begun) / 60_000).toFixed(1)} minutes, beside docs/benchmarks.md`,
    ['', 'measured', 'recorded', 'better is', `worse by more than ${fallMax * 100} %`],
    headlines.map(({ name, recorded, better }, index) => [
      name,
      measured[index]?.toFixed(2) ?? 'none: it failed, or took too long',
      recorded.toFixed(2),
      better,
      isWorse[index] ? 'yes' : 'no',
    ]),
  )
  const fallen = headlines.filter((_, index) => isWorse[index])
  if (fallen.length === 0) console.log('No ratio has fallen.')
  else {
    console.log(`Fallen: ${fallen.map(({ name }) => name).join('; ')}`)
    process.exitCode = 1
  }
}

function isWorseThanRecorded(headline: Headline, measured: number | null): boolean {
  return measured === null || hasFallen(headline, measured)
}

/**
 * Returns what a program prints until it ends, or until its time is over. It is then stopped with all that it has
 * started, which is of its process group, and its folder is removed.
 */
async function printOf(run: string, programMaxMs: number): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const env = { ...process.env, TMPDIR: folder }
  const child = spawn(process.execPath, argumentsOf(run), {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env,
  })
  const stop = (signal: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, signal)
    } catch {
      // All of them have ended.
    }
  }
  const stopped = () => {
    stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopped)
  const late = setTimeout(() => stop('SIGTERM'), programMaxMs)
  const tooLate = setTimeout(() => stop('SIGKILL'), programMaxMs + killAfterMs)
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  await once(child, 'exit')
  clearTimeout(late)
  clearTimeout(tooLate)
  stop('SIGKILL')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stopped)
  rmSync(folder, { recursive: true, force: true })
  return text
}

function argumentsOf(program: string): string[] {
  const [file = '', ...others] = program.split(' ')
  return [`bench/${file}`, ...others]
}
