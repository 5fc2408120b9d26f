// Runs the tests on one embedded PostgreSQL for all of them: node scripts/run-tests.ts [files …]
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { clusterVariable, startTestCluster } from '../test/support/database.ts'

const cluster = await startTestCluster()
const patterns = process.argv.slice(2)
const files =
  patterns.length > 0 ? patterns : ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts']
const flags = ['--test', '--test-concurrency=3', '--test-timeout=120000']
// Hundreds of processes load the same modules: stripping and compiling them each time took two fifths of all processor time.
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
const env = { NODE_COMPILE_CACHE: compiled, ...process.env, [clusterVariable]: cluster.dataDir }
const child = spawn(process.execPath, [...flags, ...files], { stdio: 'inherit', env })
process.exitCode = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
await cluster.stop()
