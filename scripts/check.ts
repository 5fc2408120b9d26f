// `npm test`: everything that must hold before a change lands. First what needs no service, two steps at a time because
// some use one core only; then the tests, which measure times and so have the machine for themselves.
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { clusterVariable, startTestCluster } from '../test/support/database.ts'
import { compiledModules } from './compiled-modules.ts'

interface Step {
  name: string
  command: string
  args: string[]
}

/** The longest first, so that no core waits for it at the end. */
const steps: Step[] = [
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'generated files', command: process.execPath, args: ['scripts/generate.ts', '--check'] },
  { name: 'types', command: 'tsc', args: [] },
  { name: 'types of the dashboard', command: 'tsc', args: ['-p', 'dashboard'] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
  { name: 'import law', command: process.execPath, args: ['scripts/check-imports.ts'] },
  { name: 'law of the dashboard', command: process.execPath, args: ['scripts/check-dashboard.ts'] },
]
const stepsAtOnce = 2

// The generated files need nearly all modules of the service, so after them the tests find these compiled. Without it,
// the first programs of a new clone all compile them, and those that a test kills keep none.
process.env['NODE_COMPILE_CACHE'] ??= compiledModules

// The generated files and the tests share it, with the template of databases that the first of them makes.
const cluster = await startTestCluster()
process.env[clusterVariable] = cluster.dataDir

const waiting = [...steps]
const failed: string[] = []
await Promise.all(Array.from({ length: stepsAtOnce }, runWaiting))
if (failed.length > 0) {
  console.error(`\n${failed.join(', ')}: failed`)
  process.exitCode = 1
} else {
  console.log('\n── tests')
  const { status } = spawnSync(process.execPath, ['scripts/run-tests.ts'], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
await cluster.stop()

/** Runs one waiting step after another. */
async function runWaiting(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
    if (!(await isFine(step))) failed.push(step.name)
}

/** Runs a step and then prints all of its output, because another one runs beside it. */
async function isFine({ name, command, args }: Step): Promise<boolean> {
  const begun = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('close', resolve).on('error', reject),
  )
  const [status, ...output] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  console.log(`\n── ${name}\n${output.join('')}${name}: ${status === 0 ? 'fine' : 'failed'} (${seconds} s)`)
  return status === 0
}
