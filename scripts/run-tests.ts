// Runs the tests on one embedded PostgreSQL for all of them: node scripts/run-tests.ts [files …]. Without files it
// leaves out `longFiles`, unless TEST_LENGTH=long is set, with which tests also take more random cases
// (test/support/length.ts).
import { existsSync, globSync, rmSync } from 'node:fs'
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import type { BrowserServer } from 'playwright-core'
import { clusterVariable, makeTestFolder, startTestCluster } from '../test/support/database.ts'
import { isLong } from '../test/support/length.ts'
import { compiledModules } from './compiled-modules.ts'
import { joinFiles, queueFiles } from './join-test-files.ts'
import { secondsOf, timedFiles } from './test-seconds.ts'

/**
 * The files that mostly wait, for a time-out or a process that they have started: they use less than a tenth of a core.
 * They run one after the other in few processes, so that they keep few places, and others use the cores meanwhile.
 */
const patientFiles = [
  'test/long/agents-killed.test.ts',
  'src/calls/relay/agent-call.test.ts',
  'src/calls/relay/relay-session.test.ts',
  'test/cells/hangs.test.ts',
  'src/db/migrate.test.ts',
  'src/db/database.test.ts',
  'src/calls/api/trigger-call.test.ts',
  'test/webhooks/delivery.test.ts',
  'test/paused-campaigns.test.ts',
  'test/cells/pause.test.ts',
  'src/calls/relay/agent-in-workflow.test.ts',
  'test/cells/move-events.test.ts',
  'test/long/webhook-fairness.test.ts',
  'test/long/answered-chats.test.ts',
  'test/long/do-not-call-race.test.ts',
  'test/whatsapp-models/cut-answers.test.ts',
  'test/long/agent-calls-killed.test.ts',
  'src/sandbox/phone/call-life.test.ts',
  'test/long/whatsapp-faults.test.ts',
  'src/agents/turn/run-turn.test.ts',
  'src/calls/webhooks/workflow-steps.test.ts',
  'src/whatsapp/send/send-races.test.ts',
  'src/whatsapp/templates/sync-templates.test.ts',
  'test/cells/tend.test.ts',
  'test/idle.test.ts',
  'test/silent-name-servers.test.ts',
  'test/stopping.test.ts',
]
/** The files that need a process of their own. They begin before all others, because some take long. */
const loneFiles = [
  'test/long/call-batches-killed.test.ts',
  'test/long/start-signals.test.ts',
  'test/long/crawl-faults.test.ts',
  // It changes which certificates its whole process trusts.
  'src/providers/send-once.test.ts',
  // Its statements must be among the first 500 of its process, which alone are prepared.
  'test/list-plans.test.ts',
  // It changes how its whole process is compiled.
  'test/scale-page.test.ts',
  // These measure the memory of their process.
  'src/providers/web/engines/browser-engine.test.ts',
  'src/providers/web/guard/web-fetch.bounds.test.ts',
  'src/http/accept-bodies.test.ts',
]
const dashboardFolder = 'test/dashboard/'
/**
 * Kills and races that need many tries, plans of statements on large tables, and of the dashboard the screens on which
 * no frequent job is done, the languages and the keyboard. They run with `npm run test:long`, those of the dashboard
 * also with `npm run test:dashboard`.
 */
const longFiles = ['test/long/*.test.ts', 'test/dashboard/screens/*.test.ts']
const patientProcesses = 3
/** Four for a core: with three, a third of the processor time was left over, since many tests wait a little. */
const filesAtOnce = 8
/** Ends a file that hangs; on a busy machine some take two minutes. */
const testTimeoutMs = 600_000
/** At most so many failed files are run once more. */
const unstableMax = 4
/** About so many files of the dashboard share a process: they take long, and so begin in several processes at once. */
const dashboardFilesTogether = 8
const patterns = process.argv.slice(2)
for (const file of [...patientFiles, ...loneFiles, ...timedFiles])
  if (!existsSync(file)) throw new Error(`there is no ${file}; take it out of the list`)
const files =
  patterns.length > 0
    ? globSync(patterns)
    : globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'], {
        exclude: isLong ? [] : longFiles,
      })
if (files.length === 0) throw new Error(`no test file is called ${patterns.join(' or ')}`)
const chosen = new Set(files.map((file) => path.normalize(file)))
const alone = loneFiles.filter((file) => chosen.delete(file))

// Some tests have databases of their own in it.
const temporary = makeTestFolder()
process.env['TMPDIR'] = temporary
const looksAtDashboard = [...chosen].some((file) => file.startsWith(dashboardFolder))
const [cluster, browser] = await Promise.all([startTestCluster(), looksAtDashboard ? startBrowser() : null])
process.env[clusterVariable] = cluster.dataDir
// Hundreds of processes load the same modules: stripping and compiling them each time took two fifths of all processor
// time.
process.env['NODE_COMPILE_CACHE'] ??= compiledModules
const joined = [
  ...join('patient', Math.ceil(patientFiles.length / patientProcesses), (file) =>
    patientFiles.includes(file),
  ),
  ...join('dashboard', dashboardFilesTogether, (file) => file.startsWith(dashboardFolder)),
]
// A process loads some two thousand modules first, which takes a second of processor time, so the others share a few.
const queued = queueFiles(
  [...chosen],
  path.join(temporary, 'others'),
  { processes: filesAtOnce, timeoutMs: testTimeoutMs },
  secondsOf,
)
const failed = await runFiles([...joined, ...alone, ...queued], filesAtOnce)
if (failed.size > 0 && !(await passAlone(failed))) process.exitCode = 1
await browser?.close()
await cluster.stop()
rmSync(path.dirname(temporary), { recursive: true, force: true })

/** Runs test files, and returns the absolute paths of those that failed. */
async function runFiles(paths: string[], concurrency: number): Promise<Set<string>> {
  const events = run({ files: paths, concurrency, timeout: testTimeoutMs * files.length })
  const failedFiles = new Set<string>()
  events.on('test:fail', ({ todo, name, file, details: { error } }) => {
    const isOfParts = 'failureType' in error && error.failureType === 'subtestsFailed'
    // The suite of a test file that can not be loaded is in the file of its process, and has the test file's name.
    const failedFile = files.includes(name) ? name : (file ?? 'unknown')
    if ((todo === undefined || todo === false) && !isOfParts) failedFiles.add(path.resolve(failedFile))
  })
  const report = events.compose(new spec())
  report.pipe(process.stdout, { end: false })
  await new Promise<void>((resolve) => report.on('end', resolve))
  return failedFiles
}

/**
 * Runs files that failed beside others once more, one after the other on a machine that has nothing else to do, and
 * names those that then pass. More than `unstableMax` are not run again, and none is with `STRICT=1`.
 */
async function passAlone(names: Set<string>): Promise<boolean> {
  // Not the processes of the queue: they would find no file left, and pass.
  const known = new Set([...files, ...joined].map((file) => path.resolve(file)))
  const again = [...names]
  if (process.env['STRICT'] === '1' || names.size > unstableMax || !again.every((file) => known.has(file)))
    return false
  console.log(`\n── once more, alone: ${again.join(', ')}`)
  const stillFailed = await runFiles(again, 1)
  for (const file of again)
    if (!stillFailed.has(file))
      console.log(`UNSTABLE: ${file} failed beside other tests and passes alone. Mend it.`)
  return stillFailed.size === 0
}

/** Returns files that each run several of the chosen ones, and takes these from the chosen ones. */
function join(name: string, togetherUsually: number, isMeant: (file: string) => boolean): string[] {
  const bounds = { togetherUsually, timeoutMs: testTimeoutMs }
  const meant = [...chosen].filter(isMeant).sort()
  for (const file of meant) chosen.delete(file)
  return joinFiles(meant, path.join(temporary, name), bounds, secondsOf)
}

/** Starts the browser of all files that look at the dashboard. */
async function startBrowser(): Promise<BrowserServer> {
  const { browserVariable, ensureBuilt, serveChromium } =
    await import('../test/dashboard/support/chromium.ts')
  // Else the first file would build it while others already read it.
  await ensureBuilt()
  const server = await serveChromium()
  process.env[browserVariable] = server.wsEndpoint()
  return server
}
