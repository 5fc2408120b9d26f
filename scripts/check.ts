// `npm test`: everything that must hold before a change lands, in order of cost; stops at the first that does not.
import { spawnSync } from 'node:child_process'

const steps: [name: string, command: string, args: string[]][] = [
  ['format', 'oxfmt', ['--check']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types', 'tsc', []],
  ['types of the dashboard', 'tsc', ['-p', 'dashboard']],
  ['import law', process.execPath, ['scripts/check-imports.ts']],
  ['law of the dashboard', process.execPath, ['scripts/check-dashboard.ts']],
  ['generated files', process.execPath, ['scripts/generate.ts', '--check']],
  ['tests', process.execPath, ['scripts/run-tests.ts']],
]

for (const [name, command, args] of steps) {
  const begun = performance.now()
  console.log(`\n── ${name}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`\n${name}: failed`)
    process.exitCode = 1
    break
  }
  console.log(`${name}: fine (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
}
