// Runs the tests on one embedded PostgreSQL for all of them: node scripts/run-tests.ts [files …]
import { globSync } from 'node:fs'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { clusterVariable, makeTestFolder, startTestCluster } from '../test/support/database.ts'

/**
 * The files that take longest, the longest first. They begin before all others: one that began last would be waited for
 * alone.
 */
const slowFiles = [
  'test/crawl.test.ts',
  'test/whatsapp-models/cut-answers.test.ts',
  'test/whatsapp-faults.test.ts',
  'test/filters/filters.property.test.ts',
  'test/start.test.ts',
  'test/start-signals.test.ts',
  'test/crawl-faults.test.ts',
  'src/cli/crawl.test.ts',
  'test/openapi.test.ts',
  'test/filters/list-cases.test.ts',
  'src/whatsapp/send/send-races.test.ts',
  'test/tenant-canaries.test.ts',
]
/** More than there are cores: many tests wait, for a time-out or a process that they have started. */
const filesAtOnce = 4
/** Ends a file that hangs; on a busy machine some take two minutes. */
const testTimeoutMs = 600_000

const patterns = process.argv.slice(2)
const files = globSync(
  patterns.length > 0 ? patterns : ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
)
if (files.length === 0) throw new Error(`no test file is called ${patterns.join(' or ')}`)
const rank = (file: string): number => (slowFiles.includes(file) ? slowFiles.indexOf(file) : slowFiles.length)
files.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))

// Some tests have databases of their own in it.
process.env['TMPDIR'] = makeTestFolder()
const cluster = await startTestCluster()
process.env[clusterVariable] = cluster.dataDir
// Hundreds of processes load the same modules: stripping and compiling them each time took two fifths of all processor time.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('../node_modules/.cache/compiled', import.meta.url),
)
const events = run({ files, concurrency: filesAtOnce, timeout: testTimeoutMs })
events.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1
})
const report = events.compose(new spec())
report.pipe(process.stdout)
await new Promise<void>((resolve) => report.on('end', resolve))
await cluster.stop()
