// Whether the harness bites: node test/faults/teeth.ts [--only TEXT] [--seed N] [--root DIR] Plants a bug in a copy of
// the program, runs the harness against it, or the tests that the bug names, and expects the check for that bug to
// fail. Also expects no breach in a copy without a bug, because a harness that always fails proves nothing.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { plantedAgentBugs } from './agents/planted-bugs.ts'
import type { Finding } from './evidence.ts'
import { plantedBugs } from './planted-bugs.ts'
import type { PlantedBug } from './planted-bugs.ts'
import { plantedTestBugs, testsFinding } from './planted-test-bugs.ts'
import { planted } from './planted.ts'
import { plantedWhatsappBugs } from './whatsapp/planted-bugs.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: '7' },
    root: { type: 'string', default: fileURLToPath(new URL('../../', import.meta.url)) },
  },
})

const none: PlantedBug = { name: 'no bug', edits: [], expects: [], args: [] }
const chosen = [none, ...plantedBugs, ...plantedWhatsappBugs, ...plantedAgentBugs, ...plantedTestBugs].filter(
  ({ name }) => name.includes(values.only ?? ''),
)
if (chosen.length === 0) throw new Error(`there is no planted bug with "${values.only}" in its name`)
// Checks all of them before the first run, so that a bug whose place is gone shows at once.
for (const bug of chosen) for (const edit of bug.edits) planted(edit, values.root)

// The running harness ends with this process, and its processes end with it.
let running: ChildProcess | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    running?.kill(signal)
    process.exit(1)
  })

let missed = 0
for (const bug of chosen) {
  const findings = await runWith(bug)
  const broken = findings.filter(({ breaches }) => breaches.length > 0).map(({ what }) => what)
  const isCaught =
    bug === none ? broken.length === 0 : bug.expects.some((expected) => broken.includes(expected))
  if (!isCaught) missed++
  const verdict = bug === none ? (isCaught ? 'holds' : 'BROKEN') : isCaught ? 'caught' : 'MISSED'
  console.log(`${verdict.padEnd(7)} ${bug.name}`)
  for (const { bar, breaches, what } of findings)
    if (breaches[0] !== undefined)
      console.log(`        ${bar} ${what}: ${breaches.length}, ${breaches[0].what}`)
}
process.exitCode = missed === 0 ? 0 : 1

async function runWith(bug: PlantedBug): Promise<Finding[]> {
  const copy = mkdtempSync(path.join(tmpdir(), 'switchboard-teeth-'))
  const tests = bug === none ? [...new Set(chosen.flatMap((each) => each.tests ?? []))] : (bug.tests ?? [])
  try {
    const isLeftOut = (file: string) => ['node_modules', '.git'].includes(path.basename(file))
    cpSync(values.root, copy, { recursive: true, filter: (file) => !isLeftOut(file) })
    symlinkSync(path.join(values.root, 'node_modules'), path.join(copy, 'node_modules'))
    for (const edit of bug.edits) writeFileSync(path.join(copy, edit.file), planted(edit, copy))
    return [
      ...(bug.tests === undefined ? await runHarness(copy, bug) : []),
      ...(tests.length > 0 ? [await runTests(copy, tests)] : []),
    ]
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

async function runHarness(copy: string, bug: PlantedBug): Promise<Finding[]> {
  const report = path.join(copy, 'report.json')
  const run = fileURLToPath(new URL('run.ts', import.meta.url))
  const folder = path.join(copy, 'run')
  const { code, output } = await runNode(copy, [
    run,
    '--quick',
    '--folder',
    folder,
    '--root',
    copy,
    '--seed',
    values.seed,
    '--report',
    report,
    ...bug.args,
  ])
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Finding[]
  } catch {
    throw new Error(`the harness ended with ${code} and without a report:\n${output}`)
  }
}

async function runTests(copy: string, tests: readonly string[]): Promise<Finding> {
  const { code, output } = await runNode(copy, ['scripts/run-tests.ts', ...tests])
  const [passed, failed] = ['pass', 'fail'].map((what) =>
    Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(output)?.[1] ?? Number.NaN),
  )
  const [, summary = ''] = output.split('✖ failing tests:')
  const names = [...summary.matchAll(/^✖ (.*?)(?: \([\d.]+ms\))?$/gm)].map(([, name]) => name!)
  if (!(passed! + failed! > 0) || (code === 0) !== (failed === 0) || (code === 0) !== (names.length === 0))
    throw new Error(`the tests ended with ${code} and without their figures:\n${output}`)
  return {
    bar: 'T',
    what: testsFinding,
    figure: `${passed} passed, ${failed} failed`,
    must: '0 failed',
    judged: passed! + failed!,
    breaches: names.map((what) => ({ what })),
  }
}

/** Runs a program of the copy, or the harness on it. */
async function runNode(copy: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, STRICT: '1' }
  const child = spawn(process.execPath, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'inherit'] })
  running = child
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output }
}
