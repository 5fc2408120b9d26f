// Runs the attacks, one file after another, on one embedded PostgreSQL: node test/attacks/run.ts [files …]
import { spawn } from 'node:child_process'
import { clusterVariable, startTestCluster } from '../support/database.ts'

const cluster = await startTestCluster()
const patterns = process.argv.slice(2)
const files = patterns.length > 0 ? patterns : ['test/attacks/**/*.attack.ts']
// One at a time: an attack measures latency and memory, and a second one beside it would be measured too.
const flags = ['--test', '--test-concurrency=1', '--test-timeout=600000']
const child = spawn(process.execPath, [...flags, ...files], {
  stdio: 'inherit',
  env: { ...process.env, [clusterVariable]: cluster.dataDir },
})
process.exitCode = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
await cluster.stop()
