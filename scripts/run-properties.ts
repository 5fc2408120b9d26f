// Runs the tests with random cases, each round with another seed: node scripts/run-properties.ts [rounds]
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'

const rounds = Number(process.argv[2] ?? 10)
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('rounds: must be a positive integer')
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).filter((file) =>
  /support\/propert(?:ies|y-seed)\.ts'/.test(readFileSync(file, 'utf8')),
)
for (let round = 1; round <= rounds; round++) {
  // A seed of fast-check has 32 bits.
  const seed = String(randomInt(2 ** 31))
  console.log(`\n── round ${round} of ${rounds}: PROPERTY_SEED=${seed}`)
  const env = { ...process.env, PROPERTY_SEED: seed, STRICT: '1' }
  const { status } = spawnSync(process.execPath, ['scripts/run-tests.ts', ...files], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) {
    console.error(`round ${round} failed; PROPERTY_SEED=${seed} replays it`)
    process.exitCode = 1
    break
  }
}
