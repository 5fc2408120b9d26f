import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** How long the whole program takes to load on the machines for which its times are promised. */
const usualMs = 2_000
const loadAll = `
import { commands } from './src/cli/commands.ts'
await import('./src/cli/run-service.ts')
await import('./src/app/server.ts')
for (const load of Object.values(commands)) await load()
process.exit(0)`

/**
 * Asserts that a process of the program took less than the promised time. If it did not, measures how much slower than usual
 * this machine now is, and allows as many times the limit.
 */
export async function assertTook(tookMs: number, limitMs: number): Promise<void> {
  if (tookMs < limitMs) return
  const begun = performance.now()
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', loadAll])
  const slowness = Math.max(1, (performance.now() - begun) / usualMs)
  const times = `on a machine that is ${slowness.toFixed(1)} times slower than usual`
  assert.ok(tookMs < limitMs * slowness, `${tookMs} ms instead of ${limitMs} ms, ${times}`)
}
